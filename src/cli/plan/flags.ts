/** Output flags that every command has. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Decision, Layout } from '../../render/index.js'
import type { Flag, FlagGroup, Given } from '../command.js'
import { strictFlag } from '../exit-codes.js'
import { all, each } from '../fp.js'
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

/** The flag that leaves out decisions, of everything that prints a plan. */
export const onlyFlag: Flag = {
  name: 'only',
  value: 'DECISION',
  many: true,
  about: 'list only what is removed, next in line or kept: remove, next, keep; json and yaml list all',
}

const decisions: ReadonlyArray<Decision> = ['remove', 'next', 'keep']

/** The same for a collector that also amends targets. */
export const amendingOnlyFlag: Flag = {
  ...onlyFlag,
  about: 'list only what is removed, changed or kept: remove, amend, keep; json and yaml list all',
}

/** What {@link amendingOnlyFlag} takes. */
export const amendingDecisions: ReadonlyArray<Decision> = ['remove', 'amend', 'keep']

/** Reads `--only`; all decisions when it is not given. */
export const listedDecisions = (
  given: Given,
  known: ReadonlyArray<Decision> = decisions,
): E.Either<string, Pick<Layout, 'decisions'>> =>
  F.pipe(
    given.values(onlyFlag.name),
    each((word) => oneOf(known)(`--${onlyFlag.name}`, word)),
    E.map((listed) => (listed.length === 0 ? {} : { decisions: listed })),
  )

/** Flags of everything that prints a plan. */
export const planOutputFlags: FlagGroup = { ...outputFlags, flags: [onlyFlag, strictFlag, ...outputFlags.flags] }

/** The same for a collector that also amends targets. */
export const amendingOutputFlags: FlagGroup = {
  ...outputFlags,
  flags: [amendingOnlyFlag, strictFlag, ...outputFlags.flags],
}

/** Reads `--output`, and checks `--color`, which the program itself heeds. */
export const outputFormat = (given: Given): E.Either<string, Format> =>
  F.pipe(
    all({
      color: optional(oneOf(['auto', 'always', 'never']))(given, 'color'),
      format: optional(oneOf(formats))(given, 'output'),
    }),
    E.map(({ format }) => O.getOrElse((): Format => 'text')(format)),
  )

/** How a plan is written, and what of it is listed. */
export interface PlanOutput {
  readonly format: Format
  readonly only: Pick<Layout, 'decisions'>
}

/** Reads {@link planOutputFlags}, or what else a collector decides. */
export const planOutput = (given: Given, known?: ReadonlyArray<Decision>): E.Either<string, PlanOutput> =>
  all({ format: outputFormat(given), only: listedDecisions(given, known) })
