/** Why an object still exists although its deletion was requested. */
import { cleanupFinalizer, definedKind, failureOf, isInstanceOf } from '../../apiserver/definition.js'
import { holds } from '../../apiserver/delete.js'
import {
  type WholeObject,
  type KubeObject,
  type Target,
  isNamespace,
  isFinished,
  isPod,
  nodeNameOf,
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  orphanFinalizer,
  namespaceOf,
  targetOf,
  isBlocking,
  ownersOf,
} from '../../apiserver/object.js'
import { type Address, type AskOfPlace, type ScopeTable, isUnsearchable, whereToLook } from '../../apiserver/scope.js'
import type { ServersView } from '../../controllers/namespace/discovery.js'
import { isFinalized } from '../../controllers/namespace/sweep.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import { claimRefOf } from '../../controllers/pv-binder/volume.js'
import { volumeFinalizer } from '../../controllers/pv-protection/controller.js'
import { claimFinalizer } from '../../controllers/pvc-protection/controller.js'
import { userOf } from '../../controllers/pvc-protection/in-use.js'
import { isClaim, isVolume } from '../../controllers/volumes.js'
import { isOf } from '../../controllers/workload/pods.js'
import type { UncoveredKinds } from '../../controllers/owner/coverage-facts.js'
import { isOnSilentNode } from '../kubelet/controller.js'
import { type OutsideWait, domainOf } from '../consequence/holder.js'
import { lostGroups, namespaceBlockers } from './namespace-blockers.js'
import type { Blocker, CascadePlan, Undeletable } from './reason.js'
import { dependentsByOwner } from './reach.js'

/** The cluster in which blockers are looked for. */
export interface BlockerContext {
  readonly objects: ReadonlyArray<WholeObject>
  readonly scopes: ScopeTable
  /** Kinds that may have unlisted objects in a namespace. */
  readonly unseenContent: (namespace: string) => UncoveredKinds | null
  readonly dependentsOf: (uid: string) => ReadonlyArray<KubeObject>
  readonly contentOf: (namespace: string) => ReadonlyArray<WholeObject>
  /** Whether everything of a kind in a place is shown. */
  readonly covers: AskOfPlace<boolean>
  /** There was an object at the address, and it is gone. */
  readonly isGone: (address: Address) => boolean
  /** Nobody will confirm that a pod has stopped. */
  readonly isOnSilentNode: (pod: WholeObject) => boolean
}

/** A cluster, indexed when first asked. */
export const blockerContext = (
  objects: ReadonlyArray<WholeObject>,
  scopes: ScopeTable,
  unseenContent: BlockerContext['unseenContent'],
  covers: AskOfPlace<boolean>,
  isGone: BlockerContext['isGone'] = () => false,
): BlockerContext => {
  let dependents: ReadonlyMap<string, ReadonlyArray<KubeObject>> | undefined
  let isLost: BlockerContext['isOnSilentNode'] | undefined
  let content: ReadonlyMap<string, ReadonlyArray<WholeObject>> | undefined
  return {
    objects,
    scopes,
    unseenContent,
    covers,
    isGone,
    isOnSilentNode: (pod) => (isLost ??= isOnSilentNode(objects, covers('v1', 'Node')))(pod),
    dependentsOf: (uid) => (dependents ??= dependentsByOwner(objects)).get(uid) ?? [],
    contentOf: (namespace) => (content ??= byNamespace(objects)).get(namespace) ?? [],
  }
}

const byNamespace = (objects: ReadonlyArray<WholeObject>): ReadonlyMap<string, ReadonlyArray<WholeObject>> => {
  const content = new Map<string, WholeObject[]>()
  for (const object of objects) {
    const namespace = namespaceOf(object)
    if (namespace === undefined) continue
    const others = content.get(namespace)
    if (others === undefined) content.set(namespace, [object])
    else others.push(object)
  }
  return content
}

/** What blocks the deletion of an object, in the order in which it is reported. */
export const blockersOf =
  (context: BlockerContext) =>
  (object: WholeObject): ReadonlyArray<Blocker> => {
    if (!isBeingDeleted(object)) return []
    const own = ownProblem(context.scopes, object)
    return [
      ...stopping(context, object),
      ...(object.metadata.finalizers ?? [])
        .filter((finalizer) => !isCollectors(finalizer))
        .map(
          (finalizer): Blocker =>
            protectionBlocker(context, object, finalizer) ?? {
              _tag: 'Finalizer',
              finalizer,
              ...domainOf(finalizer, object),
            },
        ),
      ...(own === null
        ? []
        : hasFinalizer(foregroundFinalizer)(object) || hasFinalizer(orphanFinalizer)(object)
          ? [own]
          : []),
      ...(hasFinalizer(orphanFinalizer)(object) ? orphaning(context, object) : []),
      ...(hasFinalizer(foregroundFinalizer)(object) ? waiting(context, object) : []),
      ...(isNamespace(object) && holds(object) && !isFinalized(object) ? ofNamespace(context, object) : []),
    ]
  }

/** The groups that lose their server between two moments. */
export const lostGroupsBetween = (before: BlockerContext, after: BlockerContext): CascadePlan['lostGroups'] =>
  lostGroups(
    { objects: before.objects, servers: serversIn(before) },
    { objects: after.objects, servers: serversIn(after) },
  )

const ofNamespace = (context: BlockerContext, namespace: WholeObject): ReadonlyArray<Blocker> =>
  namespaceBlockers(namespace, {
    objects: context.objects,
    servers: serversIn(context),
    content: context.contentOf(namespace.metadata.name),
    unseen: context.unseenContent(namespace.metadata.name),
  })

/** What tells whether extension servers answer. */
const serversIn = ({ objects, contentOf, covers, isGone }: BlockerContext): ServersView => ({
  covers,
  isGone,
  get: ({ kind, namespace, name }) =>
    (namespace === undefined ? objects : contentOf(namespace)).find(
      (object) => object.metadata.name === name && isOf('', kind)(object),
    ),
  listOf: (group, kind, namespace = '') => contentOf(namespace).filter(isOf(group, kind)),
})

const isCollectors = (finalizer: string): boolean => finalizer === foregroundFinalizer || finalizer === orphanFinalizer

const stopping = ({ isOnSilentNode }: BlockerContext, object: WholeObject): ReadonlyArray<Blocker> => {
  const seconds = object.metadata.deletionGracePeriodSeconds ?? 0
  if (!isPod(object) || seconds === 0) return []
  const node = nodeNameOf(object)
  if (node === undefined) return [{ _tag: 'Kubelet', seconds }]
  return [{ _tag: 'Kubelet', node, seconds, ...(isOnSilentNode(object) ? { isSilent: true } : {}) }]
}

/** What a finalizer of Kubernetes waits for; nothing for one of somebody else. */
const protectionBlocker = (context: BlockerContext, object: WholeObject, finalizer: string): Blocker | undefined => {
  if (finalizer === claimFinalizer && isClaim(object)) {
    const pod = userOf(object, context.contentOf(namespaceOf(object) ?? ''))
    if (pod === undefined) return { _tag: 'ClaimInUse' }
    const inUse = { _tag: 'ClaimInUse', pod: targetOf(pod) } as const
    return isFinished(pod) ? { ...inUse, hasEnded: true } : inUse
  }
  if (finalizer === volumeFinalizer && isVolume(object)) {
    const uid = claimRefOf(object)?.uid
    const claim = context.objects.find(({ metadata }) => metadata.uid === uid)
    return claim === undefined ? { _tag: 'VolumeInUse' } : { _tag: 'VolumeInUse', claim: targetOf(claim) }
  }
  const defined = finalizer === cleanupFinalizer ? definedKind(object) : undefined
  if (defined === undefined) return undefined
  const failure = failureOf(object)
  if (failure !== undefined) return { _tag: 'SweepFailed', message: failure }
  const instances = context.objects.filter(isInstanceOf(defined))
  const [first] = instances
  return first && { _tag: 'InstancesLeft', objects: instances.length, first: targetOf(first) }
}

const orphaning = (context: BlockerContext, object: KubeObject): ReadonlyArray<Blocker> => {
  const unserved = context
    .dependentsOf(object.metadata.uid)
    .find((dependent) => ownProblem(context.scopes, dependent) !== null)
  return unserved === undefined
    ? [{ _tag: 'NotExamined', finalizer: orphanFinalizer }]
    : [{ _tag: 'DependentNotServed', dependent: targetOf(unserved) }]
}

const waiting = (context: BlockerContext, object: KubeObject): ReadonlyArray<Blocker> => {
  const { uid } = object.metadata
  const blocking = blockingDependents(context, uid)
  if (blocking.length === 0) return [{ _tag: 'NotExamined', finalizer: foregroundFinalizer }]
  const found: Blocker[] = []
  const others: KubeObject[] = []
  for (const dependent of blocking) {
    if (dependent.metadata.uid === uid) {
      found.push({ _tag: 'SelfBlock' })
      continue
    }
    const because = isBeingDeleted(dependent) ? null : undeletable(context, dependent)
    if (because === null) others.push(dependent)
    else if (found.length < namedDependents)
      found.push({ _tag: 'UndeletableDependent', dependent: targetOf(dependent), because })
  }
  const [first] = others
  if (first !== undefined) found.push({ _tag: 'BlockingDependents', dependents: others.length, first: targetOf(first) })
  return found
}

/** Dependents for which an owner in foreground deletion waits; it may be one of them itself. */
export const blockingDependents = (context: BlockerContext, uid: string): ReadonlyArray<KubeObject> =>
  context
    .dependentsOf(uid)
    .filter((dependent) => ownersOf(dependent).some((reference) => reference.uid === uid && isBlocking(reference)))

/** At most this many undeletable dependents are named; each of them is also reported by itself. */
const namedDependents = 10

/** Why the collector can't delete an object, as far as its owner references show. */
export const undeletable = (context: BlockerContext, object: KubeObject): Undeletable | null => {
  const own = ownProblem(context.scopes, object)
  if (own !== null) return own
  for (const reference of ownersOf(object)) {
    const address = whereToLook(context.scopes, namespaceOf(object))(reference)
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

/** The same blockers, with finalizers by the names under which rows of the table know who takes them off. */
export const withParties = (
  waits: ReadonlyArray<OutsideWait>,
  object: Target,
  [first, ...others]: readonly [Blocker, ...Blocker[]],
): readonly [Blocker, ...Blocker[]] => {
  const own = waits.filter(({ target }) => target.id === object.id)
  const named = (blocker: Blocker): Blocker => {
    if (blocker._tag !== 'Finalizer') return blocker
    const party = own.find(({ finalizer }) => finalizer === blocker.finalizer)?.holder?.party
    return party === undefined ? blocker : { ...blocker, party }
  }
  return [named(first), ...others.map(named)]
}
