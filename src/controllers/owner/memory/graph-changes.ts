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
} from '../../../apiserver/object.js'
import { isBlocking, isSameReference, ownersOf } from '../../../apiserver/owner-reference.js'
import { rememberAbsent } from './absentees.js'
import { addDependentToOwners, removeDependentFromOwners, warnOfNamespace } from './connect.js'
import {
  type Draft,
  dependentsIn,
  dropNode,
  enqueueItem,
  enqueueToDelete,
  enqueueToOrphan,
  itemLeft,
  itemOf,
  nodeIn,
  putNode,
  replaceNode,
} from './draft.js'
import { alternateOwnerIdentity, partitionDependents } from './match.js'
import { type Identity, type Node, identityOf, isSameIdentity, observedNode } from './node.js'
import type { Policy } from '../policy.js'

/** Folds in an added or changed object; `present` is its node, if the graph has one. */
export const onAddOrUpdate = (
  policy: Policy,
  draft: Draft,
  present: Node | undefined,
  object: KubeObject,
  old: KubeObject | undefined,
): void => {
  if (present === undefined) {
    const node = observedNode(draft.nextSerial++, object)
    putNode(draft, node)
    addDependentToOwners(policy, draft, node, node.owners)
  } else {
    const owners = ownersOf(object)
    if (owners !== present.owners) updateOwners(policy, draft, present, owners)
    if (isBeingDeleted(object)) mark(draft, object.metadata.uid, { beingDeleted: true })
  }
  processTransitions(draft, object, old)
}

/**
 * The node of an object that is observed, if the graph has one. A virtual one is marked as observed, and dependents that
 * know it by other names are looked at.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
export const observeVirtual = (draft: Draft, object: KubeObject): Node | undefined => {
  const guess = nodeIn(draft, object.metadata.uid)
  if (guess === undefined || !guess.virtual) return guess
  const identity = identityOf(object)
  if (isSameIdentity(identity, guess.identity)) {
    const node = { ...guess, virtual: false }
    putNode(draft, node)
    return node
  }
  for (const dependent of partitionDependents(dependentsIn(draft, guess), identity).nonmatching) {
    if (identity.namespace !== undefined && dependent.identity.namespace !== identity.namespace)
      warnOfNamespace(draft, dependent, identity.uid)
    enqueueToDelete(draft, dependent)
  }
  const node = { ...guess, identity, serial: draft.nextSerial++, virtual: false }
  replaceNode(draft, guess, node)
  return node
}

const updateOwners = (policy: Policy, draft: Draft, present: Node, owners: Node['owners']): void => {
  const changes = referenceChanges(present.owners, owners)
  if (changes.added.length + changes.removed.length + changes.changed.length === 0) return
  for (const uid of unblockedOwners(changes)) {
    const owner = nodeIn(draft, uid)
    if (owner !== undefined) enqueueToDelete(draft, owner)
  }
  const node = { ...present, owners }
  putNode(draft, node)
  addDependentToOwners(policy, draft, node, changes.added)
  removeDependentFromOwners(draft, node, changes.removed)
}

const mark = (draft: Draft, uid: string, marks: Partial<Pick<Node, 'beingDeleted' | 'deletingDependents'>>): void => {
  const node = nodeIn(draft, uid)
  if (node !== undefined) putNode(draft, { ...node, ...marks })
}

/**
 * Queues the work that the start of a deletion requires.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processTransitions
 */
const processTransitions = (draft: Draft, object: KubeObject, old: KubeObject | undefined): void => {
  if (!isBeingDeleted(object)) return
  const { uid } = object.metadata
  if (startsWith(orphanFinalizer, object, old)) {
    const owner = nodeIn(draft, uid)
    if (owner !== undefined) enqueueToOrphan(draft, owner)
    return
  }
  if (!startsWith(foregroundFinalizer, object, old)) return
  mark(draft, uid, { deletingDependents: true })
  const owner = nodeIn(draft, uid)
  if (owner === undefined) return
  for (const dependent of dependentsIn(draft, owner)) enqueueToDelete(draft, dependent)
  enqueueToDelete(draft, owner)
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
export const onVirtualDelete = (draft: Draft, identity: Identity): void => {
  const node = nodeIn(draft, identity.uid)
  if (node === undefined) return
  if (node.virtual) {
    const dependents = partitionDependents(dependentsIn(draft, node), identity)
    if (dependents.nonmatching.length === 0) removeNode(draft, node, identity)
    else {
      examineDependents(draft, dependents.matching, identity)
      if (isSameIdentity(node.identity, identity)) rename(draft, node, dependents.nonmatching)
    }
  } else if (isSameIdentity(node.identity, identity)) removeNode(draft, node, identity)
  else examineDependents(draft, partitionDependents(dependentsIn(draft, node), identity).matching, identity)
}

const examineDependents = (draft: Draft, dependents: ReadonlyArray<Node>, absent: Identity): void => {
  if (dependents.length > 0) rememberAbsent(draft, absent)
  for (const dependent of dependents) enqueueToDelete(draft, dependent)
}

/** Gives a virtual node another of the names that its dependents have for it, to be looked up next. */
const rename = (draft: Draft, node: Node, dependents: ReadonlyArray<Node>): void => {
  const identity = alternateOwnerIdentity(dependents, node.identity)
  if (identity === undefined) return
  const renamed = { ...node, identity, serial: draft.nextSerial++ }
  replaceNode(draft, node, renamed)
  enqueueToDelete(draft, renamed)
}

/**
 * An object was observed to be gone, or is taken to be. The node leaves the graph before its owners are looked for, so one
 * that owns itself stays among its own dependents.
 */
export const removeNode = (draft: Draft, node: Node, identity: Identity): void => {
  const dependents = dependentsIn(draft, node)
  dropNode(draft, node, dependents)
  // Made before the owners change: it keeps the dependents as they were.
  const own = dependents.includes(node) ? itemLeft(draft, node, dependents) : null
  removeDependentFromOwners(draft, node, node.owners)
  if (dependents.length > 0) rememberAbsent(draft, identity)
  for (const dependent of dependents) enqueueItem(draft, dependent === node && own !== null ? own : itemOf(dependent))
  for (const { uid } of node.owners) {
    const owner = nodeIn(draft, uid)
    if (owner?.deletingDependents === true) enqueueToDelete(draft, owner)
  }
}
