/**
 * Answers which edges each kind of thing states about itself:
 *
 * 1. a lease leads to its resources; of a flat one to their flat twins, ingests excepted;
 * 2. a snapshot leads to its parent, an image to its target, a container to its snapshot, an ingest to what it expects;
 * 3. labels add to that (`draw-labels.ts`);
 * 4. a stream or mount is led to by the lease it was created under.
 */
import { addEdge } from '../../internal/adjacency.js'
import type { Policy } from '../policy.js'
import type { Container, FsSnapshot, Image, Ingest, Lease, LeaseResource, Sandbox } from '../snapshot.js'
import type { Space } from './census.js'
import { find } from './census.js'
import type { Draft } from './draft.js'
import { point, pointAtSnapshot } from './draft.js'
import { drawLabels } from './draw-labels.js'
import { edge, tagOf } from './edge.js'
import type { Readable } from './readable.js'
import { isFlat, statedText } from './readable.js'

/** What everybody draws with. */
export interface Drawing {
  readonly policy: Policy
  readonly reads: Readable
  readonly epochMillis: number
  /** How far the flat twins are off; zero when there is none. */
  readonly flatOffset: number
  readonly draft: Draft
}

export const drawLease = (drawing: Drawing, space: Space, node: number, lease: Lease): void => {
  if (lease.resources._tag === 'Unknown') return
  const offset = isFlat(lease.labels) ? drawing.flatOffset : 0
  for (const resource of lease.resources.value) {
    const { target, waiting } = drawing.draft
    const before: Drawn = { edges: target.length, nameless: waiting.nameless.length }
    drawResource(drawing, space, node, resource)
    if (offset > 0 && resource.type !== 'ingests') makeFlat(drawing.draft, before, offset)
  }
}

const drawResource = ({ draft, policy }: Drawing, space: Space, node: number, { type, id }: LeaseResource): void => {
  const tag = tagOf(edge.leased)
  if (type === 'content') point(draft, node, 'Content', space.registers.Content, id, tag)
  else if (type === 'ingests') point(draft, node, 'Ingest', space.registers.Ingest, id, tag)
  else if (type === 'images') {
    if (policy.imagesCollected) point(draft, node, 'Image', space.registers.Image, id, tag)
  } else pointAtSnapshot(draft, space, node, type.slice('snapshots/'.length), id, tag)
}

/** How much was drawn so far. */
interface Drawn {
  readonly edges: number
  readonly nameless: number
}

/**
 * Turns the edge that was just added to the flat twin; a flat name that nobody bears leads nowhere. What the rules leave out
 * has added none.
 */
const makeFlat = ({ target, waiting }: Draft, before: Drawn, offset: number): void => {
  if (target.length > before.edges) {
    target.values[before.edges] = (target.values[before.edges] as number) + offset
    return
  }
  const missing = waiting.nameless.length > before.nameless ? waiting.nameless.pop() : undefined
  if (missing !== undefined) waiting.flatNameless.push(missing)
}

/** True when the snapshot has a root label. */
export const drawSnapshot = ({ draft, reads }: Drawing, space: Space, node: number, snapshot: FsSnapshot): boolean => {
  const { snapshotter, parent, labels } = snapshot
  if (parent !== '') pointAtSnapshot(draft, space, node, snapshotter, parent, tagOf(edge.parent))
  return drawLabels(draft, space, node, labels, reads.snapshot)
}

export const drawIngest = ({ draft }: Drawing, space: Space, node: number, { expected }: Ingest): void => {
  const digest = statedText(expected)
  if (digest !== '') point(draft, node, 'Content', space.registers.Content, digest, tagOf(edge.expected))
}

/** Back references count on expired images only; the others need none. */
export const drawImage = (
  { draft, reads }: Drawing,
  space: Space,
  node: number,
  { target, labels }: Image,
  isExpired: boolean,
): void => {
  point(draft, node, 'Content', space.registers.Content, target, tagOf(edge.imageTarget))
  drawLabels(draft, space, node, labels, isExpired ? reads.imageExpired : reads.imageUnexpired)
}

export const drawContainer = (drawing: Drawing, space: Space, node: number, container: Container): void => {
  const { snapshotter, snapshotKey, labels } = container
  if (snapshotter !== '') {
    // The two are joined by `/` and cut at the first one, wherever it comes from.
    const name = `${snapshotter}/${snapshotKey}`
    const cut = name.indexOf('/')
    const [before, behind] = [name.slice(0, cut), name.slice(cut + 1)]
    pointAtSnapshot(drawing.draft, space, node, before, behind, tagOf(edge.containerSnapshot))
  }
  drawLabels(drawing.draft, space, node, labels, drawing.reads.container)
}

export const drawSandbox = ({ draft, reads }: Drawing, space: Space, node: number, { labels }: Sandbox): void => {
  drawLabels(draft, space, node, labels, reads.sandbox)
}

/** Leads from a lease, if it exists, to a stream or mount that was created under it. */
export const drawLeased = (draft: Draft, space: Space, node: number, lease: string): void => {
  const holder = find(space.registers.Lease, lease)
  if (holder >= 0) addEdge(draft.further, holder, node, tagOf(edge.leased))
}
