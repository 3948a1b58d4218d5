/**
 * Plans which finished Jobs are deleted at an instant, and when the next one expires.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { byNumber, compareText, elementAt } from '../../internal/lists.js'
import { nameOf, optionsFor } from './action.js'
import { findSnapshotProblems } from './check.js'
import { type Fate, type Goes, fateOf } from './expiry.js'
import type { Kept, Pass, Plan, Removal } from './family.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { KeepReason, Target } from './reason.js'
import type { Job, Snapshot } from './snapshot.js'

/** The only errors are an invalid policy and an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides which finished Jobs would be deleted.
 *
 * Shape: every Job is in `removals` or in `kept`; an empty snapshot gives a plan without removals. The first action of
 * a removal looks the Job up again.
 * Order: removals by the time at which they expired; then, as `kept`, by namespace, name and uid. The order of the list
 * does not matter.
 * Units: `wakeAt` is the next expiry.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * const job = (name: string, ttlSecondsAfterFinished: number): Ttl.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name, uid: name },
 *   spec: { ttlSecondsAfterFinished },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }] },
 * })
 * const planned = Ttl.plan(Ttl.defaultPolicy)({ at: new Date('2026-01-01T12:01:00Z'), jobs: [job('a', 60), job('b', 90)] })
 * if (E.isRight(planned)) {
 *   const { passes, wakeAt } = planned.right
 *   console.log(passes[0].removals.map(({ target, reasons }) => `${target.name}: ${Ttl.explain(reasons[0])}`).join())
 *   // a: it finished at 2026-01-01T12:00:00.000Z, and its TTL of 60 s expired at 2026-01-01T12:01:00.000Z
 *   console.log(O.isSome(wakeAt) && wakeAt.value.toISOString()) // 2026-01-01T12:01:30.000Z
 * }
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    return invalid === null ? fp.right(planned(policy, snapshot)) : fp.left(invalid)
  }

const planned = (policy: Policy, snapshot: Snapshot): Plan => {
  const jobs = [...snapshot.jobs].sort(compareJobs)
  const { pass, wakeAt } = decide(policy, { at: snapshot.at, jobs })
  const kept: Kept[] = []
  pass.kept.forEach((reasons, place) => {
    if (reasons !== null) kept.push({ target: targetOf(elementAt(jobs, place)), reasons })
  })
  return { at: snapshot.at, passes: [{ ...pass, kept }], wakeAt, assumptions: [] }
}

/** What is decided of Jobs, why they stay by their places (null for one that goes), and when that changes. */
export interface Decided {
  readonly pass: Omit<Pass, 'kept'> & { readonly kept: ReadonlyArray<Kept['reasons'] | null> }
  readonly wakeAt: O.Option<Date>
}

interface Expired {
  readonly job: Job
  readonly reasons: Goes['reasons']
}

/** Decides the Jobs of a sound snapshot, which may be in any order. */
export const decide = (policy: Policy, { at, jobs }: Snapshot): Decided => {
  const fate = policy.controller === 'on' ? fateOf(at) : off
  const expired: Expired[] = []
  const kept = new Array<readonly [KeepReason] | null>(jobs.length).fill(null)
  let next: Date | undefined
  for (let place = 0; place < jobs.length; place++) {
    const job = elementAt(jobs, place)
    const decided = fate(job)
    if (decided._tag === 'Goes') {
      expired.push({ job, reasons: decided.reasons })
      continue
    }
    kept[place] = decided.reasons
    const [reason] = decided.reasons
    if (reason._tag === 'NotExpired') next = earlier(reason.expiresAt, next)
  }
  return {
    pass: {
      name: 'finished',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals: inOrder(expired).map(removalOf),
      reserve: [],
      kept,
      events: [],
      refusal: fp.none,
    },
    wakeAt: next === undefined ? fp.none : fp.some(next),
  }
}

const earlier = (a: Date, b: Date | undefined): Date => (b === undefined || a.getTime() < b.getTime() ? a : b)

const off = (): Fate => controllerOff

const controllerOff: Fate = { _tag: 'Stays', reasons: [{ _tag: 'ControllerOff' }] }

/** By the time at which they expired, then by name. */
const inOrder = (expired: ReadonlyArray<Expired>): ReadonlyArray<Expired> =>
  byNumber(expired, Float64Array.from(expired, expiryOf), (a, b) => compareJobs(a.job, b.job))

const expiryOf = ({ reasons: [{ expiredAt }] }: Expired): number => expiredAt.getTime()

const compareJobs = ({ metadata: a }: Job, { metadata: b }: Job): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)

const targetOf = ({ metadata: { uid, namespace = '', name } }: Job): Target => ({
  _tag: 'Job',
  id: uid,
  namespace,
  name,
})

const removalOf = ({ job, reasons }: Expired): Removal => ({
  target: targetOf(job),
  actions: [
    { _tag: 'Recheck', job: nameOf(job), uid: job.metadata.uid },
    { _tag: 'Delete', job: nameOf(job), options: optionsFor(job) },
  ],
  reasons,
  requires: [],
  frees: 0,
})
