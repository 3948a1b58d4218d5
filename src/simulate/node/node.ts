/** The input of a forecast: the node as its collectors see it, the layers of its images, and future disk usage. */
import type { Policy as ContainerPolicy } from '../../kubelet/container/policy.js'
import type { Snapshot as ContainerSnapshot } from '../../kubelet/container/snapshot.js'
import type { Policy as ImagePolicy } from '../../kubelet/image/policy.js'
import type { Image, Snapshot as ImageSnapshot } from '../../kubelet/image/snapshot.js'
import { type Millis, millis } from '../../core/time.js'
import type { Layout } from '../../kubelet/eviction/layout.js'
import type { EvictionMemory } from '../../kubelet/eviction/memory.js'
import type { Observations } from '../../kubelet/eviction/observation.js'
import type { Pod, PodStats } from '../../kubelet/eviction/pod.js'
import type { EvictionPolicy } from '../../kubelet/eviction/policy.js'
import type { LayerStore } from '../../reclaim/layers/store.js'

/** How the disk fills up beside the images that are asked for: logs, writable layers, volumes. */
export type Growth =
  | { readonly _tag: 'None' }
  /** Negative: it empties. */
  | { readonly _tag: 'Constant'; readonly bytesPerSecond: number }
  /**
   * As it was recorded, in a straight line from point to point; nothing before the first and after the last one.
   * `drops`: whether a fall is repeated, or left out because the collectors of that time made it.
   */
  | {
      readonly _tag: 'Trace'
      readonly points: ReadonlyArray<UsagePoint>
      readonly drops: 'repeat' | 'leave-out'
    }

/** How much of the disk was in use at an instant. */
export interface UsagePoint {
  readonly at: Date
  readonly usedBytes: number
}

/** A container that runs for a while; its image is pulled if the node does not have it. */
export interface Demand {
  readonly at: Date
  /** Absent: it runs to the end. */
  readonly until?: Date
  readonly image: Image
}

/** Dead and living containers, and what their writable layers occupy by id. */
export interface ForecastContainers {
  readonly snapshot: ContainerSnapshot
  readonly bytes: ReadonlyMap<string, number>
}

/** What eviction reads beside the disk of the images. */
export interface ForecastPressure {
  readonly layout: Layout
  readonly pods: ReadonlyArray<Pod>
  readonly podStats: ReadonlyArray<PodStats>
  /** Signals that are not about bytes on the disk of the images; they change only when a pod goes. */
  readonly others: Observations
  readonly memory: EvictionMemory
}

/** The node to forecast; the forecast begins at the instant of `images`. */
export interface ForecastNode {
  readonly images: ImageSnapshot
  /** What the images of the node and those that will be asked for are made of, by id. */
  readonly layers: LayerStore
  readonly growth: Growth
  readonly containers?: ForecastContainers
  /** Absent: one filesystem, and no pod that could go. */
  readonly pressure?: ForecastPressure
  /** In any order. */
  readonly demands?: ReadonlyArray<Demand>
  /** Images whose removal fails because of users that the kubelet does not see. */
  readonly fails?: ReadonlySet<string>
}

/** When collectors run. */
export interface Spans {
  readonly imagePeriod: Millis
  readonly containerPeriod: Millis
  readonly lookPeriod: Millis
  /** How long an evicted pod takes to be gone; the next look follows at once. The kubelet waits 30 s at most. */
  readonly podCleanUp: Millis
  /** From the beginning to the first run of each. */
  readonly firstImageRun: Millis
  readonly firstContainerRun: Millis
  readonly firstLook: Millis
}

/** The rules of a node. */
export interface NodePolicies {
  readonly image: ImagePolicy
  readonly eviction: EvictionPolicy
  /** Absent: the defaults. */
  readonly container?: ContainerPolicy
  /** Absent ones are the kubelet's. */
  readonly spans?: Partial<Spans>
}

/**
 * The periods of the kubelet: images every five minutes, containers every minute, eviction every ten seconds; all begin at
 * once.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go ImageGCPeriod
 */
export const kubeletSpans: Spans = {
  imagePeriod: millis(300_000),
  containerPeriod: millis(60_000),
  lookPeriod: millis(10_000),
  podCleanUp: millis(1_000),
  firstImageRun: millis(0),
  firstContainerRun: millis(0),
  firstLook: millis(0),
}
