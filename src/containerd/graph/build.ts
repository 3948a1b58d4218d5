/**
 * Answers how a snapshot becomes a graph. Everybody is visited once, in the order of the census, and draws the edges it
 * states (`draw.ts`); roots and expired holders are noted on the way. Back references and edges to names that nobody
 * bears are joined when their namespace is through.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots, references
 */
import { adjacency } from '../../internal/adjacency.js'
import { valuesOf } from '../../internal/column.js'
import { pastFrom } from '../labels/timestamp.js'
import type { Policy } from '../policy.js'
import type { Census, Space } from './census.js'
import type { Draft } from './draft.js'
import { emptyDraft, endSpace } from './draft.js'
import { drawLabels } from './draw-labels.js'
import type { Drawing } from './draw.js'
import { drawContainer, drawImage, drawIngest, drawLease, drawLeased, drawSandbox, drawSnapshot } from './draw.js'
import { rankKeys } from './edge.js'
import type { Graph } from './graph.js'
import { expiredFrom, isFlat, readable, statedText } from './readable.js'

/** The graph of a census, as it stands at a millisecond. */
export const buildGraph = (policy: Policy, census: Census, epochMillis: number): Graph => {
  const flatOffset = hasFlatLease(census) ? census.size : 0
  const draft = emptyDraft(census.size, census.size + flatOffset)
  const drawing: Drawing = { policy, reads: readable(policy), epochMillis, flatOffset, draft }
  for (const space of census.spaces) {
    visitLeases(drawing, space)
    visitSnapshots(drawing, space)
    visitIngests(drawing, space)
    visitContent(drawing, space)
    visitImages(drawing, space)
    visitContainers(drawing, space)
    visitStreams(drawing, space)
    visitMounts(drawing, space)
    visitSandboxes(drawing, space)
    endSpace(draft, space)
  }
  return graphOf(draft, census, flatOffset)
}

const graphOf = (draft: Draft, census: Census, flatOffset: number): Graph => {
  const { ranked, rerank, rerankAll } = rankKeys(draft.book.keys)
  const further = draft.further.source.length === 0 ? null : adjacency(draft.free, draft.further)
  const tag = valuesOf(draft.tag)
  rerankAll(tag)
  if (further !== null) rerankAll(further.tag)
  return {
    census,
    size: draft.free,
    flatOffset,
    labelKeys: ranked,
    nameless: draft.nameless,
    forward: { start: draft.start, target: valuesOf(draft.target), tag },
    further,
    conditional: draft.conditional.map((conditional) => ({ ...conditional, tag: rerank(conditional.tag) })),
    roots: draft.roots,
    expired: draft.expired,
    nextExpiry: draft.nextExpiry,
  }
}

/** True when some lease makes flat twins of what it holds. */
const hasFlatLease = (census: Census): boolean =>
  census.spaces.some(({ groups }) => groups.Lease.items.some(({ labels }) => isFlat(labels)))

/** Nothing more begins at a node. */
const through = (draft: Draft, node: number): void => {
  draft.start[node + 1] = draft.target.length
}

/** A root until its time is past. */
const expiring = ({ draft, epochMillis }: Drawing, node: number, from: number): void => {
  if (from <= epochMillis) draft.expired.push(node)
  else {
    draft.roots.push(node)
    if (from < draft.nextExpiry) draft.nextExpiry = from
  }
}

const visitLeases = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.Lease
  items.forEach((lease, index) => {
    expiring(drawing, start + index, expiredFrom(lease.labels))
    drawLease(drawing, space, start + index, lease)
    through(drawing.draft, start + index)
  })
}

const visitSnapshots = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.FsSnapshot
  for (let index = 0; index < items.length; index++) {
    const node = start + index
    if (drawSnapshot(drawing, space, node, items[index] as (typeof items)[number])) drawing.draft.roots.push(node)
    through(drawing.draft, node)
  }
}

const visitIngests = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.Ingest
  items.forEach((ingest, index) => {
    const expireAt = statedText(ingest.expireAt)
    if (expireAt !== '') expiring(drawing, start + index, pastFrom(expireAt))
    drawIngest(drawing, space, start + index, ingest)
    through(drawing.draft, start + index)
  })
}

const visitContent = ({ draft, reads }: Drawing, space: Space): void => {
  const { start, items } = space.groups.Content
  for (let index = 0; index < items.length; index++) {
    const { labels } = items[index] as (typeof items)[number]
    if (drawLabels(draft, space, start + index, labels, reads.content)) draft.roots.push(start + index)
    through(draft, start + index)
  }
}

const visitImages = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.Image
  for (let index = 0; index < items.length; index++) {
    const image = items[index] as (typeof items)[number]
    const from = drawing.policy.imagesCollected ? expiredFrom(image.labels) : Infinity
    expiring(drawing, start + index, from)
    drawImage(drawing, space, start + index, image, from <= drawing.epochMillis)
    through(drawing.draft, start + index)
  }
}

const visitContainers = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.Container
  items.forEach((container, index) => {
    drawing.draft.roots.push(start + index)
    drawContainer(drawing, space, start + index, container)
    through(drawing.draft, start + index)
  })
}

const visitStreams = ({ draft, policy }: Drawing, space: Space): void => {
  const { start, items } = space.groups.Stream
  items.forEach(({ lease }, index) => {
    if (policy.streams && space.inMetadata) {
      if (lease === '') draft.roots.push(start + index)
      else drawLeased(draft, space, start + index, lease)
    }
    through(draft, start + index)
  })
}

const visitMounts = ({ draft, policy, reads }: Drawing, space: Space): void => {
  const { start, items } = space.groups.Mount
  items.forEach(({ lease, labels }, index) => {
    if (policy.mounts && space.inMetadata) {
      if (lease !== '') drawLeased(draft, space, start + index, lease)
      drawLabels(draft, space, start + index, labels, reads.mount)
    }
    through(draft, start + index)
  })
}

const visitSandboxes = (drawing: Drawing, space: Space): void => {
  const { start, items } = space.groups.Sandbox
  items.forEach((sandbox, index) => {
    if (drawing.policy.sandboxLabels) drawing.draft.roots.push(start + index)
    drawSandbox(drawing, space, start + index, sandbox)
    through(drawing.draft, start + index)
  })
}
