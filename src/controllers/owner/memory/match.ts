/**
 * Whether a reference fits its owner, which dependents name an owner by a given identity, and which of their other
 * identities is looked up next.
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import { type Identity, type Node, identityNamed, isSameIdentity, matches } from './node.js'
import { compareBytes } from '../../../internal/lists.js'

/** True for an owner that is in another namespace than the dependent. */
export const isElsewhere = (namespace: string | undefined, ownerNamespace: string | undefined): boolean =>
  ownerNamespace !== undefined && ownerNamespace !== namespace

/**
 * True for a reference that names its owner by another version, kind or name, or whose owner is in another namespace than
 * the dependent. The owner may be observed, or known by another reference alone.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
 */
export const misfits = (
  reference: OwnerReference,
  namespace: string | undefined,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  ownerName: string,
  ownerNamespace: string | undefined,
): boolean =>
  isElsewhere(namespace, ownerNamespace) ||
  reference.name !== ownerName ||
  reference.kind !== kind ||
  reference.apiVersion !== apiVersion

/** Dependents by whether they name an owner by an identity; one with two references to it may be in both lists. */
export interface Partition {
  readonly matching: ReadonlyArray<Node>
  readonly nonmatching: ReadonlyArray<Node>
}

/**
 * Parts dependents by whether they name an owner by this identity.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go partitionDependents
 */
export const partitionDependents = (dependents: ReadonlyArray<Node>, owner: Identity): Partition => {
  const matching: Node[] = []
  const nonmatching: Node[] = []
  for (const dependent of dependents) {
    let [matched, mismatched] = [false, isElsewhere(dependent.identity.namespace, owner.namespace)]
    if (!mismatched)
      for (const reference of referencesTo(dependent.owners, owner.uid))
        if (matches(reference, owner)) matched = true
        else mismatched = true
    if (matched) matching.push(dependent)
    if (mismatched) nonmatching.push(dependent)
  }
  return { matching, nonmatching }
}

/**
 * The identity under which a virtual node is looked up next, given that it does not exist under another one.
 *
 * Order: the first after the absent one, by kind, version, namespace and name in bytes; else the first of all.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go getAlternateOwnerIdentity
 */
export const alternateOwnerIdentity = (dependents: ReadonlyArray<Node>, absent: Identity): Identity | undefined => {
  let first: Identity | undefined
  let firstAfter: Identity | undefined
  for (const { identity, owners } of dependents)
    for (const reference of referencesTo(owners, absent.uid)) {
      const isAbsent = absent.namespace === undefined || absent.namespace === identity.namespace
      if (isAbsent && matches(reference, absent)) continue
      const other = seenFrom(absent, reference, identity.namespace)
      if (isSameIdentity(other, absent)) continue
      if (first === undefined || compareIdentity(other, first) < 0) first = other
      if (compareIdentity(absent, other) < 0 && (firstAfter === undefined || compareIdentity(other, firstAfter) < 0))
        firstAfter = other
    }
  return firstAfter ?? first
}

/** Whom a reference names. A kind that was looked up in the cluster lives there, whoever names it. */
export const seenFrom = (absent: Identity, reference: OwnerReference, namespace: string | undefined): Identity => {
  const isOfCluster =
    absent.namespace === undefined && reference.kind === absent.kind && reference.apiVersion === absent.apiVersion
  return identityNamed(reference, isOfCluster ? undefined : namespace)
}

/** By kind, version, namespace and name, in bytes. */
export const compareIdentity = (a: Identity, b: Identity): number =>
  compareBytes(a.kind, b.kind) ||
  compareBytes(a.apiVersion, b.apiVersion) ||
  compareBytes(a.namespace ?? '', b.namespace ?? '') ||
  compareBytes(a.name, b.name)

/** Longer lists are indexed once: an object that names 100,000 absent owners is asked about each of them. */
const longList = 16

const indexes = new WeakMap<ReadonlyArray<OwnerReference>, ReadonlyMap<string, ReadonlyArray<OwnerReference>>>()

/** References to a uid in a list of references that nobody changes, in their order. */
export const referencesTo = (owners: ReadonlyArray<OwnerReference>, uid: string): ReadonlyArray<OwnerReference> => {
  if (owners.length <= longList) return owners.filter((reference) => reference.uid === uid)
  const index = indexes.get(owners) ?? indexOf(owners)
  indexes.set(owners, index)
  return index.get(uid) ?? []
}

const indexOf = (owners: ReadonlyArray<OwnerReference>): ReadonlyMap<string, ReadonlyArray<OwnerReference>> => {
  const index = new Map<string, OwnerReference[]>()
  for (const reference of owners) {
    const before = index.get(reference.uid)
    if (before === undefined) index.set(reference.uid, [reference])
    else before.push(reference)
  }
  return index
}
