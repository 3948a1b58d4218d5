/** Which roots lead to records, past others. */
import type { Dominators, Successors } from '../../internal/dominators.js'
import { addEdge, adjacency, eachEdge, noEdges } from '../../internal/graph.js'
import type { Graph } from '../graph/graph.js'
import { nodeOf, numberOf } from '../graph/node.js'
import type { Node } from '../record.js'
import { placesOf } from './kept.js'
import { recordsAmong } from './records.js'
import type { Severed } from './severed.js'

/** Everything that some vertices lead to, these included. */
export const reachedFrom = (starts: ReadonlyArray<number>, successors: Successors): ReadonlySet<number> => {
  const seen = new Set(starts)
  // A set gives what is added while it is walked.
  for (const vertex of seen)
    successors(vertex, (target) => {
      seen.add(target)
    })
  return seen
}

/** The vertices of records, as they are and as flat twins, where they are reached. */
const placesIn = (graph: Graph, found: Dominators, records: Iterable<number>): ReadonlyArray<number> =>
  [...records].flatMap((number) => {
    const { place, flat } = placesOf(graph, found, number)
    return [...(place > 0 ? [number] : []), ...(flat > 0 ? [number + graph.flatOffset] : [])]
  })

/** The vertices of nodes, where they are reached. */
export const verticesOf =
  (graph: Graph, found: Dominators) =>
  (nodes: ReadonlyArray<Node>): ReadonlyArray<number> =>
    placesIn(
      graph,
      found,
      nodes.map((node) => numberOf(graph, node)).filter((number) => number >= 0),
    )

/** For nodes, the other roots that hold some of what they lead to; the first call walks the whole graph. */
export const heldByIn = (
  graph: Graph,
  found: Dominators,
  severed: Severed,
): ((nodes: ReadonlyArray<Node>) => ReadonlyArray<Node>) => {
  let sources: ReturnType<typeof rootsTo> | undefined
  return (nodes) => {
    sources ??= rootsTo(graph, severed, found)
    const own = verticesOf(graph, found)(nodes)
    const led = placesIn(graph, found, recordsAmong(graph, reachedFrom(own, severed.successors)))
    return sources(led, new Set(own)).map((root) => nodeOf(graph, root))
  }
}

/** For vertices, the roots that lead to any of them by a way that passes none of those left out; in ascending order. */
const rootsTo = (
  graph: Graph,
  { size, successors }: Severed,
  { placeOf }: Dominators,
): ((targets: ReadonlyArray<number>, leftOut: ReadonlySet<number>) => ReadonlyArray<number>) => {
  const backwards = noEdges()
  for (let vertex = 0; vertex < size; vertex++)
    if ((placeOf[vertex] ?? 0) > 0) successors(vertex, (target) => addEdge(backwards, target, vertex, 0))
  const sources = adjacency(size, backwards)
  const roots = new Set(graph.roots)
  return (targets, leftOut) => {
    const seen = new Set(targets.filter((vertex) => !leftOut.has(vertex)))
    for (const vertex of seen)
      eachEdge(sources, vertex, (source) => {
        if (!leftOut.has(source)) seen.add(source)
      })
    return [...seen].filter((vertex) => roots.has(vertex)).sort((one, other) => one - other)
  }
}
