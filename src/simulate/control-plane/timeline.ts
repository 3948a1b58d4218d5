/**
 * Predicts what will be collected until an instant if nobody else acts: collectors carry out each plan without failures
 * on one server in memory, and the next plan is made at once after a change, or when time changes it. Periodic collectors
 * run at their own ticks.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { decisionsOf, rememberCalls } from './apply.js'
import { instantProblems, policiesProblems } from './check.js'
import { lookAgain } from './observe.js'
import { type PlanError, decide } from './plan.js'
import type { Policies } from './policy.js'
import type { Amendment, Plan, Removal } from './reason.js'
import { type Due, type Schedule, runSchedule, scheduleOf, scheduleProblems } from './schedule.js'
import { simulationOf } from './simulation.js'
import type { Snapshot } from './snapshot.js'

/** An instant at which something changes. */
export interface Moment {
  readonly at: Date
  /** Those that change something; repeated deletes are omitted. */
  readonly removals: ReadonlyArray<Removal>
  readonly amendments: ReadonlyArray<Amendment>
}

/** What will be collected, and when. */
export interface Timeline {
  /** In time order; several at one instant if one follows from another. */
  readonly moments: ReadonlyArray<Moment>
  /** The cluster at the end. */
  readonly snapshot: Snapshot
  /**
   * `Quiet`: nothing changes by itself any more. `Reached`: more follows after the given instant. `CutOff`: too many
   * looks.
   */
  readonly ended: 'Quiet' | 'Reached' | 'CutOff'
  /** The time of the next look. */
  readonly next: O.Option<Date>
}

/** The limit of looks in one timeline. */
export const mostLooks = 1000

/**
 * Predicts what will be collected up to and including an instant.
 *
 * Shape: starts at the snapshot. Nobody else acts: pods with grace and objects with other finalizers stay, nothing is
 * created. Pod GC runs every 20 seconds from the snapshot, unless a schedule is given.
 * Order: by time. At most 1000 looks.
 * Units: instants assume that controllers act without delay.
 * Fails: as `planKubernetes`; `InvalidInput` for an invalid schedule.
 *
 * @upstream kubernetes KEP-14 keps/sig-api-machinery/0014-20180618-garbage-collection.md Generic TTL-based Garbage Collection
 *
 * @example
 * ```ts
 * import { known } from 'gcplan'
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 * import * as Ttl from 'gcplan/controllers/ttl'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const job = (name: string, ttlSecondsAfterFinished: number): Ttl.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name, uid: name },
 *   spec: { ttlSecondsAfterFinished },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }] },
 * })
 * const played = ControlPlane.timeline(ControlPlane.defaultPolicies)(
 *   {
 *     at: new Date('2026-01-01T12:00:00Z'),
 *     objects: [job('a', 60), job('b', 90), job('c', 3600)],
 *     scopes: scopes_1_36.scopes,
 *     coverage: { _tag: 'Everything' },
 *     apiNodes: known([]),
 *     memory: ControlPlane.emptyMemory,
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
  (policies: Policies, schedule?: Schedule) =>
  (snapshot: Snapshot, until: Date): E.Either<PlanError, Timeline> => {
    const invalid = policiesProblems(policies) ?? instantProblems(snapshot) ?? scheduleProblems(schedule)
    if (invalid !== null) return fp.left(invalid)
    const run = runSchedule(schedule ?? scheduleOf(policies), snapshot.at)
    const simulation = simulationOf(snapshot, policies.server)
    const moments: Moment[] = []
    const look = ({ now, end: before, due, looks }: Look): E.Either<PlanError, E.Either<Look, Timeline>> => {
      const notDue = run.notDue(due, now.at)
      return fp.pipe(
        decide(policies, notDue)(now),
        fp.map(({ plan, wakes }) => {
          const decisions = decisionsOf(plan)
          const changed = simulation.play(decisions, now.at)
          const memory = rememberCalls(decisions)(now.memory)
          const then = { ...now, objects: changed.size === 0 ? now.objects : simulation.objects(), memory }
          const moment = momentOf(plan, changed, memory !== now.memory)
          const isWithin = looks === 0 || now.at <= until
          const end = isWithin ? then : before
          const ended = (how: Timeline['ended'], next: Timeline['next']): E.Either<Look, Timeline> =>
            fp.right({ moments, snapshot: end, ended: how, next })
          if (!isWithin && moment !== null) return ended('Reached', fp.some(now.at))
          if (moment !== null) moments.push(moment)
          const nextDue = run.next(due, now.at, { notDue, wakes, changed: moment !== null || looks === 0 })
          const { at, isSure } = moment === null ? run.nextLook(nextDue, wakes) : { at: now.at, isSure: true }
          if (at === undefined) return ended('Quiet', fp.none)
          // Whether a beat that lies behind the end finds anything to do is seen by a look at it.
          if ((isSure && !(at <= until)) || (moment === null && at <= now.at)) return ended('Reached', fp.some(at))
          if (looks === mostLooks - 1) return ended('CutOff', fp.some(at))
          const next = lookedAt(policies, at, run.notDue(nextDue, at).pod, then)
          return fp.left({ now: next, end, due: nextDue, looks: looks + 1 })
        }),
      )
    }
    return fp.chainRec({ now: snapshot, end: snapshot, due: run.first, looks: 0 }, look)
  }

/** Where a timeline stands before a look: the cluster now, and after the last look within the time that is asked for. */
interface Look {
  readonly now: Snapshot
  readonly end: Snapshot
  readonly due: Due
  readonly looks: number
}

/** The next look; pod garbage collection remembers nothing of a look in which it has no part. */
const lookedAt = (policies: Policies, at: Date, podRests: boolean, then: Snapshot): Snapshot => {
  const now = lookAgain(policies)(at)(then)
  return podRests ? { ...now, memory: { ...now.memory, pod: then.memory.pod } } : now
}

/** What of a plan changes the cluster: these objects, and marks; null when it is as before. */
const momentOf = (plan: Plan, changed: ReadonlySet<string>, marks: boolean): Moment | null => {
  const [{ removals, amendments }] = plan.passes
  const moment: Moment = {
    at: plan.at,
    removals: removals.filter(({ target }) => changed.has(target.id)),
    amendments: amendments.filter(
      ({ target, actions: [{ _tag }] }) => changed.has(target.id) || (marks && _tag === 'Lifecycle'),
    ),
  }
  return moment.removals.length === 0 && moment.amendments.length === 0 ? null : moment
}
