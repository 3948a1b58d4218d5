/**
 * Answers how a result is printed: the flags that every command has.
 */
import { either as E, option as O } from 'fp-ts'

import type { FlagGroup, Given } from '../command.js'
import { oneOf, optional } from '../values.js'

const formats = ['text', 'table', 'wide', 'json', 'yaml'] as const

/** How a result is written. */
export type Format = (typeof formats)[number]

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
  const color = optional(oneOf(['auto', 'always', 'never']))(given, 'color')
  if (E.isLeft(color)) return color
  return E.map(O.getOrElse((): Format => 'text'))(optional(oneOf(formats))(given, 'output'))
}
