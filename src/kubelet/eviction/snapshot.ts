import type { Layout } from './layout.js'
import type { Observations } from './observation.js'
import type { Pod, PodStats } from './pod.js'

/** One look at the node. */
export interface PressureSnapshot {
  readonly at: Date
  readonly layout: Layout
  readonly observations: Observations
  /** Pods that run, in the order of the kubelet's list. */
  readonly pods: ReadonlyArray<Pod>
  readonly podStats: ReadonlyArray<PodStats>
}
