/** What can never end by itself, and the edit that ends it. */
import { type Target, targetOf, ownersOf } from '../../apiserver/object.js'
import { namespaceNamed } from '../../controllers/namespace/controller.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import { cyclicComponents } from '../../internal/graph.js'
import { type OutsideWait, isHopeless } from '../consequence/holder.js'
import { type BlockerContext, blockingDependents } from './blockers.js'
import type { Edit, NeverEnds } from './edit.js'
import type { Blocker, Stuck, Undeletable } from './reason.js'

/** What never goes by itself among what is stuck, in its order; an object may need several edits. */
export const neverEnding = (
  context: BlockerContext,
  stuck: ReadonlyArray<Stuck>,
  waits: ReadonlyArray<OutsideWait>,
): ReadonlyArray<NeverEnds> => {
  const deadlocks = deadlocksOf(context, stuck)
  const found = stuck.flatMap(({ target, blockers }): ReadonlyArray<NeverEnds> =>
    [
      ...blockers.flatMap((blocker) => editOf(context, target, blocker) ?? []),
      ...waits.filter((wait) => wait.target.id === target.id).flatMap(editForWait),
      ...(deadlocks.get(target.id) ?? []),
    ].map((edit) => ({ target, edit })),
  )
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

const editForWait = (wait: OutsideWait): ReadonlyArray<Edit> => {
  const { target, finalizer, pausedBy } = wait
  if (isHopeless(wait)) return [{ _tag: 'RemoveFinalizer', target, finalizer }]
  return pausedBy === undefined ? [] : [{ _tag: 'RemoveAnnotation', target, annotation: pausedBy }]
}

const editOf = (context: BlockerContext, target: Target, blocker: Blocker): Edit | undefined => {
  switch (blocker._tag) {
    case 'GroupNotListed':
      return { _tag: 'RestoreApiService', service: blocker.service }
    case 'SelfBlock': {
      const { apiVersion, kind, name, id } = target
      return { _tag: 'RemoveOwner', target, owner: { apiVersion, kind, name, uid: id } }
    }
    case 'UndeletableDependent':
      return undeletableEdit(blocker.dependent, blocker.because)
    case 'DependentNotServed':
      return { _tag: 'ServeKind', target: blocker.dependent }
    case 'OwnerKindNotServed':
    case 'KindNotServed':
    case 'NamespaceMissing':
      return undeletableEdit(target, blocker)
    case 'Finalizer':
      if (blocker.finalizer === 'kubernetes.io/pv-controller') return { _tag: 'RetainVolume', target }
      return inLostNamespace(context, target)
    default:
      return undefined
  }
}

/** Nothing in a namespace that is gone can be changed. */
const inLostNamespace = ({ isGone }: BlockerContext, { namespace }: Target): Edit | undefined =>
  namespace !== undefined && isGone(namespaceNamed(namespace)) ? { _tag: 'CreateNamespace', namespace } : undefined

const undeletableEdit = (target: Target, because: Undeletable): Edit | undefined => {
  switch (because._tag) {
    case 'OwnerKindNotServed':
      return { _tag: 'RemoveOwner', target, owner: because.owner }
    case 'KindNotServed':
      return { _tag: 'ServeKind', target }
    case 'NamespacedOwnerOfClusterScopedObject':
      // It may go after all.
      return undefined
    case 'NamespaceMissing':
      // Of an object as it can't be.
      return undefined
  }
}

/** Objects that wait for each other, by uid: an owner for a dependent, which waits for what uses it. */
const deadlocksOf = (
  context: BlockerContext,
  stuck: ReadonlyArray<Stuck>,
): ReadonlyMap<string, ReadonlyArray<Edit>> => {
  const places = new Map(stuck.map(({ target }, place) => [target.id, place]))
  const start = new Int32Array(stuck.length + 1)
  const targets: number[] = []
  stuck.forEach(({ target, blockers }, place) => {
    for (const uid of blockers.flatMap((blocker) => waitedFor(context, target, blocker))) {
      const other = places.get(uid)
      if (other !== undefined) targets.push(other)
    }
    start[place + 1] = targets.length
  })
  const circles =
    targets.length === 0 ? [] : cyclicComponents(stuck.length, { start, target: Int32Array.from(targets) })
  return new Map(
    circles.flatMap((circle) => {
      const ids = new Set(circle.flatMap((place) => stuck[place]?.target.id ?? []))
      return [...ids].map((id) => [id, blockedIn(context, ids, id)] as const)
    }),
  )
}

const waitedFor = (context: BlockerContext, target: Target, blocker: Blocker): ReadonlyArray<string> => {
  switch (blocker._tag) {
    case 'BlockingDependents':
      return blockingDependents(context, target.id).map(({ metadata }) => metadata.uid)
    case 'ClaimInUse':
      return blocker.pod === undefined ? [] : [blocker.pod.id]
    case 'VolumeInUse':
      return blocker.claim === undefined ? [] : [blocker.claim.id]
    default:
      return []
  }
}

/** The references by which one object of a deadlock waits for others of it. */
const blockedIn = (context: BlockerContext, ids: ReadonlySet<string>, id: string): ReadonlyArray<Edit> =>
  context.dependentsOf(id).flatMap((dependent): ReadonlyArray<Edit> => {
    const reference = ownersOf(dependent).find(({ uid }) => uid === id)
    return reference === undefined || !ids.has(dependent.metadata.uid)
      ? []
      : [{ _tag: 'RemoveOwner', target: targetOf(dependent), owner: ownerOf(reference) }]
  })
