/**
 * Records that have a size, and the size of each.
 */
import type { Int64 } from '../../core/int64.js'
import { type NodeIndex, type NamespaceIndex, locate } from '../graph/node-index.js'
import type { FsSnapshot } from '../snapshot.js'
import { elementAt } from '../../internal/lists.js'

/** A record that takes room; of unknown size where that is undefined. */
export type Sized = (node: number, size: Int64 | undefined, space: NamespaceIndex, digest: string | null) => void

/** Calls `visit` for every blob and snapshot of a census. */
export const eachSized = (nodeIndex: NodeIndex, visit: Sized): void => {
  for (const space of nodeIndex.namespaces) {
    const { Content: content, FsSnapshot: snapshots } = space.groups
    for (let index = 0; index < content.items.length; index++) {
      const { size, digest } = elementAt(content.items, index)
      visit(content.start + index, size, space, digest)
    }
    for (let index = 0; index < snapshots.items.length; index++)
      visit(snapshots.start + index, usageOf(elementAt(snapshots.items, index)), space, null)
  }
}

/** Calls `visit` for one record, if it takes room. */
export const visitSized = (nodeIndex: NodeIndex, node: number, visit: Sized): void => {
  const { space, kind, index } = locate(nodeIndex, node)
  if (kind === 'Content') {
    const { size, digest } = elementAt(space.groups.Content.items, index)
    visit(node, size, space, digest)
  } else if (kind === 'FsSnapshot') visit(node, usageOf(elementAt(space.groups.FsSnapshot.items, index)), space, null)
}

/** Bytes of a snapshot, observed or stated. */
export const usageOf = ({ usage }: FsSnapshot): Int64 | undefined =>
  usage === undefined || usage._tag === 'Unknown' ? undefined : usage.value
