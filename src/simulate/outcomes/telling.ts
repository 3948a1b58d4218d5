/**
 * Describes what one step of a course did: what an informer delivered, what was looked up, and what changed on the
 * server.
 */
import { type OwnerReference, type WholeObject, isBeingDeleted, targetOf } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import type { Change } from '../../controllers/controller.js'
import type { Identity } from '../../controllers/owner/memory/index.js'
import { alternativesOf } from './running.js'
import type { CourseChange, CourseStep, Transition } from './transition.js'
import { partsOfKey, type World } from './world.js'

/** What a step did, given the worlds before and after it. */
export const toldBetween = (
  before: World,
  by: Transition,
  after: World,
): Pick<CourseStep, 'changes' | 'hears' | 'looksUp'> => {
  const hears = heardIn(before, by)
  const looksUp = askedIn(before, by)
  return {
    changes: before.server === after.server ? [] : changesBetween(before.server.list(), after.server.list()),
    ...(hears === undefined ? {} : { hears }),
    ...(looksUp === undefined ? {} : { looksUp }),
  }
}

const heardIn = ({ collector, informers }: World, by: Transition): CourseChange | undefined => {
  switch (by._tag) {
    case 'GraphEvent':
      return heard(collector.events.get(by.kind)?.[0])
    case 'InformerEvent':
      return heard(informers.get(by.kind)?.[0]?.change)
    case 'GraphAbsence':
      return absent(collector.foundAbsent[by.which])
    default:
      return undefined
  }
}

const heard = (change: Change | undefined): CourseChange | undefined => {
  switch (change?._tag) {
    case undefined:
      return undefined
    case 'Added':
      return changeOf(undefined, change.object)
    case 'Deleted':
      return changeOf(change.object, undefined)
    case 'Updated':
      return changeOf(change.old ?? change.object, change.object)
  }
}

const absent = (identity: Identity | undefined): CourseChange | undefined => {
  if (identity === undefined) return undefined
  const { apiVersion, kind, namespace, name, uid } = identity
  return changeOf(
    { apiVersion, kind, metadata: { name, uid, ...(namespace === undefined ? {} : { namespace }) } },
    undefined,
  )
}

const askedIn = ({ collector, controllers }: World, by: Transition): Address | undefined => {
  switch (by._tag) {
    case 'StepAttempt': {
      const running = collector.attempts.find(({ id }) => id === by.item)
      const asks = running === undefined ? undefined : alternativesOf(running.program)[by.which]
      return asks?._tag === 'Get' ? asks.object : undefined
    }
    case 'StepKey': {
      const running = controllers.running.find(
        ({ id }) => partsOfKey(id)[1] === by.key && controllers.values[partsOfKey(id)[0]]?.name === by.controller,
      )
      const asks = running === undefined ? undefined : alternativesOf(running.program)[by.which]
      return asks?._tag === 'Get' ? asks.object : undefined
    }
    default:
      return undefined
  }
}

/** Objects are never changed in place, so that what is the same object has not changed. */
const changesBetween = (
  before: ReadonlyArray<WholeObject>,
  after: ReadonlyArray<WholeObject>,
): ReadonlyArray<CourseChange> => {
  const then = new Map(before.map((object) => [object.metadata.uid, object]))
  const now = new Map(after.map((object) => [object.metadata.uid, object]))
  return [
    ...before.flatMap((object) => {
      const left = now.get(object.metadata.uid)
      return left === object ? [] : (changeOf(object, left) ?? [])
    }),
    ...after.flatMap((object) => (then.has(object.metadata.uid) ? [] : (changeOf(undefined, object) ?? []))),
  ]
}

const changeOf = (before: WholeObject | undefined, after: WholeObject | undefined): CourseChange | undefined => {
  const object = after ?? before
  if (object === undefined) return undefined
  const [had, has] = [before?.metadata.finalizers ?? [], after?.metadata.finalizers ?? []]
  return {
    _tag: tagOf(before, after),
    target: targetOf(object),
    lost: after === undefined ? [] : lostOwners(before, after),
    added: has.filter((finalizer) => !had.includes(finalizer)),
    removed: had.filter((finalizer) => !has.includes(finalizer)),
  }
}

const lostOwners = (before: WholeObject | undefined, after: WholeObject): ReadonlyArray<OwnerReference> => {
  const left = new Set((after.metadata.ownerReferences ?? []).map(({ uid }) => uid))
  return (before?.metadata.ownerReferences ?? []).filter(({ uid }) => !left.has(uid))
}

const tagOf = (before: WholeObject | undefined, after: WholeObject | undefined): CourseChange['_tag'] => {
  if (after === undefined) return 'Removed'
  if (before === undefined) return 'Created'
  return isBeingDeleted(after) && !isBeingDeleted(before) ? 'Marked' : 'Changed'
}
