/**
 * Answers what one benchmark is: work and yardstick over the same made-up input, so that a reader on any machine sees a
 * ratio and not only a number.
 */
import { either as E } from 'fp-ts'

import type { Family, Plan, Removal } from '../src/core/plan.js'
import { removalsOf } from '../src/core/plan.js'

/** One size of a benchmark, ready to run. */
export interface Prepared {
  /** How many items are decided. */
  readonly items: number
  /** What is measured; its result is held while memory is counted. */
  readonly work: () => unknown
  /** The least that a plain port of the algorithm has to do: no reasons, nothing about what is kept. */
  readonly yardstick: () => unknown
  /** Null when work and yardstick decided the same; else what differs. */
  readonly disagreement: () => string | null
}

/** One benchmark. */
export interface Bench {
  readonly name: string
  /** What the figures are about, in one line. */
  readonly about: string
  readonly sizes: ReadonlyArray<number>
  /** Present where the first run of a process is what counts: each run has a process of its own, and nothing warms up. */
  readonly isCold?: true
  readonly prepare: (size: number) => Prepared
}

/**
 * Work that plans, a yardstick that names the ids which go, in the order of their removal: of those removals that it
 * decides at all.
 */
export const planning = <F extends Family>(
  items: number,
  plan: () => E.Either<unknown, Plan<F>>,
  yardstick: () => ReadonlyArray<string>,
  decides: (removal: Removal<F>) => boolean = () => true,
): Prepared => ({
  items,
  work: plan,
  yardstick,
  disagreement: () => {
    const decided = plan()
    return E.isLeft(decided)
      ? `the plan was refused: ${JSON.stringify(decided.left)}`
      : firstUnequal(
          removalsOf(decided.right)
            .filter(decides)
            .map(({ target }) => target.id),
          yardstick(),
        )
  },
})

/** Says where two lists of ids first differ. */
export const firstUnequal = (work: ReadonlyArray<string>, yardstick: ReadonlyArray<string>): string | null => {
  const longest = Math.max(work.length, yardstick.length)
  for (let index = 0; index < longest; index++)
    if (work[index] !== yardstick[index])
      return `item ${index}: ${work[index] ?? 'nothing'}, by the yardstick ${yardstick[index] ?? 'nothing'}`
  return null
}
