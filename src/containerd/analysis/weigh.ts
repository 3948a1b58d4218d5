/**
 * Size of what is collected when one node is removed: sums over the dominator tree.
 *
 * A record that is reached both itself and as a flat twin is collected only when both become unreachable. Paths to
 * the record use no flat twin, and paths to the twin use, apart from leases, only twins. So it is collected with a
 * node if it lies below that node in the tree and its twin below that node's twin (for a lease both are the same).
 * The ranks of the two positions make the record a point, and the node a rectangle.
 */
import { type Dominators, addUp, countsBelow, ranksOf } from '../../internal/dominators.js'
import { type Rectangle, weightsInside } from '../../internal/rectangle.js'
import type { NamespaceIndex } from '../graph/node-index.js'
import type { Graph } from '../graph/graph.js'
import { type Files, type Open, placesOf } from './kept.js'
import { eachSized, visitSized } from './sized.js'
import { type Row, type Tally, addTo, emptyTally, limbsFor, plus, rowOf, zeros } from './tally.js'
import { elementAt } from '../../internal/lists.js'

/** Figures by node. */
export interface Weights {
  readonly limbs: number
  /** What nothing else is known to keep, the node itself included. */
  readonly below: (node: number) => Row
  /** The node itself, short of the disk if an ingest expects it. */
  readonly itself: (node: number) => Row
  /** The node itself, as it is counted among what others keep alone. */
  readonly counted: (node: number) => Row
  /** What nothing is known to keep in a namespace where something unknown might. */
  readonly uncertain: (space: NamespaceIndex) => Row
}

/** Weighs every node. */
export const weigh = (graph: Graph, found: Dominators, files: Files, open: Open): Weights => {
  const { nodeIndex } = graph
  const limbs = limbsFor((visit) => eachSized(nodeIndex, (_, size) => visit(size)))
  const single = emptyTally(limbs, found.count)
  const spaces = new Map([...open.spaces].map((space, index) => [space, index]))
  const uncertain = emptyTally(limbs, spaces.size)
  const leavesDisk = (space: NamespaceIndex, digest: string | null): boolean =>
    digest === null || files.areAlone(space, digest)
  const twice: number[] = []
  eachSized(nodeIndex, (node, size, space, digest) => {
    const { place, flat } = placesOf(graph, found, node)
    if (place > 0 && flat > 0) twice.push(node)
    else if (place + flat > 0) addTo(single, place + flat, size, leavesDisk(space, digest))
    else {
      const index = spaces.get(space)
      if (index !== undefined) addTo(uncertain, index, size, leavesDisk(space, digest))
    }
  })
  for (const column of single.columns) addUp(found, column)
  const both = emptyTally(limbs, twice.length)
  twice.forEach((record, index) => {
    visitSized(nodeIndex, record, (_, size, space, digest) => addTo(both, index, size, leavesDisk(space, digest)))
  })
  const selfOf = (node: number, leaves: (space: NamespaceIndex, digest: string | null) => boolean): Row => {
    let row = zeros(limbs)
    visitSized(nodeIndex, node, (_, size, space, digest) => {
      const self = emptyTally(limbs, 1)
      addTo(self, 0, size, leaves(space, digest))
      row = rowOf(self, 0)
    })
    return row
  }
  const counted = (node: number): Row => selfOf(node, leavesDisk)
  const bothWays = twice.length === 0 ? () => null : weighTwice(graph, found, twice, both)
  return {
    limbs,
    below: (node) => {
      const { place, flat } = placesOf(graph, found, node)
      const rows = [place, flat].flatMap((at) => (at === 0 ? [] : [rowOf(single, at)]))
      return [...rows, bothWays(node) ?? zeros(limbs)].reduce(plus)
    },
    itself: (node) => (files.expected.has(node) ? selfOf(node, (_, digest) => digest === null) : counted(node)),
    counted,
    uncertain: (space) => {
      const index = spaces.get(space)
      return index === undefined ? zeros(limbs) : rowOf(uncertain, index)
    },
  }
}

const weighTwice = (
  graph: Graph,
  found: Dominators,
  twice: ReadonlyArray<number>,
  both: Tally,
): ((node: number) => Row | null) => {
  const counts = countsBelow(found)
  const ranks = ranksOf(found, counts)
  const rankOf = (place: number): number => ranks[place] ?? 0
  const places = twice.map((node) => placesOf(graph, found, node))
  const points = {
    x: places.map(({ place }) => rankOf(place)),
    y: places.map(({ flat }) => rankOf(flat)),
    weights: both.columns,
  }
  const span = (place: number): readonly [number, number] => [rankOf(place), rankOf(place) + (counts[place] ?? 0)]
  const rectangles: Rectangle[] = []
  const rectangleOf = new Map<number, number>()
  const add = (node: number, place: number, flat: number): void => {
    const [left, right] = span(place)
    const [bottom, top] = span(flat)
    rectangleOf.set(node, rectangles.length)
    rectangles.push({ left, right, bottom, top })
  }
  for (const { groups } of graph.nodeIndex.namespaces) {
    groups.Lease.items.forEach((_, index) => {
      const { place } = placesOf(graph, found, groups.Lease.start + index)
      if (place > 0) add(groups.Lease.start + index, place, place)
    })
    for (const { start, items } of [groups.FsSnapshot, groups.Content, groups.Image])
      for (let index = 0; index < items.length; index++) {
        const { place, flat } = placesOf(graph, found, start + index)
        if (place > 0 && flat > 0) add(start + index, place, flat)
      }
  }
  const sums = weightsInside(points, rectangles)
  return (node) => {
    const rectangle = rectangleOf.get(node)
    return rectangle === undefined ? null : sums.map((column) => elementAt(column, rectangle))
  }
}
