/**
 * Finds some races: real workers run concurrently, so two other orders and a restart are simulated too, and differing outcomes
 * are reported. These are rules of thumb, quick on large clusters; `simulate/outcomes` follows every course.
 */
import {
  type WholeObject,
  type OwnerReference,
  type Target,
  isFinished,
  isPod,
  foregroundFinalizer,
  hasFinalizer,
  isBeingDeleted,
  orphanFinalizer,
  namespaceOf,
  targetOf,
  isBlocking,
  namesExactly,
  ownersOf,
} from '../../apiserver/object.js'
import type { Effect } from '../../apiserver/answer.js'
import type { End, Race, RacingEnd } from './reason.js'
import { type WorkerOrder, ownerCollector } from '../../controllers/owner/controller.js'
import type { Course } from './play-requests.js'
import type { KeptStep } from './waves.js'

/** How it may be played again. */
export interface Replays {
  readonly inOrder: (order: WorkerOrder) => ReadonlyArray<WholeObject>
  /** The end after the collector has started again. */
  readonly restarted: () => ReadonlyArray<WholeObject>
}

/** What the rules of thumb find. `hasCircles`: whether one of a circle of owners is changed at any time, or is being deleted. */
export const racesOf = (
  objects: ReadonlyArray<WholeObject>,
  course: Course,
  effects: ReadonlyArray<Effect<unknown>>,
  hasCircles: boolean,
  replays: Replays,
): ReadonlyArray<Race> => {
  const waits = distinct(effects.filter(leavesDeletedWith(foregroundFinalizer)))
  const free = freeDependents(objects, [...waits, ...objects.filter(isWaiting)])
  const orphans = effects.filter(leavesDeletedWith(orphanFinalizer))
  // What is played again includes what the collector does before the requests. An owner with free dependents may stop waiting
  // before they are looked at, and no longer be one that waits for them.
  const pending = course.pending.flatMap(({ accepted }) => accepted)
  const isOrdered =
    !hasCircles &&
    !objects.some(isOrphaning) &&
    orphans.length === 0 &&
    !pending.some(leavesDeletedWith(orphanFinalizer)) &&
    free.size === 0 &&
    !hasTwoNames(objects, pending.length === 0 ? effects : [...pending, ...effects])
  return [
    ...(isOrdered ? [] : workerOrder(objects, course, replays)),
    ...restart(objects, course, replays),
    ...distinct(orphans).map((owner): Race => ({ _tag: 'LateOrphans', owner: targetOf(owner) })),
    ...ownersFirst(waits, free),
    ...endedPods(course.steps),
  ]
}

const leavesDeletedWith =
  (finalizer: string) =>
  ({ after }: Effect<unknown>): boolean =>
    after !== undefined && isDeletedWith(finalizer, after)

const isDeletedWith = (finalizer: string, object: WholeObject): boolean =>
  isBeingDeleted(object) && hasFinalizer(finalizer)(object)

const isOrphaning = (object: WholeObject): boolean => isDeletedWith(orphanFinalizer, object)

const isWaiting = (object: WholeObject): boolean => isDeletedWith(foregroundFinalizer, object)

const distinct = (effects: ReadonlyArray<Effect<unknown>>): ReadonlyArray<WholeObject> => [
  ...new Map(effects.map(({ before }) => [before.metadata.uid, before])).values(),
]

const workerOrder = (
  objects: ReadonlyArray<WholeObject>,
  { final }: Course,
  { inOrder }: Replays,
): ReadonlyArray<Race> => {
  const orders: ReadonlyArray<WorkerOrder> = ['orphans-last', 'newest-first']
  return differing(
    'WorkerOrder',
    objects,
    final,
    orders.map((when) => ({ when, objects: inOrder(when) })),
  )
}

const restart = (
  objects: ReadonlyArray<WholeObject>,
  { final }: Course,
  { restarted }: Replays,
): ReadonlyArray<Race> => {
  const present = new Map(final.map((object) => [object.metadata.uid, object]))
  const counts = final.some(
    (object) =>
      isDeletedWith(foregroundFinalizer, object) ||
      isDeletedWith(orphanFinalizer, object) ||
      ownersOf(object).some((reference) => !isThere(present.get(reference.uid), reference, object)),
  )
  return counts ? differing('Restart', objects, final, [{ when: 'restarted', objects: restarted() }]) : []
}

const isThere = (owner: WholeObject | undefined, reference: OwnerReference, dependent: WholeObject): boolean =>
  owner !== undefined &&
  namesExactly(reference)(owner) &&
  (namespaceOf(owner) === undefined || namespaceOf(owner) === namespaceOf(dependent))

type Otherwise = RacingEnd['otherwise'][number]

const differing = (
  _tag: 'WorkerOrder' | 'Restart',
  before: ReadonlyArray<WholeObject>,
  planned: ReadonlyArray<WholeObject>,
  others: ReadonlyArray<{ readonly when: Otherwise['when']; readonly objects: ReadonlyArray<WholeObject> }>,
): ReadonlyArray<Race> => {
  const plannedEnds = endsOf(planned)
  const otherEnds = others.map(({ when, objects }) => ({ when, ends: endsOf(objects) }))
  const ends = before.flatMap((object): ReadonlyArray<RacingEnd> => {
    const { uid } = object.metadata
    const mine = plannedEnds.get(uid) ?? 'gone'
    const otherwise = otherEnds.flatMap(({ when, ends: all }): ReadonlyArray<Otherwise> => {
      const end = all.get(uid) ?? 'gone'
      return end === mine ? [] : [{ when, end }]
    })
    return otherwise.length === 0 ? [] : [{ target: targetOf(object), planned: mine, otherwise }]
  })
  return ends.length === 0 ? [] : [{ _tag, ends }]
}

const endsOf = (objects: ReadonlyArray<WholeObject>): ReadonlyMap<string, End> =>
  new Map(objects.map((object) => [object.metadata.uid, isBeingDeleted(object) ? 'terminating' : 'stays']))

/** Only dependents that block are waited for. */
const ownersFirst = (owners: ReadonlyArray<WholeObject>, free: ReadonlyMap<string, number>): ReadonlyArray<Race> =>
  owners.flatMap((owner): ReadonlyArray<Race> => {
    const dependents = free.get(owner.metadata.uid)
    return dependents === undefined ? [] : [{ _tag: 'OwnerFirst', owner: targetOf(owner), dependents }]
  })

/** How many dependents of each of some owners do not block it. */
const freeDependents = (
  objects: ReadonlyArray<WholeObject>,
  waiting: ReadonlyArray<WholeObject>,
): ReadonlyMap<string, number> => {
  if (waiting.length === 0) return new Map()
  const owners = new Set(waiting.map(({ metadata }) => metadata.uid))
  const free = new Map<string, number>()
  for (const object of objects) {
    const references = ownersOf(object)
    if (references.every((reference) => isBlocking(reference) || !owners.has(reference.uid))) continue
    const blocked = new Set(references.filter(isBlocking).map(({ uid }) => uid))
    for (const uid of new Set(references.map((reference) => reference.uid)))
      if (owners.has(uid) && !blocked.has(uid)) free.set(uid, (free.get(uid) ?? 0) + 1)
  }
  return free
}

/** Pod garbage collection also deletes finished pods when there are many, with or without owners. */
const endedPods = (steps: ReadonlyArray<KeptStep>): ReadonlyArray<Race> => {
  const pods: Target[] = []
  for (const { by, accepted } of steps)
    if (by === ownerCollector)
      for (const { request, before } of accepted)
        if (request._tag === 'Delete' && isPod(before) && isFinished(before)) pods.push(targetOf(before))
  return pods.length === 0 ? [] : [{ _tag: 'EndedPods', pods }]
}

/**
 * Whether what is touched is named in two ways: an owner is there under another name than a reference has, or two references to
 * one uid differ. Whoever is looked at first decides which name counts.
 */
export const hasTwoNames = (objects: ReadonlyArray<WholeObject>, effects: ReadonlyArray<Effect<unknown>>): boolean =>
  // Most objects have one name each, which is found out without a list of all that is touched.
  !haveOneName(objects, effects) && isNamedTwice(objects, effects)

const haveOneName = (objects: ReadonlyArray<WholeObject>, effects: ReadonlyArray<Effect<unknown>>): boolean => {
  const names = new Map<string, OwnerReference>()
  for (const object of objects)
    for (const reference of ownersOf(object)) {
      const other = names.get(reference.uid)
      if (other === undefined) names.set(reference.uid, reference)
      else if (!isSameName(reference, other)) return false
    }
  return effects.every(({ before }) => {
    const name = names.get(before.metadata.uid)
    return name === undefined || namesExactly(name)(before)
  })
}

const isNamedTwice = (objects: ReadonlyArray<WholeObject>, effects: ReadonlyArray<Effect<unknown>>): boolean => {
  const touched = new Map(effects.map(({ before }) => [before.metadata.uid, before]))
  const names = new Map<string, OwnerReference>()
  return objects.some((object) =>
    ownersOf(object).some((reference) => {
      const owner = touched.get(reference.uid)
      if (owner !== undefined) return !namesExactly(reference)(owner)
      if (!touched.has(object.metadata.uid)) return false
      const other = names.get(reference.uid)
      if (other === undefined) names.set(reference.uid, reference)
      return other !== undefined && !isSameName(reference, other)
    }),
  )
}

const isSameName = (one: OwnerReference, other: OwnerReference): boolean =>
  one.name === other.name && one.kind === other.kind && one.apiVersion === other.apiVersion
