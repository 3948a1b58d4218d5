/**
 * Edges that each kind of record adds for itself:
 *
 * 1. a lease to its resources; a flat lease to their flat twins, except ingests;
 * 2. a snapshot to its parent, an image to its target, a container to its snapshot, an ingest to the blob it expects;
 * 3. edges from labels (`label-edges.ts`);
 * 4. to a stream or mount, from the lease under which it was created.
 */
import { addEdge } from '../../internal/graph.js'
import type { Policy } from '../policy.js'
import { snapshotKey } from '../record.js'
import type { Container, FsSnapshot, Image, Ingest, Lease, LeaseResource, Sandbox } from '../snapshot.js'
import { type NamespaceIndex, find } from './node-index.js'
import { type GraphBuilder, addReference, addSnapshotReference } from './builder.js'
import { addLabelEdges } from './label-edges.js'
import { edge, tagOf } from './graph.js'
import { type LabelSets, isFlat, textOr } from './label-sets.js'

/** What adding edges needs. */
export interface EdgeContext {
  readonly policy: Policy
  readonly reads: LabelSets
  readonly epochMillis: number
  /** How far the flat twins are off; zero when there is none. */
  readonly flatOffset: number
  readonly builder: GraphBuilder
}

export const addLeaseEdges = (context: EdgeContext, space: NamespaceIndex, node: number, lease: Lease): void => {
  if (lease.resources._tag === 'Unknown') return
  const offset = isFlat(lease.labels) ? context.flatOffset : 0
  for (const resource of lease.resources.value) {
    const { target, waiting } = context.builder
    const before: BuilderLength = { edges: target.length, missing: waiting.missing.length }
    addResourceEdge(context, space, node, resource)
    if (offset > 0 && resource.type !== 'ingests') makeEdgeFlat(context.builder, before, offset)
  }
}

const addResourceEdge = (
  { builder, policy }: EdgeContext,
  space: NamespaceIndex,
  node: number,
  { type, id }: LeaseResource,
): void => {
  const tag = tagOf(edge.leased)
  if (type === 'content') addReference(builder, node, 'Content', space.keyIndexes.Content, id, tag)
  else if (type === 'ingests') addReference(builder, node, 'Ingest', space.keyIndexes.Ingest, id, tag)
  else if (type === 'images') {
    if (policy.imagesCollected) addReference(builder, node, 'Image', space.keyIndexes.Image, id, tag)
  } else addSnapshotReference(builder, space, node, type.slice('snapshots/'.length), id, tag)
}

interface BuilderLength {
  readonly edges: number
  readonly missing: number
}

/**
 * Redirects the edge that was just added to the flat twin; a flat name without a record has no edges. What the
 * rules leave out has added none.
 */
const makeEdgeFlat = ({ target, waiting }: GraphBuilder, before: BuilderLength, offset: number): void => {
  if (target.length > before.edges) {
    target.values[before.edges] = (target.values[before.edges] ?? 0) + offset
    return
  }
  const missing = waiting.missing.length > before.missing ? waiting.missing.pop() : undefined
  if (missing !== undefined) waiting.flatMissing.push(missing)
}

/** True when the snapshot has a root label. */
export const addSnapshotEdges = (
  { builder, reads }: EdgeContext,
  space: NamespaceIndex,
  node: number,
  snapshot: FsSnapshot,
): boolean => {
  const { snapshotter, parent, labels } = snapshot
  if (parent !== '') addSnapshotReference(builder, space, node, snapshotter, parent, tagOf(edge.parent))
  return addLabelEdges(builder, space, node, labels, reads.snapshot)
}

export const addIngestEdges = (
  { builder }: EdgeContext,
  space: NamespaceIndex,
  node: number,
  { expected }: Ingest,
): void => {
  const digest = textOr(expected)
  if (digest !== '') addReference(builder, node, 'Content', space.keyIndexes.Content, digest, tagOf(edge.expected))
}

/** Back references count on expired images only; the others need none. */
export const addImageEdges = (
  { builder, reads }: EdgeContext,
  space: NamespaceIndex,
  node: number,
  { target, labels }: Image,
  isExpired: boolean,
): void => {
  addReference(builder, node, 'Content', space.keyIndexes.Content, target, tagOf(edge.imageTarget))
  addLabelEdges(builder, space, node, labels, isExpired ? reads.imageExpired : reads.imageUnexpired)
}

export const addContainerEdges = (
  context: EdgeContext,
  space: NamespaceIndex,
  node: number,
  container: Container,
): void => {
  const { snapshotter, labels } = container
  if (snapshotter !== '') {
    // The two are joined by `/` and cut at the first one, wherever it comes from.
    const name = snapshotKey(snapshotter, container.snapshotKey)
    const cut = name.indexOf('/')
    const [before, behind] = [name.slice(0, cut), name.slice(cut + 1)]
    addSnapshotReference(context.builder, space, node, before, behind, tagOf(edge.containerSnapshot))
  }
  addLabelEdges(context.builder, space, node, labels, context.reads.container)
}

export const addSandboxEdges = (
  { builder, reads }: EdgeContext,
  space: NamespaceIndex,
  node: number,
  { labels }: Sandbox,
): void => {
  addLabelEdges(builder, space, node, labels, reads.sandbox)
}

/** Leads from a lease, if it exists, to a stream or mount that was created under it. */
export const addLeasedEdge = (builder: GraphBuilder, space: NamespaceIndex, node: number, lease: string): void => {
  const holder = find(space.keyIndexes.Lease, lease)
  if (holder >= 0) addEdge(builder.further, holder, node, tagOf(edge.leased))
}
