/**
 * Turns a node's number into the node that plans name.
 */
import {
  type Node,
  type Target,
  fsSnapshotRecord,
  plainRecord,
  putFsSnapshotRecords,
  putPlainRecords,
} from '../record.js'
import { type NodeIndex, type NamespaceIndex, find, findSnapshot, kinds, locate, namespaceNamed } from './node-index.js'
import type { Graph } from './graph.js'
import { elementAt } from '../../internal/lists.js'

/** Every node of an index, by number. */
export const allNodes = (nodeIndex: NodeIndex): ReadonlyArray<Node> => {
  const nodes = new Array<Node>(nodeIndex.size)
  for (const { name, groups, snapshots } of nodeIndex.namespaces) {
    for (const kind of kinds)
      if (kind !== 'FsSnapshot') putPlainRecords(nodes, groups[kind].start, groups[kind].keys, kind, name)
    for (const [snapshotter, { start, numbers }] of snapshots)
      putFsSnapshotRecords(nodes, start, numbers.keys, name, snapshotter)
  }
  return nodes
}

/** The node of one number of the index. */
export const nodeOf = (graph: Graph, number: number): Node => {
  const { space, kind, index } = locate(graph.nodeIndex, number)
  const key = elementAt(space.groups[kind].keys, index)
  if (kind !== 'FsSnapshot') return plainRecord(kind, space.name, key)
  const { snapshotter } = elementAt(space.groups.FsSnapshot.items, index)
  return fsSnapshotRecord(space.name, snapshotter, key)
}

/** The node of a number past the index: a flat twin, or a name without a record. */
export const virtualNode = (graph: Graph, number: number): Node => {
  const { size } = graph.nodeIndex
  if (number < size + graph.flatOffset) return nodeOf(graph, number - graph.flatOffset)
  const { space, name } = elementAt(graph.missingNodes, number - size - graph.flatOffset)
  return missingNode(space, name)
}

/** The node of a name without a record: kind, blank, key. */
export const missingNode = (space: NamespaceIndex, name: string): Node => {
  const blank = name.indexOf(' ')
  const kind = kinds.find((each) => each === name.slice(0, blank)) ?? 'Content'
  const key = name.slice(blank + 1)
  if (kind !== 'FsSnapshot') return plainRecord(kind, space.name, key)
  const slash = key.indexOf('/')
  return fsSnapshotRecord(space.name, key.slice(0, slash), key.slice(slash + 1))
}

/** The record behind a number that is known to be neither a container nor a sandbox. */
export const targetAt = (nodes: ReadonlyArray<Node>, number: number): Target => nodes[number] as Target

/** The number of a node; -1 when it is not in the index. */
export const numberOf = (graph: Graph, node: Node): number => {
  const space = namespaceNamed(graph.nodeIndex, node.namespace)
  if (space === undefined) return -1
  return node._tag === 'FsSnapshot'
    ? findSnapshot(space, node.snapshotter, node.key)
    : find(space.keyIndexes[node._tag], node.key)
}
