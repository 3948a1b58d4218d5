/**
 * Plans what containerd would collect at one instant:
 *
 * 1. build a graph from a valid snapshot (`graph/node-index.ts`, `graph/build.ts`);
 * 2. mark what the roots reach (`graph/reach.ts`), and what something unknown might hold, such as leases of unknown
 *    content (`unknown-references.ts`, `possibly-reachable.ts`);
 * 3. sweep the rest, in one transaction (`sweep.ts`);
 * 4. after the commit, publish the removals of snapshots and images;
 * 5. find the instant at which the same snapshot is decided otherwise (`wake.ts`).
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { InvalidInput } from '../core/problem.js'
import { assumptionsOf } from './assumptions.js'
import { looksSound, snapshotProblems } from './schema.js'
import { unknownReferences } from './unknown-references.js'
import { buildGraph } from './graph/build.js'
import { indexNodes } from './graph/node-index.js'
import type { Graph } from './graph/graph.js'
import { allNodes } from './graph/node.js'
import { type Reachability, reach } from './graph/reach.js'
import { type PossiblyReachable, possiblyReachable } from './possibly-reachable.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { Event, Plan, Removal } from './reason.js'
import type { Node } from './record.js'
import type { Snapshot } from './snapshot.js'
import { sweep } from './sweep.js'
import { wakeOf } from './wake.js'

/** Why there is no plan: an invalid snapshot. */
export type PlanError = InvalidInput

/** A plan with what it was made of. */
export interface Decided {
  readonly plan: Plan
  readonly graph: Graph
  readonly reached: Reachability
  readonly nodes: ReadonlyArray<Node>
  readonly possible: PossiblyReachable | null
}

/**
 * Decides what containerd would collect from a snapshot of its metadata.
 *
 * Shape: every record but containers and sandboxes is in `removals` or `kept` of the pass `sweep`. The pass `publish`
 * has the events, recorded only after all removals succeeded. What unknown leases (`MayBeLeased`), ingests
 * (`MayBeUnexpired`, `MayBeExpected`) or unobserved objects (`MayBeHeld`) might hold is kept, unless it is stated that
 * they hold nothing; the policy can state it for leases.
 * Order: removals and kept in the order of the sweep; streams and mounts (any order upstream) by namespace and name.
 * Units: `frees` is the size of a blob and, where known, the usage of a snapshot; a blob that two namespaces record
 * leaves the disk with its last record.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or duplicate keys in a list.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy, explain, plan } from 'gcplan/containerd'
 *
 * const none = { content: [], snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const expire = ['containerd.io/gc.expire', '2026-01-01T00:00:00Z'] as const
 * const planned = plan(defaultPolicy)({
 *   at: new Date('2026-01-02T00:00:00Z'),
 *   namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, images: [{ name: 'app:1', target: 'sha256:a', labels: [expire] }] }],
 * })
 * const removal = E.isRight(planned) ? planned.right.passes[0].removals[0] : undefined
 * console.log(removal?.target.id, removal?.reasons.map(explain)) // k8s.io/app:1 [ 'the image expired at 2026-01-01T00:00:00.000Z' ]
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> =>
    fp.map((decided: Decided) => decided.plan)(decide(policy)(snapshot))

/** A plan together with what it was made of. */
export const decide =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Decided> =>
    fp.map((graph: Graph) => decideOn(policy, snapshot, graph))(soundGraph(policy, snapshot))

const decideOn = (policy: Policy, snapshot: Snapshot, graph: Graph): Decided => {
  const at = snapshot.at.getTime()
  const reached = reach(graph, at)
  const nodes = allNodes(graph.nodeIndex)
  const unknowns = unknownReferences(policy, graph, at)
  const possible = possiblyReachable(policy, reached, nodes, unknowns)
  const swept = sweep(policy, reached, nodes, possible)
  return {
    graph,
    reached,
    nodes,
    possible,
    plan: {
      at: snapshot.at,
      passes: [
        { name: 'sweep', ...swept, ...whole, events: [] },
        { name: 'publish', removals: [], kept: [], ...whole, events: eventsOf(policy, swept.removals) },
      ],
      wakeAt: wakeOf(reached, at),
      assumptions: assumptionsOf(policy, reached, unknowns, swept.removals),
    },
  }
}

/** The graph of a snapshot, if it and the policy are what their types say. */
export const soundGraph = (policy: Policy, snapshot: Snapshot): E.Either<InvalidInput, Graph> => {
  const invalid = findPolicyProblems(policy)
  if (invalid !== null) return fp.left(invalid)
  if (looksSound(snapshot)) {
    const nodeIndex = indexNodes(snapshot)
    if (nodeIndex.distinct) return fp.right(buildGraph(policy, nodeIndex, snapshot.at.getTime()))
  }
  const problems = snapshotProblems(snapshot)
  return fp.left(problems ?? unsound)
}

/** The two checks agree, so that this is never seen. */
const unsound: InvalidInput = {
  _tag: 'InvalidInput',
  source: 'containerd snapshot',
  problems: [{ path: '', expected: 'a valid snapshot', actual: 'an invalid one' }],
}

/** One transaction: it holds as a whole, and nothing is published unless it does. */
const whole = {
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'stop',
  reserve: [],
  refusal: fp.none,
} as const

const eventsOf = (policy: Policy, removals: ReadonlyArray<Removal>): ReadonlyArray<Event> =>
  removals.flatMap(({ target }): ReadonlyArray<Event> => {
    const { namespace, key } = target
    if (target._tag === 'FsSnapshot')
      return policy.snapshotEvents
        ? [{ _tag: 'SnapshotRemove', topic: '/snapshot/remove', namespace, snapshotter: target.snapshotter, key }]
        : []
    return target._tag === 'Image' && policy.imageEvents
      ? [{ _tag: 'ImageDelete', topic: '/images/delete', namespace, name: key }]
      : []
  })
