/**
 * Builds the graph of a snapshot. Records are visited once, in census order, and add their own edges (`edges.ts`);
 * roots and expired holders are noted on the way. Back references, and edges to names without a record, are resolved
 * at the end of each namespace.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots, references
 */
import { adjacency } from '../../internal/graph.js'
import { elementAt } from '../../internal/lists.js'
import { valuesOf } from '../../internal/column.js'
import { pastFrom } from '../labels/timestamp.js'
import type { Policy } from '../policy.js'
import type { NodeIndex, NamespaceIndex } from './node-index.js'
import { type GraphBuilder, graphBuilder, endNamespace } from './builder.js'
import { addLabelEdges } from './label-edges.js'
import {
  type EdgeContext,
  addContainerEdges,
  addImageEdges,
  addIngestEdges,
  addLeaseEdges,
  addLeasedEdge,
  addSandboxEdges,
  addSnapshotEdges,
} from './edges.js'
import { type Graph, rankKeys, rerank, rerankAll } from './graph.js'
import { expiredFrom, rootUntil } from './expiry.js'
import { isFlat, labelSets, textOr } from './label-sets.js'

/** The graph of a census, as it stands at a millisecond. */
export const buildGraph = (policy: Policy, nodeIndex: NodeIndex, epochMillis: number): Graph => {
  const flatOffset = hasFlatLease(nodeIndex) ? nodeIndex.size : 0
  const builder = graphBuilder(nodeIndex.size, nodeIndex.size + flatOffset)
  const context: EdgeContext = { policy, reads: labelSets(policy), epochMillis, flatOffset, builder }
  for (const space of nodeIndex.namespaces) {
    visitLeases(context, space)
    visitSnapshots(context, space)
    visitIngests(context, space)
    visitContent(context, space)
    visitImages(context, space)
    visitContainers(context, space)
    visitStreams(context, space)
    visitMounts(context, space)
    visitSandboxes(context, space)
    endNamespace(builder, space)
  }
  return graphOf(builder, nodeIndex, flatOffset)
}

const graphOf = (builder: GraphBuilder, nodeIndex: NodeIndex, flatOffset: number): Graph => {
  const keys = rankKeys(builder.labelKeys.keys)
  const further = builder.further.source.length === 0 ? null : adjacency(builder.free, builder.further)
  const tag = valuesOf(builder.tag)
  rerankAll(keys, tag)
  if (further !== null) rerankAll(keys, further.tag)
  return {
    nodeIndex,
    size: builder.free,
    flatOffset,
    labelKeys: keys.ranked,
    missingNodes: builder.missingNodes,
    forward: { start: builder.start, target: valuesOf(builder.target), tag },
    further,
    conditional: builder.conditional.map((conditional) => ({ ...conditional, tag: rerank(keys, conditional.tag) })),
    roots: builder.roots,
    expired: builder.expired,
    nextExpiry: builder.nextExpiry,
  }
}

/** True when some lease makes flat twins of what it holds. */
const hasFlatLease = (nodeIndex: NodeIndex): boolean =>
  nodeIndex.namespaces.some(({ groups }) => groups.Lease.items.some(({ labels }) => isFlat(labels)))

const endNode = (builder: GraphBuilder, node: number): void => {
  builder.start[node + 1] = builder.target.length
}

const visitLeases = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Lease
  items.forEach((lease, index) => {
    rootUntil(context, start + index, expiredFrom(lease.labels))
    addLeaseEdges(context, space, start + index, lease)
    endNode(context.builder, start + index)
  })
}

const visitSnapshots = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.FsSnapshot
  for (let index = 0; index < items.length; index++) {
    const node = start + index
    const snapshot = elementAt(items, index)
    if (addSnapshotEdges(context, space, node, snapshot)) context.builder.roots.push(node)
    endNode(context.builder, node)
  }
}

const visitIngests = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Ingest
  items.forEach((ingest, index) => {
    const expireAt = textOr(ingest.expireAt)
    if (expireAt !== '') rootUntil(context, start + index, pastFrom(expireAt))
    addIngestEdges(context, space, start + index, ingest)
    endNode(context.builder, start + index)
  })
}

const visitContent = ({ builder, reads }: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Content
  for (let index = 0; index < items.length; index++) {
    const node = start + index
    const { labels } = elementAt(items, index)
    if (addLabelEdges(builder, space, node, labels, reads.content)) builder.roots.push(node)
    endNode(builder, node)
  }
}

const visitImages = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Image
  for (let index = 0; index < items.length; index++) {
    const node = start + index
    const image = elementAt(items, index)
    const from = context.policy.imagesCollected ? expiredFrom(image.labels) : Infinity
    rootUntil(context, node, from)
    addImageEdges(context, space, node, image, from <= context.epochMillis)
    endNode(context.builder, node)
  }
}

const visitContainers = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Container
  items.forEach((container, index) => {
    context.builder.roots.push(start + index)
    addContainerEdges(context, space, start + index, container)
    endNode(context.builder, start + index)
  })
}

const visitStreams = ({ builder, policy }: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Stream
  items.forEach(({ lease }, index) => {
    if (policy.streams && space.inMetadata) {
      if (lease === '') builder.roots.push(start + index)
      else addLeasedEdge(builder, space, start + index, lease)
    }
    endNode(builder, start + index)
  })
}

const visitMounts = ({ builder, policy, reads }: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Mount
  items.forEach(({ lease, labels }, index) => {
    if (policy.mounts && space.inMetadata) {
      const holder = textOr(lease)
      if (holder !== '') addLeasedEdge(builder, space, start + index, holder)
      addLabelEdges(builder, space, start + index, labels, reads.mount)
    }
    endNode(builder, start + index)
  })
}

const visitSandboxes = (context: EdgeContext, space: NamespaceIndex): void => {
  const { start, items } = space.groups.Sandbox
  items.forEach((sandbox, index) => {
    if (context.policy.sandboxLabels) context.builder.roots.push(start + index)
    addSandboxEdges(context, space, start + index, sandbox)
    endNode(context.builder, start + index)
  })
}
