/**
 * One look at a Job: takes over its pods, frees those that it has counted, reports, and makes or deletes pods.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go syncJob
 */
import { type WholeObject, isBeingDeleted, isFinished } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { takeFinalizer } from '../acts.js'
import type { Reconciled, View } from '../controller.js'
import { type Program, andThen, call, done, inTurn } from '../program.js'
import { adopt, claimedBy, ownershipWhy, release } from '../workload/ownership.js'
import { createEach, deleteNow, podsFor, podsOf } from '../workload/pods.js'
import { countsAsFailed, isSuspended, isTracked, meetsJob, parallelismOf, trackingFinalizer } from './facts.js'
import { isJobFinished } from '../workload/fields.js'
import { newPods, wantedActive } from './new-pods.js'
import type { JobWhy } from './reason.js'
import { type Tally, reported, tallyOf } from './tally.js'

/** What a Job controller does, and which Jobs it leaves to others. */
export interface Duties {
  /** False where nobody is to make anything. */
  readonly makesPods: boolean
  readonly isForeign: (job: WholeObject) => boolean
}

/** Looks at a Job that is there. */
export const syncJob = (
  view: View,
  job: WholeObject,
  { makesPods, isForeign }: Duties,
): Program<Reconciled<JobWhy>> => {
  const name = job.metadata.name
  const counting: JobWhy = { _tag: 'JobPodCounted', job: name }
  if (isForeign(job)) return ended(job, counting)
  // Who makes no pods takes none over either.
  const candidates = makesPods ? podsFor(view, job) : podsOf(view, job.metadata.uid)
  const { owned, toAdopt, toRelease } = claimedBy(job, meetsJob(job), candidates)
  const freeAll = owned.map(({ metadata }) => freed(view, metadata.uid))
  if (isBeingDeleted(job)) return andThen(inTurn(freeAll), () => ended(job, { _tag: 'JobBeingDeleted', job: name }))
  if (isJobFinished(job)) return andThen(inTurn(freeAll), () => ended(job, { _tag: 'JobFinished', job: name }))
  const pods = [...owned, ...toAdopt]
  const isCounted = (pod: WholeObject): boolean => isFinished(pod) || countsAsFailed(job)(pod)
  const freeCounted = pods.filter(isCounted).map(({ metadata }) => freed(view, metadata.uid))
  // Of a Job whose specification is not shown it is unknown what it wants.
  if (ownField(job.spec, 'template') === undefined) return andThen(inTurn(freeCounted), () => ended(job, counting))
  const tally = tallyOf(job, pods)
  const { finish } = tally
  const surplus = surplusOf(job, tally)
  const program = inTurn([
    ...toAdopt.map((pod) => () => adopt(view, job, trackingFinalizer)(pod)),
    ...toRelease.map((pod) => () => release(view, job)(pod)),
    () => report(reported(job, tally), job),
    ...(finish === undefined ? freeCounted : pods.map(({ metadata }) => freed(view, metadata.uid))),
    ...surplus.map(
      ({ metadata }) =>
        () =>
          deleteNow(view, metadata.uid),
    ),
    () =>
      makesPods && finish === undefined && !isSuspended(job)
        ? createEach(view, newPods(view, job, pods, tally))
        : done(undefined),
  ])
  return andThen(program, () => ended(job, finish === undefined ? counting : { _tag: 'JobFinished', job: name }))
}

/** Pods that run and are not to run. */
const surplusOf = (job: WholeObject, tally: Tally): ReadonlyArray<WholeObject> => {
  if (tally.finish !== undefined || isSuspended(job)) return tally.active
  return tally.active.slice(Math.max(0, wantedActive(job, tally)))
}

const report = (after: WholeObject, before: WholeObject): Program<unknown> =>
  after === before ? done(undefined) : call({ _tag: 'Update', object: after, subresource: 'status' })

/** Takes the tracking finalizer off a pod, as the pod is by then. */
export const freed =
  (view: View, uid: string): (() => Program<unknown>) =>
  () => {
    const pod = view.find(uid)
    return pod === undefined || !isTracked(pod) ? done(undefined) : call(takeFinalizer(pod, trackingFinalizer))
  }

const ended = (job: WholeObject, freeing: JobWhy): Program<Reconciled<JobWhy>> => {
  const { name, uid } = job.metadata
  return done({
    about: uid,
    why: ({ request, before }) => {
      switch (request._tag) {
        case 'Patch':
          return [ownershipWhy(job, before)]
        case 'Create':
          return [{ _tag: 'JobPodMissing', job: name, parallelism: parallelismOf(job) }]
        case 'Delete':
          return [{ _tag: 'JobPodSurplus', job: name }]
        default:
          return [before.metadata.uid === uid ? { _tag: 'JobReported' } : freeing]
      }
    },
  })
}
