/**
 * Answers what was read, in a test that expects a reading to succeed, or what was wrong, in one that does not.
 */
import { either as E } from 'fp-ts'

import type { InvalidInput, Problem } from '../../../src/core/problem.js'

/** The value that was read; fails the test if nothing was. */
export const right = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
  return read.right
}

/** The problems that were found; none when the value was read. */
export const problemsIn = (read: E.Either<InvalidInput, unknown>): ReadonlyArray<Problem> =>
  E.isLeft(read) ? read.left.problems : []
