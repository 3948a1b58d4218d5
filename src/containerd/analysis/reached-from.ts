import type { Dominators, Successors } from '../../internal/dominators.js'
import type { Graph } from '../graph/graph.js'
import { placesOf } from './kept.js'
import { visitSized } from './sized.js'
import type { Row } from './tally.js'
import { addTo, emptyTally, rowOf } from './tally.js'

/** Everything reachable from a node in the ways in which it is itself reached, counted once; nothing leaves the disk. */
export const reachedFrom = (
  graph: Graph,
  found: Dominators,
  successors: Successors,
  node: number,
  limbs: number,
): Row => {
  const { nodeIndex, flatOffset } = graph
  const { place, flat } = placesOf(graph, found, node)
  const seen = new Set([...(place > 0 ? [node] : []), ...(flat > 0 ? [node + flatOffset] : [])])
  const records = new Set<number>()
  // A set gives what is added while it is walked.
  for (const vertex of seen) {
    if (vertex < nodeIndex.size + flatOffset) records.add(vertex < nodeIndex.size ? vertex : vertex - flatOffset)
    successors(vertex, (target) => {
      seen.add(target)
    })
  }
  const sum = emptyTally(limbs, 1)
  for (const record of records) visitSized(nodeIndex, record, (_, size) => addTo(sum, 0, size, false))
  return rowOf(sum, 0)
}
