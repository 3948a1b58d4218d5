/**
 * The Job controller: makes the pods of Jobs and frees those that it has counted. Pods that no Job counts it frees as well,
 * so that its finalizer never holds them for long.
 *
 * The real one waits longer and longer before it replaces a failed pod; here a replacement comes at once.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go NewController
 */
import { type OwnerReference, type WholeObject, isBeingDeleted, isPod, namespaceOf } from '../../apiserver/object.js'
import { type Change, type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, done, inTurn } from '../program.js'
import { isJobFinished } from '../workload/fields.js'
import { controllerOf, controllersIn } from '../workload/ownership.js'
import { podsOf } from '../workload/pods.js'
import { isJob, isManagedByOther, isTracked, meetsJob } from './facts.js'
import type { JobWhy } from './reason.js'
import { type Duties, freed, syncJob } from './sync.js'

/** The rules of one Job controller. */
export interface JobRules {
  /** False where nobody is to make anything. Default: true. */
  readonly makesPods?: boolean | undefined
  /** What frees pods of a Job that is gone: its end too, or only what happens to them. Default: its end too, as of 1.32. */
  readonly podsOfDeletedJob?: 'by-selector' | 'by-pod-events' | undefined
  /** Jobs that name another controller in `managedBy`. Default: left alone, as of 1.32. */
  readonly foreignJobs?: 'left-alone' | 'handled' | undefined
}

/** The controller; its keys are uids of Jobs, and of pods that nobody controls. */
export const jobController = ({
  makesPods = true,
  podsOfDeletedJob = 'by-selector',
  foreignJobs = 'left-alone',
}: JobRules = {}): Controller<JobWhy> => {
  const duties: Duties = { makesPods, isForeign: foreignJobs === 'left-alone' ? isManagedByOther : () => false }
  return {
    name: 'job-controller',
    /** @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go processNextWorkItem */
    retries: 'refusals',
    watches: ['Job', 'Pod'],
    keysOf: (change) => {
      const { _tag, object } = change
      if (isJob(object))
        return _tag === 'Deleted' && podsOfDeletedJob === 'by-pod-events' ? noKeys : [object.metadata.uid]
      return isPod(object) ? keysOfPod(change, makesPods) : noKeys
    },
    reconcile: (view) => (uid) => {
      const object = view.find(uid)
      if (object === undefined) return freeAll(view, podsOfAbsent(view, uid))
      if (isJob(object)) return syncJob(view, object, duties)
      const job = makesPods ? jobFor(view, object, duties) : undefined
      return job === undefined ? freeAll(view, [object].filter(isUncontrolled)) : syncJob(view, job, duties)
    },
  }
}

/** A pod that nobody controls may be taken over or freed; who makes no pods takes none over. */
const keysOfPod = (change: Change, makesPods: boolean): ReadonlyArray<string> => {
  const { _tag, object } = change
  const keys = controllersIn(change, isJob)
  const isFree = controllerOf(object) === undefined && _tag !== 'Deleted' && (makesPods || isTracked(object))
  return isFree ? [...keys, object.metadata.uid] : keys
}

const isUncontrolled = (pod: WholeObject): boolean => isPod(pod) && controllerOf(pod) === undefined

/** The Job that takes over a pod which nobody controls. */
const jobFor = (view: View, pod: WholeObject, { isForeign }: Duties): WholeObject | undefined =>
  isBeingDeleted(pod)
    ? undefined
    : view
        .listOf('batch', 'Job', namespaceOf(pod))
        .find((job) => takesOver(job) && !isForeign(job) && meetsJob(job)(pod))

const takesOver = (job: WholeObject): boolean => !isBeingDeleted(job) && !isJobFinished(job)

/** Pods whose Job is not there; where it may be there without being shown, none. */
const podsOfAbsent = (view: View, uid: string): ReadonlyArray<WholeObject> =>
  podsOf(view, uid).filter((pod) => {
    const owner = controllerOf(pod)
    return owner !== undefined && isJob(owner) && isAbsent(view, owner, pod)
  })

const isAbsent = (view: View, { apiVersion, kind }: OwnerReference, pod: WholeObject): boolean =>
  view.covers(apiVersion, kind, namespaceOf(pod))

const freeAll = (view: View, pods: ReadonlyArray<WholeObject>): Program<Reconciled<JobWhy>> =>
  andThen(inTurn(pods.map(({ metadata }) => freed(view, metadata.uid))), () =>
    done({ why: () => [{ _tag: 'NoJobForPod' }] }),
  )
