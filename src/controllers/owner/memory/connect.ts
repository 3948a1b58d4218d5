/**
 * Adds a node to the dependents of its owners, or removes it. An owner that wasn't observed becomes a virtual node; a
 * reference that doesn't match its owner queues the dependent.
 */
import { type OwnerReference, targetOf } from '../../../apiserver/object.js'
import type { Policy } from '../policy.js'
import type { Event } from '../reason.js'
import { type Graph, enqueueToDelete } from './graph.js'
import { isElsewhere, misfits } from './match.js'
import { type Node, asObject, identityNamed, virtualNode } from './node.js'

/**
 * Adds a node to the dependents of owners, in the order of the references.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
 */
export const addDependentToOwners = <G extends Graph<G>>(
  policy: Policy,
  graph: G,
  dependent: Node,
  references: ReadonlyArray<OwnerReference>,
): void => {
  let isSuspicious = false
  for (const reference of references) {
    const owner = graph.on.node(graph, reference.uid)
    if (owner === undefined) {
      const guess = virtualNode(graph.nextSerial++, identityNamed(reference, dependent.identity.namespace))
      graph.on.addDependent(graph, guess, dependent.identity.uid)
      enqueueToDelete(graph, guess)
    } else {
      graph.on.addDependent(graph, owner, dependent.identity.uid)
      // What follows the first suspicion is not looked at, nor warned about.
      isSuspicious ||= suspects(policy, graph.warnings, dependent, owner, reference)
    }
  }
  if (isSuspicious) enqueueToDelete(graph, dependent)
}

/**
 * Takes a node from the dependents of owners.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go removeDependentFromOwners
 */
export const removeDependentFromOwners = <G extends Graph<G>>(
  graph: G,
  { identity }: Node,
  references: ReadonlyArray<OwnerReference>,
): void => {
  for (const { uid } of references) {
    const owner = graph.on.node(graph, uid)
    if (owner !== undefined) graph.on.removeDependent(graph, owner, identity.uid)
  }
}

const suspects = (
  { namespacedDependentOfVirtualClusterOwner }: Policy,
  warnings: Event[],
  dependent: Node,
  owner: Node,
  reference: OwnerReference,
): boolean => {
  const { name, namespace } = owner.identity
  const from = dependent.identity.namespace
  if (misfits(reference, from, owner.identity, name, namespace)) {
    if (!owner.virtual && isElsewhere(from, namespace)) warnOfNamespace(warnings, dependent, reference.uid)
    return true
  }
  return (
    namespacedDependentOfVirtualClusterOwner === 'examine' &&
    owner.virtual &&
    namespace === undefined &&
    from !== undefined
  )
}

/**
 * Records that a dependent names an owner that is not in its namespace, by the first reference to it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go reportInvalidNamespaceOwnerRef
 */
export const warnOfNamespace = (warnings: Event[], dependent: Node, ownerUid: string): void => {
  const reference = dependent.owners.find(({ uid }) => uid === ownerUid)
  if (reference === undefined) return
  const { apiVersion, kind, name, uid } = reference
  const namespace = dependent.identity.namespace ?? ''
  const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
  warnings.push({
    _tag: 'OwnerRefInvalidNamespace',
    type: 'Warning',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    involvedObject: targetOf(asObject(dependent)),
    namespace: namespace === '' ? 'default' : namespace,
  })
}
