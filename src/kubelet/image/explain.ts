/**
 * One sentence per reason, with its numbers.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { absurd } from '../../core/absurd.js'
import type { Int64 } from '../../core/int64.js'
import type { Millis } from '../../core/time.js'
import { ordinal, spanText } from '../../internal/words.js'
import type { KeepReason, Reason, Refusal } from './reason.js'

/**
 * One sentence for a reason to remove or to keep, or for a refusal. Times are RFC 3339 in UTC, spans in days to
 * milliseconds, amounts in bytes.
 *
 * @example
 * ```ts
 * import { explain } from 'gcplan/kubelet/image'
 *
 * console.log(explain({ _tag: 'DiskUnderHighThreshold', usagePercent: 61, highThresholdPercent: 85 }))
 * // disk at 61 %, high threshold 85 %
 * ```
 */
export const explain = (reason: Reason | KeepReason | Refusal): string => {
  switch (reason._tag) {
    case 'UnusedLongerThanMaxAge':
      return `${useText(reason.unusedFor)}, over the maximum age of ${spanText(reason.maxAge)}`
    case 'DiskOverHighThreshold':
      return `disk at ${reason.usagePercent} %, high threshold ${reason.highThresholdPercent} %: ${rankText(reason.rank)} (${useText(reason.unusedFor)})`
    case 'EvictionManagerAsks':
      return `the eviction manager reclaims all unused images: ${rankText(reason.rank)} (${useText(reason.unusedFor)})`
    case 'InUse':
      return reason.containers === 1
        ? `in use by container ${reason.first}`
        : `in use by ${reason.containers} containers, including ${reason.first}`
    case 'SandboxImage':
      return `the sandbox image ${reason.sandboxImage} always counts as used`
    case 'Pinned':
      return 'pinned by the runtime'
    case 'InvalidImageID':
      return `its key "${reason.key}" contains no image ID`
    case 'UsedSinceRunBegan':
      return `last used at ${reason.lastUsed.toISOString()}, when this run began or later`
    case 'YoungerThanMinAge':
      return `first detected ${agoText(reason.age)}, below the minimum age of ${spanText(reason.minAge)} until ${reason.eligibleAt.toISOString()}`
    case 'WithinMaxAge':
      if (reason.unusedFor < 0)
        return `last used in the future, within the maximum age of ${spanText(reason.maxAge)} until ${reason.until.toISOString()}`
      return `unused for ${spanText(reason.unusedFor)}, within the maximum age of ${spanText(reason.maxAge)} until ${reason.until.toISOString()}`
    case 'StartUpGrace':
      if (reason.runningFor < 0)
        return `image GC starts in the future and enforces the maximum age only ${spanText(reason.maxAge)} later`
      return `image GC has run for ${spanText(reason.runningFor)} and enforces the maximum age only after ${spanText(reason.maxAge)}`
    case 'DiskUnderHighThreshold':
      return `disk at ${reason.usagePercent} %, high threshold ${reason.highThresholdPercent} %`
    case 'NoDiskCapacity':
      return 'the image filesystem reports no capacity'
    case 'FirstDetectedUnknown':
      return 'first-detected time unknown'
    case 'LastUsedUnknown':
      return 'last-used time unknown'
    case 'StartOfLoopUnknown':
      return 'start time of image GC unknown'
    case 'DiskUnknown':
      return 'image filesystem usage unknown'
    case 'UnknownImagesMayFreeEnough':
      return `images of unknown history hold ${bytesText(reason.unknownBytes)} and may free the ${bytesText(reason.bytesToFree)} needed`
    case 'InvalidDiskCapacity':
      return `the image filesystem reports a capacity of ${reason.capacityBytes}`
    default:
      return absurd(reason)
  }
}

const rankText = (rank: number): string => (rank === 1 ? 'least recently used' : `${ordinal(rank)} least recently used`)

const useText = (unusedFor: O.Option<Millis>): string =>
  fp.isNone(unusedFor) ? 'never seen in use' : `last used ${agoText(unusedFor.value)}`

/** The clock of this look may be behind the clock of the remembered one. */
const agoText = (age: Millis): string => (age < 0 ? 'in the future' : `${spanText(age)} ago`)

const bytesText = (bytes: Int64): string => `${bytes} bytes`
