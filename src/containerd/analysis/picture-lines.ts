/**
 * Edges between records, for pictures. Each reference appears once; a flat twin is drawn as its record.
 */
import type { PictureLine } from '../../core/picture.js'
import { adjacency, addEdge, eachEdge, noEdges, isMarked } from '../../internal/graph.js'
import { addTo, compareText } from '../../internal/lists.js'
import { type ConditionalEdge, edge, kindOf, placeOf, unconditional } from '../graph/graph.js'
import type { Reachability } from '../graph/reach.js'
import { isOpen } from '../labels/condition.js'

/** One end of a line, seen from its record. */
export interface Line {
  /** The number at the other end. */
  readonly other: number
  readonly label: string
  readonly line: PictureLine
}

/** The lines of records, by number. */
export interface Lines {
  /** Calls `visit` for every record that holds this one or is held by it, perhaps more than once. */
  readonly neighbours: (node: number, visit: (neighbour: number) => void) => void
  /** What a record holds, by label and number. */
  readonly heldBy: (node: number) => ReadonlyArray<Line>
}

/** The lines of a graph at a millisecond. */
export const linesOf = (reached: Reachability, epochMillis: number): Lines => {
  const { graph, marks } = reached
  const { flatOffset, labelKeys } = graph
  const nodeCount = graph.nodeIndex.size
  const isTwin = (node: number): boolean => node >= nodeCount && node < nodeCount + flatOffset
  const folded = (node: number): number => (isTwin(node) ? node - flatOffset : node)
  const references = unconditional(graph)
  const bySource = new Map<number, ConditionalEdge[]>()
  for (const conditional of graph.conditional) {
    addTo(bySource, conditional.source, conditional)
  }
  /** Every twin has edges; those of twins that nothing reaches say what their records say. */
  const eachLine = (holder: number, visit: (target: number, tag: number, isHolding: boolean) => void): void => {
    if (isTwin(holder) && !isMarked(marks, holder)) return
    references(holder, (target, tag) => visit(target, tag, isMarked(marks, holder)))
    for (const { target, tag, windows } of bySource.get(holder) ?? [])
      visit(target, tag, isMarked(marks, holder) && isOpen(windows, epochMillis))
  }
  const backwards = noEdges()
  for (let holder = 0; holder < graph.size; holder++)
    eachLine(holder, (target) => addEdge(backwards, folded(target), folded(holder), 0))
  const holders = adjacency(graph.size, backwards)
  const lineOf = (holder: number, target: number, tag: number, isHolding: boolean): PictureLine => {
    const isWay = marks.from[target] === holder && marks.tag[target] === tag
    const isOvertaken = isTwin(target) && isMarked(marks, target - flatOffset)
    return isWay && !isOvertaken ? 'keeps' : isHolding ? 'holds' : 'idle'
  }
  const twinsOf = (node: number): ReadonlyArray<number> =>
    flatOffset > 0 && node < nodeCount ? [node, node + flatOffset] : [node]
  return {
    neighbours: (node, visit) => {
      for (const holder of twinsOf(node)) eachLine(holder, (target) => visit(folded(target)))
      eachEdge(holders, node, visit)
    },
    heldBy: (node) => {
      const lines: Line[] = []
      for (const holder of twinsOf(node))
        eachLine(holder, (target, tag, isHolding) => {
          const label = labelOf(tag, labelKeys[placeOf(tag)] ?? '', isTwin(target))
          lines.push({ other: folded(target), label, line: lineOf(holder, target, tag, isHolding) })
        })
      return lines.sort(compareLines)
    },
  }
}

/** Labels come in any order, lines do not. */
const compareLines = (left: Line, right: Line): number =>
  compareText(left.label, right.label) || left.other - right.other || compareText(left.line, right.line)

/** How a line reads; the prefix that all labels of the collector share is left out. */
export const labelOf = (tag: number, key: string, isFlat: boolean): string => {
  switch (kindOf(tag)) {
    case edge.imageTarget:
      return 'target'
    case edge.parent:
      return 'parent'
    case edge.containerSnapshot:
      return 'snapshot'
    case edge.expected:
      return 'expects'
    case edge.leased:
      return isFlat ? 'leases, flat' : 'leases'
    default:
      return key.replace(/^containerd\.io\//, '')
  }
}
