/** Exit codes: what each means, and what is left of them unless a script asks for details. */
import type { Command, ExitCode, Flag, Given } from './command.js'

/** The flag by which a script asks for codes that tell answers apart. */
export const detailedFlag: Flag = {
  name: 'detailed-exitcode',
  about: 'tell answers apart by the exit code, as listed below',
}

/** All flags of a command. */
export const flagsOf = ({ groups }: Command): ReadonlyArray<Flag> => [
  ...groups.flatMap(({ flags }) => flags),
  detailedFlag,
]

/** The code without details: 1 is an error or a refusal, 0 is every answer. */
export const exitCodeFor =
  ({ refusalIsAnswer }: Command, given: Given) =>
  (detailed: ExitCode): ExitCode =>
    given.has(detailedFlag.name) ? detailed : detailed === 1 || (detailed === 3 && refusalIsAnswer !== true) ? 1 : 0

const usual: ReadonlyArray<readonly [ExitCode, string]> = [
  [0, 'nothing to remove (lint: nothing found)'],
  [1, 'an error in the command line or the input'],
  [2, 'removals planned (lint: something found)'],
  [3, 'refused: the component itself would fail with these numbers'],
]

/** Codes of a command whose plans have a goal. */
export const goalCodes = { 4: 'the planned removals free less than the goal' } as const

type Rows = ReadonlyArray<readonly [string, string]>

/** The rows of a command's help about its detailed codes. */
export const detailedCodesOf = ({ exitCodes }: Command): Rows =>
  [...usual, [4, null] as const].flatMap(([code, text]): Rows => {
    const said = exitCodes?.[code] === undefined ? text : exitCodes[code]
    return said === null ? [] : [[String(code), said]]
  })

/** The rows of every help about codes without details. */
export const plainCodesOf = (commands: ReadonlyArray<Command>): Rows => [
  ['0', 'done'],
  ['1', commands.every((command) => command.refusalIsAnswer === true) ? 'an error' : 'an error or a refusal'],
]
