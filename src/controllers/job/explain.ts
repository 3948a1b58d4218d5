/** Sentences for what the Job controller does. */
import { explainOwnership } from '../workload/explain.js'
import type { JobWhy } from './reason.js'

/** One line for why a pod is made, deleted or freed, or the status of a Job changes. */
export const explainJob = (why: JobWhy): string => {
  switch (why._tag) {
    case 'JobPodCounted':
      return `Job ${why.job} has counted it`
    case 'JobBeingDeleted':
      return `Job ${why.job} is being deleted and no longer counts its pods`
    case 'JobFinished':
      return `Job ${why.job} has finished and no longer counts its pods`
    case 'NoJobForPod':
      return 'there is no Job that counts it'
    case 'JobPodMissing':
      return `Job ${why.job} has not finished and lets ${why.parallelism} ${why.parallelism === 1 ? 'pod' : 'pods'} run at a time`
    case 'JobPodSurplus':
      return `Job ${why.job} needs fewer pods`
    case 'JobReported':
      return 'its status reports what it has counted'
    default:
      return explainOwnership(why)
  }
}
