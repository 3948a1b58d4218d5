/**
 * What the passes share, computed once per plan: pods by name, nodes by name, the quarantine.
 */
import { isAfter } from 'date-fns/isAfter'

import type { Knowledge } from '../../core/knowledge.js'
import { covers } from '../../apiserver/scope.js'
import { type Node, type Pod, type Snapshot, keyOf } from './snapshot.js'
import { comparePods } from './order.js'
import type { Policy } from './policy.js'
import type { Target } from './reason.js'

/** The order of kept objects in a pass; callers that compare plans need none. */
export type KeptOrder = 'by-name' | 'as-listed'

/** Everything that one plan is made of. */
export interface PassInput {
  readonly policy: Policy
  readonly keptOrder: KeptOrder
  /** In that order. */
  readonly pods: ReadonlyArray<Pod>
  readonly nodes: ReadonlyMap<string, Node>
  readonly coversNodes: boolean
  /** Nodes whose quarantine is over. */
  readonly ripe: ReadonlySet<string>
  /** Nodes in quarantine, and until when. */
  readonly waiting: ReadonlyMap<string, Date>
  readonly apiNodes: Knowledge<ReadonlySet<string>>
  readonly failedLookups: ReadonlySet<string>
}

/** A pod as a target. */
export const targetOf = (pod: Pod): Target => {
  const { namespace = '', name } = pod.metadata
  return { _tag: 'Pod', id: keyOf(pod), namespace, name }
}

/** What the passes read of a sound snapshot. */
export const passInputOf = (policy: Policy, snapshot: Snapshot, keptOrder: KeptOrder): PassInput => {
  const { at, nodes, coverage, apiNodes, failedLookups, memory } = snapshot
  const pods = keptOrder === 'by-name' ? [...snapshot.pods].sort(comparePods) : snapshot.pods
  const ripe = new Set(memory.ripe)
  const waiting = new Map<string, Date>()
  for (const { node, until } of memory.waiting) {
    const sooner = waiting.get(node)
    if (!isAfter(until, at)) ripe.add(node)
    else if (sooner === undefined || until < sooner) waiting.set(node, until)
  }
  return {
    policy,
    keptOrder,
    pods,
    nodes: new Map(nodes.map((node) => [node.metadata.name, node])),
    coversNodes: covers(coverage)('v1', 'Node'),
    ripe,
    waiting,
    apiNodes: apiNodes._tag === 'Unknown' ? apiNodes : { ...apiNodes, value: new Set(apiNodes.value) },
    failedLookups: new Set(failedLookups),
  }
}
