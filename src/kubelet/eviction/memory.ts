/**
 * What the eviction manager remembers between two synchronizations.
 */
import type { ConditionsSeen } from './conditions.js'
import type { Layout } from './layout.js'
import type { Observations } from './observation.js'
import type { Threshold } from './threshold.js'

/** What is remembered between two looks. */
export interface EvictionMemory {
  /** The layout as the first look found it; absent before that. It does not change while the kubelet runs. */
  readonly layout?: Layout
  /** Since when each threshold has been met without a break; by its key. */
  readonly metSince: ReadonlyMap<string, Date>
  readonly conditionsSeen: ConditionsSeen
  /** Thresholds that were met long enough; they stay until the least amount to reclaim is free as well. */
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
