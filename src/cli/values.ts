/** Parsers for flag values. An error begins with the flag and says what was expected. */
import { millisecondsInDay } from 'date-fns/constants'
import { either as E, function as F, option as O } from 'fp-ts'

import { parseGoDuration, parseQuantity, parseRfc3339, quantityValue } from '../decode/index.js'
import { type Millis, millis } from '../index.js'
import type { Given } from './command.js'
import { both } from './fp.js'

/** Reads a flag's value where it is given. */
export const optional =
  <A>(read: (flag: string, value: string) => E.Either<string, A>) =>
  (given: Given, name: string): E.Either<string, O.Option<A>> =>
    F.pipe(
      given.value(name),
      O.traverse(E.Applicative)((value) => read(`--${name}`, value)),
    )

/** Two flags that must be given together. */
export const together =
  (flags: string) =>
  <A, B>(one: O.Option<A>, other: O.Option<B>): E.Either<string, O.Option<readonly [A, B]>> =>
    O.isSome(one) === O.isSome(other) ? E.right(both(one, other)) : E.left(`${flags} must be given together`)

/** One of a few words. */
export const oneOf =
  <const A extends string>(words: ReadonlyArray<A>) =>
  (flag: string, value: string): E.Either<string, A> =>
    F.pipe(
      words.find((word) => word === value),
      E.fromNullable(refusal(flag, words.join(', '), value)),
    )

/** A count of bytes that a number holds exactly, in bytes or with a unit: 5000, 500MB, 100GiB, 100Gi, 1.5G. */
export const bytes = (flag: string, value: string): E.Either<string, number> =>
  F.pipe(
    O.fromPredicate((text: string) => /^\d+(\.\d+)?([kKMGTP]i?B?|B)?$/.test(text))(value),
    // Kubernetes writes neither the B nor a decimal K.
    O.chainEitherK((text) => parseQuantity(text.replace(/B$/, '').replace(/K$/, 'k').replace(/ki$/, 'Ki'))),
    O.map((quantity) => Number(quantityValue(quantity))),
    O.filter(Number.isSafeInteger),
    E.fromOption(() => refusal(flag, 'a number of bytes, such as 5000000000, 500MB or 100GiB', value)),
  )

/** A whole number of things, zero or more. */
export const count = (flag: string, value: string): E.Either<string, number> =>
  /^\d{1,15}$/.test(value) ? E.right(Number(value)) : E.left(refusal(flag, 'a whole number, zero or more', value))

/** A whole number of things, zero or more, up to a limit. */
export const upTo =
  (most: number) =>
  (flag: string, value: string): E.Either<string, number> =>
    F.pipe(
      count(flag, value),
      E.filterOrElse(
        (number) => number <= most,
        () => refusal(flag, `a whole number from 0 to ${most}`, value),
      ),
    )

/** A Go duration, zero or more, in whole milliseconds. */
export const duration = (flag: string, value: string): E.Either<string, Millis> =>
  F.pipe(
    O.fromEither(parseGoDuration(value)),
    O.filter((nanoseconds) => nanoseconds >= 0n),
    E.fromOption(() => refusal(flag, 'a length of time such as 5m30s, zero or more', value)),
    E.map((nanoseconds) => millis(Number(nanoseconds / 1_000_000n))),
  )

/** A length of time of any size: as {@link duration}, with days before it. */
export const days = (flag: string, value: string): E.Either<string, Millis> => {
  const [, whole = '0', rest = ''] = /^(?:(\d{1,6})d)?(.*)$/.exec(value) ?? []
  return F.pipe(
    duration(flag, rest === '' && value !== '' ? '0s' : rest),
    E.bimap(
      () => refusal(flag, 'a length of time such as 5m30s, 12h or 7d, zero or more', value),
      (span) => millis(Number(whole) * millisecondsInDay + span),
    ),
  )
}

/** An instant, or a word that means none. */
export const instantOr =
  (word: string) =>
  (flag: string, value: string): E.Either<string, O.Option<Date>> =>
    value === word
      ? E.right(O.none)
      : F.pipe(
          parseRfc3339(value),
          E.fromOption(() => refusal(flag, `a time such as 2026-01-01T12:00:00Z, or ${word}`, value)),
          E.map(O.some),
        )

/** An instant. */
export const instant = (flag: string, value: string): E.Either<string, Date> =>
  F.pipe(
    parseRfc3339(value),
    E.fromOption(() => refusal(flag, 'a time such as 2026-01-01T12:00:00Z', value)),
  )

/** Says that a flag's value is not what it should be. */
const refusal = (flag: string, expected: string, value: string): string =>
  `${flag}: expected ${expected}, got ${JSON.stringify(value)}`
