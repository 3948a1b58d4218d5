/**
 * Parser of Go command-line flags; their values stay text.
 */
import { either as E } from 'fp-ts'

import { pipe } from '../core/fp.js'
import { type InvalidInput, type Problem, show } from '../core/problem.js'
import { splitArguments } from './kubelet-config/arguments.js'
import { isInt32 } from './kubelet-config/leaf.js'
import { readEach, refusalOf } from './problems.js'

/** A flag as given; without a value if it is the last argument. */
interface GivenFlag {
  /** Without dashes, `_` written as `-`. */
  readonly flag: string
  readonly value: string | undefined
}

/** Flags in the order of the line, and what was ignored: unknown flags with their values, other words. */
interface GivenFlags {
  readonly given: ReadonlyArray<GivenFlag>
  readonly ignored: Ignored
}

type Ignored = ReadonlyArray<string>

/**
 * Reads the flags of a list of arguments, or of one text that is split as a shell would.
 *
 * Takes `--flag=value` and `--flag value`. What follows `--`, unknown flags and other words are ignored and listed.
 * Fails with the problems of an input that is neither text nor a list of texts, and of an open quote.
 */
const flagsIn =
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

/** Reads the value of a flag; the error says what was expected of it. */
export type FlagReader<A> = (value: string) => E.Either<string, A>

/** Takes a decimal integer. */
export const int32Flag: FlagReader<number> = (value) =>
  /^[-+]?(0|[1-9]\d*)$/.test(value) && isInt32(Number(value))
    ? E.right(Number(value) + 0)
    : E.left('a decimal integer of 32 bits')

/** What the known flags of {@link flagsIn} set one after the other, or the problems of all; `absent` says a missing value. */
export const settingsIn =
  (source: string, absent: string = 'nothing') =>
  <A>(readers: ReadonlyMap<string, FlagReader<A>>) =>
  (input: unknown): E.Either<InvalidInput, { readonly settings: ReadonlyArray<A>; readonly ignored: Ignored }> =>
    pipe(
      flagsIn((flag) => readers.has(flag))(input),
      E.mapLeft(refusalOf(source)),
      E.flatMap(({ given, ignored }) =>
        pipe(
          given,
          readEach(source)(readFlag(readers, absent)),
          E.map((settings) => ({ settings, ignored })),
        ),
      ),
    )

const readFlag =
  <A>(readers: ReadonlyMap<string, FlagReader<A>>, absent: string) =>
  ({ flag, value }: GivenFlag): E.Either<ReadonlyArray<Problem>, A> => {
    const read: FlagReader<A> = readers.get(flag) ?? (() => E.left('a known flag'))
    return pipe(
      value === undefined ? E.left('a value') : read(value),
      E.mapLeft((expected) => [{ path: `--${flag}`, expected, actual: value === undefined ? absent : show(value) }]),
    )
  }

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
