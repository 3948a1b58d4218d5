/** What can still come about in a world: whether owners may come to wait, what may be orphaned, which content is swept. */
import {
  type WholeObject,
  foregroundFinalizer,
  hasFinalizer,
  namespaceOf,
  orphanFinalizer,
} from '../../apiserver/object.js'
import { defaultPolicyOf } from '../../apiserver/finalizers.js'
import type { DeleteOptions, PropagationPolicy } from '../../apiserver/request.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { backendOf, isApiService } from '../../controllers/namespace/discovery.js'
import { itemsToOrphan, nodesOf } from '../../controllers/owner/memory/index.js'
import type { Universe } from './cells.js'
import { kindOf } from './informers.js'
import type { Setup } from './setup.js'
import type { World } from './world.js'

/** What can still come about in one world. */
export interface Prospects {
  /** It may come to wait for its dependents, as an owner. */
  readonly mayWait: (number: number) => boolean
  /** It may come to leave its dependents behind. */
  readonly mayOrphan: (number: number) => boolean
  /** Owners may be named anew. */
  readonly mayBeOwned: boolean
  /** Namespaces by name. */
  readonly namespaces: ReadonlyMap<string, number>
  /** Definitions by the kind that they serve. */
  readonly definitions: ReadonlyMap<string, number>
  /** The content of a namespace is deleted, or may come to be. */
  readonly isSwept: (namespace: string) => boolean
  readonly contentOf: (namespace: string) => ReadonlyArray<number>
  /** APIServices that others answer for, and whatever shares a namespace with those who do; each sweep reads them. */
  readonly servers: ReadonlyArray<number>
  /** It is being deleted, and to delete it in the background changes nothing. */
  readonly isEnding: (number: number) => boolean
  /**
   * It and all that hangs on it is gone or being deleted, and nobody waits for any of these in the foreground: whatever the
   * owner collector still learns of it or attempts on it changes nothing else.
   */
  readonly isSettled: (number: number) => boolean
}

const asksFor = (policy: PropagationPolicy, { propagationPolicy, orphanDependents }: DeleteOptions): boolean =>
  propagationPolicy === policy || orphanDependents !== undefined

const isOrphanedByDefault = (object: WholeObject | undefined, { propagationPolicy }: DeleteOptions): boolean =>
  propagationPolicy === undefined && (object === undefined || defaultPolicyOf(object) === 'Orphan')

/** True for objects of a kind of which some may be made, or shown for the first time. */
export const appearsIn = (setup: Setup, { codes, informers }: World): ((object: WholeObject) => boolean) => {
  const remaining = setup.requests.slice(codes.length)
  return (object) => {
    const kind = kindOf(object)
    return (
      setup.made === 'anything' ||
      setup.made.has(kind) ||
      remaining.some((request) => request._tag === 'Create' && kindOf(request.object) === kind) ||
      informers.get(kind)?.some(({ change: { _tag } }) => _tag === 'Added') === true
    )
  }
}

/** What can still come about in a world. */
export const prospectsIn = (
  setup: Setup,
  { codes, collector, controllers }: World,
  { objects, kinds, numberOf, linksOf, ownersOf, dependentsOf, isStored }: Universe,
): Prospects => {
  const { memory } = collector
  const remaining = setup.requests.slice(codes.length)
  /** Owners are named anew by users, and by controllers that take objects over. */
  const mayBeOwned = setup.adopts || remaining.some(({ _tag }) => _tag === 'SetOwners' || _tag === 'Patch')
  const pending = [...collector.events.values()].flat().map(({ object }) => object)
  const isPatched = remaining.some(({ _tag }) => _tag === 'Patch')
  const numbersOf = (uids: Iterable<string>): Set<number> => new Set([...uids].flatMap((uid) => numberOf(uid) ?? []))
  const uidsWith = (finalizer: string): ReadonlyArray<string> =>
    [...objects, ...pending].flatMap((object) =>
      object !== undefined && hasFinalizer(finalizer)(object) ? [object.metadata.uid] : [],
    )
  const waits = numbersOf([
    ...uidsWith(foregroundFinalizer),
    ...nodesOf(memory).flatMap(({ deletingDependents, identity }) => (deletingDependents ? [identity.uid] : [])),
    ...remaining.flatMap((request) =>
      request._tag === 'Delete' && asksFor('Foreground', request.options) ? [request.uid] : [],
    ),
  ])
  // What owns something is deleted in the foreground where its owner waits.
  for (const number of waits)
    for (const dependent of dependentsOf(number)) if (dependentsOf(dependent).length > 0) waits.add(dependent)
  const mayWait = (number: number): boolean => isPatched || waits.has(number) || (mayBeOwned && waits.size > 0)
  const orphans = numbersOf([
    ...uidsWith(orphanFinalizer),
    ...itemsToOrphan(memory).map(({ uid }) => uid),
    ...collector.attempts.flatMap(({ work }) => (work._tag === 'Orphan' ? [work.item.uid] : [])),
    ...remaining.flatMap((request) =>
      request._tag === 'Delete' &&
      (asksFor('Orphan', request.options) || isOrphanedByDefault(objects[numberOf(request.uid) ?? -1], request.options))
        ? [request.uid]
        : [],
    ),
  ])
  const mayOrphan = (number: number): boolean => isPatched || orphans.has(number)
  const namespaces = new Map<string, number>()
  const definitions = new Map<string, number>()
  objects.forEach((object, number) => {
    if (object?.kind === 'Namespace') namespaces.set(object.metadata.name, number)
    if (object?.kind === 'CustomResourceDefinition')
      for (const link of linksOf(number)) {
        const kind = kinds[link]
        if (kind !== undefined) definitions.set(kind, number)
      }
  })
  const sweeper = setup.names.indexOf(namespaceControllerName)
  const isSwept = (namespace: string): boolean => {
    if (sweeper < 0) return false
    const key = `${sweeper} ${namespace}`
    // One that is under way is a process of its own; the next begins when that has ended.
    if (controllers.running.some(({ id }) => id === key)) return false
    const number = namespaces.get(namespace)
    const object = number === undefined ? undefined : objects[number]
    return (
      controllers.queue.has(key) ||
      controllers.waiting.has(key) ||
      controllers.timers.has(key) ||
      object?.metadata.deletionTimestamp !== undefined ||
      remaining.some((request) => 'uid' in request && request.uid === object?.metadata.uid)
    )
  }
  const contentOf = (namespace: string): ReadonlyArray<number> =>
    objects.flatMap((object, number) => (object !== undefined && namespaceOf(object) === namespace ? [number] : []))
  const backends = objects.flatMap((object, number) => {
    const backend = object !== undefined && isApiService(object) ? backendOf(object) : undefined
    return backend === undefined ? [] : [{ number, backend }]
  })
  const servers = backends.flatMap(({ number, backend: { namespace } }) => {
    const place = namespaces.get(namespace)
    return [number, ...(place === undefined ? [] : [place]), ...contentOf(namespace)]
  })
  const isEnding = (number: number): boolean => {
    const { metadata } = objects[number] ?? {}
    return (
      metadata?.deletionTimestamp !== undefined &&
      metadata.finalizers?.some((one) => one === foregroundFinalizer || one === orphanFinalizer) !== true
    )
  }
  const isAlone = (number: number): boolean =>
    !mayBeOwned &&
    (!isStored(number) || isEnding(number)) &&
    ownersOf(number).length < 2 &&
    ![number, ...ownersOf(number)].some(mayWait) &&
    !mayOrphan(number)
  const settled = new Map<number, boolean>()
  const isSettled = (number: number): boolean => {
    const known = settled.get(number)
    if (known !== undefined) return known
    // Owners that own each other are taken for unsettled.
    settled.set(number, false)
    const found = isAlone(number) && dependentsOf(number).every(isSettled)
    settled.set(number, found)
    return found
  }
  return { isSettled, mayWait, mayOrphan, mayBeOwned, namespaces, definitions, isSwept, contentOf, servers, isEnding }
}
