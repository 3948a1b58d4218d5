/**
 * Dead containers over a limit. Four phases, each on what the earlier ones left:
 *
 * 1. every unit of a pod that is gone is removed whole, once all pod sources were seen;
 * 2. a unit longer than `maxPerPodContainer` loses its oldest containers;
 * 3. if more than `maxContainers` are left, every unit longer than its fair share loses its oldest;
 * 4. if that is not enough, the oldest containers of all units are removed.
 *
 * A removal that fails still counts as done here.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import { type Dead, type EvictUnit, newestFirst, withoutOldest } from './evict-unit.js'
import type { Policy } from '../../../../src/kubelet/container/policy.js'
import type { Reason } from '../../../../src/kubelet/container/reason.js'
import type { Container } from '../../../../src/kubelet/container/snapshot.js'

type Reasons = RNEA.ReadonlyNonEmptyArray<Reason>

/** A dead container to remove: the deciding reason, then the others that hold as well. */
export interface OverLimit {
  readonly container: Container
  readonly reasons: Reasons
}

/** What the phases decided. */
export interface Limited {
  /** In the order of removal. */
  readonly over: ReadonlyArray<OverLimit>
  /** Units with what is left in them, in the order of the units. */
  readonly left: ReadonlyArray<EvictUnit>
  /** Units whose pod is unknown while that decides how many others go; 0 when the limits are exact. */
  readonly unknownUnits: number
}

/** Runs the four phases. */
export const overLimits = (policy: Policy, allSourcesReady: boolean, units: ReadonlyArray<EvictUnit>): Limited => {
  const over: OverLimit[] = []
  const trim: Trim = (unit, limit, reasonsOf) => {
    if (unit.dead.length <= limit) return unit
    const { kept, excess } = withoutOldest(policy, unit, limit)
    for (const dead of excess) over.push({ container: dead.container, reasons: reasonsOf(dead) })
    return { ...unit, dead: kept, byAge: kept }
  }
  const { maxPerPodContainer, maxContainers } = policy
  const ofGonePods = allSourcesReady ? units.filter((unit) => unit.fate.verdict === 'gone') : []
  for (const unit of ofGonePods) trim(unit, 0, goneReasons(unit, maxPerPodContainer))
  const rest = allSourcesReady ? units.filter((unit) => unit.fate.verdict !== 'gone') : units
  const perUnit =
    maxPerPodContainer < 0
      ? rest
      : rest.map((unit) =>
          trim(unit, maxPerPodContainer, ({ rank }) => [
            { _tag: 'OverMaxPerPodContainer', rank, limit: maxPerPodContainer },
          ]),
        )
  if (maxContainers < 0 || countOf(perUnit) <= maxContainers) return { over, left: perUnit, unknownUnits: 0 }
  const unknown = allSourcesReady ? perUnit.filter((unit) => unit.fate.verdict === 'unknown') : []
  if (unknown.length > 0)
    return { over, left: certainShare(perUnit, maxContainers, trim), unknownUnits: unknown.length }
  const share = shareOf(maxContainers, perUnit.length)
  const fair = perUnit.map((unit) => trim(unit, share, fairShare(share, maxContainers, perUnit.length)))
  const excess = countOf(fair) - maxContainers
  return excess <= 0
    ? { over, left: fair, unknownUnits: 0 }
    : { ...withoutOldestOfAll(policy, fair, excess, over), unknownUnits: 0 }
}

type Trim = (unit: EvictUnit, limit: number, reasonsOf: (dead: Dead) => Reasons) => EvictUnit

/**
 * The fair share as far as it is certain while some pods are unknown. If an unknown pod is gone, its units leave the
 * table, so fewer units share and fewer containers are over. Each unit is therefore held to the share among the units
 * that are certainly there and itself, and only if these alone are over the total; what would go beyond that stays.
 */
const certainShare = (units: ReadonlyArray<EvictUnit>, maxContainers: number, trim: Trim): ReadonlyArray<EvictUnit> => {
  const certain = units.filter((unit) => unit.fate.verdict !== 'unknown')
  const certainCount = countOf(certain)
  return units.map((unit) => {
    const alone = unit.fate.verdict === 'unknown'
    const table = certain.length + (alone ? 1 : 0)
    if (certainCount + (alone ? unit.dead.length : 0) <= maxContainers) return unit
    const share = shareOf(maxContainers, table)
    return trim(unit, share, fairShare(share, maxContainers, table))
  })
}

const withoutOldestOfAll = (
  policy: Policy,
  units: ReadonlyArray<EvictUnit>,
  excess: number,
  over: OverLimit[],
): { readonly over: ReadonlyArray<OverLimit>; readonly left: ReadonlyArray<EvictUnit> } => {
  const all = newestFirst(
    units.flatMap((unit) => unit.dead),
    (dead) => dead.container,
  ).map((dead, index) => ({ ...dead, overall: index + 1 }))
  const oldest = all.slice(all.length - excess)
  if (policy.excessOrder === 'oldest-first') oldest.reverse()
  const gone = new Set(oldest.map((dead) => dead.container))
  return {
    over: [
      ...over,
      ...oldest.map(({ container, overall }): OverLimit => ({
        container,
        reasons: [{ _tag: 'OverMaxContainers', rank: overall, limit: policy.maxContainers }],
      })),
    ],
    left: units.map((unit) => {
      const byAge = unit.byAge.filter((dead) => !gone.has(dead.container))
      return { ...unit, dead: byAge, byAge }
    }),
  }
}

/** The share of each unit, at least one; units that an earlier phase emptied count. */
const shareOf = (maxContainers: number, units: number): number => Math.max(1, Math.floor(maxContainers / units))

const fairShare =
  (share: number, maxContainers: number, units: number) =>
  ({ rank }: Dead): Reasons => [{ _tag: 'OverFairShareOfMaxContainers', rank, share, maxContainers, units }]

/** Every fact that says the pod is gone, and the limit of the unit where the container is over that too. */
const goneReasons = ({ podUid, fate }: EvictUnit, limit: number): ((dead: Dead) => Reasons) => {
  const runtime: Reason = { _tag: 'PodRuntimeShouldBeRemoved', podUid }
  const content: Reason = { _tag: 'PodContentShouldBeRemoved', podUid }
  const [first, ...rest]: Reasons =
    fate.by[0] === 'runtimeRemoved' ? [runtime] : fate.by.length > 1 ? [content, runtime] : [content]
  return ({ rank }) =>
    limit >= 0 && rank > limit ? [first, ...rest, { _tag: 'OverMaxPerPodContainer', rank, limit }] : [first, ...rest]
}

/** Dead containers in all units together. */
export const countOf = (units: ReadonlyArray<EvictUnit>): number =>
  units.reduce((count, unit) => count + unit.dead.length, 0)
