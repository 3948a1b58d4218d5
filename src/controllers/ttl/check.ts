/**
 * Validates snapshots and policies. A fast check runs first; only if it fails, or a uid is repeated, a full one lists
 * every problem.
 */
import type { InvalidInput } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import { all, arrayOf, fields, findProblems, isDate, isText, maybe, oneOf } from '../../internal/check.js'
import {
  isCount,
  isCountOrAbsent,
  isDateOrAbsent,
  isKubeObject,
  isListOf,
  isRecord,
  isString,
  objectLooksSound,
  uidsAreDistinct,
  uidsDiffer,
} from '../../apiserver/check.js'
import type { Job, Snapshot } from './snapshot.js'

const isJob: Check = all(
  isKubeObject,
  fields({
    kind: oneOf('Job'),
    spec: maybe(fields({ ttlSecondsAfterFinished: isCountOrAbsent })),
    status: maybe(
      fields({
        conditions: maybe(arrayOf(fields({ type: isText, status: isText, lastTransitionTime: isDateOrAbsent }))),
      }),
    ),
  }),
)

const isSnapshot: Check = fields({ at: isDate, jobs: all(arrayOf(isJob), uidsAreDistinct) })

/** A whole policy. */
export const isPolicy: Check = fields({ controller: oneOf('on', 'off') })

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems = (value: unknown): InvalidInput | null =>
  findProblems('finished-Job policy', isPolicy, value)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  looksSound(value) ? null : findProblems('finished-Job snapshot', isSnapshot, value)

/** The same for a value whose Jobs are known to be objects of the API, no two of one uid, at an instant. */
export const findViewProblems = (view: Snapshot): InvalidInput | null =>
  isListOf(view.jobs, restOfJobLooksSound) ? null : findProblems('finished-Job snapshot', isSnapshot, view)

const looksSound = (value: unknown): boolean => {
  if (!isRecord(value) || !isInstant(value['at'])) return false
  const { jobs } = value as { readonly jobs?: unknown }
  return isListOf(jobs, jobLooksSound) && uidsDiffer(jobs as ReadonlyArray<Job>)
}

const jobLooksSound = (value: unknown): boolean => objectLooksSound(value) && restOfJobLooksSound(value)

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
