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
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { elementAt } from '../../internal/lists.js'
import { type EvictUnit, type Remove, type UnitLeft, ranksIn } from './evict-unit.js'
import { oldestOfAll } from './oldest-of-all.js'
import type { Policy } from './policy.js'
import type { Reason } from './reason.js'

type Reasons = RNEA.ReadonlyNonEmptyArray<Reason>

/** The dead containers of a node. */
export interface Dead {
  readonly units: ReadonlyArray<EvictUnit>
  /** Milliseconds, by place of the container. */
  readonly createdAt: Float64Array
}

/** What the phases decided. */
export interface Limited {
  /** In the order of the units; those of pods that are gone are not among them. */
  readonly left: ReadonlyArray<UnitLeft>
  /** Of each container in its unit, by place: 1 is the newest. */
  readonly ranks: Uint32Array
  /** Units whose pod is unknown while that decides how many others go; 0 when the limits are exact. */
  readonly unknownUnits: number
}

/** Runs the four phases; removals come in their order. */
export const overLimits = (policy: Policy, allSourcesReady: boolean, dead: Dead, remove: Remove): Limited => {
  const { maxPerPodContainer, maxContainers } = policy
  const ranks = ranksIn(dead.units, dead.createdAt.length)
  const trim = trimmer(policy, ranks, remove)
  const isGone = ({ fate }: EvictUnit): boolean => allSourcesReady && fate.verdict === 'gone'
  for (const unit of dead.units) if (isGone(unit)) trim(whole(unit), 0, goneReasons(unit, maxPerPodContainer))
  const rest = dead.units.filter((unit) => !isGone(unit)).map(whole)
  const overUnit: ReasonsOf = perRank((rank) => [{ _tag: 'OverMaxPerPodContainer', rank, limit: maxPerPodContainer }])
  const perUnit = maxPerPodContainer < 0 ? rest : rest.map((left) => trim(left, maxPerPodContainer, overUnit))
  if (maxContainers < 0 || countOf(perUnit) <= maxContainers) return { left: perUnit, ranks, unknownUnits: 0 }
  const unknown = allSourcesReady ? perUnit.filter(({ unit }) => unit.fate.verdict === 'unknown') : []
  if (unknown.length > 0)
    return { left: certainShare(perUnit, maxContainers, trim), ranks, unknownUnits: unknown.length }
  const share = shareOf(maxContainers, perUnit.length)
  const overShare = fairShare(share, maxContainers, perUnit.length)
  const fair = perUnit.map((left) => trim(left, share, overShare))
  const excess = countOf(fair) - maxContainers
  const left = excess <= 0 ? fair : oldestOfAll(policy, fair, excess, dead.createdAt, remove)
  return { left, ranks, unknownUnits: 0 }
}

const whole = (unit: EvictUnit): UnitLeft => ({ unit, places: unit.listed })

type ReasonsOf = (rank: number) => Reasons

type Trim = (left: UnitLeft, limit: number, reasonsOf: ReasonsOf) => UnitLeft

/** Takes all but `limit` from a unit. A unit removed whole keeps the list's order, unless the policy says otherwise. */
const trimmer =
  ({ wholeUnitOrder, excessOrder }: Policy, ranks: Uint32Array, remove: Remove): Trim =>
  (left, limit, reasonsOf) => {
    const { unit, places } = left
    const { length } = places
    if (length <= limit) return left
    const inLine = limit > 0 || wholeUnitOrder === 'by-age' ? unit.byAge : places
    const take = (index: number): void => {
      const place = elementAt(inLine, index)
      remove(place, reasonsOf(elementAt(ranks, place)))
    }
    if (excessOrder === 'oldest-first') for (let index = length - 1; index >= limit; index--) take(index)
    else for (let index = limit; index < length; index++) take(index)
    return { unit, places: unit.byAge.slice(0, limit) }
  }

/**
 * The fair share as far as it is certain while some pods are unknown. If an unknown pod is gone, its units leave the
 * table, so fewer units share and fewer containers are over. Each unit is therefore held to the share among the units
 * that are certainly there and itself, and only if these alone are over the total; what would go beyond that stays.
 */
const certainShare = (units: ReadonlyArray<UnitLeft>, maxContainers: number, trim: Trim): ReadonlyArray<UnitLeft> => {
  const certain = units.filter(({ unit }) => unit.fate.verdict !== 'unknown')
  const certainCount = countOf(certain)
  return units.map((left) => {
    const alone = left.unit.fate.verdict === 'unknown'
    const table = certain.length + (alone ? 1 : 0)
    if (certainCount + (alone ? left.places.length : 0) <= maxContainers) return left
    const share = shareOf(maxContainers, table)
    return trim(left, share, fairShare(share, maxContainers, table))
  })
}

/** The share of each unit, at least one; units that an earlier phase emptied count. */
const shareOf = (maxContainers: number, units: number): number => Math.max(1, Math.floor(maxContainers / units))

const fairShare = (share: number, maxContainers: number, units: number): ReasonsOf =>
  perRank((rank) => [{ _tag: 'OverFairShareOfMaxContainers', rank, share, maxContainers, units }])

/** Containers of one rank share their reasons. */
export const perRank = <A>(make: (rank: number) => A): ((rank: number) => A) => {
  const made: A[] = []
  const makeUpTo = (rank: number): A => {
    while (made.length <= rank) made.push(make(made.length))
    return elementAt(made, rank)
  }
  return (rank) => (rank < made.length ? elementAt(made, rank) : makeUpTo(rank))
}

/** Every fact that says the pod is gone, and the limit of the unit where the container is over that too. */
const goneReasons = ({ podUid, fate }: EvictUnit, limit: number): ReasonsOf => {
  const runtime: Reason = { _tag: 'PodRuntimeShouldBeRemoved', podUid }
  const content: Reason = { _tag: 'PodContentShouldBeRemoved', podUid }
  const ofPod: Reasons =
    fate.by[0] === 'runtimeRemoved' ? [runtime] : fate.by.length > 1 ? [content, runtime] : [content]
  const [first, ...rest] = ofPod
  return (rank) =>
    limit >= 0 && rank > limit ? [first, ...rest, { _tag: 'OverMaxPerPodContainer', rank, limit }] : ofPod
}

/** Dead containers in all units together. */
export const countOf = (units: ReadonlyArray<UnitLeft>): number =>
  units.reduce((sum, { places }) => sum + places.length, 0)
