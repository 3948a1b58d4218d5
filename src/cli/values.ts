/**
 * Answers what the text of a flag's value means; an error says what was expected, beginning with the flag.
 */
import { either as E, option as O } from 'fp-ts'

import { parseGoDuration, parseRfc3339 } from '../decode/index.js'
import type { Millis } from '../index.js'
import { millis } from '../index.js'
import type { Given } from './command.js'

/** Reads a flag's value where it is given. */
export const optional =
  <A>(read: (flag: string, value: string) => E.Either<string, A>) =>
  (given: Given, name: string): E.Either<string, O.Option<A>> => {
    const value = given.value(name)
    if (O.isNone(value)) return E.right(O.none)
    return E.map((found: A) => O.some(found))(read(`--${name}`, value.value))
  }

/** One of a few words. */
export const oneOf =
  <A extends string>(words: ReadonlyArray<A>) =>
  (flag: string, value: string): E.Either<string, A> => {
    const found = words.find((word) => word === value)
    return found === undefined ? refuse(flag, words.join(', '), value) : E.right(found)
  }

/** A count of bytes that a number holds exactly. */
export const bytes = (flag: string, value: string): E.Either<string, number> =>
  /^\d+$/.test(value) && Number.isSafeInteger(Number(value))
    ? E.right(Number(value))
    : refuse(flag, 'a whole number of bytes', value)

/** A whole number of things, zero or more. */
export const count = (flag: string, value: string): E.Either<string, number> =>
  /^\d{1,15}$/.test(value) ? E.right(Number(value)) : refuse(flag, 'a whole number, zero or more', value)

/** A Go duration, zero or more, in whole milliseconds. */
export const duration = (flag: string, value: string): E.Either<string, Millis> => {
  const parsed = parseGoDuration(value)
  return E.isLeft(parsed) || parsed.right < 0n
    ? refuse(flag, 'a length of time such as 5m30s, zero or more', value)
    : E.right(millis(Number(parsed.right / 1_000_000n)))
}

/** A length of time of any size: as {@link duration}, with days before it. */
export const days = (flag: string, value: string): E.Either<string, Millis> => {
  const [, whole = '0', rest = ''] = /^(?:(\d{1,6})d)?(.*)$/.exec(value) ?? []
  const read = duration(flag, rest === '' && value !== '' ? '0s' : rest)
  return E.isLeft(read)
    ? refuse(flag, 'a length of time such as 5m30s, 12h or 7d, zero or more', value)
    : E.right(millis(Number(whole) * 86_400_000 + read.right))
}

/** An instant, or the word that stands for there being none. */
export const instantOr =
  (word: string) =>
  (flag: string, value: string): E.Either<string, O.Option<Date>> => {
    if (value === word) return E.right(O.none)
    const parsed = parseRfc3339(value)
    return O.isSome(parsed) ? E.right(parsed) : refuse(flag, `a time such as 2026-01-01T12:00:00Z, or ${word}`, value)
  }

/** An instant. */
export const instant = (flag: string, value: string): E.Either<string, Date> => {
  const parsed = parseRfc3339(value)
  return O.isSome(parsed) ? E.right(parsed.value) : refuse(flag, 'a time such as 2026-01-01T12:00:00Z', value)
}

/** Says that a flag's value is not what it should be. */
const refuse = (flag: string, expected: string, value: string): E.Either<string, never> =>
  E.left(`${flag}: expected ${expected}, got ${JSON.stringify(value)}`)
