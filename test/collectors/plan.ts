/**
 * Answers which instants tests count from, and what stands where in a plan.
 */
import { either as E } from 'fp-ts'

import type { Family, Pass, Plan } from '../../src/core/index.js'
import { instant } from '../../src/core/time.js'

/** Noon of a day; all tests count minutes from here. */
const noon: number = Date.UTC(2026, 0, 1, 12)

/** The instant that many minutes after noon. */
export const minute = (count: number): Date => instant(noon + count * 60_000)

/** The plan that was made; a refusal fails the test. */
export const made = <P>(result: E.Either<unknown, P>): P => {
  if (E.isLeft(result)) throw new Error(`refused: ${JSON.stringify(result.left)}`)
  return result.right
}

/** One pass of a plan. */
export const passOf = <F extends Family>(name: F['Pass'], { passes }: Plan<F>): Pass<F> => {
  const pass = passes.find((each) => each.name === name)
  if (pass === undefined) throw new Error(`no pass ${name}`)
  return pass
}

/** Ids that a pass removes, in order. */
export const removed = <F extends Family>(name: F['Pass'], of: Plan<F>): ReadonlyArray<string> =>
  passOf(name, of).removals.map(({ target }) => target.id)
