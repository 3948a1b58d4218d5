/**
 * What stays at one instant. Each step adds to the one before:
 *
 * 1. what is reachable from the roots without conditions;
 * 2. what is reachable through conditions that hold at the instant;
 * 3. what something unknown might hold, which stays as long as that is unknown.
 *
 * Everything else is collected; what an expired lease, image or ingest would have held is told apart.
 *
 * @upstream containerd v2.3.4 pkg/gc/gc.go Tricolor
 */
import { addTo } from '../../internal/lists.js'
import {
  type Marks,
  type References,
  isMarked,
  itself,
  noMarks,
  seed,
  spread,
  unmarkFrom,
} from '../../internal/graph.js'
import { isOpen } from '../labels/condition.js'
import { type ConditionalEdge, type Graph, unconditional } from './graph.js'

/** What is reachable, for certain and through conditions. */
export interface Reachability {
  readonly graph: Graph
  readonly marks: Marks
  /** How many of the marks need no condition; the later ones do. */
  readonly certain: number
  /** By source, conditional edges to what is not reachable for certain; no other decides anything. */
  readonly decisive: ReadonlyMap<number, ReadonlyArray<ConditionalEdge>>
}

/** Marks all that the roots reach at a millisecond. */
export const reach = (graph: Graph, epochMillis: number): Reachability => {
  const marks = noMarks(graph.size)
  for (const root of graph.roots) seed(marks, root, itself, 0)
  spread(marks, unconditional(graph))
  const reached = { graph, marks, certain: marks.count, decisive: decisiveEdges(graph, marks) }
  reachThroughConditions(reached, epochMillis)
  return reached
}

/** Marks anew what is reachable through conditions, at another millisecond before anything expires. */
export const reachThroughConditions = (
  { graph, marks, certain, decisive }: Reachability,
  epochMillis: number,
): void => {
  unmarkFrom(marks, certain)
  if (decisive.size === 0) return
  const plain = unconditional(graph)
  const references: References = (node, visit) => {
    plain(node, visit)
    for (const { target, tag, windows } of decisive.get(node) ?? [])
      if (isOpen(windows, epochMillis)) visit(target, tag)
  }
  for (const [source, edges] of decisive)
    if (isMarked(marks, source))
      for (const { target, tag, windows } of edges) if (isOpen(windows, epochMillis)) seed(marks, target, source, tag)
  spread(marks, references, certain)
}

/** True when a record stays because it is reached, as a normal node or as a flat one. */
export const isReachable = ({ marks, graph }: Reachability, node: number): boolean =>
  isMarked(marks, node) || isFlatReachable(marks, graph, node)

/** True when the flat twin of a record is reached. */
export const isFlatReachable = (marks: Marks, graph: Graph, node: number): boolean =>
  graph.flatOffset > 0 && isMarked(marks, node + graph.flatOffset)

/** Marks what leads on from seeds that expired, short of what is reached as a normal node already. */
const reachFrom = ({ graph, marks }: Reachability, seeds: ReadonlyArray<number>): Marks => {
  const further = noMarks(graph.size)
  spreadOutside(marks, further, seeds, unconditional(graph))
  return further
}

/** Adds to marks what leads on from seeds that might be held, short of the same; no condition is taken to fail. */
export const spreadPossible = (
  { graph, marks, decisive }: Reachability,
  held: Marks,
  seeds: ReadonlyArray<number>,
): void => {
  const plain = unconditional(graph)
  const references: References = (node, visit) => {
    plain(node, visit)
    for (const { target, tag } of decisive.get(node) ?? []) visit(target, tag)
  }
  spreadOutside(marks, held, seeds, decisive.size === 0 ? plain : references)
}

const spreadOutside = (marks: Marks, further: Marks, seeds: ReadonlyArray<number>, references: References): void => {
  const start = further.count
  const isBarred = (node: number): boolean => isMarked(marks, node)
  for (const node of seeds) if (!isBarred(node)) seed(further, node, itself, 0)
  spread(further, references, start, isBarred)
}

/** For every node that only what expired would have held, the nearest such holder, else -1; null when nothing expired. */
export const heldByExpired = (reached: Reachability): Int32Array | null => {
  const { graph } = reached
  if (graph.expired.length === 0) return null
  const marks = reachFrom(reached, graph.expired)
  const origin = new Int32Array(graph.size).fill(-1)
  for (let index = 0; index < marks.count; index++) {
    const node = marks.order[index] ?? 0
    const from = marks.from[node] ?? 0
    origin[node] = from === itself ? node : (origin[from] ?? 0)
  }
  return origin
}

/** The holder of a record or, where that has none, of its flat twin if there is one; -1 where neither has one. */
export const expiredHolder = (held: Int32Array | null, { flatOffset }: Graph, node: number): number => {
  const own = held?.[node] ?? -1
  return own < 0 ? (held?.[node + flatOffset] ?? -1) : own
}

const decisiveEdges = (graph: Graph, marks: Marks): Map<number, ConditionalEdge[]> => {
  const bySource = new Map<number, ConditionalEdge[]>()
  for (const conditional of graph.conditional) {
    if (isMarked(marks, conditional.target)) continue
    addTo(bySource, conditional.source, conditional)
  }
  return bySource
}
