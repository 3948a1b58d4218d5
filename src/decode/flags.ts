/**
 * Parser of Go command-line flags; their values stay text.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../core/function.js'
import { type Problem, show } from '../core/problem.js'
import { splitArguments } from './kubelet-config/arguments.js'

/** A flag as given; without a value if it is the last argument. */
export interface GivenFlag {
  /** Without dashes, `_` written as `-`. */
  readonly flag: string
  readonly value: string | undefined
}

/** Flags in the order of the line, and what was ignored: unknown flags with their values, other words. */
export interface GivenFlags {
  readonly given: ReadonlyArray<GivenFlag>
  readonly ignored: ReadonlyArray<string>
}

/**
 * Reads the flags of a list of arguments, or of one text that is split as a shell would.
 *
 * Takes `--flag=value` and `--flag value`. What follows `--`, unknown flags and other words are ignored and listed.
 * Fails with the problems of an input that is neither text nor a list of texts, and of an open quote.
 */
export const flagsIn =
  (isKnown: (flag: string) => boolean) =>
  (input: unknown): E.Either<ReadonlyArray<Problem>, GivenFlags> =>
    pipe(
      typeof input === 'string'
        ? pipe(
            splitArguments(input),
            E.mapLeft((problem) => [problem]),
          )
        : wordsOf(input),
      E.map((words) => readWords(isKnown, words)),
    )

const wordsOf = (input: unknown): E.Either<ReadonlyArray<Problem>, ReadonlyArray<string>> => {
  if (!Array.isArray(input)) return E.left([{ path: '', expected: 'a string or an array', actual: show(input) }])
  const list: ReadonlyArray<unknown> = input
  const alien = list.flatMap((word, index): ReadonlyArray<Problem> =>
    typeof word === 'string' ? [] : [{ path: `[${index}]`, expected: 'a string', actual: show(word) }],
  )
  return alien.length > 0 ? E.left(alien) : E.right(list.filter((word) => typeof word === 'string'))
}

const readWords = (isKnown: (flag: string) => boolean, words: ReadonlyArray<string>): GivenFlags => {
  const given: GivenFlag[] = []
  const ignored: string[] = []
  let index = 0
  while (index < words.length && words[index] !== '--') {
    const word = words[index++] ?? ''
    const [, dashes, name = '', attached] = /^(--?)([^=]+)(?:=([^]*))?$/.exec(word) ?? []
    const flag = name.replaceAll('_', '-')
    const next = words[index]
    if (dashes !== '--' || !isKnown(flag)) {
      // An unknown flag may or may not take a value; a word that looks like no flag can only be that value.
      const takesNext = dashes !== undefined && attached === undefined && next !== undefined && !next.startsWith('-')
      ignored.push(takesNext ? `${word} ${next}` : word)
      if (takesNext) index++
      continue
    }
    if (attached === undefined) index++
    given.push({ flag, value: attached ?? next })
  }
  return { given, ignored: [...ignored, ...words.slice(index + 1)] }
}
