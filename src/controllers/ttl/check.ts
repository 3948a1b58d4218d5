import type { InvalidInput } from '../../core/problem.js'
import { list, object, readByName } from '../../internal/schema/object.js'
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

const condition = readByName(
  object<JobCondition>({ type: text, status: text, lastTransitionTime: dateOrAbsent }),
  ({ type, status, lastTransitionTime }) =>
    text.holds(type) && text.holds(status) && dateOrAbsent.holds(lastTransitionTime),
)

const isJob = kindOf('Job')
const conditions = optional(list(condition))
const spec = optional(
  readByName(
    object<NonNullable<Job['spec']>>({ ttlSecondsAfterFinished: countOrAbsent }),
    ({ ttlSecondsAfterFinished }) => countOrAbsent.holds(ttlSecondsAfterFinished),
  ),
)
const status = optional(
  readByName(object<NonNullable<Job['status']>>({ conditions }), (value) => conditions.holds(value.conditions)),
)

const ownOfJob = readByName(
  object<Own<Job>>({ kind: isJob, spec, status }),
  (value) => isJob.holds(value.kind) && spec.holds(value.spec) && status.holds(value.status),
)

const problemsWith = (jobsOf: ObjectsOf): ((value: unknown) => InvalidInput | null) =>
  problemsOf('finished-Job snapshot', object<Snapshot>({ at: instant, jobs: jobsOf(ownOfJob) }))

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsWith(objectsOf)

/** The same where the Jobs are known to be objects of the API, no two of one uid. */
export const findViewProblems: (view: Snapshot) => InvalidInput | null = problemsWith(knownObjectsOf)
