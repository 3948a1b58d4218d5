/**
 * Plans which finished Jobs are deleted at an instant, and when the next one expires.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { compareText } from '../../internal/lists.js'
import { nameOf, optionsFor } from './action.js'
import { findSnapshotProblems } from './check.js'
import type { Kept, Plan, Removal } from './family.js'
import { type Fate, fateOf } from './expiry.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { Reason, Target } from './reason.js'
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
    return invalid === null ? fp.right(decide(policy, snapshot, 'by-name')) : fp.left(invalid)
  }

interface Expired {
  readonly job: Job
  readonly reason: Reason
}

/** The plan of a sound snapshot; kept objects may stay in the order of the listing. */
export const decide = (policy: Policy, { at, jobs }: Snapshot, keptOrder: 'by-name' | 'as-listed'): Plan => {
  const fate = policy.controller === 'on' ? fateOf(at) : off
  const expired: Expired[] = []
  const kept: Kept[] = []
  let next: Date | undefined
  for (const job of keptOrder === 'by-name' ? [...jobs].sort(compareJobs) : jobs) {
    const { _tag, reason } = fate(job)
    if (_tag === 'Goes') {
      expired.push({ job, reason })
      continue
    }
    kept.push({ target: targetOf(job), reasons: [reason] })
    if (reason._tag === 'NotExpired') next = earlier(reason.expiresAt, next)
  }
  return {
    at,
    passes: [
      {
        name: 'finished',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals: expired.sort(compareExpired).map(({ job, reason }) => removalOf(job, reason)),
        reserve: [],
        kept,
        events: [],
        refusal: fp.none,
      },
    ],
    wakeAt: wakeAt(next),
    assumptions: [],
  }
}

const earlier = (a: Date, b: Date | undefined): Date => (b === undefined || a.getTime() < b.getTime() ? a : b)

const off = (): Fate => ({ _tag: 'Stays', reason: { _tag: 'ControllerOff' } })

const wakeAt = (next: Date | undefined): O.Option<Date> => (next === undefined ? fp.none : fp.some(next))

const compareJobs = ({ metadata: a }: Job, { metadata: b }: Job): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name) || compareText(a.uid, b.uid)

const compareExpired = (a: Expired, b: Expired): number =>
  a.reason.expiredAt.getTime() - b.reason.expiredAt.getTime() || compareJobs(a.job, b.job)

const targetOf = ({ metadata: { uid, namespace = '', name } }: Job): Target => ({
  _tag: 'Job',
  id: uid,
  namespace,
  name,
})

const removalOf = (job: Job, reason: Reason): Removal => ({
  target: targetOf(job),
  actions: [
    { _tag: 'Recheck', job: nameOf(job), uid: job.metadata.uid },
    { _tag: 'Delete', job: nameOf(job), options: optionsFor(job) },
  ],
  reasons: [reason],
  requires: [],
  frees: 0,
})
