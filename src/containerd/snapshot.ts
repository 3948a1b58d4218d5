/**
 * What containerd's collector reads: the metadata database with all its namespaces, at one instant.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../core/int64.js'
import type { Knowledge } from '../core/knowledge.js'

/**
 * Labels of one object as pairs of key and value, e.g. `Object.entries(labels)`; each key at most once, any order. Keys
 * are written whole (`containerd.io/gc.root`). A value of `''` counts as no label, since the store drops it.
 */
export type Labels = ReadonlyArray<readonly [key: string, value: string]>

/** The record of one blob. */
export interface Content {
  readonly digest: string
  /** Bytes of the blob. */
  readonly size: Int64
  readonly labels: Labels
}

/** The record of one snapshotter snapshot. */
export interface FsSnapshot {
  /** Name of the snapshotter; not empty, no `/`. */
  readonly snapshotter: string
  /** Name within the snapshotter; may hold `/`. */
  readonly key: string
  /** Key of the parent in the same snapshotter; empty for none. It need not exist. */
  readonly parent: string
  readonly labels: Labels
  /** Bytes it takes on disk by itself, parents excluded; decides nothing. */
  readonly usage?: Knowledge<Int64>
  /**
   * Keys that its list of children still holds after a collection removed them, for which containerd refuses to remove it;
   * left out: unknown, as no API shows them. Decides nothing in a plan.
   */
  readonly goneChildren?: Knowledge<ReadonlyArray<string>>
}

/** The record of one image name. */
export interface Image {
  readonly name: string
  /** Digest of the blob it names; it need not exist. */
  readonly target: string
  readonly labels: Labels
}

/** The record of one container. Never collected. */
export interface Container {
  readonly id: string
  /** Empty when the container has no snapshot. */
  readonly snapshotter: string
  readonly snapshotKey: string
  /** Name of its image; holds nothing. */
  readonly image: string
  readonly labels: Labels
}

/** One thing that a lease holds. */
export interface LeaseResource {
  /** `content`, `ingests`, `images` or `snapshots/<snapshotter>`. */
  readonly type: string
  /** Digest, reference, name or snapshot key; it need not exist. */
  readonly id: string
}

/** One lease. */
export interface Lease {
  readonly id: string
  /** Decides nothing; absent where the metadata has no time, which `ctr` prints as the zero time. */
  readonly createdAt?: Date | undefined
  readonly labels: Labels
  /** Unknown when they come from `ctr`, which never shows them. */
  readonly resources: Knowledge<ReadonlyArray<LeaseResource>>
}

/** One unfinished write. */
export interface Ingest {
  readonly ref: string
  /** Digest that the write expects to end with; empty when it names none. Unknown when it comes from `ctr`. */
  readonly expected: Knowledge<string>
  /**
   * RFC 3339 text, to the nanosecond; empty when it does not expire, which makes it no root. Unknown when it comes from
   * `ctr`.
   */
  readonly expireAt: Knowledge<string>
}

/** One sandbox. Never collected, its labels hold. */
export interface Sandbox {
  readonly id: string
  readonly labels: Labels
}

/** One stream. */
export interface Stream {
  readonly name: string
  /** Id of the lease it was created under; empty for none. */
  readonly lease: string
}

/** One mount activation. */
export interface Mount {
  readonly name: string
  /** Id of the lease it was created under; empty for none. Unknown when it comes from the API, which does not show it. */
  readonly lease: Knowledge<string>
  readonly labels: Labels
}

/** An unobserved object of a namespace that might hold its records. */
export interface Unseen {
  /** What labels of sandboxes alone could hold counts only where the policy reads those. */
  readonly kind: 'Sandboxes' | 'Others'
  /** What was not looked at, e.g. `the labels of sandboxes`. */
  readonly what: string
  /** Why it is assumed to hold nothing. Without a reason it is unknown, and everything that it might hold is kept. */
  readonly holdsNothing: O.Option<string>
}

/** Everything of one namespace. Keys are distinct within each list; a snapshot's key is its snapshotter and key. */
export interface Namespace {
  /** Not empty, no `/`. */
  readonly name: string
  /** False for a namespace that only the stream and mount managers know; all other lists are then empty. */
  readonly inMetadata: boolean
  readonly content: ReadonlyArray<Content>
  readonly snapshots: ReadonlyArray<FsSnapshot>
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<Container>
  readonly leases: ReadonlyArray<Lease>
  readonly ingests: ReadonlyArray<Ingest>
  readonly sandboxes: ReadonlyArray<Sandbox>
  readonly streams: ReadonlyArray<Stream>
  readonly mounts: ReadonlyArray<Mount>
  /** Left out when everything that could hold something is in the lists, with all its labels. */
  readonly unseen?: ReadonlyArray<Unseen>
}

/** Everything that one collection reads. The order of its lists does not matter. */
export interface Snapshot {
  readonly at: Date
  readonly namespaces: ReadonlyArray<Namespace>
}

/** All of a namespace but its name and whether the metadata knows it. */
export const emptyNamespace: Omit<Namespace, 'name' | 'inMetadata'> = {
  content: [],
  snapshots: [],
  images: [],
  containers: [],
  leases: [],
  ingests: [],
  sandboxes: [],
  streams: [],
  mounts: [],
}
