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
      return `image GC (${finding.highThresholdPercent} %) acts before ${eviction(finding.eviction)}, with ${percent(finding.marginPercent)} to spare`
    case 'HighThresholdCloseToEviction':
      return `image GC (${finding.highThresholdPercent} %) comes only ${percent(finding.marginPercent)} before ${eviction(finding.eviction)}: it looks every 5 minutes, eviction every 10 seconds`
    case 'HighThresholdAtEviction':
      return `image GC (${finding.highThresholdPercent} %) and ${eviction(finding.eviction)} act at the same time`
    case 'HighThresholdBehindEviction':
      return `${eviction(finding.eviction)} acts before image GC (${finding.highThresholdPercent} %), which is disabled in effect`
    case 'EvictionBeforeNextRun':
      return `at ${finding.bytesPerSecond} bytes a second the disk takes ${span(finding.millisToEviction)} from just below the high threshold to ${eviction(finding.eviction)}: eviction acts before the next image GC run, 5 minutes later`
    case 'RunBeforeEviction':
      return `at ${finding.bytesPerSecond} bytes a second image GC runs before ${eviction(finding.eviction)}: the disk takes ${span(finding.millisToEviction)} to get there, and runs are 5 minutes apart`
    case 'EvictionNotComparable':
      return `${finding.kind} ${finding.signal} < ${show(finding.threshold)} is not compared with image GC: ${incomparable[finding.because]}`
    case 'NoEvictionForImages':
      return `no eviction threshold on ${finding.signals.join(' or ')}: only image GC reacts to a full image filesystem`
    case 'ImageCollectionOff':
      return `a high threshold of ${finding.highThresholdPercent} % without a maximum age turns image GC off`
    case 'SpacePassAtLastPercent':
      return `a high threshold of ${finding.highThresholdPercent} % with a maximum age of ${span(finding.maxAge)} still collects for space, once less than 1 % is free`
    case 'LowThresholdAboveHigh':
      return `the low threshold (${finding.lowThresholdPercent} %) is above the high one (${finding.highThresholdPercent} %): the kubelet would not start`
    case 'LowThresholdEqualsHigh':
      return `the low threshold equals the high one (${finding.highThresholdPercent} %): a run stops where the next one starts, and removes an image even with nothing to free; the kubelet rejects it in a config file`
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
      return `${finding.field} 0 keeps no dead container: the logs and the state of the previous run are lost`
    case 'DeadContainersUnlimited':
      return 'dead containers are not limited: they stay until their pod is deleted, and their images with them'
    case 'ContainerMinAgeZero':
      return 'with a minimum age of 0 a container that was created and has not started yet may be removed'
    case 'SettingUnknown':
      return `this release does not know ${finding.field}: the kubelet ignores it`
    case 'SettingMisspelt':
      return `the kubelet does not know ${show(finding.field)} and ignores it: did you mean ${finding.meant}?`
    case 'GateUnknown':
      return `this release has no feature gate ${finding.gate}: the kubelet would not start`
    case 'GateLocked':
      return `feature gate ${finding.gate} is locked ${onOff(!finding.given)} in this release: set ${onOff(finding.given)}, the kubelet would not start`
    case 'GateAtDefault':
      return `feature gate ${finding.gate} is ${finding.locked ? 'locked ' : ''}${onOff(finding.on)} in this release anyway: the setting changes nothing`
    case 'GateMisspelt':
      return `feature gate ${show(finding.gate)} is not one that decides what is collected: did you mean ${finding.meant}? With a gate that it does not have, the kubelet would not start`
    case 'GateUnexamined':
      return `feature gate ${show(finding.gate)} is not examined: whether this release has it is not known`
  }
}

const incomparable = {
  'amount-without-capacity': 'the capacity of the image filesystem is not given',
  'statement-ignored': 'the kubelet ignores thresholds of 0% and 100%',
  malformed: 'the kubelet does not accept it',
} as const

const eviction = ({ kind, signal, threshold, usagePercent }: EvictionPoint): string =>
  `eviction (${kind} ${signal}<${threshold}, beyond ${percent(usagePercent)} usage)`

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** At most two decimals. */
const percent = (value: number): string => `${Math.round(value * 100) / 100} %`

const span = (length: Millis): string =>
  Number.isSafeInteger(length) ? formatGoDuration(BigInt(length) * 1_000_000n) : `${length} ms`
