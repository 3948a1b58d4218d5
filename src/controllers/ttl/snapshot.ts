/**
 * The input of the TTL-after-finished controller: Jobs and the time.
 */
import type { KubeObject } from '../../apiserver/object.js'

/** The fields of a Job's condition that are read. */
export interface JobCondition {
  readonly type: string
  /** `True`, `False` or `Unknown`. */
  readonly status: string
  readonly lastTransitionTime?: Date | undefined
}

/** A Job in the shape of the API. */
export interface Job extends KubeObject {
  /** Whole seconds; absent: the Job stays. */
  readonly spec?: { readonly ttlSecondsAfterFinished?: number | undefined } | undefined
  readonly status?: { readonly conditions?: ReadonlyArray<JobCondition> | undefined } | undefined
}

/** The snapshot that one plan decides on. */
export interface Snapshot {
  readonly at: Date
  /** In any order, each uid once; every Job is decided by itself. */
  readonly jobs: ReadonlyArray<Job>
}
