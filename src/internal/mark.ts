/**
 * Marks what is reachable in a graph of dense integers, breadth first, so that each mark lies on a shortest path. Of
 * several shortest paths, the one over the smallest number at each step counts, and of equal edges the smallest tag;
 * the order of edges makes no difference. Edges are a function, which must give the same edges until the marks were
 * used. Memory is three integers per node that could be marked.
 */

/** Calls `visit` for every edge of a node; the tag tells edges apart for the caller. */
export type References = (node: number, visit: (target: number, tag: number) => void) => void

/** What was reached, and how. Filled by {@link seed} and {@link spread}. */
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

/** Not reached. */
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
