/** How far a pass stays below its goal although no removal fails. */
import { sumOfFrees } from './frees.js'
import { int64ToBigint, maxInt64 } from './int64.js'
import * as fp from './fp.js'
import type { Family, Pass } from './plan.js'

/**
 * The bytes by which the planned removals of a pass miss its goal; zero if they reach it, if the pass has no goal of bytes, or if
 * the component refuses to run it.
 *
 * Units: bytes, as the component counts them, at most 2^63-1.
 *
 * @example
 * ```ts
 * import type { Family, Pass } from 'gcplan'
 * import { shortfallOf } from 'gcplan'
 * import { option as O } from 'fp-ts'
 *
 * const pass: Pass<Family> = {
 *   name: 'space',
 *   observesAgain: false,
 *   goal: { _tag: 'FreeBytes', bytes: 500_000_000 },
 *   onFailure: 'continue',
 *   removals: [],
 *   reserve: [],
 *   kept: [],
 *   events: [],
 *   refusal: O.none,
 * }
 * console.log(shortfallOf(pass)) // 500000000n
 * ```
 */
export const shortfallOf = <F extends Family>({ goal, removals, refusal }: Pass<F>): bigint => {
  if (goal._tag === 'RemoveAll' || fp.isSome(refusal)) return 0n
  const missing = int64ToBigint(goal.bytes) - sumOfFrees(removals)
  return missing <= 0n ? 0n : missing > maxInt64 ? maxInt64 : missing
}
