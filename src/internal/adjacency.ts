/**
 * Adjacency lists of a graph whose edges are found in any order: edges are grouped by source and keep their order
 * within.
 */
import { elementAt } from './element-at.js'

/** Edges grouped by the node they begin at: those of node n lie at `start[n]` up to `start[n + 1]`. */
export interface Adjacency {
  readonly start: Int32Array
  readonly target: Int32Array
  readonly tag: Int32Array
}

/** Edges as they were found, one per index. */
export interface EdgeList {
  readonly source: number[]
  readonly target: number[]
  readonly tag: number[]
}

/** A list without edges. */
export const noEdges = (): EdgeList => ({ source: [], target: [], tag: [] })

/** Adds an edge. */
export const addEdge = (edges: EdgeList, source: number, target: number, tag: number): void => {
  edges.source.push(source)
  edges.target.push(target)
  edges.tag.push(tag)
}

/** Groups edges between nodes below `size` by source. */
export const adjacency = (size: number, edges: EdgeList): Adjacency => {
  const start = new Int32Array(size + 1)
  for (const source of edges.source) start[source + 1] = (start[source + 1] ?? 0) + 1
  for (let node = 0; node < size; node++) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0)
  const free = start.slice()
  const target = new Int32Array(edges.source.length)
  const tag = new Int32Array(edges.source.length)
  edges.source.forEach((source, index) => {
    const place = free[source] ?? 0
    free[source] = place + 1
    target[place] = elementAt(edges.target, index)
    tag[place] = elementAt(edges.tag, index)
  })
  return { start, target, tag }
}

/** Calls `visit` for every edge of a node. */
export const eachEdge = (
  { start, target, tag }: Adjacency,
  node: number,
  visit: (target: number, tag: number) => void,
): void => {
  const end = start[node + 1] ?? 0
  for (let edge = start[node] ?? 0; edge < end; edge++) visit(target[edge] ?? 0, tag[edge] ?? 0)
}
