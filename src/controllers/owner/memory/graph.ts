/**
 * What observations and attempts need of the graph and its queues. A draft of the next memory holds them in persistent
 * structures (`draft.ts`), a collector that keeps no earlier memories in plain ones (`plain-graph.ts`).
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import type { Event } from '../reason.js'
import type { Identity, Node } from './node.js'

/** A node that waits in a queue. */
export interface QueueItem {
  readonly uid: string
  /** The node's number; a later node of the same uid has another. */
  readonly serial: number
  /** The node as it left the graph; null while it is in the graph. */
  readonly left: LeftNode | null
}

/** A node as it left the graph. */
export interface LeftNode {
  readonly node: Node
  readonly dependents: ReadonlyArray<Node>
}

/** The part of a memory that an attempt reads. */
export interface View {
  /** The node of a uid; `undefined` when the graph has none. */
  readonly node: (uid: string) => Node | undefined
  /** Its dependents, by uid. */
  readonly dependents: (node: Node) => ReadonlyArray<Node>
  /** True for an owner known to be absent under the name of a reference, in the cluster or in a namespace. */
  readonly isKnownAbsent: (reference: OwnerReference, namespace: string | undefined) => boolean
}

/** One of the two work queues. */
export type QueueName = 'toDelete' | 'toOrphan'

/** The graph, its queues and the absent owners, changed in place; a `G` that holds them in its own way. */
export interface Graph<G> {
  readonly on: GraphOperations<G>
  readonly warnings: Event[]
  /** The number of the next node. */
  nextSerial: number
}

/** What is done with a graph. The functions stand apart from it: one is opened for every event. */
export interface GraphOperations<G> {
  readonly node: (graph: G, uid: string) => Node | undefined
  readonly dependents: (graph: G, node: Node) => ReadonlyArray<Node>
  /** Puts a node in the place of its uid. */
  readonly put: (graph: G, node: Node) => void
  /** Puts a node, with the dependents of the one that had its uid before. */
  readonly succeed: (graph: G, before: Node, after: Node) => void
  readonly remove: (graph: G, uid: string) => void
  /** Adds a dependent to an owner, and puts the owner if it is new. */
  readonly addDependent: (graph: G, owner: Node, uid: string) => void
  readonly removeDependent: (graph: G, owner: Node, uid: string) => void
  /** From now on, nodes that were read do not change in place. */
  readonly share: (graph: G) => void
  /** True for a node that waits in either queue. */
  readonly isQueued: (graph: G, serial: number) => boolean
  /** Puts an item at the end of a queue, unless its node waits there already. */
  readonly enqueue: (graph: G, name: QueueName, item: QueueItem) => void
  /** Puts an item wherever its node waits. */
  readonly replaceQueued: (graph: G, item: QueueItem) => void
  readonly enqueueVirtualDelete: (graph: G, identity: Identity) => void
  /** Takes out the virtual delete events that wait, first come first. */
  readonly takeVirtualDeletes: (graph: G) => ReadonlyArray<Identity>
  /** Remembers an owner as absent, as the latest of those remembered. */
  readonly rememberAbsent: (graph: G, identity: Identity) => void
}

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
export const nodeOfItemIn = ({ node }: View, { uid, serial, left }: QueueItem): Node | undefined => {
  const present = node(uid)
  return present?.serial === serial ? present : left?.node
}

/** The dependents of the node of a queue item, by uid; one that left the graph is as it was. */
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

/** Takes a node with these dependents out of the graph; queues that hold it keep it as it is now. */
export const dropNode = <G extends Graph<G>>(graph: G, node: Node, dependents: ReadonlyArray<Node>): void => {
  graph.on.remove(graph, node.identity.uid)
  keepInQueues(graph, node, dependents)
}

/** Puts another node in the place of one; queues that hold the old one keep it as it is now. */
export const replaceNode = <G extends Graph<G>>(graph: G, before: Node, after: Node): void => {
  graph.on.succeed(graph, before, after)
  keepInQueues(graph, before, graph.on.dependents(graph, before))
}

const keepInQueues = <G extends Graph<G>>(graph: G, node: Node, dependents: ReadonlyArray<Node>): void => {
  if (graph.on.isQueued(graph, node.serial)) graph.on.replaceQueued(graph, itemLeft(graph, node, dependents))
}

/** A queue item for a node of the graph. */
export const itemOf = ({ identity, serial }: Node): QueueItem => ({ uid: identity.uid, serial, left: null })

/** A queue item for a node that left the graph with these dependents. */
export const itemLeft = <G extends Graph<G>>(graph: G, node: Node, dependents: ReadonlyArray<Node>): QueueItem => {
  graph.on.share(graph)
  return { uid: node.identity.uid, serial: node.serial, left: { node, dependents } }
}

/** Queues a node of the graph for an attempt to delete it. */
export const enqueueToDelete = <G extends Graph<G>>(graph: G, node: Node): void => {
  graph.on.enqueue(graph, 'toDelete', itemOf(node))
}
