import { addEdge, adjacency, eachEdge, noEdges, isMarked } from '../../internal/graph.js'
import { isOpen } from '../labels/condition.js'
import { unconditional } from './graph.js'
import type { Reachability } from './reach.js'
import { isFlatReachable } from './reach.js'

/** For any record, the numbers of the roots that lead to it at a millisecond, in ascending order. */
export const rootsRetaining = (
  reached: Reachability,
  epochMillis: number,
): ((number: number) => ReadonlyArray<number>) => {
  const { graph, marks } = reached
  const backwards = noEdges()
  const references = unconditional(graph)
  for (let index = 0; index < marks.count; index++) {
    const holder = marks.order[index] ?? 0
    references(holder, (target, tag) => addEdge(backwards, target, holder, tag))
  }
  for (const { source, target, tag, windows } of graph.conditional)
    if (isMarked(marks, source) && isOpen(windows, epochMillis)) addEdge(backwards, target, source, tag)
  const holders = adjacency(graph.size, backwards)
  const roots = new Set(graph.roots)
  return (number) => {
    const seen = new Set<number>()
    if (isMarked(marks, number)) seen.add(number)
    if (isFlatReachable(marks, graph, number)) seen.add(number + graph.flatOffset)
    // A set gives what is added while it is walked.
    for (const node of seen)
      eachEdge(holders, node, (holder) => {
        seen.add(holder)
      })
    return [...seen].filter((node) => roots.has(node)).sort((a, b) => a - b)
  }
}
