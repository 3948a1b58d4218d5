/**
 * Queries on one decision: why a record is alive, by which path, and which roots keep it. The plan stays plain data;
 * these functions hold what the queries need.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import { isMarked, itself, addEdge, adjacency, eachEdge, noEdges } from '../internal/graph.js'
import { itemAt, locate } from './graph/node-index.js'
import { virtualNode, numberOf } from './graph/node.js'
import { type Reachability, isFlatReachable } from './graph/reach.js'
import { edgeReason, notCollected, rootReasons } from './keep-reason.js'
import { type Decided, type PlanError, decide } from './plan.js'
import type { Policy } from './policy.js'
import type { KeepReason, Plan } from './reason.js'
import type { Node } from './record.js'
import type { Snapshot } from './snapshot.js'
import { elementAt } from '../internal/lists.js'
import { isOpen } from './labels/condition.js'
import { unconditional } from './graph/graph.js'

/** One step of the path from a root: a record, and why the step before keeps it. */
export interface Hop {
  readonly node: Node
  readonly reason: KeepReason
}

/** A plan that answers questions. */
export interface Exploration {
  readonly plan: Plan
  /**
   * The shortest path from a root to a node, both included, without conditions if possible. Empty if the node is
   * removed or not in the snapshot.
   */
  readonly whyAlive: (node: Node) => ReadonlyArray<Hop>
  /** Every root that keeps a node, in the order of `roots`. The first call walks the whole graph. */
  readonly rootsOf: (node: Node) => ReadonlyArray<Node>
}

/**
 * Plans a collection, and answers questions about it.
 *
 * Fails: `InvalidInput`, as `plan`.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy, explain, explore } from 'gcplan/containerd'
 *
 * const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const manifest = { digest: 'sha256:m', size: 2, labels: [['containerd.io/gc.ref.content.config', 'sha256:c']] as const }
 * const config = { digest: 'sha256:c', size: 1, labels: [] }
 * const image = { name: 'app:1', target: 'sha256:m', labels: [] }
 * const namespace = { ...none, name: 'k8s.io', inMetadata: true, content: [manifest, config], images: [image] }
 * const explored = explore(defaultPolicy)({ at: new Date(0), namespaces: [namespace] })
 * const hops = E.isRight(explored) ? explored.right.whyAlive({ _tag: 'Content', id: 'k8s.io/sha256:c', namespace: 'k8s.io', key: 'sha256:c' }) : []
 * console.log(hops.map(({ reason }) => explain(reason)).join('; ')) // an image that does not expire; the target of image app:1; content sha256:m refers to it by containerd.io/gc.ref.content.config
 * ```
 */
export const explore =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Exploration> =>
    fp.map((decided: Decided) => exploration(policy, decided))(decide(policy)(snapshot))

const exploration = (policy: Policy, decided: Decided): Exploration => {
  const { plan, graph, reached } = decided
  const { marks } = reached
  let sources: ReturnType<typeof rootsRetaining> | null = null
  return {
    plan,
    whyAlive: (node) => {
      const number = numberOf(graph, node)
      if (number < 0) return []
      if (isMarked(marks, number)) return wayTo(policy, decided, number)
      if (isFlatReachable(marks, graph, number)) return wayTo(policy, decided, number + graph.flatOffset)
      return withoutWay(policy, decided, number)
    },
    rootsOf: (node) => {
      const number = numberOf(graph, node)
      if (number < 0) return []
      sources ??= rootsRetaining(reached, plan.at.getTime())
      return sources(number).map((root) => elementAt(decided.nodes, root))
    },
  }
}

const wayTo = (policy: Policy, { graph, reached, nodes }: Decided, to: number): ReadonlyArray<Hop> => {
  const { from, tag } = reached.marks
  const hops: Hop[] = []
  for (let at = to; ; at = from[at] ?? 0) {
    const node = at < graph.nodeIndex.size ? elementAt(nodes, at) : virtualNode(graph, at)
    if (from[at] === itself) {
      hops.push({ node, reason: rootReasons(policy, node, itemAt(graph.nodeIndex, at))[0] })
      return hops.reverse()
    }
    hops.push({ node, reason: edgeReason(reached, nodes, at, from[at] ?? 0, tag[at] ?? 0) })
  }
}

/** What no root leads to and stays all the same; a container is a root always. */
const withoutWay = (policy: Policy, { graph, nodes, possible }: Decided, number: number): ReadonlyArray<Hop> => {
  const node = elementAt(nodes, number)
  const { space, kind } = locate(graph.nodeIndex, number)
  const isCollected = kind === 'Stream' ? policy.streams : kind === 'Mount' ? policy.mounts : kind !== 'Sandbox'
  if (!isCollected) return [{ node, reason: notCollected[0] }]
  return possible !== null && isMarked(possible.marks, number)
    ? [{ node, reason: possible.reasons(number, space)[0] }]
    : []
}

/** For any record, the numbers of the roots that lead to it at a millisecond, in ascending order. */
const rootsRetaining = (reached: Reachability, epochMillis: number): ((number: number) => ReadonlyArray<number>) => {
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
