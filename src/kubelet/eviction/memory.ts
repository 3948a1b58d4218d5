/**
 * What the eviction manager remembers between two synchronizations.
 */
import type { ConditionsSeen } from './conditions.js'
import type { Layout } from './layout.js'
import type { Observations } from './observation.js'
import type { Threshold } from './threshold.js'

/** State kept between two passes. */
export interface EvictionMemory {
  /** The layout that the first pass found; it does not change while the kubelet runs. */
  readonly layout?: Layout
  /** Since when each threshold has been met without a break; by its key. */
  readonly metSince: ReadonlyMap<string, Date>
  readonly conditionsSeen: ConditionsSeen
  /** Thresholds met for their grace period; they stay until the minimum reclaim is free too. */
  readonly met: ReadonlyArray<Threshold>
  readonly observations: Observations
}

/** Before the first look. */
export const emptyEvictionMemory: EvictionMemory = {
  metSince: new Map(),
  conditionsSeen: new Map(),
  met: [],
  observations: new Map(),
}
