/**
 * Sightings: how many times in a row, and since when, each target has been planned for removal. The memory of two-phase removal.
 */
import type { Family, Plan } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { isInstant } from '../core/time.js'
import type { TargetRef } from './protection.js'
import { refOf } from './tally.js'

/** One target that the last plan would remove. */
export interface Sighting {
  readonly target: TargetRef
  /** Plans in a row that would remove it. */
  readonly times: number
  /** The instant of the first of them. */
  readonly since: Date
}

/** State kept between plans; `gcplan/document` reads and writes it. */
export interface Sightings {
  /** The instant of the last plan; none before the first. */
  readonly at: Date | null
  /** Each target once, in plan order. */
  readonly planned: ReadonlyArray<Sighting>
}

/** The state before the first plan. */
export const noSightings: Sightings = { at: null, planned: [] }

/**
 * Folds a plan, as the collector made it (before guards), into the sightings.
 *
 * Shape: counts targets in removals or reserve, by id. A target that is missing once starts again. A plan of the same
 * instant does not count; one of an earlier instant (the clock was set back) restarts all counts.
 */
export const observeSightings =
  <F extends Family>(plan: Plan<F>) =>
  (memory: Sightings): Sightings => {
    const known = isInstant(memory.at) && memory.at <= plan.at ? memory : noSightings
    const again = known.at !== null && known.at.getTime() === plan.at.getTime()
    const before = new Map(known.planned.map((sighting) => [targetKey(sighting.target), sighting]))
    const planned = new Map<string, Sighting>()
    for (const { target } of plan.passes.flatMap(({ removals, reserve }) => [...removals, ...reserve])) {
      const key = targetKey(target)
      const last = before.get(key)
      planned.set(
        key,
        last === undefined
          ? { target: refOf(target), times: 1, since: plan.at }
          : { ...last, times: again ? last.times : last.times + 1 },
      )
    }
    return { at: plan.at, planned: [...planned.values()] }
  }
