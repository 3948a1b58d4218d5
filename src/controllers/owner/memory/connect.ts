/**
 * Adds a node to the dependents of its owners, or removes it. An owner that wasn't observed becomes a virtual node; a
 * reference that doesn't match its owner queues the dependent.
 */
import { insert, remove } from '../../../internal/trie/change.js'
import type { OwnerReference } from '../../../apiserver/object.js'
import type { Policy } from '../policy.js'
import { isElsewhere, misfits, namespaceWarning } from '../owner-namespace.js'
import { type Draft, enqueueToDelete, nodeIn, putNode } from './draft.js'
import { type Node, asObject, identityNamed, uidKeying, virtualNode } from './node.js'

/**
 * Adds a node to the dependents of owners, in the order of the references.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
 */
export const addDependentToOwners = (
  policy: Policy,
  draft: Draft,
  dependent: Node,
  references: ReadonlyArray<OwnerReference>,
): void => {
  let isSuspicious = false
  for (const reference of references) {
    const owner = nodeIn(draft, reference.uid)
    if (owner === undefined) {
      const guess = virtualNode(draft.nextSerial++, identityNamed(reference, dependent.identity.namespace))
      addDependent(draft, guess, dependent)
      enqueueToDelete(draft, guess)
    } else {
      addDependent(draft, owner, dependent)
      // What follows the first suspicion is not looked at, nor warned about.
      isSuspicious ||= suspects(policy, draft, dependent, owner, reference)
    }
  }
  if (isSuspicious) enqueueToDelete(draft, dependent)
}

/**
 * Takes a node from the dependents of owners.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go removeDependentFromOwners
 */
export const removeDependentFromOwners = (
  draft: Draft,
  { identity }: Node,
  references: ReadonlyArray<OwnerReference>,
): void => {
  for (const { uid } of references) {
    const owner = nodeIn(draft, uid)
    if (owner === undefined) continue
    if (draft.dependents !== null) {
      draft.dependents.get(owner.serial)?.delete(identity.uid)
      continue
    }
    const dependents = remove(uidKeying, draft.owner, owner.dependents, identity.uid)
    if (dependents !== owner.dependents) putNode(draft, { ...owner, dependents })
  }
}

const addDependent = (draft: Draft, owner: Node, { identity }: Node): void => {
  if (draft.dependents !== null) {
    const others = draft.dependents.get(owner.serial)
    if (others !== undefined) others.add(identity.uid)
    else {
      draft.dependents.set(owner.serial, new Set([identity.uid]))
      putNode(draft, owner)
    }
    return
  }
  const dependents = insert(uidKeying, draft.owner, owner.dependents, identity.uid)
  if (dependents !== owner.dependents) putNode(draft, { ...owner, dependents })
}

const suspects = (
  { namespacedDependentOfGuessedClusterOwner }: Policy,
  draft: Draft,
  dependent: Node,
  owner: Node,
  reference: OwnerReference,
): boolean => {
  const { name, namespace } = owner.identity
  const from = dependent.identity.namespace
  if (misfits(reference, from, owner.identity, name, namespace)) {
    if (!owner.virtual && isElsewhere(from, namespace)) warnOfNamespace(draft, dependent, reference.uid)
    return true
  }
  return (
    namespacedDependentOfGuessedClusterOwner === 'examine' &&
    owner.virtual &&
    namespace === undefined &&
    from !== undefined
  )
}

/** Records that a dependent names an owner that is not in its namespace. */
export const warnOfNamespace = (draft: Draft, dependent: Node, ownerUid: string): void => {
  if (dependent.owners.some(({ uid }) => uid === ownerUid))
    draft.warnings.push(namespaceWarning(asObject(dependent), ownerUid))
}
