/**
 * What a Job has counted: pods that have succeeded and failed, and whether that finishes it. Pods without the tracking
 * finalizer are in the counts of its status already.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/job_controller.go syncJob
 */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { countIn, fieldsOf, listIn } from '../workload/fields.js'
import { isActive } from '../workload/pods.js'
import { completionsOf, countsAsFailed, isIndexed, isSuspended, isTracked } from './facts.js'
import { indexOf, parseIndexes, printIndexes } from './indexes.js'

/** The counts of a Job with its pods as they are now. */
export interface Tally {
  readonly succeeded: number
  readonly failed: number
  /** Indexes that have succeeded, of an indexed Job. */
  readonly indexes: ReadonlySet<number>
  readonly active: ReadonlyArray<WholeObject>
  /** How it has finished; nothing while it goes on. */
  readonly finish: 'Complete' | 'Failed' | undefined
}

/** Counts the pods of a Job. */
export const tallyOf = (job: WholeObject, pods: ReadonlyArray<WholeObject>): Tally => {
  const { status } = job
  const ended = pods.filter((pod) => ownField(pod.status, 'phase') === 'Succeeded')
  const fresh = ended.filter(isTracked).length
  const completions = completionsOf(job)
  const indexes = isIndexed(job) ? succeededIndexes(status, ended, completions ?? 0) : new Set<number>()
  // A status that is not shown has counted at least the pods that are there.
  const counted = Math.max(countIn(status, 'succeeded') ?? 0, ended.length - fresh)
  const succeeded = isIndexed(job) ? indexes.size : counted + fresh
  const failures = isSuspended(job) ? 0 : pods.filter((pod) => isTracked(pod) && countsAsFailed(job)(pod)).length
  const failed = (countIn(status, 'failed') ?? 0) + failures
  const active = pods.filter(isActive)
  const isComplete = completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions
  const finish = isComplete ? 'Complete' : failed > backoffLimitOf(job) ? 'Failed' : undefined
  return { succeeded, failed, indexes, active, finish }
}

const succeededIndexes = (
  status: unknown,
  ended: ReadonlyArray<WholeObject>,
  completions: number,
): ReadonlySet<number> => {
  const indexes = new Set(parseIndexes(ownField(status, 'completedIndexes'), completions))
  for (const pod of ended) {
    const index = indexOf(pod)
    if (index !== undefined && index < completions) indexes.add(index)
  }
  return indexes
}

/** A Job with a limit for each index fails by its indexes, which are not counted here. */
const backoffLimitOf = ({ spec }: WholeObject): number =>
  countIn(spec, 'backoffLimit') ?? (ownField(spec, 'backoffLimitPerIndex') === undefined ? 6 : Infinity)

/** The Job with its counts in the status; the very same where they are there already. */
export const reported = (job: WholeObject, { succeeded, failed, indexes, finish }: Tally): WholeObject => {
  const { status } = job
  const isSame =
    (countIn(status, 'succeeded') ?? 0) === succeeded &&
    (countIn(status, 'failed') ?? 0) === failed &&
    finish === undefined
  if (isSame) return job
  return {
    ...job,
    status: {
      ...fieldsOf(status),
      ...(succeeded === 0 ? {} : { succeeded }),
      ...(failed === 0 ? {} : { failed }),
      ...(indexes.size === 0 ? {} : { completedIndexes: printIndexes(indexes) }),
      ...(finish === undefined
        ? {}
        : { conditions: [...listIn(status, 'conditions'), { type: finish, status: 'True' }] }),
    },
  }
}
