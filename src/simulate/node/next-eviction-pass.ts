/** The next eviction pass that can see something new; those before it would repeat the last one. */
import { type NodeCondition, conditionOf } from '../../kubelet/eviction/signal.js'
import { thresholdKey } from '../../kubelet/eviction/threshold.js'
import { firstTickWhere, lastTickBefore, nextTick } from './ticks.js'
import type { EvictionPassEnd } from './eviction-pass.js'
import { type NodeSimulation, usedAt } from './state.js'

/** The last look, and what it saw. */
export interface LastEvictionPass {
  readonly at: number
  readonly end: EvictionPassEnd
  /** How many thresholds were met by what was free after it. */
  readonly met: number
  readonly version: number
}

/**
 * The next look that matters, no later than is needed to know what the last one before `other`, the next thing that
 * happens otherwise, would see.
 */
export const nextEvictionPass = (
  simulation: NodeSimulation,
  last: LastEvictionPass,
  now: number,
  other: number,
  levelsMet: (available: number) => number,
): number => {
  const { lookPeriod: period, podCleanUp } = simulation.spans
  if (last.end.evicted) return last.at + podCleanUp
  const following = last.at + period
  if (last.end.changed) return following
  const from = nextTick(following, period, now)
  const underPressure = simulation.memory.metSince.size > 0
  if (underPressure && simulation.version !== last.version) return from
  const seesOther = (at: number): boolean => levelsMet(simulation.capacity - usedAt(simulation, at)) !== last.met
  // What came or went, or another rate, may have left the disk at another level, to which it need not keep.
  const crossing = seesOther(from) ? from : firstTickWhere(from, period, Math.min(other, simulation.until), seesOther)
  const timers = [...timersOf(simulation), last.end.idleUntil]
    .filter((moment) => moment > last.at)
    .map((moment) => nextTick(from, period, moment))
  const next = Math.min(crossing, ...timers)
  if (!underPressure) return next
  // Pressure is seen up to the last look before it changes; the condition stays from there on.
  const before = lastTickBefore(following, period, Math.min(next, other, simulation.until + 1))
  return before !== null && before >= from ? before : next
}

/** Instants from which on a look sees something else although the disk stays as it is. */
const timersOf = ({ memory, policies }: NodeSimulation): ReadonlyArray<number> => {
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
