/**
 * The graph in which all records of one image go at once. CRI keeps three for each: its name, its digest and its id. What
 * leads to any of them leads to the first, and the first to the others; so what the first dominates needs one of them.
 */
import { type Dominators, type Successors, dominators } from '../../internal/dominators.js'
import { addTo, elementAt } from '../../internal/lists.js'
import type { Graph } from '../graph/graph.js'
import { nodeOf } from '../graph/node.js'
import type { Node } from '../record.js'
import { type Kept, figuresOf } from './figures.js'
import { reachedFrom, verticesOf } from './held-by.js'
import { type Open, placesOf } from './kept.js'
import { sumOf } from './records.js'
import type { Severed } from './severed.js'
import { type Extent, extentOf, minus } from './tally.js'

/** What all records of one image keep together: those of one target in one namespace, e.g. its name, digest and id. */
export interface ImageHolder extends Kept {
  /** In byte order; those that a collection removes are left out. */
  readonly nodes: ReadonlyArray<Node>
  /** What they lead to that others keep too; each call walks all of it. */
  readonly shared: () => Extent
}

/** The records of one image that are reached, in order; those with one target in one namespace. */
type Group = readonly [first: number, ...others: ReadonlyArray<number>]

/** The images of a graph; with a single record, too. */
const groupsIn = (graph: Graph, found: Dominators): ReadonlyArray<Group> => {
  const groups: Group[] = []
  for (const { groups: kinds } of graph.nodeIndex.namespaces) {
    const { start, items } = kinds.Image
    const byTarget = new Map<string, number[]>()
    items.forEach(({ target }, index) => {
      const { place, flat } = placesOf(graph, found, start + index)
      if (place + flat > 0) addTo(byTarget, target, start + index)
    })
    for (const members of byTarget.values()) groups.push([elementAt(members, 0), ...members.slice(1)])
  }
  return groups
}

/** The vertices that stand for the records of each group, by the one that stands for all. */
const groupedBy = (
  graph: Graph,
  found: Dominators,
  groups: ReadonlyArray<Group>,
  plain: Successors,
): {
  readonly roots: ReadonlyArray<number>
  readonly successors: Successors
  readonly first: (node: number) => number
} => {
  const firstOf = new Map<number, number>()
  const behind = new Map<number, ReadonlyArray<number>>()
  const { flatOffset } = graph
  for (const group of groups) {
    if (group.length === 1) continue
    // One that only its flat twin is reached of may have labels that hold nothing.
    const normal = group.filter((node) => placesOf(graph, found, node).place > 0)
    const first = normal[0] ?? group[0]
    const twins = group.filter((node) => placesOf(graph, found, node).flat > 0)
    for (const node of group) firstOf.set(node, first)
    behind.set(
      first,
      normal.filter((node) => node !== first),
    )
    if (twins.length === 0) continue
    for (const node of group) firstOf.set(node + flatOffset, first + flatOffset)
    behind.set(
      first + flatOffset,
      twins.flatMap((node) => (node === first ? [] : [node + flatOffset])),
    )
  }
  const first = (vertex: number): number => firstOf.get(vertex) ?? vertex
  return {
    roots: [...new Set(graph.roots.map(first))],
    first,
    successors: (vertex, visit) => {
      plain(vertex, (target) => visit(first(target)))
      behind.get(vertex)?.forEach(visit)
    },
  }
}

/** What the records of each image keep together. */
export const imagesOf = (
  graph: Graph,
  found: Dominators,
  { size, successors }: Severed,
  open: Open,
): ReadonlyArray<ImageHolder> => {
  const groups = groupsIn(graph, found)
  const grouped = groupedBy(graph, found, groups, successors)
  const figures = figuresOf(graph, dominators(size, grouped.roots, grouped.successors), open)
  const vertices = verticesOf(graph, found)
  return groups.map((group) => {
    const nodes = group.map((node) => nodeOf(graph, node))
    const first = grouped.first(group[0])
    return {
      nodes,
      ...figures.keptBy(first),
      shared: () =>
        extentOf(minus(sumOf(graph, reachedFrom(vertices(nodes), successors), figures.limbs), figures.below(first))),
    }
  })
}
