/**
 * Dominators of a graph of dense integers: the nodes that every path from the roots to another node passes. Algorithm
 * of Lengauer and Tarjan with path compression: m log n steps for m edges and n nodes. Nothing here recurses.
 */
import { type Column, append, column } from './column.js'

/** Calls `visit` for every node that a node leads to. */
export type Successors = (node: number, visit: (target: number) => void) => void

/**
 * The reachable nodes, numbered in the order of a depth-first walk. Place 0 is a virtual root; a dominator has a
 * smaller place than what it dominates.
 */
export interface Dominators {
  /** How many places there are. */
  readonly count: number
  /** Place of a node; zero when it is not reachable. */
  readonly placeOf: Int32Array
  /** By place, its immediate dominator. */
  readonly above: Int32Array
}

/** The dominators of what is reachable from the roots, among nodes below `size`. */
export const dominators = (size: number, roots: ReadonlyArray<number>, successors: Successors): Dominators => {
  const walk = walkFrom(size, roots, successors)
  const { count, placeOf, parent } = walk
  const { start, source } = predecessorsOf(walk)
  const forest = emptyForest(count)
  const above = new Int32Array(count)
  // Places that wait for their dominator, in chains by what they half-know of it.
  const firstWaiting = new Int32Array(count)
  const nextWaiting = new Int32Array(count)
  const { semi } = forest
  for (let place = count - 1; place > 0; place--) {
    const end = start[place + 1] ?? 0
    for (let edge = start[place] ?? 0; edge < end; edge++) {
      const best = semi[lowest(forest, source[edge] ?? 0)] ?? 0
      if (best < (semi[place] ?? 0)) semi[place] = best
    }
    const half = semi[place] ?? 0
    nextWaiting[place] = firstWaiting[half] ?? 0
    firstWaiting[half] = place
    const before = parent[place] ?? 0
    forest.ancestor[place] = before
    for (let waiting = firstWaiting[before] ?? 0; waiting !== 0; waiting = nextWaiting[waiting] ?? 0) {
      const low = lowest(forest, waiting)
      above[waiting] = (semi[low] ?? 0) < (semi[waiting] ?? 0) ? low : before
    }
    firstWaiting[before] = 0
  }
  for (let place = 1; place < count; place++)
    if (above[place] !== semi[place]) above[place] = above[above[place] ?? 0] ?? 0
  return { count, placeOf, above }
}

/** By place, the size of its subtree in the dominator tree. */
export const countsBelow = ({ count, above }: Dominators): Int32Array => {
  const counts = new Int32Array(count).fill(1)
  for (let place = count - 1; place > 0; place--) {
    const parent = above[place] ?? 0
    counts[parent] = (counts[parent] ?? 0) + (counts[place] ?? 0)
  }
  return counts
}

/** Sums figures over the subtree of each place. */
export const addUp = ({ count, above }: Dominators, figures: Float64Array): void => {
  for (let place = count - 1; place > 0; place--) {
    const parent = above[place] ?? 0
    figures[parent] = (figures[parent] ?? 0) + (figures[place] ?? 0)
  }
}

/** Preorder ranks: the subtree of a place has consecutive ranks and begins with its own. */
export const ranksOf = ({ count, above }: Dominators, counts: Int32Array): Int32Array => {
  const ranks = new Int32Array(count)
  const free = new Int32Array(count)
  free[0] = 1
  for (let place = 1; place < count; place++) {
    const parent = above[place] ?? 0
    const rank = free[parent] ?? 0
    ranks[place] = rank
    free[place] = rank + 1
    free[parent] = rank + (counts[place] ?? 0)
  }
  return ranks
}

interface Walk {
  readonly count: number
  readonly placeOf: Int32Array
  /** By place, its parent in the walk. */
  readonly parent: Int32Array
  /** All edges, each from a place to a node. */
  readonly from: Column
  readonly to: Column
}

/** Walks everything reachable, depth first; of the edges of a node, the last one comes first. */
const walkFrom = (size: number, roots: ReadonlyArray<number>, successors: Successors): Walk => {
  const placeOf = new Int32Array(size)
  const parent = new Int32Array(size + 1)
  const from = column(2 * size)
  const to = column(2 * size)
  const open = column(64)
  let here = 0
  const visit = (target: number): void => {
    if (placeOf[target] === 0) append(open, to.length)
    append(from, here)
    append(to, target)
  }
  for (const root of roots) visit(root)
  let count = 1
  while (open.length > 0) {
    const edge = open.values[--open.length] ?? 0
    const node = to.values[edge] ?? 0
    if (placeOf[node] !== 0) continue
    here = count++
    placeOf[node] = here
    parent[here] = from.values[edge] ?? 0
    successors(node, visit)
  }
  return { count, placeOf, parent, from, to }
}

const predecessorsOf = ({ count, placeOf, from, to }: Walk): { start: Int32Array; source: Int32Array } => {
  const start = new Int32Array(count + 1)
  for (let edge = 0; edge < to.length; edge++) {
    const next = (placeOf[to.values[edge] ?? 0] ?? 0) + 1
    start[next] = (start[next] ?? 0) + 1
  }
  for (let place = 0; place < count; place++) start[place + 1] = (start[place + 1] ?? 0) + (start[place] ?? 0)
  const free = start.slice()
  const source = new Int32Array(to.length)
  for (let edge = 0; edge < to.length; edge++) {
    const place = placeOf[to.values[edge] ?? 0] ?? 0
    const at = free[place] ?? 0
    free[place] = at + 1
    source[at] = from.values[edge] ?? 0
  }
  return { start, source }
}

interface Forest {
  /** The parent of a place; -1 for a root of the forest. */
  readonly ancestor: Int32Array
  /** The semidominator so far: the smallest place with a path here over larger places only. */
  readonly semi: Int32Array
  /** The place with the smallest `semi` between here and the ancestor. */
  readonly low: Int32Array
  readonly path: Int32Array
}

const emptyForest = (count: number): Forest => ({
  ancestor: new Int32Array(count).fill(-1),
  semi: Int32Array.from({ length: count }, (_, place) => place),
  low: Int32Array.from({ length: count }, (_, place) => place),
  path: new Int32Array(count),
})

/** The place with the smallest `semi` on the path to the root of its tree; compresses the path. */
const lowest = ({ ancestor, semi, low, path }: Forest, place: number): number => {
  if (ancestor[place] === -1) return place
  let length = 0
  let at = place
  for (; ancestor[ancestor[at] ?? 0] !== -1; at = ancestor[at] ?? 0) path[length++] = at
  while (length > 0) {
    const below = path[--length] ?? 0
    const over = ancestor[below] ?? 0
    const best = low[over] ?? 0
    if ((semi[best] ?? 0) < (semi[low[below] ?? 0] ?? 0)) low[below] = best
    ancestor[below] = ancestor[over] ?? 0
  }
  return low[place] ?? 0
}
