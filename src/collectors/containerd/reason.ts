/**
 * Answers what a collection talks about: what may go, what holds it, why something goes or stays, and what is recorded.
 */
import type { option as O } from 'fp-ts'

import type { Plan as AnyPlan, Removal as AnyRemoval } from '../../core/plan.js'
import type { Action } from './action.js'

/** A record that a collection may remove, other than a snapshot. */
export interface MetadataRecord {
  readonly _tag: 'Lease' | 'Ingest' | 'Content' | 'Image' | 'Stream' | 'Mount'
  /** `<namespace>/<key>`. */
  readonly id: string
  readonly namespace: string
  /** Lease id, ingest reference, digest, image name, stream name or mount name. */
  readonly key: string
}

/** A snapshotter snapshot that a collection may remove. */
export interface FsSnapshotRecord {
  readonly _tag: 'FsSnapshot'
  /** `<namespace>/<snapshotter>/<key>`. */
  readonly id: string
  readonly namespace: string
  readonly snapshotter: string
  /** Key within the snapshotter. */
  readonly key: string
}

/** What a collection may remove. */
export type Target = MetadataRecord | FsSnapshotRecord

/** What a collection never removes and what holds others. */
export interface Anchor {
  readonly _tag: 'Container' | 'Sandbox'
  /** `<namespace>/<key>`. */
  readonly id: string
  readonly namespace: string
  readonly key: string
}

/** Anything that holds others, or is held. */
export type Node = Target | Anchor

/** Why a record goes. Expiry times are cut to the millisecond; the decision is made to the nanosecond. */
export type Reason =
  /** A lease whose `gc.expire` lies in the past. */
  | { readonly _tag: 'LeaseExpired'; readonly expiredAt: Date }
  /** An image whose `gc.expire` lies in the past, and which nothing else holds. */
  | { readonly _tag: 'ImageExpired'; readonly expiredAt: Date }
  /** An ingest whose expiry time lies in the past, and which no lease holds. */
  | { readonly _tag: 'IngestExpired'; readonly expiredAt: Date }
  /** Held by this expired lease or image alone, or by others that expired as well. */
  | { readonly _tag: 'HeldOnlyByExpired'; readonly holder: Target }
  /** A stream or mount of a lease that no longer exists. */
  | { readonly _tag: 'LeaseGone'; readonly lease: string }
  /** A stream or mount in a namespace that the metadata does not know. */
  | { readonly _tag: 'NamespaceUnknown' }
  /** Nothing that is a root leads to it. */
  | { readonly _tag: 'Unreachable' }

/** Why a record stays. One reason is given, along the shortest way from a root. Expiry times are cut as above. */
export type KeepReason =
  /** A lease that has not expired; no expiry time means never. */
  | { readonly _tag: 'LeaseUnexpired'; readonly expiresAt: O.Option<Date> }
  /** An image that has not expired; no expiry time means never. */
  | { readonly _tag: 'ImageUnexpired'; readonly expiresAt: O.Option<Date> }
  /** An ingest whose expiry time has not passed. */
  | { readonly _tag: 'IngestUnexpired'; readonly expiresAt: Date }
  /** A root label on the record itself. */
  | { readonly _tag: 'RootLabel'; readonly label: string }
  /** A resource, stream or mount of an unexpired lease; a flat one does not follow its labels. */
  | { readonly _tag: 'HeldByLease'; readonly lease: Target; readonly flat: boolean }
  /** The snapshot of a container. */
  | { readonly _tag: 'UsedByContainer'; readonly container: Node }
  /** A stream that was created without a lease. */
  | { readonly _tag: 'StreamUnleased' }
  /** A label of a kept holder names it. */
  | { readonly _tag: 'ReferencedBy'; readonly holder: Node; readonly label: string }
  /** The target of an image. */
  | { readonly _tag: 'TargetOfImage'; readonly image: Node }
  /** The parent of a kept snapshot. */
  | { readonly _tag: 'ParentOf'; readonly child: Node }
  /** The digest that a kept ingest expects. */
  | { readonly _tag: 'ExpectedByIngest'; readonly ingest: Node }
  /** A label of its own names a kept parent, which need not exist. */
  | { readonly _tag: 'BackReferenced'; readonly parent: Node; readonly label: string }
  /** A condition label of a kept holder names it and holds at this instant. */
  | { readonly _tag: 'ConditionHolds'; readonly holder: Node; readonly label: string; readonly condition: string }
  /** Nothing known holds it, but an unexpired lease of unknown content might; the first such lease is named. */
  | { readonly _tag: 'MayBeLeased'; readonly lease: Target; readonly leases: number }
  /** Records of its kind are not collected, under this policy or ever. */
  | { readonly _tag: 'NotCollected' }

/** What containerd publishes after the commit. */
export type Event =
  | {
      readonly _tag: 'SnapshotRemove'
      readonly topic: '/snapshot/remove'
      readonly namespace: string
      readonly snapshotter: string
      readonly key: string
    }
  | {
      readonly _tag: 'ImageDelete'
      readonly topic: '/images/delete'
      readonly namespace: string
      readonly name: string
    }

/** The family of this collector. It never refuses a sound snapshot. */
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
