/**
 * Why decoding fails: broken input, with every problem and its path, or another kind of file, with the command that
 * prints the right one.
 */
import type { InvalidInput } from '../core/problem.js'

/** A valid file of another kind than expected. */
export interface WrongFile {
  readonly _tag: 'WrongFile'
  /** What was expected, e.g. `crictl ps -a -o json`. */
  readonly source: string
  /** What the file is, e.g. `the table of crictl ps`. */
  readonly found: string
  /** What to do for the right file, e.g. `run crictl ps -a -o json`. */
  readonly instead: string
}

/** Why a file could not be read: up to a hundred problems, or what the file is instead. */
export type DecodeError = InvalidInput | WrongFile

/**
 * Prints an error, one line per problem, without the file name.
 *
 * @example
 * ```ts
 * import { decodeCrictlImages, linesOf } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlImages('{"images": [{"id": 7, "size": "12"}]}')
 * if (decoded._tag === 'Left') console.log(linesOf(decoded.left)[0]) // images[0].id: expected a string, got 7
 * ```
 */
export const linesOf = (error: DecodeError): ReadonlyArray<string> =>
  error._tag === 'WrongFile'
    ? [`this is ${error.found}, not ${error.source}; ${error.instead}`]
    : error.problems.map(
        ({ path, expected, actual }) => `${path === '' ? '' : `${path}: `}expected ${expected}, got ${actual}`,
      )
