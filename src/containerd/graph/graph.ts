/**
 * The reference graph of a snapshot. Nodes are integers: first all records of the census, then the flat twins if any
 * lease is flat, then names without a record that back references use. Anchors (containers, sandboxes and, where the
 * policy does not collect them, images) are nodes as well, without incoming edges.
 */
import { type Adjacency, type References, eachEdge } from '../../internal/graph.js'
import type { Windows } from '../labels/condition.js'
import type { NodeIndex, NamespaceIndex } from './node-index.js'
import { compareText, elementAt } from '../../internal/lists.js'

/** A reference that holds in windows of time, from a normal node to a snapshot. */
export interface ConditionalEdge {
  readonly source: number
  readonly target: number
  readonly tag: number
  readonly windows: Windows
}

/** A name without a record that back references use: kind, blank, key. */
export interface MissingNode {
  readonly space: NamespaceIndex
  readonly name: string
}

/** Everything about holding that one snapshot says. */
export interface Graph {
  readonly nodeIndex: NodeIndex
  /** How many nodes there are. */
  readonly size: number
  /** The flat twin of a node is this many further on; zero when there is none. */
  readonly flatOffset: number
  /** Keys of labels, by the places in the tags of edges. */
  readonly labelKeys: ReadonlyArray<string>
  /** The last nodes, in the order of their numbers. */
  readonly missingNodes: ReadonlyArray<MissingNode>
  /** Unconditional edges that records add for themselves, without back references. */
  readonly forward: Adjacency
  /** Edges that are stated elsewhere: back references, streams and mounts of leases, and all edges to nameless nodes. */
  readonly further: Adjacency | null
  readonly conditional: ReadonlyArray<ConditionalEdge>
  /** Roots that are nodes of their own accord, in ascending order. */
  readonly roots: ReadonlyArray<number>
  /** Leases and images that have expired, in ascending order. */
  readonly expired: ReadonlyArray<number>
  /** The first millisecond after the snapshot's at which a lease, image or ingest is past its time. */
  readonly nextExpiry: number
}

/** The edges of a graph, conditional ones left out. */
export const unconditional = (graph: Graph): References => {
  const { forward, further, flatOffset } = graph
  const nodeCount = graph.nodeIndex.size
  return (node, visit) => {
    if (node >= nodeCount && node < nodeCount + flatOffset) {
      flatEdge(graph, node, visit)
      return
    }
    if (further !== null) eachEdge(further, node, visit)
    if (node < nodeCount) eachEdge(forward, node, visit)
  }
}

/** A flat node leads to its parent or target alone, which is its first edge, and that is flat as well. */
const flatEdge = ({ forward, flatOffset }: Graph, node: number, visit: Parameters<References>[1]): void => {
  const first = forward.start[node - flatOffset] ?? 0
  if (first === forward.start[node - flatOffset + 1]) return
  const tag = forward.tag[first] ?? 0
  if (kindOf(tag) === edge.parent || kindOf(tag) === edge.imageTarget)
    visit((forward.target[first] ?? 0) + flatOffset, tag)
}

/** Kinds of edges. The source holds the target. */
export const edge = {
  /** A forward label of the source. */
  label: 0,
  /** The target of an image. */
  imageTarget: 1,
  /** The parent of a snapshot. */
  parent: 2,
  /** The snapshot of a container. */
  containerSnapshot: 3,
  /** The digest that an ingest expects. */
  expected: 4,
  /** A resource, stream or mount of a lease. */
  leased: 5,
  /** A back reference: a label of the target names the source. */
  back: 6,
  /** A condition label of the source. */
  condition: 7,
} as const

/** One kind of {@link edge}. */
export type EdgeKind = (typeof edge)[keyof typeof edge]

/** Packs the tag of an edge; `place` is that of the label's key, -1 where no label makes it. */
export const tagOf = (kind: EdgeKind, place: number = -1): number => (place + 1) * 8 + kind

/** Kind of an edge. */
export const kindOf = (tag: number): EdgeKind => (tag & 7) as EdgeKind

/** Place of the key of its label. */
export const placeOf = (tag: number): number => (tag >> 3) - 1

/** Keys in order, and the place of each in that order, plus one, by its place of first sight, plus one. */
export interface RankedKeys {
  readonly ranked: ReadonlyArray<string>
  readonly ranks: Int32Array
}

/** Puts keys in order. */
export const rankKeys = (keys: ReadonlyArray<string>): RankedKeys => {
  const order = keys.map((_, place) => place).sort((a, b) => compareText(elementAt(keys, a), elementAt(keys, b)))
  const ranks = new Int32Array(keys.length + 1)
  order.forEach((place, rank) => (ranks[place + 1] = rank + 1))
  return { ranked: order.map((place) => elementAt(keys, place)), ranks }
}

/** A tag with the place of first sight of its key, with the place in order. */
export const rerank = ({ ranks }: RankedKeys, tag: number): number => (ranks[tag >> 3] ?? 0) * 8 + (tag & 7)

/** The same of many tags, in place. */
export const rerankAll = (keys: RankedKeys, tags: Int32Array): void => {
  for (let index = 0; index < tags.length; index++) tags[index] = rerank(keys, tags[index] ?? 0)
}
