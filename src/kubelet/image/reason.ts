/**
 * Why an image is removed or kept: the comparison made, with both sides.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import type { Millis } from '../../core/time.js'
import type { Action } from './action.js'

/** An image. `id` is its key: the image id, plus a comma and the runtime handler if images are keyed by it. */
export interface Target {
  readonly _tag: 'Image'
  readonly id: string
  readonly imageId: string
  /** None if images are keyed by id alone. */
  readonly runtimeHandler: O.Option<string>
  readonly tags: ReadonlyArray<string>
  readonly size: Int64
}

/** Why an image is removed. `rank` counts from 1, the least recently used. `lastUsed` none: never seen in use. */
export type Reason =
  /** Metric label `age`. @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeOldImages */
  | {
      readonly _tag: 'UnusedLongerThanMaxAge'
      readonly lastUsed: O.Option<Date>
      readonly unusedFor: O.Option<Millis>
      readonly maxAge: Millis
    }
  /** Metric label `space`. @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeSpace */
  | {
      readonly _tag: 'DiskOverHighThreshold'
      readonly usagePercent: number
      readonly highThresholdPercent: number
      readonly bytesToFree: Int64
      readonly rank: number
      readonly lastUsed: O.Option<Date>
      readonly unusedFor: O.Option<Millis>
    }
  /** Metric label `space`. @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go DeleteUnusedImages */
  | {
      readonly _tag: 'EvictionManagerAsks'
      readonly rank: number
      readonly lastUsed: O.Option<Date>
      readonly unusedFor: O.Option<Millis>
    }

/** Why an image stays. */
export type KeepReason =
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go detectImages */
  | { readonly _tag: 'InUse'; readonly containers: number; readonly first: string }
  /** @upstream kubernetes v1.26.1 pkg/kubelet/images/image_gc_manager.go detectImages */
  | { readonly _tag: 'SandboxImage'; readonly sandboxImage: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go imagesInEvictionOrder */
  | { readonly _tag: 'Pinned' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go imagesInEvictionOrder */
  | { readonly _tag: 'InvalidImageID'; readonly key: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeSpace */
  | { readonly _tag: 'UsedSinceRunBegan'; readonly lastUsed: Date }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeSpace */
  | { readonly _tag: 'YoungerThanMinAge'; readonly age: Millis; readonly minAge: Millis; readonly eligibleAt: Date }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeOldImages */
  | { readonly _tag: 'WithinMaxAge'; readonly unusedFor: Millis; readonly maxAge: Millis; readonly until: Date }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeOldImages */
  | { readonly _tag: 'StartUpGrace'; readonly runningFor: Millis; readonly maxAge: Millis }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect */
  | { readonly _tag: 'DiskUnderHighThreshold'; readonly usagePercent: number; readonly highThresholdPercent: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect */
  | { readonly _tag: 'NoDiskCapacity' }
  /** @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md - */
  | { readonly _tag: 'FirstDetectedUnknown' }
  /** @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md - */
  | { readonly _tag: 'LastUsedUnknown' }
  /** @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md - */
  | { readonly _tag: 'StartOfLoopUnknown' }
  /** @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md - */
  | { readonly _tag: 'DiskUnknown' }
  /**
   * Images of unknown age might free enough first.
   *
   * @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md -
   */
  | { readonly _tag: 'UnknownImagesMayFreeEnough'; readonly unknownBytes: Int64; readonly bytesToFree: Int64 }

/** What the component records as a Warning on the node. */
export type Event =
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go imagesInEvictionOrder */
  | { readonly _tag: 'InvalidImageID'; readonly message: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect */
  | { readonly _tag: 'InvalidDiskCapacity'; readonly message: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect */
  | { readonly _tag: 'FreeDiskSpaceFailed'; readonly message: string }

/** Why a pass is not run. */
export type Refusal =
  /** @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect */
  { readonly _tag: 'InvalidDiskCapacity'; readonly capacityBytes: 0 }

/** What the component measures before a pass. */
export type Measurement =
  /** Before the age pass. @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeOldImages */
  | { readonly _tag: 'MaxAge'; readonly maxAge: Millis }
  /**
   * Before the space pass; `shortage`: the release's wording if too little is freed.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
   */
  | {
      readonly _tag: 'Disk'
      readonly usagePercent: number
      readonly capacityBytes: Int64
      readonly availableBytes: Int64
      /** Bytes to free; none below the high threshold. */
      readonly bytesToFree: O.Option<Int64>
      readonly shortage: 'insufficient-free-space' | 'attempted-to-free' | 'wanted-to-free'
    }
  /** The eviction manager measures by itself. @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go DeleteUnusedImages */
  | { readonly _tag: 'Everything' }

/** What this collector talks about. */
export interface Family {
  readonly Pass: 'age' | 'space'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: Event
  readonly Refusal: Refusal
  readonly Measurement: Measurement
}
