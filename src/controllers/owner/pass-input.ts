/**
 * What the passes read: a snapshot, what was attempted on it, where its objects are, and what is known of their owners.
 */
import { type KubeObject, type OwnerReference, type Target, targetOf } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import { type Numbering, compareText, elementAt, numberOfKey } from '../../internal/lists.js'
import type { UncoveredKinds } from './coverage-facts.js'
import type { Drained } from './drain.js'
import type { GetObject, FindRecreated } from './get-object.js'
import { nodesAt } from './memory/graph.js'
import type { Node } from './memory/node.js'
import type { Policy } from './policy.js'
import type { KeepReason, AbsentOwner, Owner, Pass } from './reason.js'
import type { Scan } from './scan.js'
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'
import type { ClassificationFailure } from './classify.js'

/** A snapshot, what the collector attempted, and what requests find. */
export interface PassInput {
  readonly policy: Policy
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scopes: ScopeTable
  readonly scanned: Scan
  readonly drained: Drained
  readonly get: GetObject
  /** Kinds that may hold dependents of an object in this namespace and are not covered; null for none. */
  readonly unseen: (namespace: string | undefined) => UncoveredKinds | null
}

/** A pass that states what stays by the places of the snapshot, each in the caller's form. */
export type DecidedPass<K> = Omit<Pass, 'kept'> & { readonly kept: ReadonlyArray<K> }

/** Objects of observed nodes, in the order of the snapshot, which holds them all. */
export const objectsOf = ({ objects, uids }: PassInput, nodes: ReadonlyArray<Node>): ReadonlyArray<KubeObject> =>
  nodes
    .map(({ identity }) => numberOfKey(uids, identity.uid))
    .sort((a, b) => a - b)
    .map((place) => elementAt(objects, place))

/** The dependents of an owner in the graph, in the order of the snapshot. */
export const dependentsOf = (input: PassInput, uid: string): ReadonlyArray<KubeObject> => {
  const { view } = input.drained
  return objectsOf(input, nodesAt(view.node, [uid]).flatMap(view.dependents))
}

/** References as a list of facts of a name; none makes no fact. */
export const factOf = <Tag extends string, A>(
  _tag: Tag,
  references: ReadonlyArray<OwnerReference>,
  owner: (reference: OwnerReference) => A,
): ReadonlyArray<{ readonly _tag: Tag; readonly owners: RNEA.ReadonlyNonEmptyArray<A> }> => {
  const [first] = references
  if (first === undefined) return []
  return references.length === 1
    ? [{ _tag, owners: [owner(first)] }]
    : [{ _tag, owners: [owner(first), ...references.slice(1).map(owner)] }]
}

/** How the owner of a dangling reference is stated, seen from a namespace. */
export const absentOwnerIn =
  ({ objects, uids }: Pick<PassInput, 'objects' | 'uids'>, recreated: FindRecreated) =>
  (namespace: string | undefined) =>
  (reference: OwnerReference): AbsentOwner => {
    const object = objects[numberOfKey(uids, reference.uid)]
    const replacedBy = recreated(namespace, reference)
    if (object === undefined && replacedBy === undefined) return ownerOf(reference)
    return {
      ...ownerOf(reference),
      ...(object === undefined ? {} : { livesAs: targetOf(object) }),
      ...(replacedBy === undefined ? {} : { replacedBy }),
    }
  }

/** Why an object is kept whose references can't be classified. */
export const unclassified = ({ reference, because }: ClassificationFailure<never>): KeepReason => {
  const owner: Owner = ownerOf(reference)
  switch (because._tag) {
    case 'RestMappingError':
      return { _tag: 'OwnerKindNotServed', owner }
    case 'NamespacedOwnerOfClusterScopedObject':
      return { _tag: 'NamespacedOwnerOfClusterScopedObject', owner }
    case 'NotCovered':
    case 'LookupFailed':
      return { _tag: 'OwnerNotCovered', owner }
  }
}

/** The owner that a reference names. */
export const ownerOf = ({ apiVersion, kind, name, uid }: OwnerReference): Owner => ({ apiVersion, kind, name, uid })

/** By namespace, name and uid; objects of the cluster first. */
export const compareTargets = (a: Target, b: Target): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.id, b.id)

/** {@link compareTargets}, of what is decided about them. */
export const byTarget = (a: { readonly target: Target }, b: { readonly target: Target }): number =>
  compareTargets(a.target, b.target)
