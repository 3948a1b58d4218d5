/**
 * The snapshot and the memory after a plan or a report, as far as they can be derived.
 */

import * as fp from '../../core/fp.js'
import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { plannedTargets } from '../../core/plan.js'
import { type Report, removedTargets } from '../../core/report.js'
import { statsOf, usageOf } from './usage.js'
import { belongsToAny } from './key.js'
import { observe } from './memory.js'
import { agePassRuns } from './pass-space.js'
import type { Plan } from './plan.js'
import type { Policy } from './policy.js'
import type { Family, Target } from './reason.js'
import type { ImageFsStats, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every removal succeeds; `at` stays.
 *
 * Shape: removed images and their records are gone, and the available bytes grow by what was counted, at most to
 * capacity: an upper bound, as images share layers.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { apply, assumeRecords, defaultPolicy, plan } from 'gcplan/kubelet/image'
 *
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 60, pinned: false, tags: [] }
 * const snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [image],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })([image]),
 * }
 * const planned = plan(defaultPolicy)(snapshot)
 * const next = E.isRight(planned) ? apply(planned.right)(snapshot) : snapshot
 * console.log(next.images.length, JSON.stringify(next.imageFs))
 * // 0 {"_tag":"Known","value":{"capacityBytes":{"_tag":"Some","value":1000},"availableBytes":{"_tag":"Some","value":200}}}
 * ```
 */
export const apply =
  (plan: Plan) =>
  (snapshot: Snapshot): Snapshot =>
    withoutTargets(plannedTargets(plan), snapshot)

/**
 * The snapshot without what a report says was removed; the instant stays.
 *
 * Shape: as {@link apply}.
 *
 * @example
 * ```ts
 * import { either as E, option as O, taskEither as TE } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { execute } from 'gcplan/execute'
 * import { applyReport, assumeRecords, defaultPolicy, perform, plan } from 'gcplan/kubelet/image'
 * import type { Action, Family } from 'gcplan/kubelet/image'
 *
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 60, pinned: false, tags: [] }
 * const snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [image],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })([image]),
 * }
 * const refuse = perform({ removeImage: () => TE.left('image is in use by a container') })
 * const planned = plan(defaultPolicy)(snapshot)
 * if (E.isRight(planned))
 *   void execute<Action, string>(refuse)<Family>(planned.right)().then((report) => {
 *     console.log(applyReport(report)(snapshot).images.length) // 1
 *   })
 * ```
 */
export const applyReport =
  <Err>(report: Report<Family, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    withoutTargets(removedTargets(report), snapshot)

/**
 * The snapshot with the memory after observing it.
 *
 * Shape: as `observe`; unchanged if the release observes only when the disk is too full, and it is not.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { defaultPolicy, emptyMemory, remember } from 'gcplan/kubelet/image'
 *
 * const snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [{ id: 'sha256:a', runtimeHandler: '', size: 60, pinned: false, tags: [] }],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: emptyMemory,
 * }
 * console.log(remember(defaultPolicy)(snapshot).memory.records.map(({ id }) => id)) // [ 'sha256:a' ]
 * ```
 */
export const remember =
  (policy: Policy) =>
  (snapshot: Snapshot): Snapshot => {
    if (looksAtFullDisksOnly(policy) && !isTooFull(policy, snapshot)) return snapshot
    const { at, images, containers, memory } = snapshot
    return { ...snapshot, memory: observe(policy)({ at, detectTime: fp.some(at), images, containers })(memory) }
  }

const looksAtFullDisksOnly = (policy: Policy): boolean =>
  policy.runOrder === 'stats-first' && policy.entrance === 'GarbageCollect' && !agePassRuns(policy)

const isTooFull = (policy: Policy, { imageFs }: Snapshot): boolean => {
  if (imageFs._tag === 'Unknown') return false
  const { capacity, available } = statsOf(imageFs.value)
  const usage = capacity === 0n ? null : usageOf(policy)(capacity, available)
  return usage !== null && fp.isRight(usage) && usage.right >= policy.highThresholdPercent
}

const withoutTargets = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (targets.length === 0) return snapshot
  const belongs = belongsToAny(targets)
  const ids = new Set(targets.map(({ imageId }) => imageId))
  const freed = targets.reduce((sum, { size }) => sum + int64ToBigint(size), 0n)
  const { imageFs, memory } = snapshot
  return {
    ...snapshot,
    images: snapshot.images.filter(({ id }) => !ids.has(id)),
    imageFs: imageFs._tag === 'Unknown' ? imageFs : { ...imageFs, value: withFreedBytes(freed, imageFs.value) },
    memory: { records: memory.records.filter((record) => !belongs(record)) },
  }
}

const withFreedBytes = (freed: bigint, stats: ImageFsStats): ImageFsStats => {
  const { availableBytes, capacityBytes } = stats
  if (fp.isNone(availableBytes) || fp.isNone(capacityBytes)) return stats
  return {
    capacityBytes,
    availableBytes: fp.some(atMost(capacityBytes.value, int64ToBigint(availableBytes.value) + freed)),
  }
}

const atMost = (most: Int64, value: bigint): Int64 => (value > int64ToBigint(most) ? most : int64FromBigint(value))
