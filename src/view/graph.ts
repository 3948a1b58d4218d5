/** A graph as interfaces lay it out: nodes and edges without positions, plain JSON, every text safe to show. */
import type { Picture, PictureCluster, PictureEdge, PictureNode } from '../core/picture.js'
import { safeText } from '../internal/safe-text.js'

/** One thing; all its texts are safe to show. */
export interface GraphNode extends PictureNode {
  /** The place of the wave that changes it first; null where none does. */
  readonly begins: number | null
  /** The place of the wave in which it goes; null where it does not. */
  readonly goes: number | null
  /** Data is lost with it. */
  readonly isLost: boolean
}

/** One line, from the holder to what it holds. */
export type GraphEdge = PictureEdge

/** Things and what holds them. */
export interface Graph {
  readonly clusters: ReadonlyArray<PictureCluster>
  readonly nodes: ReadonlyArray<GraphNode>
  readonly edges: ReadonlyArray<GraphEdge>
  /** How many nodes the graph leaves out. */
  readonly omitted: number
}

/** What is known of a node beside the picture. */
export type Fate = Pick<GraphNode, 'begins' | 'goes' | 'isLost'>

const noFate: Fate = { begins: null, goes: null, isLost: false }

/** A picture as a graph; fates by the ids of the picture. */
export const graphOf = ({ clusters, nodes, edges, omitted }: Picture, fates: ReadonlyMap<string, Fate>): Graph => ({
  clusters: clusters.map(({ id, label }) => ({ id: safeText(id), label: safeText(label) })),
  nodes: nodes.map(({ id, kind, label, state, isRoot, cluster, note, beside }) => ({
    id: safeText(id),
    kind: safeText(kind),
    label: safeText(label),
    state,
    isRoot,
    cluster: safeText(cluster),
    note: safeText(note),
    beside,
    ...(fates.get(id) ?? noFate),
  })),
  edges: edges.map(({ from, to, label, line }) => ({
    from: safeText(from),
    to: safeText(to),
    label: safeText(label),
    line,
  })),
  omitted,
})
