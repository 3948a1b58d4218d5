/**
 * What each image, lease, container and other root retains alone, and what it shares:
 *
 * 1. turn the snapshot's graph into one in which removing a record removes one vertex (`severed.ts`);
 * 2. compute its dominators: which vertices are unreachable without a given one;
 * 3. sum sizes over the dominator tree (`weigh.ts`);
 * 4. report bytes separately where something unknown might hold a record.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Assumption } from '../../core/plan.js'
import { dominators } from '../../internal/dominators.js'
import { lazily } from '../../internal/lazily.js'
import { assumptionsIn } from '../assumptions.js'
import type { Graph } from '../graph/graph.js'
import { kinds } from '../graph/node-index.js'
import { nodeOf, numberOf } from '../graph/node.js'
import { type PlanError, soundGraph } from '../plan.js'
import type { Policy } from '../policy.js'
import type { Node } from '../record.js'
import type { Snapshot } from '../snapshot.js'
import { figuresOf } from './figures.js'
import { type ImageHolder, imagesOf } from './grouped.js'
import { heldByIn, reachedFrom, verticesOf } from './held-by.js'
import { type Open, openIn } from './kept.js'
import { recordsAmong, sumOf } from './records.js'
import { severed } from './severed.js'
import { type Extent, type Freed, extentOf, minus, zeros } from './tally.js'

export type { ImageHolder }

/** What one node alone keeps. */
export interface Holder {
  readonly node: Node
  /** True when a collection starts from it; an expired lease or image is no root. */
  readonly isRoot: boolean
  /** What a collection removes only if this record is removed, the record included. */
  readonly only: Freed
  /**
   * What would also be removed if unknown facts held nothing. For a lease or ingest with unknown facts, includes what
   * only these keep in its namespace.
   */
  readonly uncertain: Freed
}

/** What is kept alone and what is shared. */
export interface Retention {
  /** Every image, lease, container and other root, and every ingest with unknown facts. */
  readonly holders: ReadonlyArray<Holder>
  /** The same for any node; none if the snapshot lacks it. */
  readonly of: (node: Node) => O.Option<Holder>
  /**
   * What is reachable from a node, itself included, but kept by others too; empty if only unknown facts keep it. Each
   * call walks everything reachable from the node.
   */
  readonly shared: (node: Node) => Extent
  /** Every image, by namespace and first record. The first call computes them all. */
  readonly images: () => ReadonlyArray<ImageHolder>
  /** Records that nodes lead to, themselves left out, in no order that means anything. */
  readonly leadsTo: (nodes: ReadonlyArray<Node>) => ReadonlyArray<Node>
  /** Roots that would still hold some of these if all the nodes were removed, in the order of `holders`. */
  readonly heldBy: (nodes: ReadonlyArray<Node>) => ReadonlyArray<Node>
  /** Stated facts that this depends on, with the ids of the holders in that namespace. */
  readonly assumptions: ReadonlyArray<Assumption>
}

/**
 * What each image, lease, container and other root alone keeps: what a plan would also remove without that record.
 *
 * Shape: an image that others refer to alone keeps only what those references do not reach; a record whose back
 * reference names it stays while anything refers to that name. What only unknown facts keep, keeps nothing.
 * Order: by namespace, in each leases, snapshots, ingests, content, images, containers, streams and sandboxes, by key.
 * Units: bytes of blobs and, where known, of snapshots.
 * Fails: `InvalidInput`, as `plan`.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots, references
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { retained } from 'gcplan/containerd/analysis'
 *
 * const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const refersTo = (digest: string) => [['containerd.io/gc.ref.content.l.0', digest]] as const
 * const content = [
 *   { digest: 'sha256:m1', size: 2, labels: refersTo('sha256:base') },
 *   { digest: 'sha256:m2', size: 3, labels: refersTo('sha256:base') },
 *   { digest: 'sha256:base', size: 1000, labels: [] },
 * ]
 * const images = [1, 2].map((number) => ({ name: `app:${number}`, target: `sha256:m${number}`, labels: [] }))
 * const snapshot = { at: new Date(0), namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, content, images }] }
 * const found = retained(defaultPolicy)(snapshot)
 * if (E.isRight(found)) for (const { node, only } of found.right.holders) console.log(node.key, only.bytes, found.right.shared(node).bytes)
 * // app:1 2 1000
 * // app:2 3 1000
 * ```
 */
export const retained =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Retention> =>
    fp.map((graph: Graph) => retention(policy, graph, snapshot.at.getTime()))(soundGraph(policy, snapshot))

const retention = (policy: Policy, graph: Graph, epochMillis: number): Retention => {
  const open = openIn(policy, graph, epochMillis)
  const named = severed(graph, epochMillis)
  const found = dominators(named.size, graph.roots, named.successors)
  const figures = figuresOf(graph, found, open)
  const isRoot = new Uint8Array(graph.nodeIndex.size)
  for (const root of graph.roots) isRoot[root] = 1
  const holderOf = (node: number): Holder => ({
    node: nodeOf(graph, node),
    isRoot: isRoot[node] === 1,
    ...figures.keptBy(node),
  })
  const holders = holdersIn(graph, isRoot, open).map(holderOf)
  const vertices = verticesOf(graph, found)
  const leadsTo = (nodes: ReadonlyArray<Node>): ReadonlySet<number> => reachedFrom(vertices(nodes), named.successors)
  return {
    holders,
    of: (node) => {
      const number = numberOf(graph, node)
      return number < 0 ? fp.none : fp.some(holderOf(number))
    },
    shared: (node) => {
      const number = numberOf(graph, node)
      const none = zeros(figures.limbs)
      return extentOf(number < 0 ? none : minus(sumOf(graph, leadsTo([node]), figures.limbs), figures.below(number)))
    },
    images: lazily(() => imagesOf(graph, found, named, open)),
    leadsTo: (nodes) => {
      const own = new Set(nodes.map((node) => numberOf(graph, node)))
      return [...recordsAmong(graph, leadsTo(nodes))].filter((one) => !own.has(one)).map((one) => nodeOf(graph, one))
    },
    heldBy: heldByIn(graph, found, named),
    assumptions: assumptionsOf(open, holders),
  }
}

const holdersIn = ({ nodeIndex }: Graph, isRoot: Uint8Array, open: Open): ReadonlyArray<number> => {
  const found: number[] = []
  for (const { groups } of nodeIndex.namespaces)
    for (const kind of kinds) {
      const { start, items } = groups[kind]
      const isAlways = kind === 'Image' || kind === 'Lease' || kind === 'Container'
      for (let node = start; node < start + items.length; node++)
        if (isAlways || isRoot[node] === 1 || open.holders.has(node)) found.push(node)
    }
  return found
}

const assumptionsOf = ({ unknowns }: Open, holders: ReadonlyArray<Holder>): ReadonlyArray<Assumption> => {
  const taken = unknowns.filter((each) => each.assumed.size > 0)
  const targets = new Map<string, string[]>(taken.map(({ space }) => [space.name, []]))
  for (const { node, only, uncertain } of holders)
    if (only.records + uncertain.records > 0) targets.get(node.namespace)?.push(node.id)
  return taken.flatMap((each) => assumptionsIn(each, targets.get(each.space.name) ?? []))
}
