/** The records that vertices stand for, and their size. */
import type { Graph } from '../graph/graph.js'
import { visitSized } from './sized.js'
import { type Row, addTo, emptyTally, rowOf } from './tally.js'

/** Records among vertices, each once, whether reached as they are or as flat twins. */
export const recordsAmong = ({ nodeIndex, flatOffset }: Graph, vertices: Iterable<number>): ReadonlySet<number> => {
  const records = new Set<number>()
  for (const vertex of vertices)
    if (vertex < nodeIndex.size + flatOffset) records.add(vertex < nodeIndex.size ? vertex : vertex - flatOffset)
  return records
}

/** The size of the records among vertices; nothing leaves the disk. */
export const sumOf = (graph: Graph, vertices: Iterable<number>, limbs: number): Row => {
  const sum = emptyTally(limbs, 1)
  for (const record of recordsAmong(graph, vertices))
    visitSized(graph.nodeIndex, record, (_, size) => addTo(sum, 0, size, false))
  return rowOf(sum, 0)
}
