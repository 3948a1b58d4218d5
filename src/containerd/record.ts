/** The records of a namespace. Their keys and ids are made here and nowhere else. */
import { elementAt } from '../internal/lists.js'
import type { Namespace } from './snapshot.js'

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

/** A record that holds others and is never collected. */
export interface Anchor {
  readonly _tag: 'Container' | 'Sandbox'
  /** `<namespace>/<key>`. */
  readonly id: string
  readonly namespace: string
  readonly key: string
}

/** Anything that holds others, or is held. */
export type Node = Target | Anchor

/** Kinds of records with a key of their own; that of a snapshot belongs to its snapshotter. */
type PlainKind = Exclude<Node['_tag'], 'FsSnapshot'>

/** A record, other than a snapshot, of one kind. */
export interface PlainRecord<K> {
  readonly _tag: K
  readonly id: string
  readonly namespace: string
  readonly key: string
}

/** A record, other than a snapshot, by its key. */
export const plainRecord = <K extends PlainKind>(_tag: K, namespace: string, key: string): PlainRecord<K> => ({
  _tag,
  id: `${namespace}/${key}`,
  namespace,
  key,
})

/**
 * Puts the records of one kind in one namespace into a list, by their keys. For lists of hundreds of thousands: what all their
 * ids begin with is put together once, which halves the texts that are made (`containerd-plan` of `bench`).
 */
export const putPlainRecords = (
  nodes: Node[],
  start: number,
  keys: ReadonlyArray<string>,
  _tag: PlainKind,
  namespace: string,
): void => {
  const prefix = `${namespace}/`
  for (let index = 0; index < keys.length; index++) {
    const key = elementAt(keys, index)
    nodes[start + index] = { _tag, id: prefix + key, namespace, key }
  }
}

/** Puts the records of the snapshots of one snapshotter into a list, as {@link putPlainRecords}. */
export const putFsSnapshotRecords = (
  nodes: Node[],
  start: number,
  keys: ReadonlyArray<string>,
  namespace: string,
  snapshotter: string,
): void => {
  const prefix = `${namespace}/${snapshotKey(snapshotter, '')}`
  for (let index = 0; index < keys.length; index++) {
    const key = elementAt(keys, index)
    nodes[start + index] = { _tag: 'FsSnapshot', id: prefix + key, namespace, snapshotter, key }
  }
}

/** A snapshot by its snapshotter and its key. */
export const fsSnapshotRecord = (namespace: string, snapshotter: string, key: string): FsSnapshotRecord => ({
  _tag: 'FsSnapshot',
  id: `${namespace}/${snapshotKey(snapshotter, key)}`,
  namespace,
  snapshotter,
  key,
})

/** The key of a snapshot among those of all snapshotters. */
export const snapshotKey = (snapshotter: string, key: string): string => `${snapshotter}/${key}`

/** The key of a record among those of its kind in its namespace. */
export const keyOf = (node: Node): string =>
  node._tag === 'FsSnapshot' ? snapshotKey(node.snapshotter, node.key) : node.key

type ItemOf<List extends keyof Namespace> = Namespace[List] extends ReadonlyArray<infer Item> ? Item : never

/** Turns an item of each list into its record. */
export interface RecordOf {
  /** By id. */
  readonly leases: (namespace: string, item: ItemOf<'leases'>) => PlainRecord<'Lease'>
  /** By snapshotter and key. */
  readonly snapshots: (namespace: string, item: ItemOf<'snapshots'>) => FsSnapshotRecord
  /** By reference. */
  readonly ingests: (namespace: string, item: ItemOf<'ingests'>) => PlainRecord<'Ingest'>
  /** By digest. */
  readonly content: (namespace: string, item: ItemOf<'content'>) => PlainRecord<'Content'>
  /** By name. */
  readonly images: (namespace: string, item: ItemOf<'images'>) => PlainRecord<'Image'>
  /** By id. */
  readonly containers: (namespace: string, item: ItemOf<'containers'>) => PlainRecord<'Container'>
  /** By name. */
  readonly streams: (namespace: string, item: ItemOf<'streams'>) => PlainRecord<'Stream'>
  /** By name. */
  readonly mounts: (namespace: string, item: ItemOf<'mounts'>) => PlainRecord<'Mount'>
  /** By id. */
  readonly sandboxes: (namespace: string, item: ItemOf<'sandboxes'>) => PlainRecord<'Sandbox'>
}

/** Turns an item of each list into its record. */
export const recordOf: RecordOf = {
  leases: (namespace, { id }) => plainRecord('Lease', namespace, id),
  snapshots: (namespace, { snapshotter, key }) => fsSnapshotRecord(namespace, snapshotter, key),
  ingests: (namespace, { ref }) => plainRecord('Ingest', namespace, ref),
  content: (namespace, { digest }) => plainRecord('Content', namespace, digest),
  images: (namespace, { name }) => plainRecord('Image', namespace, name),
  containers: (namespace, { id }) => plainRecord('Container', namespace, id),
  streams: (namespace, { name }) => plainRecord('Stream', namespace, name),
  mounts: (namespace, { name }) => plainRecord('Mount', namespace, name),
  sandboxes: (namespace, { id }) => plainRecord('Sandbox', namespace, id),
}
