/**
 * Types of the findings on a kubelet's policies, with the numbers that were compared.
 */
import type { Millis } from '../core/time.js'

/** How much a finding matters: `problem`, something will not work as meant; `advice`, it may not; `note`, it does. */
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

/** One thing about the policies. */
export type Finding = { readonly level: FindingLevel } & (
  EvictionFinding | GrowthFinding | ThresholdFinding | ImageAgeFinding | ContainerFinding
)

/** How image collection and eviction meet on the same disk. */
export type EvictionFinding =
  /** Image collection begins first, with room to spare. */
  | {
      readonly _tag: 'HighThresholdBeforeEviction'
      readonly highThresholdPercent: number
      readonly eviction: EvictionPoint
      readonly marginPercent: number
    }
  /** It begins first, but looks every 5 minutes only, and eviction every 10 seconds. */
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
   * Between two runs of image collection the disk may fill up from where a run does nothing to where eviction strikes.
   * `millisToEviction`: how long that takes.
   */
  | {
      readonly _tag: 'EvictionBeforeNextRun'
      readonly bytesPerSecond: number
      readonly marginBytes: number
      readonly millisToEviction: Millis
      readonly eviction: EvictionPoint
    }
  /** It takes longer than from one run to the next. */
  | {
      readonly _tag: 'RunBeforeEviction'
      readonly bytesPerSecond: number
      readonly marginBytes: number
      readonly millisToEviction: Millis
      readonly eviction: EvictionPoint
    }

/** How the two usage thresholds of image collection relate. */
export type ThresholdFinding =
  /** High threshold 100, no maximum age: images are never collected on their own account. */
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

/** What the ages of images bring about. */
export type ImageAgeFinding =
  /** An image that was just pulled may go before its container exists. */
  | { readonly _tag: 'ImageMinAgeZero' }
  /** The kubelet refuses a maximum that is not above the minimum. */
  | { readonly _tag: 'MaxAgeNotAboveMinAge'; readonly maxAge: Millis; readonly minAge: Millis }
  /** The age pass asks neither for the minimum age nor whether an image was ever used. */
  | { readonly _tag: 'MaxAgeIgnoresMinAge'; readonly maxAge: Millis; readonly minAge: Millis }
  /** An image that is used again after the usual gap is gone by then and pulled anew. */
  | { readonly _tag: 'MaxAgeBelowUsualGap'; readonly maxAge: Millis; readonly usualGap: Millis }
  /** The kubelet restarts, and forgets all ages, before any image is old enough. */
  | { readonly _tag: 'MaxAgeBeyondUptime'; readonly maxAge: Millis; readonly kubeletUptime: Millis }

/** What the container policy costs. */
export type ContainerFinding =
  /** Every dead container goes: no crash site, no logs of the run before. */
  | { readonly _tag: 'NoDeadContainerKept'; readonly field: 'maxPerPodContainer' | 'maxContainers' }
  /** Dead containers go with their pod only, and hold their images until then. */
  | {
      readonly _tag: 'DeadContainersUnlimited'
      readonly maxPerPodContainer: number
      readonly maxContainers: number
    }
  /** A container that was created and has not started yet may go. */
  | { readonly _tag: 'ContainerMinAgeZero' }
