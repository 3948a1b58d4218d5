/**
 * Answers which records take room, and how much.
 */
import type { Int64 } from '../../core/int64.js'
import type { NodeIndex, NamespaceIndex } from '../graph/node-index.js'
import { locate } from '../graph/node-index.js'
import type { Content, FsSnapshot } from '../snapshot.js'

/** A record that takes room; of unknown size where that is undefined. */
export type Sized = (node: number, size: Int64 | undefined, space: NamespaceIndex, digest: string | null) => void

/** Calls `visit` for every blob and snapshot of a census. */
export const eachSized = (nodeIndex: NodeIndex, visit: Sized): void => {
  for (const space of nodeIndex.namespaces) {
    const { Content: content, FsSnapshot: snapshots } = space.groups
    for (let index = 0; index < content.items.length; index++) {
      const { size, digest } = content.items[index] as Content
      visit(content.start + index, size, space, digest)
    }
    for (let index = 0; index < snapshots.items.length; index++)
      visit(snapshots.start + index, usageOf(snapshots.items[index] as FsSnapshot), space, null)
  }
}

/** Calls `visit` for one record, if it takes room. */
export const visitSized = (nodeIndex: NodeIndex, node: number, visit: Sized): void => {
  const { space, kind, index } = locate(nodeIndex, node)
  if (kind === 'Content') {
    const { size, digest } = space.groups.Content.items[index] as Content
    visit(node, size, space, digest)
  } else if (kind === 'FsSnapshot')
    visit(node, usageOf(space.groups.FsSnapshot.items[index] as FsSnapshot), space, null)
}

/** Bytes of a snapshot, observed or stated. */
export const usageOf = ({ usage }: FsSnapshot): Int64 | undefined =>
  usage === undefined || usage._tag === 'Unknown' ? undefined : usage.value
