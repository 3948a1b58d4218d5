/**
 * Answers which flags all plans share: when the plan is made and how it is printed.
 */
import { either as E, option as O } from 'fp-ts'

import type { FlagGroup, Given } from '../command.js'

/** How a result is written. */
export type Format = 'text' | 'table' | 'wide' | 'json' | 'yaml'

const formats: ReadonlyArray<Format> = ['text', 'table', 'wide', 'json', 'yaml']
const colors: ReadonlyArray<string> = ['auto', 'always', 'never']

/** Flags of everything that prints a plan or findings. */
export const outputFlags: FlagGroup = {
  heading: 'Output',
  flags: [
    {
      name: 'output',
      short: 'o',
      value: 'FORMAT',
      about: 'text (default), table, wide (nothing shortened), json or yaml',
    },
    { name: 'color', value: 'WHEN', about: 'auto (default: on a terminal, unless NO_COLOR is set), always or never' },
    { name: 'help', short: 'h', about: 'print this help' },
  ],
}

/** Reads `--output`, and checks `--color`, which the program itself heeds. */
export const outputFormat = (given: Given): E.Either<string, Format> => {
  const color = O.getOrElse(() => 'auto')(given.value('color'))
  if (!colors.includes(color)) return E.left(`--color: expected ${colors.join(', ')}, got ${JSON.stringify(color)}`)
  const wanted = O.getOrElse(() => 'text')(given.value('output'))
  const format = formats.find((candidate) => candidate === wanted)
  return format === undefined
    ? E.left(`--output: expected ${formats.join(', ')}, got ${JSON.stringify(wanted)}`)
    : E.right(format)
}
