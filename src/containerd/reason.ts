/**
 * Why a record is removed or kept, and the events published about it.
 */
import type { option as O } from 'fp-ts'

import type { Plan as AnyPlan, Removal as AnyRemoval } from '../core/plan.js'
import type { Action } from './action.js'
import type { Node, Target } from './record.js'

/** Why a record is removed. Expiry times are cut to the millisecond; the decision is made to the nanosecond. */
export type Reason =
  /**
   * A lease whose `gc.expire` lies in the past.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'LeaseExpired'; readonly expiredAt: Date }
  /**
   * An image whose `gc.expire` lies in the past, and which nothing else holds.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'ImageExpired'; readonly expiredAt: Date }
  /**
   * An ingest whose expiry time lies in the past, and which no lease holds.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'IngestExpired'; readonly expiredAt: Date }
  /**
   * Held only by this expired lease or image, or by others that also expired.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'HeldOnlyByExpired'; readonly holder: Target }
  /**
   * A stream or mount of a lease that no longer exists.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'LeaseGone'; readonly lease: string }
  /**
   * A stream or mount in a namespace that the metadata lacks.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'NamespaceUnknown' }
  /**
   * Not reachable from any root.
   * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
   */
  | { readonly _tag: 'Unreachable' }

/** Why a record stays: one reason, on the shortest path from a root. Expiry times are cut to the millisecond. */
export type KeepReason =
  /**
   * A lease that has not expired; no expiry time means never.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'LeaseUnexpired'; readonly expiresAt: O.Option<Date> }
  /**
   * An image that has not expired; no expiry time means never.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'ImageUnexpired'; readonly expiresAt: O.Option<Date> }
  /**
   * An ingest whose expiry time has not passed.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'IngestUnexpired'; readonly expiresAt: Date }
  /**
   * A root label on the record itself.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'RootLabel'; readonly label: string }
  /**
   * A resource, stream or mount of an unexpired lease; a flat one does not follow its labels.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'HeldByLease'; readonly lease: Target; readonly flat: boolean }
  /**
   * The snapshot of a container.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'UsedByContainer'; readonly container: Node }
  /**
   * A stream that was created without a lease.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
   */
  | { readonly _tag: 'StreamUnleased' }
  /**
   * A label of a kept holder names it.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'ReferencedBy'; readonly holder: Node; readonly label: string }
  /**
   * The target of an image.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'TargetOfImage'; readonly image: Node }
  /**
   * The parent of a kept snapshot.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'ParentOf'; readonly child: Node }
  /**
   * The digest that a kept ingest expects.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'ExpectedByIngest'; readonly ingest: Node }
  /**
   * Its back reference names a kept parent, which need not exist.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'BackReferenced'; readonly parent: Node; readonly label: string }
  /**
   * A condition label of a kept holder names it and holds at this instant.
   * @upstream containerd v2.3.4 core/metadata/gc.go references
   */
  | { readonly _tag: 'ConditionHolds'; readonly holder: Node; readonly label: string; readonly condition: string }
  /**
   * Nothing known holds it, but an unexpired lease with unknown resources might, or it is a mount of unknown lease; the
   * first such lease is named.
   * @upstream gcplan - no tool shows what a lease holds -
   */
  | { readonly _tag: 'MayBeLeased'; readonly lease: Target; readonly leases: number }
  /**
   * Nothing known holds it, but an unobserved object might; the first such object is named.
   * @upstream gcplan - no tool shows everything that holds -
   */
  | { readonly _tag: 'MayBeHeld'; readonly unseen: string; readonly others: number }
  /**
   * An ingest of unknown expiry time, or what it expects.
   * @upstream gcplan - no tool shows when an ingest expires -
   */
  | { readonly _tag: 'MayBeUnexpired'; readonly ingest: Target }
  /**
   * Nothing known holds it, but a kept ingest might expect it, or what leads to it; the first such ingest is named.
   * @upstream gcplan - no tool shows what an ingest expects -
   */
  | { readonly _tag: 'MayBeExpected'; readonly ingest: Target; readonly ingests: number }
  /**
   * Records of its kind are not collected, under this policy or at all.
   * @upstream containerd v2.3.4 core/metadata/gc.go scanAll
   */
  | { readonly _tag: 'NotCollected' }

/** What containerd publishes after the commit. */
export type Event =
  /** @upstream containerd v2.3.4 core/metadata/db.go publishEvents */
  | {
      readonly _tag: 'SnapshotRemove'
      readonly topic: '/snapshot/remove'
      readonly namespace: string
      readonly snapshotter: string
      readonly key: string
    }
  /** @upstream containerd v2.3.4 core/metadata/db.go publishEvents */
  | {
      readonly _tag: 'ImageDelete'
      readonly topic: '/images/delete'
      readonly namespace: string
      readonly name: string
    }

/** The family of this collector. It never refuses a valid snapshot. */
export interface ContainerdFamily {
  readonly Pass: 'sweep' | 'publish'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: Event
  readonly Refusal: never
}

/** What containerd would do with one snapshot. */
export type Plan = AnyPlan<ContainerdFamily>

/** A decision to remove a record. */
export type Removal = AnyRemoval<ContainerdFamily>
