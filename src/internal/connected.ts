/**
 * Which nodes hang together, over nodes that are dense integers: edges count in both directions.
 */

/** Groups of nodes that grow together. */
export interface Groups {
  /** Every node leads towards the node that stands for its group; that one leads to itself. */
  readonly towards: Int32Array
}

/** So many nodes, each in a group of its own. */
export const separate = (size: number): Groups => {
  const towards = new Int32Array(size)
  for (let node = 0; node < size; node++) towards[node] = node
  return { towards }
}

/** The node that stands for the group of a node. */
export const groupOf = ({ towards }: Groups, node: number): number => {
  let at = node
  for (let next = towards[at] as number; next !== at; next = towards[at] as number) {
    // Halves the way for whoever comes next.
    towards[at] = towards[next] as number
    at = next
  }
  return at
}

/** Puts the groups of two nodes together. */
export const join = (groups: Groups, one: number, other: number): void => {
  groups.towards[groupOf(groups, one)] = groupOf(groups, other)
}
