/**
 * A mutable draft of the next memory while events are folded in. It changes in place only what was made since it was
 * opened, and never leaves the fold.
 */
import { type Trie, find } from '../../../internal/trie/branch.js'
import { buildTrie } from '../../../internal/trie/build.js'
import { insert, remove } from '../../../internal/trie/change.js'
import { type Queue, enqueue } from '../../../internal/trie/queue.js'
import type { Event } from '../reason.js'
import type { Remembered } from './absentees.js'
import { type WorkQueues, replaceQueued, enqueueTo, isQueued } from './work-queues.js'
import { type Identity, type Node, nodeKeying } from './node.js'
import {
  type Memory,
  type QueueItem,
  type VirtualDelete,
  dependentsOf,
  emptyMemory,
  nodesAt,
  virtualDeleteKeying,
} from './state.js'

/** The next memory in the making. */
export interface Draft extends WorkQueues, Remembered {
  nodes: Trie<Node>
  /** Nodes that were put or, null, dropped and are not in `nodes` yet; null where `nodes` is changed at once. */
  readonly staged: Map<string, Node | null> | null
  /** Uids of dependents by the number of their owner, in place of those that nodes hold; null where they are persistent. */
  readonly dependents: Map<number, Set<string>> | null
  virtualDeletes: Queue<VirtualDelete>
  readonly warnings: Event[]
  nextSerial: number
}

/** Opens a draft of the memory that follows, for a little or, staged, for much that is to be folded in. */
export const openDraft = (
  { nodes, toDelete, toOrphan, virtualDeletes, absent, nextSerial }: Memory,
  size: 'little' | 'much' = 'little',
): Draft => ({
  owner: {},
  nodes,
  staged: size === 'much' ? new Map() : null,
  dependents: null,
  waiting: null,
  toDelete,
  toOrphan,
  virtualDeletes,
  absent,
  absentees: null,
  warnings: [],
  nextSerial,
})

/**
 * Opens a draft of no memory, from which none will come. Plain sets and maps in place of what is persistent spare a quarter
 * of the processor time of a cascade, `bench/kubernetes-cascade.bench.ts`.
 */
export const openLastingDraft = (): Draft => ({
  ...openDraft(emptyMemory, 'much'),
  dependents: new Map(),
  waiting: { toDelete: new Map(), toOrphan: new Map() },
  absentees: { order: new Set(), byUid: new Map() },
})

/** The memory that a draft has become; the draft is not used again. */
export const sealed = (draft: Draft): Memory => {
  if (draft.staged !== null) flush(draft, draft.staged)
  return {
    nodes: draft.nodes,
    toDelete: draft.toDelete,
    toOrphan: draft.toOrphan,
    virtualDeletes: draft.virtualDeletes,
    absent: draft.absent,
    warnings: draft.warnings,
    nextSerial: draft.nextSerial,
  }
}

/** More are not staged: a Map has a limit. */
const stagedLimit = 2 ** 22

const stage = (draft: Draft, staged: Map<string, Node | null>, uid: string, node: Node | null): void => {
  if (node === null && draft.nodes.size === 0) staged.delete(uid)
  else staged.set(uid, node)
  if (staged.size > stagedLimit) flush(draft, staged)
}

const flush = (draft: Draft, staged: Map<string, Node | null>): void => {
  if (draft.nodes.size === 0) draft.nodes = buildTrie(nodeKeying, [...staged.values()].filter(isNode))
  else
    for (const [uid, node] of staged)
      draft.nodes =
        node === null
          ? remove(nodeKeying, draft.owner, draft.nodes, uid)
          : insert(nodeKeying, draft.owner, draft.nodes, node)
  staged.clear()
}

const isNode = (node: Node | null): node is Node => node !== null

/** The node of a uid. */
export const nodeIn = ({ nodes, staged }: Draft, uid: string): Node | undefined => {
  if (staged === null) return find(nodeKeying, nodes, uid)
  const node = staged.get(uid)
  return node === undefined && nodes.size > 0 ? find(nodeKeying, nodes, uid) : (node ?? undefined)
}

/** The nodes of a node's dependents, by uid. */
export const dependentsIn = (draft: Draft, node: Node): ReadonlyArray<Node> => {
  const uids = draft.dependents === null ? dependentsOf(node) : sorted(draft.dependents.get(node.serial))
  return uids.length === 0 ? none : nodesAt((uid) => nodeIn(draft, uid), uids)
}

const none: ReadonlyArray<never> = []

/** In a cascade every object is asked for its dependents, and nearly none has any. */
const sorted = (uids: ReadonlySet<string> | undefined): ReadonlyArray<string> =>
  uids === undefined || uids.size === 0 ? none : [...uids].sort()

/** Puts a node in the place of its uid. */
export const putNode = (draft: Draft, node: Node): void => {
  if (draft.staged === null) draft.nodes = insert(nodeKeying, draft.owner, draft.nodes, node)
  else stage(draft, draft.staged, node.identity.uid, node)
}

/** Takes a node with these dependents out of the graph; queues that hold it keep it as it is now. */
export const dropNode = (draft: Draft, node: Node, dependents: ReadonlyArray<Node>): void => {
  const { uid } = node.identity
  if (draft.staged === null) draft.nodes = remove(nodeKeying, draft.owner, draft.nodes, uid)
  else stage(draft, draft.staged, uid, null)
  keepInQueues(draft, node, dependents)
}

/** Puts another node in the place of one; queues that hold the old one keep it as it is now. */
export const replaceNode = (draft: Draft, before: Node, after: Node): void => {
  putNode(draft, after)
  const dependents = draft.dependents?.get(before.serial)
  if (dependents !== undefined) draft.dependents?.set(after.serial, dependents)
  keepInQueues(draft, before, dependentsIn(draft, before))
}

const keepInQueues = (draft: Draft, node: Node, dependents: ReadonlyArray<Node>): void => {
  const { serial } = node
  const waitsToDelete = isQueued(draft, 'toDelete', serial)
  const waitsToOrphan = isQueued(draft, 'toOrphan', serial)
  if (!waitsToDelete && !waitsToOrphan) return
  const item = itemLeft(draft, node, dependents)
  if (waitsToDelete) replaceQueued(draft, 'toDelete', item)
  if (waitsToOrphan) replaceQueued(draft, 'toOrphan', item)
}

/** A queue item for a node of the graph. */
export const itemOf = ({ identity, serial }: Node): QueueItem => ({ uid: identity.uid, serial, left: null })

/**
 * A queue item for a node that left the graph with these dependents. What it holds may lie in branches that the draft could
 * change in place; from now on it may not.
 */
export const itemLeft = (draft: Draft, node: Node, dependents: ReadonlyArray<Node>): QueueItem => {
  draft.owner = {}
  return { uid: node.identity.uid, serial: node.serial, left: { node, dependents } }
}

/** Queues a node of the graph for an attempt to delete it. */
export const enqueueToDelete = (draft: Draft, node: Node): void => {
  enqueueItem(draft, itemOf(node))
}

/** Queues an item that somebody held. */
export const enqueueItem = (draft: Draft, item: QueueItem): void => {
  enqueueTo(draft, 'toDelete', item)
}

/** Queues an owner whose dependents are to be orphaned. */
export const enqueueToOrphan = (draft: Draft, node: Node): void => {
  enqueueTo(draft, 'toOrphan', itemOf(node))
}

/** Queues a virtual delete event. */
export const enqueueVirtualDelete = (draft: Draft, identity: Identity): void => {
  const event = { serial: draft.nextSerial++, identity }
  draft.virtualDeletes = enqueue(virtualDeleteKeying, draft.owner, draft.virtualDeletes, event)
}
