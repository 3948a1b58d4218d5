/**
 * Folds an added, changed or deleted object into the graph: its node, its owners, and the start of its deletion. A virtual
 * delete event, inferred from a failed lookup, doesn't remove a node that may exist under another identity.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
import {
  type KubeObject,
  type OwnerReference,
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  orphanFinalizer,
  isBlocking,
  isSameReference,
  ownersOf,
} from '../../../apiserver/object.js'
import { addDependentToOwners, removeDependentFromOwners, warnOfNamespace } from './connect.js'
import { type Graph, dropNode, enqueueToDelete, itemLeft, itemOf, replaceNode } from './graph.js'
import { isElsewhere, partitionDependents } from './match.js'
import { ownerNames } from './owner-names.js'
import { type Identity, type Node, identityOf, isSameIdentity, observedNode } from './node.js'
import type { Policy } from '../policy.js'

/** Folds in an added or changed object; `present` is its node, if the graph has one. */
export const onAddOrUpdate = <G extends Graph<G>>(
  policy: Policy,
  graph: G,
  present: Node | undefined,
  object: KubeObject,
  old: KubeObject | undefined,
): void => {
  if (present === undefined) {
    const node = observedNode(graph.nextSerial++, object)
    graph.on.put(graph, node)
    addDependentToOwners(policy, graph, node, node.owners)
  } else {
    const owners = ownersOf(object)
    if (owners !== present.owners) updateOwners(policy, graph, present, owners)
    if (isBeingDeleted(object)) {
      const node = owners === present.owners ? present : graph.on.node(graph, object.metadata.uid)
      if (node !== undefined) graph.on.put(graph, { ...node, beingDeleted: true })
    }
  }
  processTransitions(graph, object, old)
}

/**
 * The node of an object that is observed, if the graph has one. A virtual one is marked as observed, and dependents that
 * know it by other names are looked at.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
export const observeVirtual = <G extends Graph<G>>(graph: G, object: KubeObject): Node | undefined => {
  const guess = graph.on.node(graph, object.metadata.uid)
  if (guess === undefined || !guess.virtual) return guess
  const identity = identityOf(object)
  if (isSameIdentity(identity, guess.identity)) {
    const node = { ...guess, virtual: false }
    graph.on.put(graph, node)
    return node
  }
  for (const dependent of partitionDependents(graph.on.dependents(graph, guess), identity).nonmatching) {
    if (isElsewhere(dependent.identity.namespace, identity.namespace))
      warnOfNamespace(graph.warnings, dependent, identity.uid)
    enqueueToDelete(graph, dependent)
  }
  const node = { ...guess, identity, serial: graph.nextSerial++, virtual: false }
  replaceNode(graph, guess, node)
  return node
}

const updateOwners = <G extends Graph<G>>(policy: Policy, graph: G, present: Node, owners: Node['owners']): void => {
  const changes = referenceChanges(present.owners, owners)
  if (changes.added.length + changes.removed.length + changes.changed.length === 0) return
  for (const uid of unblockedOwners(changes)) {
    const owner = graph.on.node(graph, uid)
    if (owner !== undefined) enqueueToDelete(graph, owner)
  }
  const node = { ...present, owners }
  graph.on.put(graph, node)
  addDependentToOwners(policy, graph, node, changes.added)
  removeDependentFromOwners(graph, node, changes.removed)
}

/**
 * Queues the work that the start of a deletion requires.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processTransitions
 */
const processTransitions = <G extends Graph<G>>(graph: G, object: KubeObject, old: KubeObject | undefined): void => {
  if (!isBeingDeleted(object)) return
  const { uid } = object.metadata
  if (startsWith(orphanFinalizer, object, old)) {
    const owner = graph.on.node(graph, uid)
    if (owner !== undefined) graph.on.enqueue(graph, 'toOrphan', itemOf(owner))
    return
  }
  if (!startsWith(foregroundFinalizer, object, old)) return
  const node = graph.on.node(graph, uid)
  if (node === undefined) return
  const owner = { ...node, deletingDependents: true }
  graph.on.put(graph, owner)
  for (const dependent of graph.on.dependents(graph, owner)) enqueueToDelete(graph, dependent)
  enqueueToDelete(graph, owner)
}

const startsWith = (finalizer: string, object: KubeObject, old: KubeObject | undefined): boolean =>
  hasFinalizer(finalizer)(object) && (old === undefined || !isBeingDeleted(old) || !hasFinalizer(finalizer)(old))

/** What changed. */
export interface ReferenceChanges {
  /** References to uids that were not named before, and further ones to a uid that was. */
  readonly added: ReadonlyArray<OwnerReference>
  /** The last of the old references to each uid that is not named any more. */
  readonly removed: ReadonlyArray<OwnerReference>
  /** The last of the old references to a uid beside the first of the new ones, where they differ in any field. */
  readonly changed: ReadonlyArray<{ readonly before: OwnerReference; readonly after: OwnerReference }>
}

/**
 * The changes between two lists of owner references.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go referencesDiffs
 */
export const referenceChanges = (
  before: ReadonlyArray<OwnerReference>,
  after: ReadonlyArray<OwnerReference>,
): ReferenceChanges => {
  const left = new Map<string, OwnerReference>()
  for (const reference of before) left.set(reference.uid, reference)
  const added: OwnerReference[] = []
  const changed: { readonly before: OwnerReference; readonly after: OwnerReference }[] = []
  for (const reference of after) {
    const old = left.get(reference.uid)
    if (old === undefined) added.push(reference)
    else if (!isSameReference(old, reference)) changed.push({ before: old, after: reference })
    left.delete(reference.uid)
  }
  return { added, removed: [...left.values()], changed }
}

/** Uids of owners that an object blocked and does not block any more. */
export const unblockedOwners = ({ removed, changed }: ReferenceChanges): ReadonlyArray<string> => [
  ...removed.filter(isBlocking).map(({ uid }) => uid),
  ...changed.filter(({ before, after }) => isBlocking(before) && !isBlocking(after)).map(({ after }) => after.uid),
]

/** A look found no object of an identity. */
export const onVirtualDelete = <G extends Graph<G>>(graph: G, identity: Identity): void => {
  const node = graph.on.node(graph, identity.uid)
  if (node === undefined) return
  if (node.virtual) {
    const names = ownerNames(graph.on.dependents(graph, node), identity.uid)
    const next = names.next(identity)
    if (next === undefined) removeNode(graph, node, identity)
    else {
      examineDependents(graph, names.matching(identity), identity)
      if (isSameIdentity(node.identity, identity)) rename(graph, node, next)
    }
  } else if (isSameIdentity(node.identity, identity)) removeNode(graph, node, identity)
  else examineDependents(graph, partitionDependents(graph.on.dependents(graph, node), identity).matching, identity)
}

const examineDependents = <G extends Graph<G>>(graph: G, dependents: ReadonlyArray<Node>, absent: Identity): void => {
  if (dependents.length > 0) graph.on.rememberAbsent(graph, absent)
  for (const dependent of dependents) enqueueToDelete(graph, dependent)
}

/** Gives a virtual node another of the names that its dependents have for it, to be looked up next. */
const rename = <G extends Graph<G>>(graph: G, node: Node, identity: Identity): void => {
  const renamed = { ...node, identity, serial: graph.nextSerial++ }
  replaceNode(graph, node, renamed)
  enqueueToDelete(graph, renamed)
}

/**
 * An object was observed to be gone, or is taken to be. The node leaves the graph before its owners are looked for, so one
 * that owns itself stays among its own dependents.
 */
export const removeNode = <G extends Graph<G>>(graph: G, node: Node, identity: Identity): void => {
  const dependents = graph.on.dependents(graph, node)
  dropNode(graph, node, dependents)
  // Made before the owners change: it keeps the dependents as they were.
  const own = dependents.includes(node) ? itemLeft(graph, node, dependents) : null
  removeDependentFromOwners(graph, node, node.owners)
  if (dependents.length > 0) graph.on.rememberAbsent(graph, identity)
  for (const dependent of dependents)
    graph.on.enqueue(graph, 'toDelete', dependent === node && own !== null ? own : itemOf(dependent))
  for (const { uid } of node.owners) {
    const owner = graph.on.node(graph, uid)
    if (owner?.deletingDependents === true) enqueueToDelete(graph, owner)
  }
}
