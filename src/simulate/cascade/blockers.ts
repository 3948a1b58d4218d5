/**
 * Answers what holds an object whose deletion has been asked for.
 */
import { isNamespace } from '../../apiserver/finalizers.js'
import { holds } from '../../apiserver/namespace.js'
import type { WholeObject } from '../../apiserver/pod.js'
import { isPod, nodeNameOf } from '../../apiserver/pod.js'
import type { KubeObject } from '../../apiserver/object.js'
import { foregroundFinalizer, hasFinalizer, isBeingDeleted, orphanFinalizer } from '../../apiserver/object.js'
import { isBlocking, isUnsearchable, namespaceOf, ownersOf, whereToLook } from '../../apiserver/address.js'
import { ownerOf } from '../../controllers/owner/target.js'
import { targetOf } from '../../apiserver/target.js'
import type { UncoveredKinds } from '../../controllers/owner/coverage-facts.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Hold, Undeletable } from './reason.js'
import { dependentsByOwner } from './reach.js'

/** A cluster in which holds are looked for. */
export interface Scene {
  readonly objects: ReadonlyArray<WholeObject>
  readonly scopes: ScopeTable
  /** Kinds that may have objects in a namespace that are not shown. */
  readonly unseenContent: (namespace: string) => UncoveredKinds | null
  readonly dependentsOf: (uid: string) => ReadonlyArray<KubeObject>
  readonly contentOf: (namespace: string) => ReadonlyArray<KubeObject>
}

/** A cluster, indexed when first asked. */
export const sceneOf = (
  objects: ReadonlyArray<WholeObject>,
  scopes: ScopeTable,
  unseenContent: Scene['unseenContent'],
): Scene => {
  let dependents: ReadonlyMap<string, ReadonlyArray<KubeObject>> | undefined
  let content: ReadonlyMap<string, ReadonlyArray<KubeObject>> | undefined
  return {
    objects,
    scopes,
    unseenContent,
    dependentsOf: (uid) => (dependents ??= dependentsByOwner(objects)).get(uid) ?? [],
    contentOf: (namespace) => (content ??= byNamespace(objects)).get(namespace) ?? [],
  }
}

const byNamespace = (objects: ReadonlyArray<KubeObject>): ReadonlyMap<string, ReadonlyArray<KubeObject>> => {
  const content = new Map<string, KubeObject[]>()
  for (const object of objects) {
    const namespace = namespaceOf(object)
    if (namespace === undefined) continue
    const others = content.get(namespace)
    if (others === undefined) content.set(namespace, [object])
    else others.push(object)
  }
  return content
}

/** What holds an object that is being deleted, in the order in which it is told. */
export const holdsOn =
  (scene: Scene) =>
  (object: WholeObject): ReadonlyArray<Hold> => {
    if (!isBeingDeleted(object)) return []
    const own = ownProblem(scene.scopes, object)
    return [
      ...stopping(object),
      ...(object.metadata.finalizers ?? []).filter((finalizer) => !isCollectors(finalizer)).map(finalizerHold),
      ...(own === null
        ? []
        : hasFinalizer(foregroundFinalizer)(object) || hasFinalizer(orphanFinalizer)(object)
          ? [own]
          : []),
      ...(hasFinalizer(orphanFinalizer)(object) ? orphaning(scene, object) : []),
      ...(hasFinalizer(foregroundFinalizer)(object) ? waiting(scene, object) : []),
      ...(isNamespace(object) && holds(object) ? contentHolds(scene, object.metadata.name) : []),
    ]
  }

const isCollectors = (finalizer: string): boolean => finalizer === foregroundFinalizer || finalizer === orphanFinalizer

const stopping = (object: WholeObject): ReadonlyArray<Hold> => {
  const seconds = object.metadata.deletionGracePeriodSeconds ?? 0
  if (!isPod(object) || seconds === 0) return []
  const node = nodeNameOf(object)
  return [node === undefined ? { _tag: 'Kubelet', seconds } : { _tag: 'Kubelet', node, seconds }]
}

/** By convention a finalizer begins with the domain of who acts on it. */
const finalizerHold = (finalizer: string): Hold => {
  const slash = finalizer.indexOf('/')
  return slash <= 0
    ? { _tag: 'Finalizer', finalizer }
    : { _tag: 'Finalizer', finalizer, domain: finalizer.slice(0, slash) }
}

const orphaning = (scene: Scene, object: KubeObject): ReadonlyArray<Hold> => {
  const unserved = scene
    .dependentsOf(object.metadata.uid)
    .find((dependent) => ownProblem(scene.scopes, dependent) !== null)
  return unserved === undefined
    ? [{ _tag: 'NotExamined', finalizer: orphanFinalizer }]
    : [{ _tag: 'DependentNotServed', dependent: targetOf(unserved) }]
}

const waiting = (scene: Scene, object: KubeObject): ReadonlyArray<Hold> => {
  const { uid } = object.metadata
  const blocking = blockingDependents(scene, uid)
  if (blocking.length === 0) return [{ _tag: 'NotExamined', finalizer: foregroundFinalizer }]
  const found: Hold[] = []
  const others: KubeObject[] = []
  for (const dependent of blocking) {
    if (dependent.metadata.uid === uid) {
      found.push({ _tag: 'SelfBlock' })
      continue
    }
    const because = isBeingDeleted(dependent) ? null : undeletable(scene, dependent)
    if (because === null) others.push(dependent)
    else if (found.length < namedDependents)
      found.push({ _tag: 'UndeletableDependent', dependent: targetOf(dependent), because })
  }
  const [first] = others
  if (first !== undefined) found.push({ _tag: 'BlockingDependents', dependents: others.length, first: targetOf(first) })
  return found
}

/** Dependents for which an owner in foreground deletion waits; it may be one of them itself. */
export const blockingDependents = (scene: Scene, uid: string): ReadonlyArray<KubeObject> =>
  scene
    .dependentsOf(uid)
    .filter((dependent) => ownersOf(dependent).some((reference) => reference.uid === uid && isBlocking(reference)))

/** So many dependents that can never go are named; each of them is told of itself as well. */
const namedDependents = 10

/** Why the collector can do nothing with an object, as far as its references show. */
export const undeletable = (scene: Scene, object: KubeObject): Undeletable | null => {
  const own = ownProblem(scene.scopes, object)
  if (own !== null) return own
  for (const reference of ownersOf(object)) {
    const address = whereToLook(scene.scopes, namespaceOf(object))(reference)
    if (!isUnsearchable(address)) continue
    const owner = ownerOf(reference)
    return address._tag === 'RestMappingError'
      ? { _tag: 'OwnerKindNotServed', owner }
      : { _tag: 'NamespacedOwnerOfClusterScopedObject', owner }
  }
  return null
}

const ownProblem = (scopes: ScopeTable, object: KubeObject): Undeletable | null => {
  const { apiVersion, kind, metadata } = object
  const address = whereToLook(scopes, namespaceOf(object))({ apiVersion, kind, name: metadata.name })
  if (!isUnsearchable(address)) return null
  return { _tag: address._tag === 'RestMappingError' ? 'KindNotServed' : 'NamespaceMissing' }
}

const contentHolds = (scene: Scene, namespace: string): ReadonlyArray<Hold> => {
  const content = scene.contentOf(namespace)
  const [first] = content
  if (first !== undefined) return [{ _tag: 'NamespaceContent', objects: content.length, first: targetOf(first) }]
  const unseen = scene.unseenContent(namespace)
  return unseen === null ? [{ _tag: 'NotFinalized' }] : [{ _tag: 'ContentNotCovered', ...unseen }]
}
