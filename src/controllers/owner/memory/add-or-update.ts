/**
 * Folds an added or changed object into the graph: its node, its owners, and the start of its deletion.
 */
import type { KubeObject } from '../../../apiserver/object.js'
import { foregroundFinalizer, hasFinalizer, isBeingDeleted, orphanFinalizer } from '../../../apiserver/object.js'
import { ownersOf } from '../../../apiserver/owner-reference.js'
import type { Policy } from '../policy.js'
import { addDependentToOwners, removeDependentFromOwners, warnOfNamespace } from './connect.js'
import { referenceChanges, unblockedOwners } from './difference.js'
import type { Draft } from './draft.js'
import { dependentsIn, enqueueToDelete, enqueueToOrphan, nodeIn, putNode, replaceNode } from './draft.js'
import { partitionDependents } from './match.js'
import type { Node } from './node.js'
import { identityOf, isSameIdentity, observedNode } from './node.js'

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
