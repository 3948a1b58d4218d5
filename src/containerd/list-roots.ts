/**
 * The roots of a collection.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { InvalidInput } from '../core/problem.js'
import { eachEdge } from '../internal/graph.js'
import { valuesOf } from '../internal/column.js'
import { compareBytes, compareText } from '../internal/lists.js'
import { type Kind, locate } from './graph/node-index.js'
import { clearBuilder, edgesOf, scratchContext } from './graph/scratch.js'
import type { Graph } from './graph/graph.js'
import { missingNode, nodeOf } from './graph/node.js'
import { soundGraph } from './plan.js'
import type { Policy } from './policy.js'
import type { Node } from './record.js'
import type { Snapshot } from './snapshot.js'

/** A record from which a collection marks. */
export interface Root {
  readonly node: Node
  /** True: its labels are ignored, because a flat lease holds it. */
  readonly flat: boolean
  /** False if no record has this name. */
  readonly exists: boolean
}

/**
 * Lists the roots of a collection, each once: unexpired leases, images and ingests, records with a root label, streams
 * without a lease, what leases hold and what sandboxes refer to. Where the release's graph has no nodes for containers
 * or images, their references are roots instead.
 *
 * Order: by namespace, `_tag` and id, in byte order; a flat root after the other of its name.
 * Fails: `InvalidInput`, as `plan`.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy, roots } from 'gcplan/containerd'
 *
 * const none = { content: [], snapshots: [], images: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const found = roots(defaultPolicy)({
 *   at: new Date(0),
 *   namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, containers: [{ id: 'web', snapshotter: '', snapshotKey: '', image: '', labels: [] }] }],
 * })
 * console.log(E.isRight(found) && found.right.map(({ node }) => node.id)) // [ 'k8s.io/web' ]
 * ```
 */
export const roots =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ReadonlyArray<Root>> =>
    fp.map((graph: Graph) => rootsOf(policy, graph, snapshot.at.getTime()))(soundGraph(policy, snapshot))

const rootsOf = (policy: Policy, graph: Graph, epochMillis: number): ReadonlyArray<Root> => {
  const found = new Map<string, Root>()
  const add = (node: Node, flat: boolean, exists: boolean): void => {
    found.set(`${node._tag} ${flat ? 'flat' : ''} ${node.id}`, { node, flat, exists })
  }
  const addNumber = (number: number): void => {
    const isFlat = number >= graph.nodeIndex.size
    add(nodeOf(graph, isFlat ? number - graph.flatOffset : number), isFlat, true)
  }
  const scratch = scratchContext(policy, epochMillis, graph.flatOffset)
  for (const number of graph.roots) {
    const { space, kind, index } = locate(graph.nodeIndex, number)
    const isNode = isNodeOf(policy, kind)
    if (isNode) addNumber(number)
    if (isNode && kind !== 'Lease') continue
    edgesOf(scratch, space, kind, index)
    const { target, waiting } = scratch.builder
    valuesOf(target).forEach(addNumber)
    for (const { name } of waiting.missing) add(missingNode(space, name), false, false)
    for (const { name } of waiting.flatMissing) add(missingNode(space, name), true, false)
    if (graph.further !== null && kind === 'Lease')
      eachEdge(graph.further, number, (leased) => {
        if (leased < graph.nodeIndex.size) addNumber(leased)
      })
    clearBuilder(scratch.builder)
  }
  return [...found.values()].sort(compareRoots)
}

/** What is no node of its own stands for what it refers to. */
const isNodeOf = (policy: Policy, kind: Kind): boolean =>
  kind === 'Container' ? policy.containersAreNodes : kind === 'Image' ? policy.imagesCollected : kind !== 'Sandbox'

const compareRoots = (left: Root, right: Root): number =>
  compareBytes(left.node.namespace, right.node.namespace) ||
  compareText(left.node._tag, right.node._tag) ||
  compareBytes(left.node.id, right.node.id) ||
  Number(left.flat) - Number(right.flat)
