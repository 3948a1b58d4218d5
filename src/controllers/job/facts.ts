/** What a Job says of itself, and whom it tracks. */
import { type WholeObject, hasFinalizer, isBeingDeleted, isFinished } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { countIn, textIn } from '../workload/fields.js'
import { isOf } from '../workload/pods.js'
import { type Meets, meetsSelector } from '../workload/selector.js'

/** The finalizer of pods that a Job has not counted yet. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking'

/** The label by which a Job finds its pods where it states no selector. */
export const controllerUid = 'batch.kubernetes.io/controller-uid'

/** True for a Job, and for a reference to one. */
export const isJob: ReturnType<typeof isOf> = isOf('batch', 'Job')

/** True for a pod with the finalizer. */
export const isTracked: ReturnType<typeof hasFinalizer> = hasFinalizer(trackingFinalizer)

/**
 * True for a Job that another controller looks after.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go controllerName
 */
export const isManagedByOther = ({ spec }: WholeObject): boolean => {
  const manager = textIn(spec, 'managedBy')
  return manager !== undefined && manager !== 'kubernetes.io/job-controller'
}

/** Which pods a Job selects; the server fills in a selector of its uid. */
export const meetsJob = ({ spec, metadata: { uid } }: WholeObject): Meets =>
  meetsSelector(ownField(spec, 'selector')) ?? (({ metadata: { labels } }) => ownField(labels, controllerUid) === uid)

/**
 * True for a Job that replaces a pod only when it has ended, not when its deletion begins.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go onlyReplaceFailedPods
 */
export const replacesOnlyEnded = ({ spec }: WholeObject): boolean => {
  const policy = ownField(spec, 'podReplacementPolicy')
  const failures = ownField(spec, 'podFailurePolicy')
  return policy === 'Failed' || (failures !== undefined && failures !== null)
}

/** True for a pod that is counted as failed. */
export const countsAsFailed =
  (job: WholeObject) =>
  (pod: WholeObject): boolean => {
    const phase = ownField(pod.status, 'phase')
    if (phase === 'Failed') return true
    return !replacesOnlyEnded(job) && isBeingDeleted(pod) && phase !== 'Succeeded'
  }

/** True for a pod that is being deleted and still runs. */
export const isTerminating = (pod: WholeObject): boolean => isBeingDeleted(pod) && !isFinished(pod)

/** True for a Job with an index for each completion. */
export const isIndexed = ({ spec }: WholeObject): boolean => ownField(spec, 'completionMode') === 'Indexed'

/** How many pods have to succeed; nothing for a Job that ends when one has and none runs. */
export const completionsOf = ({ spec }: WholeObject): number | undefined => countIn(spec, 'completions')

/** How many pods may run side by side. */
export const parallelismOf = ({ spec }: WholeObject): number => countIn(spec, 'parallelism') ?? 1

/** True for a Job that is to have no pods for now. */
export const isSuspended = ({ spec }: WholeObject): boolean => ownField(spec, 'suspend') === true
