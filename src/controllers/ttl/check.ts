/** The schema of a snapshot. Jobs are many, so that their quick check reads each field by its name. */
import type { InvalidInput } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import { both, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, leaf, optional, problemsOf, text } from '../../internal/schema/schema.js'
import {
  countOrAbsent,
  dateOrAbsent,
  eachUidOnce,
  isCount,
  isListOf,
  isRecord,
  isString,
  kubeObject,
  objectLooksSound,
} from '../../apiserver/check.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { Job, JobCondition, Snapshot } from './snapshot.js'

type Rest = Omit<Job, keyof KubeObject>

const job: Schema<Job> = {
  ...both(
    kubeObject,
    object<Pick<Job, 'kind'> & Rest>({
      kind: leaf('"Job"', (value): value is string => value === 'Job'),
      spec: optional(object<NonNullable<Job['spec']>>({ ttlSecondsAfterFinished: countOrAbsent })),
      status: optional(
        object<NonNullable<Job['status']>>({
          conditions: optional(
            list(object<JobCondition>({ type: text, status: text, lastTransitionTime: dateOrAbsent })),
          ),
        }),
      ),
    }),
  ),
  holds: (value): value is Job => objectLooksSound(value) && restOfJobLooksSound(value),
}

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'finished-Job snapshot',
  object<Snapshot>({ at: instant, jobs: eachUidOnce(list(job)) }),
)

/** The same for a value whose Jobs are known to be objects of the API, no two of one uid, at an instant. */
export const findViewProblems = (view: Snapshot): InvalidInput | null =>
  isListOf(view.jobs, restOfJobLooksSound) ? null : findSnapshotProblems(view)

const restOfJobLooksSound = (value: unknown): boolean => {
  const { kind, spec, status } = value as {
    readonly kind: unknown
    readonly spec?: unknown
    readonly status?: unknown
  }
  return (
    kind === 'Job' && (spec === undefined || specLooksSound(spec)) && (status === undefined || statusLooksSound(status))
  )
}

const specLooksSound = (spec: unknown): boolean => {
  if (!isRecord(spec)) return false
  const { ttlSecondsAfterFinished: ttl } = spec as { readonly ttlSecondsAfterFinished?: unknown }
  return ttl === undefined || isCount(ttl)
}

const statusLooksSound = (status: unknown): boolean => {
  if (!isRecord(status)) return false
  const { conditions } = status as { readonly conditions?: unknown }
  return conditions === undefined || isListOf(conditions, conditionLooksSound)
}

const conditionLooksSound = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const condition: { readonly type?: unknown; readonly status?: unknown; readonly lastTransitionTime?: unknown } = value
  return (
    isString(condition.type) &&
    isString(condition.status) &&
    (condition.lastTransitionTime === undefined || isInstant(condition.lastTransitionTime))
  )
}
