/**
 * The census: numbers every record, container and sandbox, so that nothing later depends on input order. Order: by
 * namespace, then leases, snapshots (by snapshotter), ingests, content, images, containers, streams, mounts and
 * sandboxes; names and keys by code unit.
 */
import { type Numbering, numberOfKey, numbering, compareText, elementAt, isWide } from '../../internal/lists.js'
import type { Namespace, Snapshot, Unseen } from '../snapshot.js'

/** Things of one kind in one namespace, by key; the number of an item is `start` plus its index. */
export interface Group<A> extends Ordered<A> {
  readonly start: number
}

/** Items in the order of their keys. */
interface Ordered<A> {
  readonly items: ReadonlyArray<A>
  /** Keys of the items. */
  readonly keys: ReadonlyArray<string>
  /** True when their order by bytes may be another. */
  readonly hasWideKeys: boolean
}

/** Things with a number by key, of one kind or, of snapshots, of one snapshotter; numbers begin at `start`. */
export interface KeyIndex {
  readonly start: number
  readonly numbers: Numbering
}

/** One namespace. */
export interface NamespaceIndex {
  readonly name: string
  readonly inMetadata: boolean
  readonly groups: { readonly [K in Kind]: Group<ItemOf<K>> }
  /** For all kinds but snapshots. */
  readonly keyIndexes: { readonly [K in Exclude<Kind, 'FsSnapshot'>]: KeyIndex }
  /** By snapshotter. */
  readonly snapshots: ReadonlyMap<string, KeyIndex>
  readonly unseen: ReadonlyArray<Unseen>
}

/** Every record, container and sandbox, numbered from zero up to `size`. */
export interface NodeIndex {
  readonly namespaces: ReadonlyArray<NamespaceIndex>
  readonly size: number
  /** False when two items of one list have the same key, or two namespaces the same name. */
  readonly distinct: boolean
}

/** What a number stands for. */
export type Kind = keyof typeof listOf

/** An item of the snapshot of that kind. */
export type ItemOf<K extends Kind> = Namespace[(typeof listOf)[K]][number]

/** The list of a namespace that holds each kind. */
export const listOf = {
  Lease: 'leases',
  FsSnapshot: 'snapshots',
  Ingest: 'ingests',
  Content: 'content',
  Image: 'images',
  Container: 'containers',
  Stream: 'streams',
  Mount: 'mounts',
  Sandbox: 'sandboxes',
} as const

/** All kinds, in the order of their numbers within a namespace. */
export const kinds: ReadonlyArray<Kind> = [
  'Lease',
  'FsSnapshot',
  'Ingest',
  'Content',
  'Image',
  'Container',
  'Stream',
  'Mount',
  'Sandbox',
]

/** Numbers every record, container and sandbox of a valid snapshot. */
export const indexNodes = (snapshot: Snapshot): NodeIndex => {
  const names = snapshot.namespaces.map(({ name }) => name)
  const namespaces: NamespaceIndex[] = []
  let size = 0
  let distinct = new Set(names).size === names.length
  for (const namespace of inOrder(snapshot.namespaces, nameOf).items) {
    const group = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): Group<A> => {
      const start = size
      size += items.length
      return { start, ...inOrder(items, keyOf) }
    }
    const leases = group(namespace.leases, idOf)
    const fsSnapshots = { start: size, ...snapshotsInOrder(namespace.snapshots) }
    size += namespace.snapshots.length
    const groups: NamespaceIndex['groups'] = {
      Lease: leases,
      FsSnapshot: fsSnapshots,
      Ingest: group(namespace.ingests, refOf),
      Content: group(namespace.content, digestOf),
      Image: group(namespace.images, nameOf),
      Container: group(namespace.containers, idOf),
      Stream: group(namespace.streams, nameOf),
      Mount: group(namespace.mounts, nameOf),
      Sandbox: group(namespace.sandboxes, idOf),
    }
    const snapshots = snapshotRegisters(fsSnapshots)
    const keyIndexes = {
      Lease: register(groups.Lease),
      Ingest: register(groups.Ingest),
      Content: register(groups.Content),
      Image: register(groups.Image),
      Container: register(groups.Container),
      Stream: register(groups.Stream),
      Mount: register(groups.Mount),
      Sandbox: register(groups.Sandbox),
    }
    distinct &&= [...snapshots.values(), ...Object.values(keyIndexes)].every(({ numbers }) => numbers.distinct)
    const { name, inMetadata } = namespace
    const unseen = (namespace.unseen ?? []).toSorted((a, b) => compareText(a.what, b.what))
    namespaces.push({ name, inMetadata, groups, keyIndexes, snapshots, unseen })
  }
  return { namespaces, size, distinct }
}

const nameOf = ({ name }: { readonly name: string }): string => name
const idOf = ({ id }: { readonly id: string }): string => id
const refOf = ({ ref }: ItemOf<'Ingest'>): string => ref
const digestOf = ({ digest }: ItemOf<'Content'>): string => digest

/** The number of the record with a key; -1 if there is none. */
export const find = ({ start, numbers }: KeyIndex, key: string): number => {
  const place = numberOfKey(numbers, key)
  return place < 0 ? -1 : start + place
}

/** The number of a snapshot; -1 when it does not exist. */
export const findSnapshot = (space: NamespaceIndex, snapshotter: string, key: string): number => {
  const register = space.snapshots.get(snapshotter)
  return register === undefined ? -1 : find(register, key)
}

/** Where a number belongs. */
export const locate = (nodeIndex: NodeIndex, node: number): { space: NamespaceIndex; kind: Kind; index: number } => {
  let low = 0
  let high = nodeIndex.namespaces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (elementAt(nodeIndex.namespaces, middle).groups.Lease.start <= node) low = middle
    else high = middle - 1
  }
  const space = elementAt(nodeIndex.namespaces, low)
  const kind = kinds.find((name) => node < space.groups[name].start + space.groups[name].items.length) ?? 'Sandbox'
  return { space, kind, index: node - space.groups[kind].start }
}

/** The namespace of a name, if it exists. */
export const namespaceNamed = ({ namespaces }: NodeIndex, name: string): NamespaceIndex | undefined => {
  let low = 0
  let high = namespaces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (elementAt(namespaces, middle).name < name) low = middle + 1
    else high = middle
  }
  return namespaces[low]?.name === name ? namespaces[low] : undefined
}

/** The item of the snapshot that a number stands for. */
export const itemAt = (nodeIndex: NodeIndex, node: number): ItemOf<Kind> => {
  const { space, kind, index } = locate(nodeIndex, node)
  return elementAt<ItemOf<Kind>>(space.groups[kind].items, index)
}

type Snapshots = Namespace['snapshots']

/** By code unit. The store keeps its keys in order, so that a snapshot taken from it costs one comparison per item. */
const inOrder = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): Ordered<A> => {
  const { keys, hasWideKeys, isAscending } = readKeys(items, keyOf)
  if (isAscending) return { items, keys, hasWideKeys }
  const order = keys.map((_, index) => index).sort((a, b) => compareText(elementAt(keys, a), elementAt(keys, b)))
  const ordered = order.map((index) => elementAt(items, index))
  return { items: ordered, keys: order.map((index) => elementAt(keys, index)), hasWideKeys }
}

/** Keys, and what is to be known of them, in one walk: to fetch a text from memory takes longer than all that is done with it. */
const readKeys = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): Omit<Ordered<A>, 'items'> & { readonly isAscending: boolean } => {
  const keys = new Array<string>(items.length)
  let [isAscending, hasWideKeys, before] = [true, false, '']
  for (let index = 0; index < items.length; index++) {
    const key = keyOf(elementAt(items, index))
    isAscending &&= before <= key
    hasWideKeys ||= isWide(key)
    keys[index] = before = key
  }
  return { keys, isAscending, hasWideKeys }
}

/** Snapshots in the order of their snapshotters and keys; those of each snapshotter begin at one of the `firsts`. */
interface OrderedSnapshots extends Ordered<Snapshots[number]> {
  readonly firsts: ReadonlyArray<number>
}

const snapshotsInOrder = (items: Snapshots): OrderedSnapshots => {
  const given = readSnapshots(items)
  return given.isAscending ? given : readSnapshots([...items].sort(compareSnapshots))
}

/** As {@link readKeys}. */
const readSnapshots = (items: Snapshots): OrderedSnapshots & { readonly isAscending: boolean } => {
  const keys = new Array<string>(items.length)
  const firsts: number[] = []
  let [isAscending, hasWideKeys, ofSnapshotter, before] = [true, false, '', '']
  for (let index = 0; index < items.length; index++) {
    const { snapshotter, key } = elementAt(items, index)
    if (snapshotter === ofSnapshotter) isAscending &&= before <= key
    else {
      isAscending &&= ofSnapshotter < snapshotter
      hasWideKeys ||= isWide(snapshotter)
      ofSnapshotter = snapshotter
      firsts.push(index)
    }
    hasWideKeys ||= isWide(key)
    keys[index] = before = key
  }
  return { items, keys, firsts, isAscending, hasWideKeys }
}

const compareSnapshots = (left: Snapshots[number], right: Snapshots[number]): number =>
  compareText(left.snapshotter, right.snapshotter) || compareText(left.key, right.key)

const register = ({ start, keys }: Group<unknown>): KeyIndex => ({ start, numbers: numbering(keys) })

const snapshotRegisters = ({
  start,
  items,
  keys,
  firsts,
}: OrderedSnapshots & { readonly start: number }): Map<string, KeyIndex> =>
  new Map(
    firsts.map((first, index) => {
      const own = firsts.length === 1 ? keys : keys.slice(first, firsts[index + 1])
      return [elementAt(items, first).snapshotter, { start: start + first, numbers: numbering(own) }]
    }),
  )
