/**
 * Types of the findings on a kubelet's policies, with the numbers that were compared.
 */
import type { Millis } from '../core/time.js'

/** Severity: `problem`: does not work as intended; `advice`: may not; `note`: harmless. */
export type FindingLevel = 'problem' | 'advice' | 'note'

/** An eviction threshold on the disk of the images, and the usage at which it is met. */
export interface EvictionPoint {
  readonly kind: 'hard' | 'soft'
  readonly signal: string
  /** As configured, e.g. `15%`. */
  readonly threshold: string
  /** Usage in percent of capacity beyond which it is met, e.g. 85. */
  readonly usagePercent: number
}

/** A finding on a kubelet's policies. */
export type Finding = { readonly level: FindingLevel } & (
  | EvictionFinding
  | GrowthFinding
  | ThresholdFinding
  | ImageAgeFinding
  | ContainerFinding
  | SettingFinding
)

/** How image collection and eviction interact on the same disk. */
export type EvictionFinding =
  /** Image collection begins first, with room to spare. */
  | {
      readonly _tag: 'HighThresholdBeforeEviction'
      readonly highThresholdPercent: number
      readonly eviction: EvictionPoint
      readonly marginPercent: number
    }
  /** Image collection begins first, but checks only every 5 minutes; eviction checks every 10 seconds. */
  | {
      readonly _tag: 'HighThresholdCloseToEviction'
      readonly highThresholdPercent: number
      readonly eviction: EvictionPoint
      readonly marginPercent: number
    }
  /** Both begin at the same usage. */
  | {
      readonly _tag: 'HighThresholdAtEviction'
      readonly highThresholdPercent: number
      readonly eviction: EvictionPoint
    }
  /** Eviction begins first, which in effect disables image collection. */
  | {
      readonly _tag: 'HighThresholdBehindEviction'
      readonly highThresholdPercent: number
      readonly eviction: EvictionPoint
    }
  | {
      readonly _tag: 'EvictionNotComparable'
      readonly kind: 'hard' | 'soft'
      readonly signal: string
      readonly threshold: string
      readonly because: 'amount-without-capacity' | 'statement-ignored' | 'malformed'
    }
  /** No threshold is set on the disk of the images. */
  | { readonly _tag: 'NoEvictionForImages'; readonly signals: ReadonlyArray<string> }

/** Whether image collection comes in time on a disk that fills up at a given pace. */
export type GrowthFinding =
  /**
   * Between two runs of image collection, the disk may fill up from just below the high threshold to the eviction
   * threshold. `millisToEviction`: how long that takes.
   */
  | {
      readonly _tag: 'EvictionBeforeNextRun'
      readonly bytesPerSecond: number
      readonly marginBytes: number
      readonly millisToEviction: Millis
      readonly eviction: EvictionPoint
    }
  /** The next run comes before the disk reaches the eviction threshold. */
  | {
      readonly _tag: 'RunBeforeEviction'
      readonly bytesPerSecond: number
      readonly marginBytes: number
      readonly millisToEviction: Millis
      readonly eviction: EvictionPoint
    }

/** How the two usage thresholds of image collection relate. */
export type ThresholdFinding =
  /** High threshold 100, no maximum age: images are never collected unless eviction does it. */
  | { readonly _tag: 'ImageCollectionOff'; readonly highThresholdPercent: number; readonly maxAge: Millis }
  /** High threshold 100 with a maximum age: space is made only when less than 1 % is free. */
  | { readonly _tag: 'SpacePassAtLastPercent'; readonly highThresholdPercent: number; readonly maxAge: Millis }
  | {
      readonly _tag: 'LowThresholdAboveHigh' | 'LowThresholdEqualsHigh'
      readonly lowThresholdPercent: number
      readonly highThresholdPercent: number
    }
  /** Shared layers are counted in full, so the disk stays above a low threshold that is close to the high one. */
  | {
      readonly _tag: 'LowThresholdCloseToHigh' | 'AimsLow'
      readonly lowThresholdPercent: number
      readonly highThresholdPercent: number
      readonly gapPercent: number
    }

/** Effects of the image age settings. */
export type ImageAgeFinding =
  /** An image that was just pulled may be removed before its container exists. */
  | { readonly _tag: 'ImageMinAgeZero' }
  /** The kubelet refuses a maximum that is not above the minimum. */
  | { readonly _tag: 'MaxAgeNotAboveMinAge'; readonly maxAge: Millis; readonly minAge: Millis }
  /** The age pass ignores the minimum age, and whether an image was ever used. */
  | { readonly _tag: 'MaxAgeIgnoresMinAge'; readonly maxAge: Millis; readonly minAge: Millis }
  /** An image used again after the usual gap must be pulled again. */
  | { readonly _tag: 'MaxAgeBelowUsualGap'; readonly maxAge: Millis; readonly usualGap: Millis }
  /** The kubelet restarts, and forgets all ages, before any image is old enough. */
  | { readonly _tag: 'MaxAgeBeyondUptime'; readonly maxAge: Millis; readonly kubeletUptime: Millis }

/** Costs of the container policy. */
export type ContainerFinding =
  /** Every dead container is removed: no crashed container to inspect, no logs of the previous run. */
  | { readonly _tag: 'NoDeadContainerKept'; readonly field: 'maxPerPodContainer' | 'maxContainers' }
  /** Dead containers are removed only with their pod, and hold their images until then. */
  | {
      readonly _tag: 'DeadContainersUnlimited'
      readonly maxPerPodContainer: number
      readonly maxContainers: number
    }
  /** A container that was created and has not started yet may be removed. */
  | { readonly _tag: 'ContainerMinAgeZero' }

/** Settings that the release does not know, or that change nothing. */
export type SettingFinding =
  /** A field that the release does not know: the kubelet starts, and ignores it. */
  | { readonly _tag: 'SettingUnknown'; readonly field: string }
  /** A field that no release knows: the kubelet starts, and ignores it. */
  | { readonly _tag: 'SettingMisspelt'; readonly field: string; readonly meant: string }
  /** A gate that the release does not have, yet or any more: the kubelet does not start. */
  | { readonly _tag: 'GateUnknown'; readonly gate: string }
  /** A gate set to what its release has locked it against: the kubelet does not start. */
  | { readonly _tag: 'GateLocked'; readonly gate: string; readonly given: boolean }
  /** A gate set to what holds anyway. */
  | { readonly _tag: 'GateAtDefault'; readonly gate: string; readonly on: boolean; readonly locked: boolean }
  /** A gate about which nothing is known here: it may or may not be one of the release. */
  | { readonly _tag: 'GateUnexamined'; readonly gate: string }
  /** The same, but it looks like one that decides what is collected: if no release has it, the kubelet does not start. */
  | { readonly _tag: 'GateMisspelt'; readonly gate: string; readonly meant: string }
