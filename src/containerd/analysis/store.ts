/**
 * A snapshot prepared for many changes, so that no change scans its lists. A list becomes a map when something in it
 * first changes, and is written back at the end.
 */
import { snapshotKey } from '../record.js'
import type { LeaseResource, Namespace, Snapshot } from '../snapshot.js'
import { type ItemOf, type Kind, listOf } from '../graph/node-index.js'

/** A snapshot that is being changed. */
export interface Store {
  at: Date
  readonly drafts: Map<string, NamespaceDraft>
}

/** A namespace that is being changed. */
export interface NamespaceDraft {
  readonly held: Namespace
  readonly lists: Map<Kind, Map<string, ItemOf<Kind>>>
  /** Resources of leases that were touched, by lease and {@link resourceKey}. */
  readonly resources: Map<string, Map<string, LeaseResource>>
  /** Number of children of each snapshot, by its key in the list; null until first needed. */
  children: Map<string, number> | null
}

/** A store of a sound snapshot. */
export const openStore = ({ at, namespaces }: Snapshot): Store => ({
  at,
  drafts: new Map(namespaces.map((held) => [held.name, draftOf(held)])),
})

/** A namespace of which nothing was changed yet. */
export const draftOf = (held: Namespace): NamespaceDraft => ({
  held,
  lists: new Map(),
  resources: new Map(),
  children: null,
})

/** Items of one kind, by key. */
export const itemsOf = <K extends Kind>({ held, lists }: NamespaceDraft, kind: K): Map<string, ItemOf<K>> => {
  const known = lists.get(kind)
  if (known !== undefined) return known
  const items = new Map((held[listOf[kind]] as ReadonlyArray<ItemOf<K>>).map((item) => [keyOf(item), item]))
  lists.set(kind, items)
  return items
}

/** Key of a resource among those of a lease. */
export const resourceKey = ({ type, id }: LeaseResource): string => `${type.length} ${type} ${id}`

/** How many snapshots have one for their parent. */
export const childrenOf = (draft: NamespaceDraft): Map<string, number> => {
  if (draft.children !== null) return draft.children
  const children = new Map<string, number>()
  for (const { snapshotter, parent } of itemsOf(draft, 'FsSnapshot').values())
    if (parent !== '') {
      const key = snapshotKey(snapshotter, parent)
      children.set(key, (children.get(key) ?? 0) + 1)
    }
  draft.children = children
  return children
}

/** The snapshot as it is now; what was not changed is the same as before. */
export const closeStore = ({ at, drafts }: Store): Snapshot => ({ at, namespaces: [...drafts.values()].map(written) })

const written = ({ held, lists, resources }: NamespaceDraft): Namespace => {
  if (lists.size === 0) return held
  const changed: Partial<Record<keyof Namespace, unknown>> = {}
  for (const [kind, items] of lists) changed[listOf[kind]] = [...items.values()]
  const leases = lists.get('Lease') as ReadonlyMap<string, ItemOf<'Lease'>> | undefined
  if (leases !== undefined && resources.size > 0)
    changed.leases = [...leases.values()].map((lease) => {
      const value = resources.get(lease.id)
      return value === undefined ? lease : { ...lease, resources: { ...lease.resources, value: [...value.values()] } }
    })
  return { ...held, ...(changed as Partial<Namespace>) }
}

const keyOf = (item: ItemOf<Kind>): string => {
  if ('key' in item) return snapshotKey(item.snapshotter, item.key)
  if ('digest' in item) return item.digest
  if ('ref' in item) return item.ref
  return 'id' in item ? item.id : item.name
}
