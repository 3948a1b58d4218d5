/** An image collection as an interface shows it: plain JSON, every text safe to show. */
import type { Int64 } from '../../core/int64.js'
import type { Policy } from '../../kubelet/image/policy.js'
import type { Reason } from '../../kubelet/image/reason.js'

/** The thresholds of a policy. */
export type Thresholds = Pick<Policy, 'highThresholdPercent' | 'lowThresholdPercent'>

/** A part of the disk. */
export interface DiskSegment {
  /**
   * `others`: everything but images, and layers that containers hold. `kept`: images that stay. `removable`: what the removals
   * free. `reserve`: what goes next if they are not enough. `free`: free already.
   */
  readonly part: 'others' | 'kept' | 'removable' | 'reserve' | 'free'
  readonly bytes: Int64
}

/** A threshold of the disk. */
export interface DiskThreshold {
  readonly kind: 'high' | 'low'
  readonly percent: number
  /** Bytes in use at which it is met. */
  readonly bytes: Int64
}

/** The disk before the run. */
export interface DiskView {
  readonly capacityBytes: Int64
  readonly usedBytes: Int64
  /** As the kubelet counts it, rounded up. */
  readonly usagePercent: number
  /** From the left; together the capacity. */
  readonly segments: ReadonlyArray<DiskSegment>
  readonly thresholds: ReadonlyArray<DiskThreshold>
  /** True where layers tell what is freed; else images count in full, as the kubelet counts them. */
  readonly isExact: boolean
}

/** An image in the order in which images go. */
export interface ImageTurn {
  /** Its place, from 1. */
  readonly place: number
  readonly pass: string
  /** Its key in the plan. */
  readonly id: string
  readonly imageId: string
  readonly label: string
  /** `removed`; `failed`: its removal fails; `spared`: its turn never comes. */
  readonly outcome: 'removed' | 'failed' | 'spared'
  /** True for one that goes only if others fail or are not enough. */
  readonly isReserve: boolean
  /** Bytes that the kubelet counts for it: all layers, shared ones too. */
  readonly countedBytes: Int64
  /** What its turn really frees after those before it; null where layers do not tell. */
  readonly freedBytes: Int64 | null
  readonly sentences: ReadonlyArray<string>
  readonly reasons: ReadonlyArray<Reason['_tag']>
}

/** What an image collection does. Instants are RFC 3339 in UTC. */
export interface ImageView {
  readonly at: string
  /** Null where the collection does not measure the disk. */
  readonly disk: DiskView | null
  /** In order of eviction: removals, then the reserve. */
  readonly turns: ReadonlyArray<ImageTurn>
  /** The image whose turn comes next, were one more to fail; null where there is none. */
  readonly next: ImageTurn | null
  readonly totals: {
    /** Bytes to free; null where there is no amount. */
    readonly wantedBytes: Int64 | null
    readonly countedBytes: Int64
    /** What really becomes free; null where layers do not tell. */
    readonly freedBytes: Int64 | null
    readonly removed: number
    readonly failed: number
    /** What was counted reaches what was wanted. */
    readonly isReached: boolean
    readonly said: string
  }
}
