/**
 * The graph that tells what is collected when one record is removed. A record and its name are separate: references
 * to the name remain after the record is removed, and still hold the records that name it as their parent. So names
 * known to back references are vertices of their own, with edges to the record and to its children, and the record
 * has an edge to its name.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go references
 */
import { eachEdge } from '../../internal/graph.js'
import type { Successors } from '../../internal/dominators.js'
import { isOpen } from '../labels/condition.js'
import { type ConditionalEdge, type Graph, edge, kindOf, unconditional } from '../graph/graph.js'
import { addTo, elementAt } from '../../internal/lists.js'

/** A graph with names; its vertices are the nodes of the graph and, past them, names. */
export interface Severed {
  readonly size: number
  readonly successors: Successors
}

/** The graph with names, as it stands at a millisecond. */
export const severed = (graph: Graph, epochMillis: number): Severed => {
  const { forward, further } = graph
  const nodeCount = graph.nodeIndex.size
  const plain = unconditional(graph)
  const { owners, nameOf } = namesIn(graph)
  const conditional = openBySource(graph, epochMillis)
  const visitRecord: Successors = (node, visit) => {
    const end = forward.start[node + 1] ?? 0
    for (let at = forward.start[node] ?? 0; at < end; at++) {
      const target = forward.target[at] ?? 0
      // What is past the census is a flat twin, and nothing refers back to those.
      visit(nameOf === null || target >= nodeCount ? target : (nameOf[target] ?? 0))
    }
    if (further !== null)
      eachEdge(further, node, (target, tag) => {
        if (kindOf(tag) !== edge.back) visit(target)
      })
    if (nameOf !== null && nameOf[node] !== node) visit(nameOf[node] ?? 0)
    if (conditional !== null) for (const { target } of conditional.get(node) ?? []) visit(target)
  }
  return {
    size: graph.size + owners.length,
    successors: (vertex, visit) => {
      if (vertex < nodeCount) visitRecord(vertex, visit)
      else if (vertex < graph.size) plain(vertex, visit)
      else {
        const owner = elementAt(owners, vertex - graph.size)
        visit(owner)
        if (further !== null)
          eachEdge(further, owner, (child, tag) => {
            if (kindOf(tag) === edge.back) visit(child)
          })
      }
    },
  }
}

/** Nodes that back references know, and by node the vertex of its name, itself where it needs none. */
const namesIn = ({
  further,
  nodeIndex,
  size,
}: Graph): { readonly owners: ReadonlyArray<number>; readonly nameOf: Int32Array | null } => {
  const owners: number[] = []
  if (further !== null)
    for (let node = 0; node < nodeIndex.size; node++) {
      const end = further.start[node + 1] ?? 0
      let at = further.start[node] ?? 0
      while (at < end && kindOf(further.tag[at] ?? 0) !== edge.back) at++
      if (at < end) owners.push(node)
    }
  if (owners.length === 0) return { owners, nameOf: null }
  const nameOf = Int32Array.from({ length: nodeIndex.size }, (_, node) => node)
  owners.forEach((node, index) => (nameOf[node] = size + index))
  return { owners, nameOf }
}

const openBySource = (
  { conditional }: Graph,
  epochMillis: number,
): ReadonlyMap<number, ReadonlyArray<ConditionalEdge>> | null => {
  const bySource = new Map<number, ConditionalEdge[]>()
  for (const one of conditional) {
    if (!isOpen(one.windows, epochMillis)) continue
    addTo(bySource, one.source, one)
  }
  return bySource.size === 0 ? null : bySource
}
