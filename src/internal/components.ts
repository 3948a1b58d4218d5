/**
 * Strongly connected components of a graph of dense integers, without recursion, so that chains of any length work.
 */

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
