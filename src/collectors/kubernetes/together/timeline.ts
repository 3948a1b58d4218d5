/**
 * Answers what will be collected until an instant, if nobody else acts: plan after plan, each carried out without a failure,
 * at once while something changes, and then when time changes the next plan.
 */
import type { either as E, option as O } from 'fp-ts'

import * as either from '../../../core/either.js'
import * as option from '../../../core/option.js'
import { apply } from './apply.js'
import { lookAgain } from './observe.js'
import type { PlanError } from './plan.js'
import { planKubernetes } from './plan.js'
import type { Policies } from './policy.js'
import type { Amendment, Plan, Removal } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** One look at which something changes. */
export interface Moment {
  readonly at: Date
  /** Those that change something: a delete that is asked for again is not told again. */
  readonly removals: ReadonlyArray<Removal>
  readonly amendments: ReadonlyArray<Amendment>
}

/** What will happen. */
export interface Timeline {
  /** In the order of time; several of one instant where one thing follows from another. */
  readonly moments: ReadonlyArray<Moment>
  /** The cluster in the end, at the last look. */
  readonly snapshot: Snapshot
  /**
   * `Quiet`: no passing of time changes anything any more. `Reached`: the instant is reached, and later there is more.
   * `CutOff`: there were too many looks before.
   */
  readonly ended: 'Quiet' | 'Reached' | 'CutOff'
  /** When the next look would have been. */
  readonly next: O.Option<Date>
}

/** No timeline has more looks than this. */
export const mostLooks = 1000

/**
 * Plays what will be collected until an instant, which counts itself.
 *
 * Shape: the snapshot is the first look. As if nobody else acted: pods with grace and objects with foreign finalizers stay,
 * controllers make nothing new.
 * Order: by time. At most 1000 looks.
 * Fails: as {@link planKubernetes}.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
 *
 * @example
 * ```ts
 * import { known } from 'gcplan'
 * import { scopes_1_36, Together, Ttl } from 'gcplan/kubernetes'
 *
 * const job = (name: string, ttlSecondsAfterFinished: number): Ttl.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name, uid: name },
 *   spec: { ttlSecondsAfterFinished },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }] },
 * })
 * const played = Together.timeline(Together.defaultPolicies)(
 *   {
 *     at: new Date('2026-01-01T12:00:00Z'),
 *     objects: [job('a', 60), job('b', 90), job('c', 3600)],
 *     scopes: scopes_1_36.scopes,
 *     coverage: { _tag: 'Everything' },
 *     apiNodes: known([]),
 *     memory: Together.emptyMemory,
 *   },
 *   new Date('2026-01-01T12:10:00Z'),
 * )
 * if (played._tag === 'Right')
 *   for (const { at, removals } of played.right.moments)
 *     console.log(at.toISOString(), removals.map(({ target, actions }) => `${target.name} by ${actions[0]._tag}`).join())
 * // 2026-01-01T12:01:00.000Z a by Ttl
 * // 2026-01-01T12:01:00.000Z a by Owner
 * // 2026-01-01T12:01:30.000Z b by Ttl
 * // 2026-01-01T12:01:30.000Z b by Owner
 * ```
 */
export const timeline =
  (policies: Policies) =>
  (snapshot: Snapshot, until: Date): E.Either<PlanError, Timeline> => {
    const moments: Moment[] = []
    let now = snapshot
    for (let looks = 0; ; looks++) {
      const planned = planKubernetes(policies)(now)
      if (either.isLeft(planned)) return planned
      const plan = planned.right
      const then = apply(plan)(now)
      const moment = momentOf(plan, now, then)
      if (moment !== null) moments.push(moment)
      const next = moment === null ? plan.wakeAt : option.some(now.at)
      const end = (ended: Timeline['ended']): E.Either<PlanError, Timeline> =>
        either.right({ moments, snapshot: then, ended, next })
      if (option.isNone(next)) return end('Quiet')
      if (!(next.value <= until) || (moment === null && next.value <= now.at)) return end('Reached')
      if (looks === mostLooks - 1) return end('CutOff')
      now = lookAgain(policies)(next.value)(then)
    }
  }

/** What of a plan changes the cluster; null when it is as before. */
const momentOf = (plan: Plan, before: Snapshot, after: Snapshot): Moment | null => {
  const [{ removals, amendments }] = plan.passes
  if (before === after || (removals.length === 0 && amendments.length === 0)) return null
  const was = new Map(before.objects.map((object) => [object.metadata.uid, object]))
  for (const object of after.objects) if (was.get(object.metadata.uid) === object) was.delete(object.metadata.uid)
  const marks = before.memory.lifecycle !== after.memory.lifecycle
  const moment: Moment = {
    at: plan.at,
    removals: removals.filter(({ target }) => was.has(target.id)),
    amendments: amendments.filter(
      ({ target, actions: [{ _tag }] }) => was.has(target.id) || (marks && _tag === 'Lifecycle'),
    ),
  }
  return moment.removals.length === 0 && moment.amendments.length === 0 ? null : moment
}
