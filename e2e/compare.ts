/** Compares what was planned with what happened, and counts why. */
import type { Family, Plan } from '../src/core/plan.js'
import type { Difference } from './report.js'

/** What a world showed. */
export interface Outcome {
  readonly records: number
  readonly removed: number
  /** Reasons for which something was kept or removed, with how often. */
  readonly reasons: ReadonlyMap<string, number>
  readonly differences: ReadonlyArray<Difference>
}

/** Collects differences of one world. */
export const comparing = (about: Pick<Difference, 'daemon' | 'seed' | 'world'>) => {
  const differences: Difference[] = []
  return {
    differences,
    /** Compares two sets. */
    same: (what: string, expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): void => {
      const [wanted, found] = [new Set(expected), new Set(actual)]
      const plannedOnly = expected.filter((id) => !found.has(id))
      const happenedOnly = actual.filter((id) => !wanted.has(id))
      if (plannedOnly.length + happenedOnly.length > 0) differences.push({ ...about, what, plannedOnly, happenedOnly })
    },
  }
}

/** How often each reason stands first in a plan. */
export const reasonsIn = <F extends Family>({ passes }: Plan<F>): ReadonlyMap<string, number> =>
  countsOf(
    passes.flatMap(({ removals, kept }) => [
      ...removals.map(({ reasons }) => reasons[0]._tag),
      ...kept.map(({ reasons }) => reasons[0]._tag),
    ]),
  )

/** How often each word occurs. */
export const countsOf = (words: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counted = new Map<string, number>()
  for (const word of words) counted.set(word, (counted.get(word) ?? 0) + 1)
  return counted
}

/** Counts of several, together. */
export const sumOf = (all: ReadonlyArray<ReadonlyMap<string, number>>): ReadonlyMap<string, number> => {
  const counted = new Map<string, number>()
  for (const one of all) for (const [word, count] of one) counted.set(word, (counted.get(word) ?? 0) + count)
  return counted
}
