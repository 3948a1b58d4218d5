/**
 * Graphs of dense integers: their adjacency lists, what is reachable, strongly connected components, and groups of
 * connected nodes. Nothing recurses, so that chains of any length work.
 */
import { elementAt } from './lists.js'

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

/**
 * Calls `visit` for every edge of a node; the tag tells edges apart for the caller. It must give the same edges until the
 * marks were used.
 */
export type References = (node: number, visit: (target: number, tag: number) => void) => void

/**
 * What was reached, and how, filled by {@link seed} and {@link spread}: breadth first, so that each mark lies on a shortest
 * path. Of several shortest paths, the one over the smallest number at each step counts, and of equal edges the smallest
 * tag; the order of edges makes no difference.
 */
export interface Marks {
  /** The node each node was first reached from, {@link itself} for a seed, minus two otherwise. */
  readonly from: Int32Array
  /** Tag of the edge by which it was first reached. */
  readonly tag: Int32Array
  /** Marked nodes in the order they were reached. */
  readonly order: Int32Array
  /** How many of them there are. */
  count: number
}

const unmarked = -2
/** In {@link Marks.from}: the node is a seed. */
export const itself = -1

/** Marks of no node, for nodes below `size`. */
export const noMarks = (size: number): Marks => ({
  from: new Int32Array(size).fill(unmarked),
  tag: new Int32Array(size),
  order: new Int32Array(size),
  count: 0,
})

/** True when a node was reached. */
export const isMarked = (marks: Marks, node: number): boolean => marks.from[node] !== unmarked

/** Marks one node unless it is marked; {@link spread} goes on from it. */
export const seed = (marks: Marks, node: number, from: number, tag: number): void => {
  if (marks.from[node] !== unmarked) {
    if (marks.from[node] === from && tag < (marks.tag[node] ?? 0)) marks.tag[node] = tag
    return
  }
  marks.from[node] = from
  marks.tag[node] = tag
  marks.order[marks.count++] = node
}

/** Marks all that is reachable from the nodes that were marked since `start`, never entering barred nodes. */
export const spread = (
  marks: Marks,
  references: References,
  start: number = 0,
  isBarred: ((node: number) => boolean) | null = null,
): void => {
  const { from, tag, order } = marks
  let count = marks.count
  let holder = 0
  const visit = (target: number, edge: number): void => {
    const before = from[target]
    if (before !== unmarked) {
      if (before === holder && edge < (tag[target] ?? 0)) tag[target] = edge
      return
    }
    if (isBarred !== null && isBarred(target)) return
    from[target] = holder
    tag[target] = edge
    order[count++] = target
  }
  for (let next = start, end = count; next < end; end = count) {
    // Sorting a distance costs less than it saves: the edges of neighbours lie side by side.
    if (end - next > 1) order.subarray(next, end).sort()
    for (; next < end; next++) {
      holder = order[next] ?? 0
      references(holder, visit)
    }
  }
  marks.count = count
}

/** Undoes every mark set since `start`. */
export const unmarkFrom = (marks: Marks, start: number): void => {
  for (let index = start; index < marks.count; index++) marks.from[marks.order[index] ?? 0] = unmarked
  marks.count = start
}
