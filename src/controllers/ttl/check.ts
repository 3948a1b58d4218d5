import type { InvalidInput } from '../../core/problem.js'
import { list, object } from '../../internal/schema/object.js'
import { instant, optional, problemsOf, text } from '../../internal/schema/schema.js'
import {
  type ObjectsOf,
  type Own,
  countOrAbsent,
  dateOrAbsent,
  kindOf,
  knownObjectsOf,
  objectsOf,
} from '../../apiserver/check.js'
import type { Job, JobCondition, Snapshot } from './snapshot.js'

const condition = object<JobCondition>({ type: text, status: text, lastTransitionTime: dateOrAbsent })

const ownOfJob = object<Own<Job>>({
  kind: kindOf('Job'),
  spec: optional(object<NonNullable<Job['spec']>>({ ttlSecondsAfterFinished: countOrAbsent })),
  status: optional(object<NonNullable<Job['status']>>({ conditions: optional(list(condition)) })),
})

const problemsWith = (jobsOf: ObjectsOf): ((value: unknown) => InvalidInput | null) =>
  problemsOf('finished-Job snapshot', object<Snapshot>({ at: instant, jobs: jobsOf(ownOfJob) }))

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsWith(objectsOf)

/** The same where the Jobs are known to be objects of the API, no two of one uid. */
export const findViewProblems: (view: Snapshot) => InvalidInput | null = problemsWith(knownObjectsOf)
