/**
 * Applies one change to a store, and says whether it marks the store dirty: every later write then counts as a
 * deletion until a collection succeeds. A rejected change has no effect.
 */

import * as fp from '../../core/fp.js'
import type { Policy } from '../policy.js'
import { type Node, keyOf, snapshotKey } from '../record.js'
import { type DeletedKind, setsDirty } from '../scheduler/dirty.js'
import type { FsSnapshot, Labels } from '../snapshot.js'
import type { Change } from './change.js'
import { invalid } from './lease-resource.js'
import { type Done, changeResources, createLease } from './perform-lease.js'
import { type Store, childrenOf, itemsOf } from './store.js'

const clean = fp.right(false)

/** Makes one change. */
export const performChange = (policy: Policy, store: Store, change: Change): Done => {
  switch (change._tag) {
    case 'Remove':
      return remove(store, change.node)
    case 'LetTimePass': {
      const { until } = change
      if (until.getTime() < store.at.getTime())
        return fp.left(invalid('until', `not before ${store.at.toISOString()}`, until.toISOString()))
      store.at = until
      return clean
    }
    case 'CreateLease':
      return createLease(store, change)
    case 'AddLeaseResource':
      return changeResources(policy, store, change)
    case 'DropLeaseResource':
      return changeResources(policy, store, change)
    case 'SetLabels':
      return setLabels(store, change.node, change.labels)
  }
}

const notFound = (node: Node): Done => fp.left({ _tag: 'NotFound', node })

const deletedKinds: Partial<Record<Node['_tag'], DeletedKind>> = {
  Lease: 'lease',
  FsSnapshot: 'snapshot',
  Ingest: 'ingest',
  Content: 'content',
  Image: 'image',
  Container: 'container',
  Sandbox: 'sandbox',
}

const remove = ({ drafts }: Store, node: Node): Done => {
  const draft = drafts.get(node.namespace)
  const items = draft === undefined ? undefined : itemsOf(draft, node._tag)
  const key = keyOf(node)
  const item = items?.get(key)
  if (draft === undefined || items === undefined || item === undefined) return notFound(node)
  if (node._tag === 'FsSnapshot' && 'parent' in item) {
    const all = childrenOf(draft)
    const gone = goneChildrenOf(items, item)?.length ?? 0
    const children = (all.get(key) ?? 0) + gone
    if (children > 0) return fp.left({ _tag: 'HasChildren', node, children, gone })
    const over = snapshotKey(node.snapshotter, item.parent)
    all.set(over, (all.get(over) ?? 0) - 1)
  }
  items.delete(key)
  if (node._tag === 'Lease') draft.resources.delete(key)
  const kind = deletedKinds[node._tag]
  return fp.right(kind !== undefined && setsDirty({ _tag: 'Deleted', kind }))
}

const setLabels = ({ drafts }: Store, node: Node, labels: Labels): Done => {
  const { _tag } = node
  if (_tag === 'Lease' || _tag === 'Ingest' || _tag === 'Stream' || _tag === 'Mount')
    return fp.left({ _tag: 'Unimplemented', what: `labels of a ${_tag} that exists` })
  const draft = drafts.get(node.namespace)
  const items = draft === undefined ? undefined : itemsOf(draft, _tag)
  const item = items?.get(keyOf(node))
  if (items === undefined || item === undefined) return notFound(node)
  const all = new Map(item.labels)
  for (const [key, value] of labels)
    if (value === '') all.delete(key)
    else all.set(key, value)
  items.set(keyOf(node), { ...item, labels: [...all] })
  return fp.right(setsDirty({ _tag: 'Changed' }))
}

/** Children that a snapshot is still listed with though they are gone; undefined where nobody knows. */
const goneChildrenOf = (
  items: ReadonlyMap<string, unknown>,
  { snapshotter, goneChildren }: FsSnapshot,
): ReadonlyArray<string> | undefined =>
  goneChildren === undefined || goneChildren._tag === 'Unknown'
    ? undefined
    : goneChildren.value.filter((key) => !items.has(snapshotKey(snapshotter, key)))

/** True when containerd may refuse a change that is made here: nobody knows what a snapshot is still listed with. */
export const mayBeRefused = ({ drafts }: Store, change: Change): boolean => {
  if (change._tag !== 'Remove' || change.node._tag !== 'FsSnapshot') return false
  const draft = drafts.get(change.node.namespace)
  if (draft === undefined) return false
  const items = itemsOf(draft, 'FsSnapshot')
  const item = items.get(keyOf(change.node))
  return item !== undefined && goneChildrenOf(items, item) === undefined
}
