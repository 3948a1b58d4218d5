/**
 * The graph and its queues in Maps and Sets, for a collector that keeps no earlier memories. That saves a quarter of
 * the processor time of a cascade (`bench/kubernetes-cascade.bench.ts`). Maps keep insertion order, as queues do.
 */
import { type Absentees, isAbsentAs, noAbsentees, remember } from './absent-owners.js'
import { type Graph, type GraphOperations, type QueueItem, type QueueName, type View, nodesAt } from './graph.js'
import type { Identity, Node } from './node.js'

/** A graph in Maps and Sets. */
export interface PlainGraph extends Graph<PlainGraph> {
  readonly nodes: Map<string, Node>
  /** Uids of dependents by the number of their owner, one alone as it is; those of nodes are null. */
  readonly dependents: Map<number, string | Set<string>>
  /** Longer lists of dependents, or of such with many owners, until a node with owners changes. */
  readonly lists: Map<ReadonlySet<string>, ReadonlyArray<Node>>
  /** Items that wait, by the number of their node. */
  readonly queues: Readonly<Record<QueueName, Map<number, QueueItem>>>
  readonly virtualDeletes: Identity[]
  readonly absentees: Absentees
}

/** A graph of nothing. */
export const plainGraph = (): PlainGraph => ({
  on: operations,
  nodes: new Map(),
  dependents: new Map(),
  lists: new Map(),
  queues: { toDelete: new Map(), toOrphan: new Map() },
  virtualDeletes: [],
  absentees: noAbsentees(),
  warnings: [],
  nextSerial: 0,
})

/** What attempts read of a graph, as it is when they read it. */
export const viewOfPlain = (graph: PlainGraph): View => ({
  node: (uid) => graph.nodes.get(uid),
  dependents: (node) => dependentsIn(graph, node),
  isKnownAbsent: (reference, namespace) => isAbsentAs(graph.absentees, reference, namespace),
})

/** In a cascade every object is asked for its dependents, and nearly none has any. */
const dependentsIn = (graph: PlainGraph, { serial }: Node): ReadonlyArray<Node> => {
  const uids = graph.dependents.get(serial)
  if (typeof uids === 'string') return onlyDependent(graph, serial, uids)
  return uids === undefined || uids.size === 0 ? none : (graph.lists.get(uids) ?? listed(graph, uids))
}

const onlyDependent = (graph: PlainGraph, serial: number, uid: string): ReadonlyArray<Node> => {
  const only = graph.nodes.get(uid)
  if (only === undefined) return none
  return only.owners.length <= longList ? [only] : listed(graph, asSet(graph, serial, uid))
}

const asSet = ({ dependents }: PlainGraph, serial: number, uid: string): Set<string> => {
  const uids = new Set([uid])
  dependents.set(serial, uids)
  return uids
}

const listed = ({ nodes, lists }: PlainGraph, uids: ReadonlySet<string>): ReadonlyArray<Node> => {
  const list = nodesAt((uid) => nodes.get(uid), [...uids].sort())
  if (list.length > longList || list.some(({ owners }) => owners.length > longList)) lists.set(uids, list)
  return list
}

const longList = 16

/** Lists hold nodes with owners alone. One that loses its owners, or leaves, is taken from the dependents of each. */
const put = (graph: PlainGraph, node: Node): void => {
  if (node.owners.length > 0 && graph.lists.size > 0) graph.lists.clear()
  graph.nodes.set(node.identity.uid, node)
}

const operations: GraphOperations<PlainGraph> = {
  node: ({ nodes }, uid) => nodes.get(uid),
  dependents: dependentsIn,
  put,
  succeed: (graph, before, after) => {
    put(graph, after)
    const uids = graph.dependents.get(before.serial)
    if (uids !== undefined) graph.dependents.set(after.serial, uids)
  },
  remove: ({ nodes }, uid) => {
    nodes.delete(uid)
  },
  addDependent: (graph, owner, uid) => {
    const others = graph.dependents.get(owner.serial)
    if (others === undefined) {
      graph.dependents.set(owner.serial, uid)
      put(graph, owner)
    } else if (typeof others !== 'string') {
      graph.lists.delete(others)
      others.add(uid)
    } else if (others !== uid) asSet(graph, owner.serial, others).add(uid)
  },
  removeDependent: ({ dependents, lists }, owner, uid) => {
    const others = dependents.get(owner.serial)
    if (others === uid) dependents.delete(owner.serial)
    else if (typeof others === 'object' && others.delete(uid)) lists.delete(others)
  },
  share: () => undefined,
  isQueued: ({ queues: { toDelete, toOrphan } }, serial) => toDelete.has(serial) || toOrphan.has(serial),
  enqueue: ({ queues }, name, item) => {
    if (!queues[name].has(item.serial)) queues[name].set(item.serial, item)
  },
  replaceQueued: ({ queues: { toDelete, toOrphan } }, item) => {
    for (const queue of [toDelete, toOrphan]) if (queue.has(item.serial)) queue.set(item.serial, item)
  },
  enqueueVirtualDelete: ({ virtualDeletes }, identity) => virtualDeletes.push(identity),
  takeVirtualDeletes: ({ virtualDeletes }) => virtualDeletes.splice(0),
  rememberAbsent: ({ absentees }, identity) => {
    remember(absentees, identity)
  },
}

const none: ReadonlyArray<never> = []
