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
import { type Identity, type Node, identityNamed, nodeKeying } from './node.js'

/** A node that waits in a queue. */
export interface QueueItem {
  readonly uid: string
  /** Number of the node; a node that took over the uid has another one. */
  readonly serial: number
  /** What it was when it left the graph while it waited here; null before. */
  readonly left: LeftNode | null
}

/** A node that is not in the graph any more, as it was when it left. */
export interface LeftNode {
  readonly node: Node
  readonly dependents: ReadonlyArray<Node>
}

/** A deletion that the collector found out by a look at the API. */
export interface VirtualDelete {
  readonly serial: number
  readonly identity: Identity
}

/** What an attempt reads of what is remembered. */
export interface View {
  /** The node of a uid; `undefined` when the graph has none. */
  readonly node: (uid: string) => Node | undefined
  /** Its dependents, by uid. */
  readonly dependents: (node: Node) => ReadonlyArray<Node>
  /** True for an owner known to be absent under the name of a reference, in the cluster or in a namespace. */
  readonly isKnownAbsent: (reference: OwnerReference, namespace: string | undefined) => boolean
}

/** What is remembered. Read it through the functions of this file. */
export interface Memory {
  readonly nodes: Trie<Node>
  readonly toDelete: Queue<QueueItem>
  readonly toOrphan: Queue<QueueItem>
  readonly virtualDeletes: Queue<VirtualDelete>
  /** Oldest first; no more than 500. */
  readonly absent: Queue<Identity>
  /** Recorded by the last fold alone. */
  readonly warnings: ReadonlyArray<Event>
  /** The number of the next node or virtual delete event. */
  readonly nextSerial: number
}

/** No more owners are remembered as absent; the one that was added first is forgotten. Forgetting one costs a look. */
export const absentOwnerLimit = 500

export const itemKeying: QueueKeying<number, QueueItem> = queueKeying(keyedByNumber(({ serial }) => serial))

export const virtualDeleteKeying: QueueKeying<number, VirtualDelete> = queueKeying(
  keyedByNumber(({ serial }) => serial),
)

/** One text for one identity, made without escapes since every reference is asked for. */
export const identityText = ({ apiVersion, kind, namespace = '', name, uid }: Identity): string =>
  `${uid.length},${name.length},${kind.length},${apiVersion.length},${uid}${name}${kind}${apiVersion}${namespace}`

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
export const dependentsOf = ({ dependents }: Node): ReadonlyArray<string> => valuesOf(dependents).sort()

/** What is found under uids, in their order; nothing stands in no place. */
export const nodesAt = (node: View['node'], uids: ReadonlyArray<string>): ReadonlyArray<Node> => {
  const nodes: Node[] = []
  for (const uid of uids) {
    const present = node(uid)
    if (present !== undefined) nodes.push(present)
  }
  return nodes
}

/** The node of a queue item: the one in the graph, or the one that left it; `undefined` when it left meanwhile. */
export const nodeOfItem =
  (item: QueueItem) =>
  (memory: Memory): Node | undefined =>
    nodeOfItemIn(viewOf(memory), item)

/** {@link nodeOfItem} of a view. */
export const nodeOfItemIn = ({ node }: View, { uid, serial, left }: QueueItem): Node | undefined => {
  const present = node(uid)
  return present?.serial === serial ? present : left?.node
}

/** The dependents of the node of a queue item, by uid; one that left the graph is as it was. */
export const dependentsOfItem =
  (item: QueueItem) =>
  (memory: Memory): ReadonlyArray<Node> =>
    dependentsOfItemIn(viewOf(memory), item)

/** {@link dependentsOfItem} of a view. */
export const dependentsOfItemIn = (
  { node, dependents }: View,
  { uid, serial, left }: QueueItem,
): ReadonlyArray<Node> => {
  const present = node(uid)
  if (present?.serial === serial) return dependents(present)
  return (left?.dependents ?? []).map((dependent) => {
    const now = node(dependent.identity.uid)
    return now?.serial === dependent.serial ? now : dependent
  })
}

/** What waits to be looked at, first come first. */
export const itemsToDelete = ({ toDelete }: Memory): ReadonlyArray<QueueItem> => inOrder(toDelete)

/** Owners whose dependents wait to be orphaned, first come first. */
export const itemsToOrphan = ({ toOrphan }: Memory): ReadonlyArray<QueueItem> => inOrder(toOrphan)

/** Deletions that the collector found out itself and has not folded in yet, first come first. */
export const pendingVirtualDeletes = ({ virtualDeletes }: Memory): ReadonlyArray<Identity> =>
  inOrder(virtualDeletes).map(({ identity }) => identity)

/** Owners known to be absent, the one added first at the beginning. */
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
export const viewOf = (memory: Memory): View => {
  const node = (uid: string): Node | undefined => nodeOf(uid)(memory)
  return {
    node,
    dependents: (owner) => nodesAt(node, dependentsOf(owner)),
    isKnownAbsent: (reference, namespace) => isNamedAbsent(memory, reference, namespace),
  }
}
