import type { InvalidInput } from '../../core/problem.js'
import { both, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, optional, problemsOf, text } from '../../internal/schema/schema.js'
import { type Own, countOrAbsent, dateOrAbsent, eachUidOnce, kindOf, kubeObject } from '../../apiserver/check.js'
import type { Job, JobCondition, Snapshot } from './snapshot.js'

const condition = object<JobCondition>({ type: text, status: text, lastTransitionTime: dateOrAbsent })

const job: Schema<Job> = both(
  kubeObject,
  object<Own<Job>>({
    kind: kindOf('Job'),
    spec: optional(object<NonNullable<Job['spec']>>({ ttlSecondsAfterFinished: countOrAbsent })),
    status: optional(object<NonNullable<Job['status']>>({ conditions: optional(list(condition)) })),
  }),
)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'finished-Job snapshot',
  object<Snapshot>({ at: instant, jobs: eachUidOnce(list(job)) }),
)
