/**
 * Dead containers over a limit. Four phases, each on what the earlier ones left:
 *
 * 1. every unit of a pod that is gone is removed whole, once all pod sources were seen;
 * 2. a unit longer than `maxPerPodContainer` loses its oldest containers;
 * 3. if more than `maxContainers` are left, every unit longer than its fair share loses its oldest;
 * 4. if that is not enough, the oldest containers of all units are removed.
 *
 * A removal that fails still counts as done here. Every phase takes the oldest of a unit, so what a unit keeps is a number:
 * so many of its newest.
 */
import { elementAt } from '../../internal/lists.js'
import { lengthOf } from './by-age.js'
import { type EvictUnits, type Reasons, type Remove, sumOf } from './evict-unit.js'
import { oldestOfAll } from './oldest-of-all.js'
import { perRank } from './per-rank.js'
import type { JudgedPods, PodVerdict } from './pod-state.js'
import type { Policy } from './policy.js'
import type { Reason } from './reason.js'

/** The dead containers of a node. */
export interface Dead {
  readonly units: EvictUnits
  readonly pods: JudgedPods
  /** Milliseconds, by place of the container. */
  readonly createdAt: Float64Array
  readonly allSourcesReady: boolean
}

/** What the phases decided. */
export interface Limited {
  /** How many of its newest each unit keeps. */
  readonly left: Uint32Array
  /** The last phase sorted all units by age; without it, those that lost nothing stay as listed. */
  readonly isSorted: boolean
  /** Units whose pod is unknown while that decides how many others go; 0 when the limits are exact. */
  readonly unknownUnits: number
}

/** Runs the four phases; removals come in their order. */
export const overLimits = (policy: Policy, dead: Dead, remove: Remove): Limited => {
  const { maxPerPodContainer, maxContainers } = policy
  const { units, pods, allSourcesReady } = dead
  const left = new Uint32Array(units.pods.length)
  for (let unit = 0; unit < left.length; unit++) left[unit] = lengthOf(units, unit)
  const trim = trimmer(policy, units, left, remove)
  const verdictOf = (unit: number): PodVerdict['verdict'] =>
    elementAt(pods.verdicts, elementAt(units.pods, unit)).verdict
  const overUnit = perRank((rank): Reason => ({ _tag: 'OverMaxPerPodContainer', rank, limit: maxPerPodContainer }))
  const table: number[] = []
  for (let unit = 0; unit < left.length; unit++) {
    const pod = elementAt(units.pods, unit)
    if (allSourcesReady && verdictOf(unit) === 'gone')
      trim(unit, 0, goneReasons(elementAt(pods.uids, pod), elementAt(pods.verdicts, pod), maxPerPodContainer, overUnit))
    else table.push(unit)
  }
  if (maxPerPodContainer >= 0) {
    const reasonsOf = perRank((rank): Reasons => [overUnit(rank)])
    for (const unit of table) trim(unit, maxPerPodContainer, reasonsOf)
  }
  if (maxContainers < 0 || sumOf(left) <= maxContainers) return { left, isSorted: false, unknownUnits: 0 }
  const unknown = allSourcesReady ? table.filter((unit) => verdictOf(unit) === 'unknown') : []
  if (unknown.length > 0) {
    certainShare(table, new Set(unknown), left, maxContainers, trim)
    return { left, isSorted: false, unknownUnits: unknown.length }
  }
  const share = shareOf(maxContainers, table.length)
  const overShare = fairShare(share, maxContainers, table.length)
  for (const unit of table) trim(unit, share, overShare)
  const excess = sumOf(left) - maxContainers
  if (excess <= 0) return { left, isSorted: false, unknownUnits: 0 }
  oldestOfAll(policy, units, left, excess, dead.createdAt, remove)
  return { left, isSorted: true, unknownUnits: 0 }
}

type ReasonsOf = (rank: number) => Reasons

type Trim = (unit: number, limit: number, reasonsOf: ReasonsOf) => void

/** Takes all but `limit` from a unit. A unit removed whole keeps the list's order, unless the policy says otherwise. */
const trimmer = (
  { wholeUnitOrder, excessOrder }: Policy,
  { starts, listed, byAge, ranks }: EvictUnits,
  left: Uint32Array,
  remove: Remove,
): Trim => {
  const take = (place: number, reasonsOf: ReasonsOf): void => remove(place, reasonsOf(elementAt(ranks, place)))
  return (unit, limit, reasonsOf) => {
    const length = elementAt(left, unit)
    if (length <= limit) return
    const inLine = limit > 0 || wholeUnitOrder === 'by-age' ? byAge : listed
    const from = elementAt(starts, unit)
    if (excessOrder === 'oldest-first')
      for (let index = length - 1; index >= limit; index--) take(elementAt(inLine, from + index), reasonsOf)
    else for (let index = limit; index < length; index++) take(elementAt(inLine, from + index), reasonsOf)
    left[unit] = limit
  }
}

/**
 * The fair share as far as it is certain while some pods are unknown. If an unknown pod is gone, its units leave the
 * table, so fewer units share and fewer containers are over. Each unit is therefore held to the share among the units
 * that are certainly there and itself, and only if these alone are over the total; what would go beyond that stays.
 */
const certainShare = (
  table: ReadonlyArray<number>,
  unknown: ReadonlySet<number>,
  left: Uint32Array,
  maxContainers: number,
  trim: Trim,
): void => {
  const certain = table.filter((unit) => !unknown.has(unit))
  const certainCount = certain.reduce((sum, unit) => sum + elementAt(left, unit), 0)
  for (const unit of table) {
    const alone = unknown.has(unit)
    const units = certain.length + (alone ? 1 : 0)
    if (certainCount + (alone ? elementAt(left, unit) : 0) <= maxContainers) continue
    const share = shareOf(maxContainers, units)
    trim(unit, share, fairShare(share, maxContainers, units))
  }
}

/** The share of each unit, at least one; units that an earlier phase emptied count. */
const shareOf = (maxContainers: number, units: number): number => Math.max(1, Math.floor(maxContainers / units))

const fairShare = (share: number, maxContainers: number, units: number): ReasonsOf =>
  perRank((rank): Reasons => [{ _tag: 'OverFairShareOfMaxContainers', rank, share, maxContainers, units }])

/** Every fact that says the pod is gone, and the limit of the unit where the container is over that too. */
const goneReasons = (
  podUid: string,
  { by }: PodVerdict,
  limit: number,
  overUnit: (rank: number) => Reason,
): ReasonsOf => {
  const runtime: Reason = { _tag: 'PodRuntimeShouldBeRemoved', podUid }
  const content: Reason = { _tag: 'PodContentShouldBeRemoved', podUid }
  const ofPod: Reasons = by[0] === 'runtimeRemoved' ? [runtime] : by.length > 1 ? [content, runtime] : [content]
  const [first, ...rest] = ofPod
  return (rank) => (limit >= 0 && rank > limit ? [first, ...rest, overUnit(rank)] : ofPod)
}
