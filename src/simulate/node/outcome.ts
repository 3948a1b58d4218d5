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
  /** The periodic run, or the eviction manager. */
  readonly entrance: 'periodic' | 'eviction'
  /** As the kubelet counts it, rounded up, before the run. */
  readonly usagePercent: number
  /** Bytes that the run wanted to free; absent: it removed everything unused, or by age only. */
  readonly wantedBytes?: number
  /** Bytes counted as freed: whole images, shared layers included. */
  readonly countedBytes: number
  /** What really became free. */
  readonly freedBytes: number
  /** Removed images or containers, by id, in order. */
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
  /** What the eviction manager asks for. */
  readonly gracePeriodSeconds: number
  /** What the pod gets: its own grace period where 0 is asked for. */
  readonly grantedSeconds: number
  readonly event: EvictionEvent
  readonly freedBytes: number
}

/** A node condition, and from when until when. */
export interface ForecastCondition {
  readonly condition: NodeCondition
  readonly from: Date
  /** Absent: it lasts beyond the end. */
  readonly until?: Date
}

/** An image that was pulled for a container. */
export interface ForecastPull {
  readonly at: Date
  readonly imageId: string
  /** Bytes of the layers that were missing. */
  readonly bytes: number
  /** A run of this forecast had removed it. */
  readonly again: boolean
}

/** A container that was rejected because of DiskPressure. */
export interface ForecastRefusal {
  readonly at: Date
  readonly imageId: string
}

/** What a forecast assumes besides its input. */
export type ForecastAssumption =
  /** The layer store lacks these images; removing them frees nothing. */
  | { readonly _tag: 'LayersUnknown'; readonly images: ReadonlyArray<string> }
  /** So many sizes are known only as a range; the lower bound counts. */
  | { readonly _tag: 'SizesAreBounds'; readonly sizes: number }
  /** An evicted pod frees what the kubelet counts for it; the growth continues. */
  | { readonly _tag: 'PodsGiveBackWhatIsCounted' }
  /** Thresholds of different effect acted together; the first as configured decided, in the kubelet a random one. */
  | { readonly _tag: 'FirstThresholdDecides' }
  /** Nothing is pulled, and only the growth is written. */
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
  /** Points of the usage curve, linear between them. */
  readonly usage: readonly [UsagePoint, ...UsagePoint[]]
  /** When the disk was first full, if ever. */
  readonly fullAt?: Date
  readonly assumptions: ReadonlyArray<ForecastAssumption>
}
