/** The outcome for each object of a snapshot: deleted, left with which owners, or stuck. */
import type { WholeObject, Target } from '../../apiserver/object.js'
import { isBeingDeleted, targetOf } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import { isOwn } from '../../controllers/owner/controller.js'
import { ownerOf } from '../../controllers/owner/target.js'
import type { BlockerContext } from './blockers.js'
import { blockersOf, undeletable } from './blockers.js'
import type { Blocked } from '../../controllers/controller.js'
import type { CascadePlan, Outcomes, Blocker, Stuck } from './reason.js'
import type { Step } from './course.js'

/** Objects by uid. */
export type ByUid = ReadonlyMap<string, WholeObject>

/** Every object of the snapshot, once. */
export const outcomesOf = (before: ReadonlyArray<WholeObject>, after: ByUid): Outcomes => {
  const outcomes = {
    gone: [] as Target[],
    terminating: [] as Target[],
    changed: [] as Target[],
    untouched: [] as Target[],
  }
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

/** What patches of references came to: objects that stay, with other owners or without the one that left them behind. */
export const leftOf = (steps: ReadonlyArray<Step>, after: ByUid): Pick<CascadePlan, 'survivors' | 'orphaned'> => {
  const survivors = new Map<string, CascadePlan['survivors'][number]>()
  const orphaned = new Map<string, CascadePlan['orphaned'][number]>()
  for (const { reconciled, accepted } of steps) {
    if (accepted.length === 0 || !isOwn(reconciled)) continue
    const { work, owner, attempt } = reconciled
    for (const { before } of accepted) {
      const { uid } = before.metadata
      // Whatever else was asked for leaves an object that is being deleted, or none.
      const now = after.get(uid)
      if (now === undefined || isBeingDeleted(now)) continue
      if (work._tag === 'Orphan') {
        if (owner !== undefined) orphaned.set(uid, { target: targetOf(before), by: targetOf(owner) })
        continue
      }
      const [first, ...others] = ownersOf(now).map(ownerOf)
      if (first !== undefined && (attempt.classification?.solid.length ?? 0) > 0)
        survivors.set(uid, { target: targetOf(before), owners: [first, ...others] })
    }
  }
  return { survivors: [...survivors.values()], orphaned: [...orphaned.values()] }
}

/** What is being deleted in the end because of the requests, and what the collector came to and can not delete. */
export const stuckOf = (
  context: BlockerContext,
  concerned: (uid: string) => boolean,
  steps: ReadonlyArray<Step>,
): ReadonlyArray<Stuck> => {
  const failed = new Map<string, Blocked>()
  for (const { reconciled } of steps) {
    const { about, blocked } = reconciled
    if (about === undefined) continue
    if (blocked === undefined) failed.delete(about)
    else failed.set(about, blocked)
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
