/**
 * Sentences for findings on kubelet policies.
 */
import { formatGoDuration } from '../core/go-duration.js'
import { show } from '../core/problem.js'
import type { Millis } from '../core/time.js'
import type { EvictionPoint, Finding } from './finding.js'

/**
 * One sentence for a finding, with its numbers.
 *
 * @example
 * ```ts
 * import { explainFinding } from 'gcplan/lint'
 *
 * console.log(explainFinding({ level: 'note', _tag: 'ContainerMinAgeZero' })) // with a minimum age of 0 a container that was created and has not started yet may be removed
 * ```
 */
export const explainFinding = (finding: Finding): string => {
  switch (finding._tag) {
    case 'HighThresholdBeforeEviction':
      return `image collection (${finding.highThresholdPercent} %) acts before ${eviction(finding.eviction)}, with ${percent(finding.marginPercent)} to spare`
    case 'HighThresholdCloseToEviction':
      return `image collection (${finding.highThresholdPercent} %) comes only ${percent(finding.marginPercent)} before ${eviction(finding.eviction)}: it looks every 5 minutes, eviction every 10 seconds`
    case 'HighThresholdAtEviction':
      return `image collection (${finding.highThresholdPercent} %) and ${eviction(finding.eviction)} act at the same time`
    case 'HighThresholdBehindEviction':
      return `${eviction(finding.eviction)} acts before image collection (${finding.highThresholdPercent} %), which in effect is disabled`
    case 'EvictionBeforeNextRun':
      return `at ${finding.bytesPerSecond} bytes a second the disk needs ${span(finding.millisToEviction)} from where a run of image collection does nothing to ${eviction(finding.eviction)}: eviction strikes before the next run, 5 minutes later`
    case 'RunBeforeEviction':
      return `at ${finding.bytesPerSecond} bytes a second image collection runs before ${eviction(finding.eviction)}: the disk needs ${span(finding.millisToEviction)} to get there, and runs are 5 minutes apart`
    case 'EvictionNotComparable':
      return `${finding.kind} ${finding.signal} < ${show(finding.threshold)} is not compared with image collection: ${incomparable[finding.because]}`
    case 'NoEvictionForImages':
      return `no eviction threshold on ${finding.signals.join(' or ')}: a full image filesystem is left to image collection`
    case 'ImageCollectionOff':
      return `a high threshold of ${finding.highThresholdPercent} % without a maximum age switches image collection off`
    case 'SpacePassAtLastPercent':
      return `a high threshold of ${finding.highThresholdPercent} % with a maximum age of ${span(finding.maxAge)} still collects for space, once less than 1 % is free`
    case 'LowThresholdAboveHigh':
      return `the low threshold (${finding.lowThresholdPercent} %) is above the high one (${finding.highThresholdPercent} %): the kubelet would not start`
    case 'LowThresholdEqualsHigh':
      return `the low threshold equals the high one (${finding.highThresholdPercent} %): a run stops where the next one starts, and removes an image even with nothing to free; the kubelet refuses it in a file`
    case 'LowThresholdCloseToHigh':
      return `the low threshold (${finding.lowThresholdPercent} %) is only ${percent(finding.gapPercent)} below the high one (${finding.highThresholdPercent} %): shared layers are counted in full, so usage stays above it and the next run starts soon`
    case 'AimsLow':
      return `the low threshold (${finding.lowThresholdPercent} %) aims ${percent(finding.gapPercent)} below the high one (${finding.highThresholdPercent} %), which makes up for shared layers`
    case 'ImageMinAgeZero':
      return 'with a minimum age of 0 an image that was just pulled may be removed before its container is created'
    case 'MaxAgeNotAboveMinAge':
      return `the maximum age (${span(finding.maxAge)}) is not above the minimum age (${span(finding.minAge)}): the kubelet would not start`
    case 'MaxAgeIgnoresMinAge':
      return `once the kubelet has run for ${span(finding.maxAge)}, an image that was never used goes at once, whatever the minimum age (${span(finding.minAge)})`
    case 'MaxAgeBelowUsualGap':
      return `the maximum age (${span(finding.maxAge)}) is below the usual gap between two uses (${span(finding.usualGap)}): such images are removed and pulled again each time`
    case 'MaxAgeBeyondUptime':
      return `the maximum age (${span(finding.maxAge)}) is not below the usual uptime of the kubelet (${span(finding.kubeletUptime)}): a restart forgets all ages, so no image grows that old`
    case 'NoDeadContainerKept':
      return `${finding.field} 0 keeps no dead container: the crash site and the logs of the run before are lost`
    case 'DeadContainersUnlimited':
      return 'dead containers are not limited: they stay until their pod is deleted, and their images with them'
    case 'ContainerMinAgeZero':
      return 'with a minimum age of 0 a container that was created and has not started yet may be removed'
  }
}

const incomparable = {
  'amount-without-capacity': 'the capacity of the image filesystem is not given',
  'statement-ignored': 'the kubelet ignores thresholds of 0% and 100%',
  malformed: 'it is no threshold that the kubelet accepts',
} as const

const eviction = ({ kind, signal, threshold, usagePercent }: EvictionPoint): string =>
  `eviction (${kind} ${signal}<${threshold}, beyond ${percent(usagePercent)} usage)`

/** At most two decimals. */
const percent = (value: number): string => `${Math.round(value * 100) / 100} %`

const span = (length: Millis): string =>
  Number.isSafeInteger(length) ? formatGoDuration(BigInt(length) * 1_000_000n) : `${length} ms`
