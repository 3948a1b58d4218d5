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
