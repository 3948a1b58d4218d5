/**
 * The nodes nearest to some in an undirected graph of dense integers: by number of steps, then by node number. Nodes
 * beyond the limit are never visited.
 */

/** The limits of steps and nodes. Anything but a positive number counts as 0. */
export interface Radius {
  readonly hops: number
  readonly limit: number
}

/** The nearest nodes, in ascending order. The start nodes count as the nearest. */
export const near = (
  { hops, limit }: Radius,
  neighbours: (node: number, visit: (neighbour: number) => void) => void,
  starts: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const taken = new Set<number>()
  let ring = new Set(starts)
  for (let step = 0; ring.size > 0; step++) {
    for (const node of [...ring].sort((a, b) => a - b)) if (taken.size < limit) taken.add(node)
    if (!(step < hops) || !(taken.size < limit)) break
    const next = new Set<number>()
    for (const node of ring)
      neighbours(node, (neighbour) => {
        if (!taken.has(neighbour)) next.add(neighbour)
      })
    ring = next
  }
  return [...taken].sort((a, b) => a - b)
}
