/**
 * Answers which edges leave a node, for edges that were found in any order: they are grouped by where they begin and
 * keep their order within.
 */

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
  for (const source of edges.source) start[source + 1] = (start[source + 1] as number) + 1
  for (let node = 0; node < size; node++) start[node + 1] = (start[node + 1] as number) + (start[node] as number)
  const free = start.slice()
  const target = new Int32Array(edges.source.length)
  const tag = new Int32Array(edges.source.length)
  edges.source.forEach((source, index) => {
    const place = free[source] as number
    free[source] = place + 1
    target[place] = edges.target[index] as number
    tag[place] = edges.tag[index] as number
  })
  return { start, target, tag }
}

/** Calls `visit` for every edge of a node. */
export const eachEdge = (
  { start, target, tag }: Adjacency,
  node: number,
  visit: (target: number, tag: number) => void,
): void => {
  const end = start[node + 1] as number
  for (let edge = start[node] as number; edge < end; edge++) visit(target[edge] as number, tag[edge] as number)
}
