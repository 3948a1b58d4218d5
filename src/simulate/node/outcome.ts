/**
 * The result of a forecast: runs that did or wanted something, evicted pods, node conditions, and disk usage over
 * time.
 */
import type { EvictionEvent } from '../../kubelet/eviction/event.js'
import type { NodeCondition } from '../../kubelet/eviction/signal.js'
import type { UsagePoint } from './node.js'

/** One run of a collector. */
export interface ForecastRun {
  readonly at: Date
  readonly collector: 'images' | 'containers'
  /** The collector's own period, or the eviction manager asked. */
  readonly entrance: 'periodic' | 'eviction'
  /** As the kubelet counts it, rounded up, before the run. */
  readonly usagePercent: number
  /** Bytes that the run set out to free; absent: everything unused was to go, or age alone decided. */
  readonly wantedBytes?: number
  /** What the collector counted as freed: whole images, shared layers included. */
  readonly countedBytes: number
  /** What really became free. */
  readonly freedBytes: number
  /** What went, in order: ids of images or containers. */
  readonly removed: ReadonlyArray<string>
  /** Images whose removal failed. */
  readonly failed: ReadonlyArray<string>
  readonly usedBefore: number
  readonly usedAfter: number
}

/** A pod that is evicted. */
export interface ForecastEviction {
  readonly at: Date
  readonly pod: { readonly name: string; readonly namespace: string; readonly uid: string }
  readonly because: 'pressure' | 'own-limits'
  readonly gracePeriodSeconds: number
  readonly event: EvictionEvent
  readonly freedBytes: number
}

/** A condition, from the look that raised it to the one that took it back. */
export interface ForecastCondition {
  readonly condition: NodeCondition
  readonly from: Date
  /** Absent: it still stands at the end. */
  readonly until?: Date
}

/** An image that was pulled for a container. */
export interface ForecastPull {
  readonly at: Date
  readonly imageId: string
  /** Bytes of the layers that were missing. */
  readonly bytes: number
  /** The node had it before a run of this forecast removed it. */
  readonly again: boolean
}

/** A container that the node did not take because its disk was short. */
export interface ForecastRefusal {
  readonly at: Date
  readonly imageId: string
}

/** On what a forecast rests beside its input. */
export type ForecastAssumption =
  /** The store does not know these images; removing them is taken to free nothing. */
  | { readonly _tag: 'LayersUnknown'; readonly images: ReadonlyArray<string> }
  /** So many sizes are known as bounds only; the lower one counts. */
  | { readonly _tag: 'SizesAreBounds'; readonly sizes: number }
  /** A pod that goes gives back what the kubelet counts for it; the growth goes on all the same. */
  | { readonly _tag: 'PodsGiveBackWhatIsCounted' }
  /** No image is pulled and nothing is written but what the growth says. */
  | { readonly _tag: 'NothingElseIsWritten' }

/** What will happen on a node. */
export interface Forecast {
  readonly from: Date
  readonly until: Date
  readonly capacityBytes: number
  /** Image runs that found the disk over the high threshold or removed something; container runs that removed something. */
  readonly runs: ReadonlyArray<ForecastRun>
  readonly evictions: ReadonlyArray<ForecastEviction>
  readonly conditions: ReadonlyArray<ForecastCondition>
  readonly pulls: ReadonlyArray<ForecastPull>
  readonly refusals: ReadonlyArray<ForecastRefusal>
  /** Corners of the curve of usage: straight lines lie between them. */
  readonly usage: readonly [UsagePoint, ...UsagePoint[]]
  /** When nothing was left on the disk for the first time; absent: never. */
  readonly fullAt?: Date
  readonly assumptions: ReadonlyArray<ForecastAssumption>
}
