/**
 * What requests can reach: their targets, transitive dependents, the content of namespaces that end, and owners that wait for
 * any of these.
 */
import {
  type KubeObject,
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  isNamespace,
  namespaceOf,
  orphanFinalizer,
  ownersOf,
  referencesRefusal,
} from '../../apiserver/object.js'
import type { CascadeRequest } from './reason.js'

/** Uids of objects by those of their owners. */
export const dependentsByOwner = (
  objects: ReadonlyArray<KubeObject>,
): ReadonlyMap<string, ReadonlyArray<KubeObject>> => {
  const dependents = new Map<string, KubeObject[]>()
  for (const object of objects)
    for (const { uid } of ownersOf(object)) {
      const others = dependents.get(uid)
      if (others === undefined) dependents.set(uid, [object])
      else if (others.at(-1) !== object) others.push(object)
    }
  return dependents
}

/** Uids of everything that requests can reach. `ends`: who is being deleted, now or in the course of a cascade. */
export const reachOf = (
  objects: ReadonlyArray<KubeObject>,
  requests: ReadonlyArray<CascadeRequest>,
  ends: (object: KubeObject) => boolean = isBeingDeleted,
): ReadonlySet<string> => {
  const dependents = dependentsByOwner(objects)
  const waiting = waitingOwners(objects.filter(ends), dependents)
  const inNamespace = new Map<string, string[]>()
  const namespaces = new Map<string, string>()
  for (const object of objects) {
    const namespace = namespaceOf(object)
    if (isNamespace(object)) namespaces.set(object.metadata.uid, object.metadata.name)
    if (namespace === undefined) continue
    const others = inNamespace.get(namespace)
    if (others === undefined) inNamespace.set(namespace, [object.metadata.uid])
    else others.push(object.metadata.uid)
  }
  const emptied = new Set<string>()
  const reached = new Set<string>()
  const open: string[] = []
  const reach = (uid: string): void => {
    if (reached.has(uid)) return
    reached.add(uid)
    open.push(uid)
  }
  const empty = (namespace: string): void => {
    if (emptied.has(namespace)) return
    emptied.add(namespace)
    inNamespace.get(namespace)?.forEach(reach)
  }
  for (const request of requests) {
    if (request._tag !== 'DeleteNamespace') {
      reach(request.target)
      continue
    }
    empty(request.namespace)
    for (const [uid, name] of namespaces) if (name === request.namespace) reach(uid)
  }
  for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
    for (const { metadata } of dependents.get(uid) ?? []) reach(metadata.uid)
    for (const owner of waiting.get(uid) ?? []) reach(owner)
    const namespace = namespaces.get(uid)
    if (namespace !== undefined) empty(namespace)
  }
  return reached
}

/**
 * One that leaves its dependents behind waits for those that cannot be changed: the server refuses every change of an object
 * with references that it would not take today.
 */
const waitsFor = (owner: KubeObject, dependent: KubeObject): boolean =>
  hasFinalizer(foregroundFinalizer)(owner) ||
  (hasFinalizer(orphanFinalizer)(owner) &&
    referencesRefusal(ownersOf(dependent).filter(({ uid }) => uid !== owner.metadata.uid)) !== undefined)

/** Owners that wait for an object, or will when their deletion goes on, by its uid. */
const waitingOwners = (
  owners: ReadonlyArray<KubeObject>,
  dependents: ReadonlyMap<string, ReadonlyArray<KubeObject>>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const waiting = new Map<string, string[]>()
  for (const owner of owners) {
    const { uid, finalizers = [] } = owner.metadata
    if (finalizers.length === 0) continue
    for (const dependent of dependents.get(uid) ?? []) {
      const { uid: awaited } = dependent.metadata
      if (waitsFor(owner, dependent)) waiting.set(awaited, [...(waiting.get(awaited) ?? []), uid])
    }
  }
  return waiting
}
