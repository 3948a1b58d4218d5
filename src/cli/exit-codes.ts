/** Exit codes: what each means, and what is left of them unless a script asks for details. */
import type { Command, ExitCode, Flag, Given, Result } from './command.js'

/** The flag by which a script asks for codes that tell answers apart. */
export const detailedFlag: Flag = {
  name: 'detailed-exitcode',
  about: 'report the result in the exit code, as listed below',
}

/** All flags of a command. */
export const flagsOf = ({ groups }: Command): ReadonlyArray<Flag> => [
  ...groups.flatMap(({ flags }) => flags),
  detailedFlag,
]

/** The flag for which what is undecided is an error. */
export const strictFlag: Flag = {
  name: 'strict',
  about: 'fail if a target stays only for lack of input',
}

/** What a command ends with: without details, 1 is an error or a refusal, 0 is every answer. */
export const ended =
  ({ refusalIsAnswer }: Command, given: Given) =>
  ({ undecided = 0, ...result }: Result): Result => {
    if (given.has(strictFlag.name) && undecided > 0)
      return {
        ...result,
        stderr: `${result.stderr}gcplan: --${strictFlag.name}: ${undecided} undecided\n`,
        exitCode: 1,
      }
    const isError = result.exitCode === 1 || (result.exitCode === 3 && refusalIsAnswer !== true)
    return given.has(detailedFlag.name) ? result : { ...result, exitCode: isError ? 1 : 0 }
  }

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
