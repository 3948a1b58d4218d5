/**
 * The result of a cascade: the outcome of each object of a snapshot (deleted, left with which owners, or stuck), and
 * ownership cycles.
 */
import { cyclicComponents } from '../../internal/graph.js'
import {
  type WholeObject,
  type Target,
  type KubeObject,
  isBeingDeleted,
  targetOf,
  ownersOf,
} from '../../apiserver/object.js'
import type { Blocked } from '../../controllers/controller.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import { type BlockerContext, blockersOf, undeletable } from './blockers.js'
import type { KeptStep } from './waves.js'
import type { CascadePlan, Outcomes, Blocker, Stuck } from './reason.js'

/** Objects by uid. */
export type ByUid = ReadonlyMap<string, WholeObject>

/** Every object of the snapshot, once. */
export const outcomesOf = (before: ReadonlyArray<WholeObject>, after: ByUid): Outcomes => {
  const outcomes: Record<keyof Outcomes, Target[]> = { gone: [], terminating: [], changed: [], untouched: [] }
  for (const object of before) {
    const now = after.get(object.metadata.uid)
    const outcome =
      now === undefined
        ? outcomes.gone
        : isBeingDeleted(now)
          ? outcomes.terminating
          : now === object
            ? outcomes.untouched
            : outcomes.changed
    outcome.push(targetOf(object))
  }
  return outcomes
}

/** Objects that stay because their owner references were patched: with their other owners, or orphaned. */
export const leftOf = (steps: ReadonlyArray<KeptStep>, after: ByUid): Pick<CascadePlan, 'survivors' | 'orphaned'> => {
  const survivors = new Map<string, CascadePlan['survivors'][number]>()
  const orphaned = new Map<string, CascadePlan['orphaned'][number]>()
  for (const { leaves, accepted } of steps) {
    if (leaves === undefined) continue
    for (const { before } of accepted) {
      const { uid } = before.metadata
      // Other requests leave an object that is being deleted, or none.
      const now = after.get(uid)
      if (now === undefined || isBeingDeleted(now)) continue
      if (leaves._tag === 'Orphans') {
        orphaned.set(uid, { target: targetOf(before), by: leaves.by })
        continue
      }
      const [first, ...others] = ownersOf(now).map(ownerOf)
      if (first !== undefined) survivors.set(uid, { target: targetOf(before), owners: [first, ...others] })
    }
  }
  return { survivors: [...survivors.values()], orphaned: [...orphaned.values()] }
}

/**
 * Objects that are still being deleted in the end because of the requests, and objects that the collector tried and
 * failed to delete.
 */
export const stuckOf = (
  context: BlockerContext,
  concerned: (uid: string) => boolean,
  steps: ReadonlyArray<KeptStep>,
): ReadonlyArray<Stuck> => {
  const failed = new Map<string, Blocked>()
  for (const { about, blocked } of steps) {
    if (about === undefined) continue
    if (blocked !== undefined) failed.set(about, blocked)
    else if (failed.size > 0) failed.delete(about)
  }
  return context.objects.flatMap((object): ReadonlyArray<Stuck> => {
    const { uid } = object.metadata
    const blocked = failed.get(uid)
    const isConcerned = blocked !== undefined || (isBeingDeleted(object) && concerned(uid))
    if (!isConcerned) return []
    const blockers = [
      ...blockersOf(context)(object),
      ...(blocked === undefined ? [] : failureBlockers(context, object, blocked)),
    ]
    const [first, ...others] = distinct(blockers)
    return first === undefined ? [] : [{ target: targetOf(object), blockers: [first, ...others] }]
  })
}

const failureBlockers = (context: BlockerContext, object: WholeObject, blocked: Blocked): ReadonlyArray<Blocker> => {
  if (blocked._tag === 'DependentNotServed') return []
  if (blocked._tag === 'NotServed') {
    const because = undeletable(context, object)
    return because === null ? [] : [because]
  }
  const { apiVersion, kind, name } = blocked.object
  const reference = ownersOf(object).find(
    (one) => one.apiVersion === apiVersion && one.kind === kind && one.name === name,
  )
  return reference === undefined ? [] : [{ _tag: 'OwnerNotCovered', owner: ownerOf(reference) }]
}

const distinct = (blockers: ReadonlyArray<Blocker>): ReadonlyArray<Blocker> => [
  ...new Map(blockers.map((blocker) => [JSON.stringify(blocker), blocker])).values(),
]

/** Objects that have owners and own others; only these can be part of a cycle, and in a cascade most are not. */
export const ownedOwners = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<KubeObject> => {
  const owners = new Set<string>()
  for (const object of objects) for (const { uid } of ownersOf(object)) owners.add(uid)
  return objects.filter((object) => ownersOf(object).length > 0 && owners.has(object.metadata.uid))
}

/** Cycles by their first object, in the order given; an object that owns itself is one. */
export const cyclesOf = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<ReadonlyArray<Target>> => {
  const places = new Map(objects.map(({ metadata }, place) => [metadata.uid, place]))
  const start = new Int32Array(objects.length + 1)
  const target: number[] = []
  const own: number[][] = []
  objects.forEach((object, place) => {
    let isOwn = false
    for (const { uid } of ownersOf(object)) {
      const owner = places.get(uid)
      if (owner === place) isOwn = true
      else if (owner !== undefined) target.push(owner)
    }
    if (isOwn) own.push([place])
    start[place + 1] = target.length
  })
  const circles =
    target.length === 0 ? [] : cyclicComponents(objects.length, { start, target: Int32Array.from(target) })
  return [...circles, ...own]
    .sort(([a = 0], [b = 0]) => a - b)
    .map((circle) => circle.map((place) => targetOf(objects[place] as KubeObject)))
}
