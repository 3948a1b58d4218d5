/**
 * Answers when the eviction manager's next look matters: looks in between would see what the last one saw.
 */
import type { NodeCondition } from '../../kubelet/eviction/signal.js'
import { conditionOf } from '../../kubelet/eviction/signal.js'
import { thresholdKey } from '../../kubelet/eviction/threshold.js'
import { firstHolding, lastBefore, onGrid } from './grid.js'
import type { LookEnd } from './look.js'
import type { World } from './world.js'
import { usedAt } from './world.js'

/** The last look, and what it saw. */
export interface LastLook {
  readonly at: number
  readonly end: LookEnd
  /** How many thresholds were met by what was free after it. */
  readonly met: number
  readonly version: number
}

/**
 * The next look that matters, no later than is needed to know what the last one before `other`, the next thing that
 * happens otherwise, would see.
 */
export const nextLook = (
  world: World,
  last: LastLook,
  now: number,
  other: number,
  levelsMet: (available: number) => number,
): number => {
  const { lookPeriod: period, podCleanUp } = world.spans
  if (last.end.evicted) return last.at + podCleanUp
  const following = last.at + period
  if (last.end.changed) return following
  const from = onGrid(following, period, now)
  const underPressure = world.memory.metSince.size > 0
  if (underPressure && world.version !== last.version) return from
  const seesOther = (at: number): boolean => levelsMet(world.capacity - usedAt(world, at)) !== last.met
  // What came or went, or another rate, may have left the disk at another level, to which it need not keep.
  const crossing = seesOther(from) ? from : firstHolding(from, period, Math.min(other, world.until), seesOther)
  const timers = [...timersOf(world), last.end.idleUntil]
    .filter((moment) => moment > last.at)
    .map((moment) => onGrid(from, period, moment))
  const next = Math.min(crossing, ...timers)
  if (!underPressure) return next
  // Pressure is seen up to the last look before it changes; the condition stays from there on.
  const before = lastBefore(following, period, Math.min(next, other, world.until + 1))
  return before !== null && before >= from ? before : next
}

/** Instants from which on a look sees something else although the disk stays as it is. */
const timersOf = ({ memory, policies }: World): ReadonlyArray<number> => {
  const graces = policies.eviction.thresholds.flatMap((threshold) => {
    const since = memory.metSince.get(thresholdKey(threshold))
    return since === undefined ? [] : [since.getTime() + threshold.gracePeriod]
  })
  const met = new Set<NodeCondition>()
  for (const threshold of policies.eviction.thresholds)
    if (memory.metSince.has(thresholdKey(threshold))) met.add(conditionOf(threshold.signal))
  const ends = [...memory.conditionsSeen].flatMap(([condition, seen]) =>
    met.has(condition) ? [] : [seen.getTime() + policies.eviction.transitionPeriod],
  )
  return [...graces, ...ends]
}
