/**
 * One synchronization of the eviction manager.
 *
 * 1. Find the thresholds met now, and those met before whose minimum reclaim is not free yet.
 * 2. Note since when each has been met; forget the others.
 * 3. Derive the node conditions, which last for the transition period.
 * 4. Remember the thresholds that were met for their grace period.
 * 5. Of these, those with newer statistics act.
 * 6. Evict pods over their own local storage limits; if there are any, stop here.
 * 7. The first acting threshold decides, memory before the rest.
 * 8. Collect containers and images as the layout says. If no threshold is met afterwards, stop here.
 * 9. Otherwise evict the first ranked pod that is not critical: one pod per synchronization.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Millis, after, between, millis } from '../../core/time.js'
import { problemsOfLook, problemsOfMemory, problemsOfPolicy } from './check.js'
import { conditionsSince } from './conditions.js'
import { withContainerFsThresholds } from './container-fs.js'
import type { Layout } from './layout.js'
import type { EvictionMemory } from './memory.js'
import { type Observations, joined, newlyMeasured, thresholdsMet } from './observation.js'
import type { EvictionPolicy } from './policy.js'
import { type PodEviction, type Relief, limitEvictions, reliefOf, withoutMeans } from './relief.js'
import { type NodeCondition, conditionOf } from './signal.js'
import type { PressureSnapshot } from './snapshot.js'
import { type Threshold, thresholdKey } from './threshold.js'

/** Writable layers lie apart from images, and {@link EvictionPolicy.separateDiskGC} is off. */
export interface PressureRefusal {
  readonly _tag: 'SplitFilesystems'
}

/** What one look leads to. */
export interface PressurePlan {
  readonly memory: EvictionMemory
  /** Conditions that the node reports, by name. */
  readonly conditions: ReadonlyArray<NodeCondition>
  /** Thresholds met for their grace period. */
  readonly met: ReadonlyArray<Threshold>
  /** Pods evicted for exceeding their own limits; then nothing else happens. */
  readonly overOwnLimits: ReadonlyArray<PodEviction>
  /** What is done about pressure; absent: nothing. */
  readonly relief?: Relief
  /** Why the pass ends in an error, before it looks at anything. */
  readonly refusal?: PressureRefusal
  /** When the next pass is due if no pod was evicted; else once the pod is cleaned up. */
  readonly nextLook: Date
}

const pause: Millis = millis(10_000)

/**
 * One pass of the eviction manager.
 *
 * Shape: missing observations meet no threshold; as in the kubelet, derived thresholds of the container filesystem
 * apply from the second pass.
 * Order: thresholds as configured, memory first; the kubelet's own order among the others is random. Fails with
 * InvalidInput for an invalid policy, memory or snapshot.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go synchronize
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * const plan = Eviction.synchronize(Eviction.defaultEvictionPolicy)(Eviction.emptyEvictionMemory)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   layout: Eviction.oneFilesystem,
 *   observations: new Map([['imagefs.available', { available: 14, capacity: 100 }]]),
 *   pods: [],
 *   podStats: [],
 * })
 * if (plan._tag === 'Right') console.log(plan.right.conditions, plan.right.relief?.reclaim) // [ 'DiskPressure' ] [ 'containers', 'images' ]
 * ```
 */
export const synchronize =
  (policy: EvictionPolicy) =>
  (memory: EvictionMemory) =>
  (snapshot: PressureSnapshot): E.Either<InvalidInput, PressurePlan> => {
    const problem = problemsOfPolicy(policy) ?? problemsOfMemory(memory) ?? problemsOfLook(snapshot)
    return problem === null ? fp.right(decide(policy, memory, snapshot)) : fp.left(problem)
  }

const decide = (policy: EvictionPolicy, memory: EvictionMemory, snapshot: PressureSnapshot): PressurePlan => {
  const { at, observations } = snapshot
  const isFirst = memory.layout === undefined
  const layout = memory.layout ?? snapshot.layout
  const isLost = !policy.separateDiskGC && layout.splitContainerImageFs
  if (isLost && isFirst) return refused(policy, memory, snapshot)
  const configured = isFirst || isLost ? policy.thresholds : thresholdsOn(policy, layout)
  const metNow = joined(
    thresholdsMet({ withReclaim: false })(configured, observations),
    thresholdsMet({ withReclaim: true })(memory.met, observations),
  )
  const metSince = new Map(
    metNow.map((threshold) => [thresholdKey(threshold), memory.metSince.get(thresholdKey(threshold)) ?? at]),
  )
  const conditionsSeen = new Map([
    ...memory.conditionsSeen,
    ...metNow.map(({ signal }) => [conditionOf(signal), at] as const),
  ])
  const met = metNow.filter(
    (threshold) => between(metSince.get(thresholdKey(threshold)) ?? at, at) >= threshold.gracePeriod,
  )
  const acting = newlyMeasured(met, observations, memory.observations)
  const overOwnLimits = policy.localStorageIsolation ? limitEvictions(policy, layout, snapshot) : []
  const found = overOwnLimits.length > 0 ? null : reliefOf(policy, layout, snapshot, acting)
  const relief = isLost && found !== null ? withoutMeans(found) : found
  return {
    memory: { layout, metSince, conditionsSeen, met, observations },
    conditions: conditionsSince(policy.transitionPeriod)(at, conditionsSeen),
    met,
    overOwnLimits,
    ...(relief === null ? {} : { relief }),
    nextLook: after(at, pause),
  }
}

/** Only the layout is remembered, so that the next pass does not fail. */
const refused = (policy: EvictionPolicy, memory: EvictionMemory, { at, layout }: PressureSnapshot): PressurePlan => ({
  memory: { ...memory, layout },
  conditions: conditionsSince(policy.transitionPeriod)(at, memory.conditionsSeen),
  met: memory.met,
  overOwnLimits: [],
  refusal: { _tag: 'SplitFilesystems' },
  nextLook: after(at, pause),
})

/**
 * True if no threshold is met any more, with minimum reclaims and whatever the grace: no pod needs to be evicted.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go reclaimNodeLevelResources
 */
export const isRelieved =
  (policy: EvictionPolicy) =>
  (layout: Layout) =>
  (observations: Observations): boolean =>
    thresholdsMet({ withReclaim: true })(thresholdsOn(policy, layout), observations).length === 0

const thresholdsOn = (policy: EvictionPolicy, layout: Layout): ReadonlyArray<Threshold> =>
  policy.containerFs ? withContainerFsThresholds(layout)(policy.thresholds).thresholds : policy.thresholds
