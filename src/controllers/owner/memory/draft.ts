/**
 * A mutable draft of the next memory while events are folded in. It changes in place only what was made since it was
 * opened, and never leaves the fold.
 */
import { type Trie, emptyTrie, find } from '../../../internal/trie/branch.js'
import { buildTrie } from '../../../internal/trie/build.js'
import { insert, remove } from '../../../internal/trie/change.js'
import {
  type Queue,
  emptyQueue,
  enqueue,
  first,
  inOrder,
  leave,
  lengthOf,
  replace,
  waiting,
} from '../../../internal/trie/queue.js'
import { type Graph, type GraphOperations, type QueueItem, nodesAt } from './graph.js'
import { absentOwnerLimit } from './absent-owners.js'
import { type Identity, type Node, nodeKeying, uidKeying } from './node.js'
import {
  type Memory,
  type VirtualDelete,
  absentKeying,
  dependentsOf,
  itemKeying,
  virtualDeleteKeying,
} from './state.js'

/** The next memory in the making. */
export interface Draft extends Graph<Draft> {
  /** Whoever holds it may change branches in place. */
  owner: object
  nodes: Trie<Node>
  /** Nodes that were put or, null, removed and are not in `nodes` yet; null where `nodes` is changed at once. */
  readonly staged: Map<string, Node | null> | null
  toDelete: Queue<QueueItem>
  toOrphan: Queue<QueueItem>
  virtualDeletes: Queue<VirtualDelete>
  absent: Queue<Identity>
}

/** Opens a draft of the memory that follows, for a little or, staged, for much that is to be folded in. */
export const openDraft = (
  { nodes, toDelete, toOrphan, virtualDeletes, absent, nextSerial }: Memory,
  size: 'little' | 'much' = 'little',
): Draft => ({
  on: operations,
  owner: {},
  nodes,
  staged: size === 'much' ? new Map() : null,
  toDelete,
  toOrphan,
  virtualDeletes,
  absent,
  warnings: [],
  nextSerial,
})

/** The memory that a draft has become; the draft is not used again. */
export const sealed = (draft: Draft): Memory => {
  if (draft.staged !== null) flush(draft, draft.staged)
  const { nodes, toDelete, toOrphan, virtualDeletes, absent, warnings, nextSerial } = draft
  return { nodes, toDelete, toOrphan, virtualDeletes, absent, warnings, nextSerial }
}

const nodeIn = ({ nodes, staged }: Draft, uid: string): Node | undefined => {
  const present = staged?.get(uid)
  return present === undefined && nodes.size > 0 ? find(nodeKeying, nodes, uid) : (present ?? undefined)
}

const put = (draft: Draft, node: Node): void => {
  if (draft.staged === null) draft.nodes = insert(nodeKeying, draft.owner, draft.nodes, node)
  else stage(draft, draft.staged, node.identity.uid, node)
}

const operations: GraphOperations<Draft> = {
  node: nodeIn,
  dependents: (draft, node) => nodesAt((uid) => nodeIn(draft, uid), dependentsOf(node)),
  put,
  succeed: (draft, _, after) => {
    put(draft, after)
  },
  remove: (draft, uid) => {
    if (draft.staged === null) draft.nodes = remove(nodeKeying, draft.owner, draft.nodes, uid)
    else stage(draft, draft.staged, uid, null)
  },
  addDependent: (draft, owner, uid) => {
    const dependents = insert(uidKeying, draft.owner, owner.dependents ?? emptyTrie<string>(), uid)
    if (dependents !== owner.dependents) put(draft, { ...owner, dependents })
  },
  removeDependent: (draft, owner, uid) => {
    if (owner.dependents === null) return
    const dependents = remove(uidKeying, draft.owner, owner.dependents, uid)
    if (dependents !== owner.dependents) put(draft, { ...owner, dependents: dependents.size === 0 ? null : dependents })
  },
  share: (draft) => {
    draft.owner = {}
  },
  isQueued: ({ toDelete, toOrphan }, serial) =>
    waiting(itemKeying, toDelete, serial) !== undefined || waiting(itemKeying, toOrphan, serial) !== undefined,
  enqueue: (draft, name, item) => {
    draft[name] = enqueue(itemKeying, draft.owner, draft[name], item)
  },
  replaceQueued: (draft, item) => {
    draft.toDelete = replace(itemKeying, draft.owner, draft.toDelete, item)
    draft.toOrphan = replace(itemKeying, draft.owner, draft.toOrphan, item)
  },
  enqueueVirtualDelete: (draft, identity) => {
    const event = { serial: draft.nextSerial++, identity }
    draft.virtualDeletes = enqueue(virtualDeleteKeying, draft.owner, draft.virtualDeletes, event)
  },
  takeVirtualDeletes: (draft) => {
    const events = inOrder(draft.virtualDeletes)
    draft.virtualDeletes = emptyQueue()
    return events.map(({ identity }) => identity)
  },
  rememberAbsent: (draft, identity) => {
    const others = leave(absentKeying, draft.owner, draft.absent, absentKeying.keyOf(identity))
    draft.absent = enqueue(absentKeying, draft.owner, others, identity)
    const oldest = first(draft.absent)
    if (lengthOf(draft.absent) > absentOwnerLimit && oldest !== undefined)
      draft.absent = leave(absentKeying, draft.owner, draft.absent, absentKeying.keyOf(oldest))
  },
}

/** More are not staged: a Map has a limit. */
const stagedLimit = 2 ** 22

const stage = (draft: Draft, staged: Map<string, Node | null>, uid: string, node: Node | null): void => {
  if (node === null && draft.nodes.size === 0) staged.delete(uid)
  else staged.set(uid, node)
  if (staged.size > stagedLimit) flush(draft, staged)
}

const flush = (draft: Draft, staged: Map<string, Node | null>): void => {
  if (draft.nodes.size === 0)
    draft.nodes = buildTrie(
      nodeKeying,
      [...staged.values()].filter((node) => node !== null),
    )
  else
    for (const [uid, node] of staged)
      draft.nodes =
        node === null
          ? remove(nodeKeying, draft.owner, draft.nodes, uid)
          : insert(nodeKeying, draft.owner, draft.nodes, node)
  staged.clear()
}
