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

/** How the disk fills up besides images: logs, writable layers, volumes. */
export type Growth =
  | { readonly _tag: 'None' }
  /** Negative: it empties. */
  | { readonly _tag: 'Constant'; readonly bytesPerSecond: number }
  /**
   * As recorded, linear between points; none before the first and after the last. `drops`: repeat falls, or omit them
   * because GC caused them.
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

/** A container that runs for a while; its image is pulled if missing. */
export interface Demand {
  readonly at: Date
  /** Default: to the end. */
  readonly until?: Date
  readonly image: Image
}

/** Containers, and the bytes of their writable layers, by id. */
export interface ForecastContainers {
  readonly snapshot: ContainerSnapshot
  readonly bytes: ReadonlyMap<string, number>
}

/** What eviction reads besides the images' disk. */
export interface ForecastPressure {
  readonly layout: Layout
  readonly pods: ReadonlyArray<Pod>
  readonly podStats: ReadonlyArray<PodStats>
  /** Signals other than bytes on the images' disk; they change only when a pod is evicted. */
  readonly others: Observations
  readonly memory: EvictionMemory
}

/** The node to forecast; the forecast begins at the instant of `images`. */
export interface ForecastNode {
  readonly images: ImageSnapshot
  /** The layers of present and future images, by id. */
  readonly layers: LayerStore
  readonly growth: Growth
  readonly containers?: ForecastContainers
  /** Default: one filesystem, and no pods to evict. */
  readonly pressure?: ForecastPressure
  /** In any order. */
  readonly demands?: ReadonlyArray<Demand>
  /** Images whose removal fails because of uses that the kubelet does not see. */
  readonly fails?: ReadonlySet<string>
}

/** When collectors run. */
export interface Spans {
  readonly imagePeriod: Millis
  readonly containerPeriod: Millis
  readonly lookPeriod: Millis
  /** How long the clean-up of an evicted pod takes, at most 30 s; then the next pass follows at once. */
  readonly podCleanUp: Millis
  /** Delays before the first run of each loop. */
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
