import type { OwnershipWhy } from '../workload/ownership.js'

/** Why the Job controller makes, deletes, takes over, frees or reports something. */
export type JobWhy =
  | OwnershipWhy
  /**
   * The pod has ended, or is being deleted and counts as failed; the Job has counted it.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go canRemoveFinalizer
   */
  | { readonly _tag: 'JobPodCounted'; readonly job: string }
  /**
   * The Job is being deleted, and counts nothing any more.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go canRemoveFinalizer
   */
  | { readonly _tag: 'JobBeingDeleted'; readonly job: string }
  /**
   * The Job has finished.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go handleSingleOrphanPod
   */
  | { readonly _tag: 'JobFinished'; readonly job: string }
  /**
   * No Job counts the pod.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go handleSingleOrphanPod
   */
  | { readonly _tag: 'NoJobForPod' }
  /**
   * The Job is not finished, and fewer pods run than may run side by side.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go manageJob
   */
  | { readonly _tag: 'JobPodMissing'; readonly job: string; readonly parallelism: number }
  /**
   * The Job is suspended or finished, or more pods run than may run side by side.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go deleteActivePods
   */
  | { readonly _tag: 'JobPodSurplus'; readonly job: string }
  /**
   * The status of the Job tells what it has counted.
   * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers
   */
  | { readonly _tag: 'JobReported' }
