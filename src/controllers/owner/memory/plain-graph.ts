/**
 * The graph and its queues in Maps and Sets, of which no memory is made: that spares a quarter of the processor time of a
 * cascade, `bench/kubernetes-cascade.bench.ts`. Maps keep the order of arrival, as queues do.
 */
import {
  type Graph,
  type GraphOperations,
  type QueueItem,
  type QueueName,
  type View,
  absentOwnerLimit,
  nodesAt,
} from './graph.js'
import { type Identity, type Node, isSameIdentity, matches } from './node.js'

/** A graph in Maps and Sets. */
export interface PlainGraph extends Graph<PlainGraph> {
  readonly nodes: Map<string, Node>
  /** Uids of dependents by the number of their owner; those of nodes are null. */
  readonly dependents: Map<number, Set<string>>
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
  queues: { toDelete: new Map(), toOrphan: new Map() },
  virtualDeletes: [],
  absentees: { order: new Set(), byUid: new Map() },
  warnings: [],
  nextSerial: 0,
})

/** What attempts read of a graph, as it is when they read it. */
export const viewOfPlain = (graph: PlainGraph): View => ({
  node: (uid) => graph.nodes.get(uid),
  dependents: (node) => dependentsIn(graph, node),
  isKnownAbsent: (reference, namespace) =>
    graph.absentees.byUid
      .get(reference.uid)
      ?.some(
        (identity) =>
          (identity.namespace === undefined || identity.namespace === namespace) && matches(reference, identity),
      ) === true,
})

/** In a cascade every object is asked for its dependents, and nearly none has any. */
const dependentsIn = ({ nodes, dependents }: PlainGraph, { serial }: Node): ReadonlyArray<Node> => {
  const uids = dependents.get(serial)
  return uids === undefined || uids.size === 0 ? none : nodesAt((uid) => nodes.get(uid), [...uids].sort())
}

const put = ({ nodes }: PlainGraph, node: Node): void => {
  nodes.set(node.identity.uid, node)
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
  remove: ({ nodes }, uid) => nodes.delete(uid),
  addDependent: (graph, owner, uid) => {
    const others = graph.dependents.get(owner.serial)
    if (others !== undefined) others.add(uid)
    else {
      graph.dependents.set(owner.serial, new Set([uid]))
      put(graph, owner)
    }
  },
  removeDependent: ({ dependents }, owner, uid) => dependents.get(owner.serial)?.delete(uid),
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

/** Owners remembered as absent. */
interface Absentees {
  /** Oldest first. */
  readonly order: Set<Identity>
  readonly byUid: Map<string, ReadonlyArray<Identity>>
}

const remember = (absentees: Absentees, identity: Identity): void => {
  const { order, byUid } = absentees
  const before = byUid.get(identity.uid)?.find((other) => isSameIdentity(other, identity))
  if (before !== undefined) forget(absentees, before)
  order.add(identity)
  byUid.set(identity.uid, [...(byUid.get(identity.uid) ?? []), identity])
  const [oldest] = order
  if (order.size > absentOwnerLimit && oldest !== undefined) forget(absentees, oldest)
}

const forget = ({ order, byUid }: Absentees, identity: Identity): void => {
  order.delete(identity)
  const others = byUid.get(identity.uid)?.filter((other) => other !== identity) ?? []
  if (others.length === 0) byUid.delete(identity.uid)
  else byUid.set(identity.uid, others)
}
