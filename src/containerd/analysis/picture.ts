/**
 * Draws a decision, whole or around some records: what is removed, what stays, and the references that keep it.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Picture, PictureEdge, PictureNode, PictureState } from '../../core/picture.js'
import { targetKey } from '../../core/target.js'
import { isMarked, itself } from '../../internal/graph.js'
import { near } from '../../internal/near.js'
import { compareText, elementAt } from '../../internal/lists.js'
import { explain, words } from '../explain.js'
import { clearBuilder, edgesOf, labelKeyOf, scratchContext } from '../graph/scratch.js'
import { locate } from '../graph/node-index.js'
import { missingNode, virtualNode, numberOf } from '../graph/node.js'
import { isReachable } from '../graph/reach.js'
import { type Decided, type PlanError, decide } from '../plan.js'
import type { Policy } from '../policy.js'
import type { KeepReason, Reason } from '../reason.js'
import { type Node, keyOf } from '../record.js'
import type { Snapshot } from '../snapshot.js'
import { type Lines, labelOf, linesOf } from './picture-lines.js'

/** Which part of a database to draw. */
export interface View {
  /** Records to draw around. Default: the whole database, removals first if it exceeds the limit. */
  readonly around?: ReadonlyArray<Node>
  /** How many references to follow from there, in either direction. Default 2. */
  readonly hops?: number
  /** The most records to draw. Default 60. */
  readonly limit?: number
}

/**
 * Draws what a collection would do: removals with their reason, what stays, and the path that keeps it (`whyAlive` of
 * `explore`).
 *
 * Shape: a picture for `renderDot` and `renderMermaid` of `gcplan/render`, a cluster per namespace. Missing records
 * that a drawn one refers to are drawn as absent. Omitted records are counted at their drawn neighbours, and in total.
 * Order: namespaces, kinds and keys as in `roots`, then missing records.
 * Fails: `InvalidInput`, as `plan`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { depict } from 'gcplan/containerd/analysis'
 *
 * const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const content = ['a', 'b'].map((digest) => ({ digest, size: 1, labels: [] }))
 * const namespace = { ...none, name: 'k8s.io', inMetadata: true, content, images: [{ name: 'app:1', target: 'a', labels: [] }] }
 * const picture = depict(defaultPolicy)({})({ at: new Date(0), namespaces: [namespace] })
 * console.log(E.isRight(picture) && picture.right.nodes.map(({ kind, label, state }) => `${kind} ${label} ${state}`)) // [ 'content a stays', 'content b goes', 'image app:1 stays' ]
 * ```
 */
export const depict =
  (policy: Policy) =>
  (view: View) =>
  (snapshot: Snapshot): E.Either<PlanError, Picture> =>
    fp.map((decided: Decided) => pictureOf(policy, view, decided))(decide(policy)(snapshot))

const pictureOf = (policy: Policy, view: View, decided: Decided): Picture => {
  const { graph, reached, plan } = decided
  const { around, hops = 2, limit = 60 } = view
  const lines = linesOf(reached, plan.at.getTime())
  const chosen =
    around === undefined
      ? near({ hops: 0, limit }, lines.neighbours, wholeOf(decided, limit))
      : near({ hops, limit }, lines.neighbours, numbersOf(decided, around))
  const drawing = new Set(chosen)
  const nodeAt = (number: number): Node =>
    number < graph.nodeIndex.size ? elementAt(decided.nodes, number) : virtualNode(graph, number)
  const decisions = decisionsOn(decided, chosen.map(nodeAt))
  const edges: PictureEdge[] = chosen.flatMap((number) =>
    lines
      .heldBy(number)
      .flatMap(({ other, label, line }) =>
        drawing.has(other) ? [{ from: targetKey(nodeAt(number)), to: targetKey(nodeAt(other)), label, line }] : [],
      ),
  )
  const dangling = danglingFrom(policy, decided, chosen)
  const absent = new Map<string, Node>()
  const asked = (around ?? []).filter((node) => !isThere(decided, node))
  for (const node of [...asked, ...dangling.map(({ names }) => names)])
    if (chosen.length + absent.size < limit) absent.set(targetKey(node), node)
  const missed = new Map<number, number>()
  for (const { from, names, label } of dangling)
    if (absent.has(targetKey(names)))
      edges.push({ from: targetKey(nodeAt(from)), to: targetKey(names), label, line: 'idle' })
    else missed.set(from, (missed.get(from) ?? 0) + 1)
  const drawn = chosen.map((number) => ({
    ...describe(decided, decisions, number, nodeAt(number)),
    beside: besideOf(lines, drawing, number) + (missed.get(number) ?? 0),
  }))
  const nodes = [...drawn, ...[...absent.values()].map(absentNode)]
  return {
    clusters: [...new Set(nodes.map(({ cluster }) => cluster))].map((id) => ({ id, label: `namespace ${id}` })),
    nodes,
    edges,
    omitted: graph.nodeIndex.size + graph.missingNodes.length - chosen.length,
  }
}

/** Removals before what stays. */
const wholeOf = ({ graph, nodes, plan }: Decided, limit: number): ReadonlyArray<number> => {
  const going = new Set<Node>(plan.passes[0].removals.map(({ target }) => target))
  const starts: number[] = []
  for (const isFor of [true, false])
    for (let number = 0; number < graph.nodeIndex.size && starts.length < limit; number++)
      if (going.has(elementAt(nodes, number)) === isFor) starts.push(number)
  for (let index = 0; index < graph.missingNodes.length && starts.length < limit; index++)
    starts.push(graph.size - graph.missingNodes.length + index)
  return starts
}

const numbersOf = (decided: Decided, around: ReadonlyArray<Node>): ReadonlyArray<number> =>
  around.flatMap((node) => {
    const number = placeIn(decided, node)
    return number < 0 ? [] : [number]
  })

const isThere = (decided: Decided, node: Node): boolean => placeIn(decided, node) >= 0

/** The number of a node, or of a name without a record that something names as its parent. */
const placeIn = ({ graph }: Decided, node: Node): number => {
  const number = numberOf(graph, node)
  if (number >= 0) return number
  const index = graph.missingNodes.findIndex(
    ({ space, name }) => targetKey(missingNode(space, name)) === targetKey(node),
  )
  return index < 0 ? -1 : graph.size - graph.missingNodes.length + index
}

const decisionsOn = ({ plan }: Decided, chosen: ReadonlyArray<Node>): ReadonlyMap<Node, Reason | KeepReason> => {
  const asked = new Set(chosen)
  const decisions = new Map<Node, Reason | KeepReason>()
  const [{ removals, kept }] = plan.passes
  for (const { target, reasons } of removals) if (asked.has(target)) decisions.set(target, reasons[0])
  for (const { target, reasons } of kept) if (asked.has(target)) decisions.set(target, reasons[0])
  return decisions
}

const describe = (
  { graph, reached }: Decided,
  decisions: ReadonlyMap<Node, Reason | KeepReason>,
  number: number,
  node: Node,
): Omit<PictureNode, 'beside'> => {
  if (number >= graph.nodeIndex.size) return absentNode(node)
  const reason = decisions.get(node)
  const isRoot = isMarked(reached.marks, number) && reached.marks.from[number] === itself
  const state: PictureState =
    isReachable(reached, number) || reason === undefined ? 'stays' : (stateBy[reason._tag] ?? 'goes')
  const isTold = reason !== undefined && (isRoot || state !== 'stays')
  return {
    id: targetKey(node),
    kind: words[node._tag],
    label: keyOf(node),
    state,
    isRoot,
    cluster: node.namespace,
    note: isTold ? explain(reason) : '',
  }
}

/** Why records stay that nothing is known to hold. */
const stateBy: { readonly [Tag in (Reason | KeepReason)['_tag']]?: PictureState } = {
  NotCollected: 'stays',
  MayBeLeased: 'unknown',
  MayBeHeld: 'unknown',
  MayBeUnexpired: 'unknown',
  MayBeExpected: 'unknown',
}

const absentNode = (node: Node): PictureNode => ({
  id: targetKey(node),
  kind: words[node._tag],
  label: keyOf(node),
  state: 'absent',
  isRoot: false,
  cluster: node.namespace,
  note: '',
  beside: 0,
})

const besideOf = (lines: Lines, drawing: ReadonlySet<number>, number: number): number => {
  const others = new Set<number>()
  lines.neighbours(number, (other) => {
    if (!drawing.has(other)) others.add(other)
  })
  return others.size
}

/** References of some records to names without a record; those that back references use are in the graph. */
const danglingFrom = (
  policy: Policy,
  { graph, plan }: Decided,
  chosen: ReadonlyArray<number>,
): ReadonlyArray<{ readonly from: number; readonly names: Node; readonly label: string }> => {
  const scratch = scratchContext(policy, plan.at.getTime())
  const known = new Set(graph.missingNodes.map(({ space, name }) => targetKey(missingNode(space, name))))
  return chosen.flatMap((from) => {
    if (from >= graph.nodeIndex.size) return []
    const { space, kind, index } = locate(graph.nodeIndex, from)
    edgesOf(scratch, space, kind, index)
    const found = scratch.builder.waiting.missing.flatMap(({ name, tag }) => {
      const names = missingNode(space, name)
      return known.has(targetKey(names))
        ? []
        : [{ from, names, label: labelOf(tag, labelKeyOf(scratch.builder, tag), false) }]
    })
    clearBuilder(scratch.builder)
    return found.sort((a, b) => compareText(a.label, b.label) || compareText(a.names.id, b.names.id))
  })
}
