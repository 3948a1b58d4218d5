/**
 * Removes a deleted object from the graph. A virtual delete event, inferred from a failed lookup, doesn't remove a node
 * that may exist under another identity.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 */
import { rememberAbsent } from './absentees.js'
import { removeDependentFromOwners } from './connect.js'
import type { Draft } from './draft.js'
import { dependentsIn, dropNode, enqueueItem, enqueueToDelete, itemLeft, itemOf, nodeIn, replaceNode } from './draft.js'
import { alternateOwnerIdentity, partitionDependents } from './match.js'
import type { Identity, Node } from './node.js'
import { isSameIdentity } from './node.js'

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
  removeDependentFromOwners(draft, node, node.owners)
  if (dependents.length > 0) rememberAbsent(draft, identity)
  for (const dependent of dependents)
    enqueueItem(draft, dependent === node ? itemLeft(draft, node, dependents) : itemOf(dependent))
  for (const { uid } of node.owners) {
    const owner = nodeIn(draft, uid)
    if (owner?.deletingDependents === true) enqueueToDelete(draft, owner)
  }
}
