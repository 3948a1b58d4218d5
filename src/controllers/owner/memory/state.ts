/**
 * The memory of the owner collector: the graph, two work queues, pending virtual delete events, and absent owners.
 * Memories are immutable and share structure.
 */
import { type Trie, emptyTrie, find, valuesOf, keyedByNumber, keyedByText } from '../../../internal/trie/branch.js'
import {
  type Queue,
  type QueueKeying,
  emptyQueue,
  inOrder,
  lengthOf,
  queueKeying,
  waiting,
} from '../../../internal/trie/queue.js'
import { compareText } from '../../../internal/lists.js'
import type { Event } from '../reason.js'
import type { OwnerReference } from '../../../apiserver/object.js'
import { type QueueItem, type View, dependentsOfItemIn, nodeOfItemIn, nodesAt } from './graph.js'
import { type Identity, type Node, identityNamed, identityText, nodeKeying } from './node.js'

/** A deletion that the collector found out by a look at the API. */
export interface VirtualDelete {
  readonly serial: number
  readonly identity: Identity
}

/** The collector's state. Read it through the functions below. */
export interface Memory {
  readonly nodes: Trie<Node>
  readonly toDelete: Queue<QueueItem>
  readonly toOrphan: Queue<QueueItem>
  readonly virtualDeletes: Queue<VirtualDelete>
  /** Oldest first; no more than 500. */
  readonly absent: Queue<Identity>
  /** Those of the last fold. */
  readonly warnings: ReadonlyArray<Event>
  /** The number of the next node or virtual delete event. */
  readonly nextSerial: number
}

export const itemKeying: QueueKeying<number, QueueItem> = queueKeying(keyedByNumber(({ serial }) => serial))

export const virtualDeleteKeying: QueueKeying<number, VirtualDelete> = queueKeying(
  keyedByNumber(({ serial }) => serial),
)

export const absentKeying: QueueKeying<string, Identity> = queueKeying(keyedByText(identityText))

/** The memory of a collector that has observed nothing. */
export const emptyMemory: Memory = {
  nodes: emptyTrie(),
  toDelete: emptyQueue(),
  toOrphan: emptyQueue(),
  virtualDeletes: emptyQueue(),
  absent: emptyQueue(),
  warnings: [],
  nextSerial: 0,
}

/** The node of a uid; `undefined` when the graph has none. */
export const nodeOf =
  (uid: string) =>
  ({ nodes }: Pick<Memory, 'nodes'>): Node | undefined =>
    find(nodeKeying, nodes, uid)

/** All nodes, by uid. */
export const nodesOf = ({ nodes }: Memory): ReadonlyArray<Node> =>
  valuesOf(nodes).sort((a, b) => compareText(a.identity.uid, b.identity.uid))

/** Uids of a node's dependents, sorted. */
export const dependentsOf = ({ dependents }: Node): ReadonlyArray<string> =>
  dependents === null ? [] : valuesOf(dependents).sort()

/** The node of a queue item, in the graph or as it left it; `undefined` if it left later. */
export const nodeOfItem =
  (item: QueueItem) =>
  (memory: Memory): Node | undefined =>
    nodeOfItemIn(viewOf(memory), item)

/** The dependents of a queue item's node, by uid. */
export const dependentsOfItem =
  (item: QueueItem) =>
  (memory: Memory): ReadonlyArray<Node> =>
    dependentsOfItemIn(viewOf(memory), item)

/** Items in attemptToDelete, oldest first. */
export const itemsToDelete = ({ toDelete }: Memory): ReadonlyArray<QueueItem> => inOrder(toDelete)

/** Items in attemptToOrphan, oldest first. */
export const itemsToOrphan = ({ toOrphan }: Memory): ReadonlyArray<QueueItem> => inOrder(toOrphan)

/** Virtual delete events not folded in yet, oldest first. */
export const pendingVirtualDeletes = ({ virtualDeletes }: Memory): ReadonlyArray<Identity> =>
  inOrder(virtualDeletes).map(({ identity }) => identity)

/** Owners known to be absent, oldest first. */
export const absentOwners = ({ absent }: Memory): ReadonlyArray<Identity> => inOrder(absent)

/** True for an owner known to be absent under exactly this identity. */
export const isKnownAbsent =
  (identity: Identity) =>
  ({ absent }: Pick<Memory, 'absent'>): boolean =>
    lengthOf(absent) > 0 && waiting(absentKeying, absent, identityText(identity)) !== undefined

/** True for an owner known to be absent under the name of a reference, in the cluster or in a namespace. */
export const isNamedAbsent = (
  memory: Pick<Memory, 'absent'>,
  reference: OwnerReference,
  namespace: string | undefined,
): boolean =>
  isKnownAbsent(identityNamed(reference, undefined))(memory) ||
  (namespace !== undefined && isKnownAbsent(identityNamed(reference, namespace))(memory))

/** What an attempt reads of a memory. */
export const viewOf = (memory: Memory): View => viewNow(() => memory)

/** What attempts read of a memory that goes on while they wait for an answer: each time as it is by then. */
export const viewNow = (now: () => Memory): View => {
  const node = (uid: string): Node | undefined => nodeOf(uid)(now())
  return {
    node,
    dependents: (owner) => nodesAt(node, dependentsOf(owner)),
    isKnownAbsent: (reference, namespace) => isNamedAbsent(now(), reference, namespace),
  }
}
