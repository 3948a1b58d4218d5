/**
 * Whether a Job goes: whether it has finished, and how much of its TTL remains. Arithmetic is on instants, so time
 * zones don't matter.
 */
import * as fp from '../../core/fp.js'
import type { KeepReason, Reason } from './reason.js'
import type { Job, JobCondition } from './snapshot.js'
import type { either as E } from 'fp-ts'
import { type Millis, after, between, millis, zeroTimeEpoch } from '../../core/time.js'

/** A Job goes. */
export interface Goes {
  readonly _tag: 'Goes'
  readonly reasons: readonly [Extract<Reason, { readonly _tag: 'Expired' }>]
}

/** What becomes of a Job, and why. */
export type Fate = Goes | { readonly _tag: 'Stays'; readonly reasons: readonly [KeepReason] }

/**
 * Decides one Job. Neighbours in a list often end together, and share what is said of them.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processTTL
 */
export const fateOf = (at: Date): ((job: Job) => Fate) => {
  let last: { readonly finishedAt: number; readonly ttlSeconds: number; readonly fate: Fate } | undefined
  return (job) => {
    const { deletionTimestamp: since, finalizers = [] } = job.metadata
    if (since !== undefined) return stays({ _tag: 'BeingDeleted', since, finalizers })
    const finish = finishOf(job)
    if (finish === undefined) return notFinished
    const ttlSeconds = job.spec?.ttlSecondsAfterFinished
    if (ttlSeconds === undefined) return noTtl
    const finishedAt = timeOf(finish)
    if (finishedAt === undefined) return stays({ _tag: 'FinishTimeMissing', condition: finish.type })
    const time = finishedAt.getTime()
    if (last?.finishedAt !== time || last.ttlSeconds !== ttlSeconds)
      last = { finishedAt: time, ttlSeconds, fate: fateOfFinished(at, finishedAt, ttlSeconds) }
    return last.fate
  }
}

const fateOfFinished = (at: Date, finishedAt: Date, ttlSeconds: number): Fate => {
  const expiresAt = expiryOf(finishedAt, ttlSeconds)
  return expiresAt.getTime() > at.getTime()
    ? stays({ _tag: 'NotExpired', finishedAt, ttlSeconds, expiresAt })
    : { _tag: 'Goes', reasons: [{ _tag: 'Expired', finishedAt, ttlSeconds, expiredAt: expiresAt }] }
}

const stays = (reason: KeepReason): Fate => ({ _tag: 'Stays', reasons: [reason] })

const notFinished = stays({ _tag: 'NotFinished' })
const noTtl = stays({ _tag: 'NoTtl' })

/** When a Job's TTL expires. */
export interface TimeLeft {
  readonly finishedAt: Date
  readonly ttlSeconds: number
  readonly expiresAt: Date
  /** Negative once it has expired. */
  readonly remaining: Millis
}

/** Why a Job does not expire. */
export type TimeLeftError =
  /** It has not finished, or has no TTL. */
  | { readonly _tag: 'NotToBeCleanedUp'; readonly namespace: string; readonly name: string }
  /** Its finish condition has no time. */
  | { readonly _tag: 'FinishTimeMissing'; readonly namespace: string; readonly name: string }

/**
 * The condition that says that a Job has finished: the first one of type Complete or Failed that is true.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go jobFinishTime
 */
const finishOf = ({ status }: Job): JobCondition | undefined =>
  (status?.conditions ?? []).find(
    ({ type, status: holds }) => (type === 'Complete' || type === 'Failed') && holds === 'True',
  )

/**
 * True for a finished Job with a TTL.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go needsCleanup
 */
export const needsCleanup = (job: Job): boolean =>
  job.spec?.ttlSecondsAfterFinished !== undefined && finishOf(job) !== undefined

/**
 * When a finished Job's TTL expires, and how much of it is left at an instant.
 *
 * Shape: the first true `Complete` or `Failed` condition counts, not `completionTime`. A finish time in the future is
 * used as it is.
 * Fails: `NotToBeCleanedUp` for a Job that has not finished or has no TTL, `FinishTimeMissing` for one whose condition
 * has no time; the real component retries such a Job forever.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go timeLeft
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * const finished = { type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }
 * const left = Ttl.timeLeft(new Date('2026-01-01T12:00:45Z'))({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name: 'report', uid: 'u-1' },
 *   spec: { ttlSecondsAfterFinished: 60 },
 *   status: { conditions: [finished] },
 * })
 * if (left._tag === 'Right') console.log(left.right.remaining) // 15000
 * ```
 */
export const timeLeft =
  (at: Date) =>
  (job: Job): E.Either<TimeLeftError, TimeLeft> => {
    const { namespace = '', name } = job.metadata
    const ttlSeconds = job.spec?.ttlSecondsAfterFinished
    const finish = finishOf(job)
    if (ttlSeconds === undefined || finish === undefined) return fp.left({ _tag: 'NotToBeCleanedUp', namespace, name })
    const finishedAt = timeOf(finish)
    if (finishedAt === undefined) return fp.left({ _tag: 'FinishTimeMissing', namespace, name })
    const expiresAt = expiryOf(finishedAt, ttlSeconds)
    return fp.right({ finishedAt, ttlSeconds, expiresAt, remaining: between(at, expiresAt) })
  }

/** The time of a condition; the zero time is none. */
const timeOf = ({ lastTransitionTime: time }: JobCondition): Date | undefined =>
  time?.getTime() === zeroTimeEpoch ? undefined : time

const expiryOf = (finishedAt: Date, ttlSeconds: number): Date => after(finishedAt, millis(ttlSeconds * 1000))

/**
 * An error in the real component's words.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go timeLeft
 */
export const timeLeftText = ({ _tag, namespace, name }: TimeLeftError): string =>
  _tag === 'NotToBeCleanedUp'
    ? `job ${namespace}/${name} should not be cleaned up`
    : `unable to find the time when the Job ${namespace}/${name} finished`
