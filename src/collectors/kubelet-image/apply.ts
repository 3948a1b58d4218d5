/**
 * Answers what the node and the memory look like afterwards, as far as the snapshot shows them.
 */
import { either as E, option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { Int64 } from '../../core/int64.js'
import { removalsOf } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { removedTargets } from '../../core/report.js'
import { statsOf, usageOf } from './usage.js'
import { observe } from './memory.js'
import { agePassRuns } from './pass-space.js'
import type { Plan } from './plan.js'
import type { Policy } from './policy.js'
import type { Family, Target } from './reason.js'
import type { ImageFsStats, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan whose every removal succeeded; the instant stays.
 *
 * Shape: removed images and their records are gone, and the disk has as many bytes more available as were counted, at
 * most its capacity. Layers that other images share make that a forecast from above.
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    without(
      removalsOf(plan).map(({ target }) => target),
      snapshot,
    )

/** The snapshot after what a report says was removed; as {@link apply}. */
export const applyReport =
  <Err>(report: Report<Family, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    without(removedTargets(report), snapshot)

/**
 * The snapshot with the memory that the collector has after looking at it.
 *
 * Shape: as `observe`; unchanged where the release looks only at a disk that is too full, and it is not.
 */
export const remember =
  (policy: Policy) =>
  (snapshot: Snapshot): Snapshot => {
    if (looksAtFullDisksOnly(policy) && !isTooFull(policy, snapshot)) return snapshot
    const { at, images, containers, memory } = snapshot
    return { ...snapshot, memory: observe(policy)({ at, detectTime: O.some(at), images, containers })(memory) }
  }

const looksAtFullDisksOnly = (policy: Policy): boolean =>
  policy.runOrder === 'stats-first' && policy.entrance === 'GarbageCollect' && !agePassRuns(policy)

const isTooFull = (policy: Policy, { imageFs }: Snapshot): boolean => {
  if (imageFs._tag === 'Unknown') return false
  const { capacity, available } = statsOf(imageFs.value)
  const usage = capacity === 0n ? null : usageOf(policy)(capacity, available)
  return usage !== null && E.isRight(usage) && usage.right >= policy.highThresholdPercent
}

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (targets.length === 0) return snapshot
  const keys = new Set(targets.map(({ id }) => id))
  const ids = new Set(targets.map(({ imageId }) => imageId))
  const freed = targets.reduce((sum, { size }) => sum + int64ToBigint(size), 0n)
  const { imageFs, memory } = snapshot
  return {
    ...snapshot,
    images: snapshot.images.filter(({ id }) => !ids.has(id)),
    imageFs: imageFs._tag === 'Unknown' ? imageFs : { ...imageFs, value: withMore(freed, imageFs.value) },
    memory: {
      records: memory.records.filter(
        ({ id, runtimeHandler }) => !keys.has(runtimeHandler === '' ? id : `${id},${runtimeHandler}`),
      ),
    },
  }
}

const withMore = (freed: bigint, stats: ImageFsStats): ImageFsStats => {
  const { availableBytes, capacityBytes } = stats
  if (O.isNone(availableBytes) || O.isNone(capacityBytes)) return stats
  return {
    capacityBytes,
    availableBytes: O.some(atMost(capacityBytes.value, int64ToBigint(availableBytes.value) + freed)),
  }
}

const atMost = (most: Int64, value: bigint): Int64 => (value > int64ToBigint(most) ? most : int64FromBigint(value))
