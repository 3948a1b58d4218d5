/**
 * Graphs of dense integers: their adjacency lists, strongly connected components, and groups of connected nodes. Nothing
 * recurses, so that chains of any length work.
 */
import { elementAt } from './access.js'

/**
 * Edges grouped by the node they begin at, in the order in which they were found: those of node n lie at `start[n]` up to
 * `start[n + 1]`.
 */
export interface Adjacency {
  readonly start: Int32Array
  readonly target: Int32Array
  readonly tag: Int32Array
}

/** Edges in the order found, one per index. */
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

/** Edges that leave a node: those of node n lie in `target` at `start[n]` up to `start[n + 1]`. */
export interface Edges {
  readonly start: Int32Array
  readonly target: Int32Array
}

const unseen = -1

/**
 * The components of more than one node. Nodes of a component in ascending order, components by their first node.
 */
export const cyclicComponents = (size: number, { start, target }: Edges): ReadonlyArray<ReadonlyArray<number>> => {
  const found: (readonly number[])[] = []
  const order = new Int32Array(size).fill(unseen)
  const low = new Int32Array(size)
  const next = start.slice(0, size)
  const isOpen = new Uint8Array(size)
  const open: number[] = []
  const path: number[] = []
  let count = 0
  const enter = (node: number): void => {
    order[node] = low[node] = count++
    isOpen[node] = 1
    open.push(node)
    path.push(node)
  }
  const leave = (node: number): void => {
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0)
    if (low[node] !== order[node]) return
    const component = open.splice(open.lastIndexOf(node))
    for (const member of component) isOpen[member] = 0
    if (component.length > 1) found.push(component.sort((a, b) => a - b))
  }
  for (let root = 0; root < size; root++) {
    if (order[root] !== unseen) continue
    enter(root)
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const edge = next[node] ?? 0
      if (edge === start[node + 1]) {
        leave(node)
        continue
      }
      next[node] = edge + 1
      const other = target[edge] ?? 0
      if (order[other] === unseen) enter(other)
      else if (isOpen[other] === 1) low[node] = Math.min(low[node] ?? 0, order[other] ?? 0)
    }
  }
  return found.sort(([a = 0], [b = 0]) => a - b)
}

/** Groups of connected nodes (union-find); edges count in both directions. */
export interface Groups {
  /** The parent of each node; the representative of a group is its own parent. */
  readonly towards: Int32Array
}

/** This many nodes, each in its own group. */
export const separate = (size: number): Groups => {
  const towards = new Int32Array(size)
  for (let node = 0; node < size; node++) towards[node] = node
  return { towards }
}

/** The representative of a node's group. */
export const groupOf = ({ towards }: Groups, node: number): number => {
  let at = node
  for (let next = towards[at] as number; next !== at; next = towards[at] as number) {
    // Halves the way for whoever comes next.
    towards[at] = towards[next] as number
    at = next
  }
  return at
}

/** Merges the groups of two nodes. */
export const join = (groups: Groups, one: number, other: number): void => {
  groups.towards[groupOf(groups, one)] = groupOf(groups, other)
}
