/**
 * The API requests of the TTL-after-finished controller about one cached Job, and what it does with the answers.
 */
import { type Millis, between } from '../../core/time.js'
import { type ForegroundDelete, type JobName, nameOf, optionsFor } from './action.js'
import { fateOf } from './expiry.js'
import type { KeepReason } from './reason.js'
import type { Job } from './snapshot.js'
import { type ProgramOf, done, runWith } from '../program.js'

/** The result of a lookup; `Err` is the error of the client. */
export type Found<Err> =
  /** A Job of this name, and the time of the lookup. */
  | { readonly _tag: 'Found'; readonly job: Job; readonly at: Date }
  | { readonly _tag: 'NotFound' }
  | { readonly _tag: 'Failed'; readonly error: Err }

/** The result of a delete. "Not found" and a conflict are failures: the Job is retried. */
export type Deleted<Err> = { readonly _tag: 'Accepted' } | { readonly _tag: 'Failed'; readonly error: Err }

/** The requests about a Job. */
export type JobProtocol<Err> = {
  readonly Get: { readonly says: { readonly job: JobName }; readonly answer: Found<Err> }
  readonly Delete: {
    readonly says: { readonly job: JobName; readonly options: ForegroundDelete }
    readonly answer: Deleted<Err>
  }
}

/** A program of requests: either the next request and how to go on with its response, or the result. */
export type Program<Err, A> = ProgramOf<JobProtocol<Err>, A>

/** The result of the work on one Job. */
export type Result<Err> =
  /** There is no such Job. */
  | { readonly _tag: 'Gone' }
  /** Nothing to do until the Job changes. */
  | { readonly _tag: 'Nothing'; readonly because: KeepReason }
  /** It is looked at again when its TTL expires. */
  | { readonly _tag: 'RequeueAfter'; readonly after: Millis; readonly until: Date }
  | { readonly _tag: 'Deleted'; readonly uid: string }
  /** It is retried with growing delays. */
  | {
      readonly _tag: 'Retry'
      readonly because:
        | Extract<KeepReason, { readonly _tag: 'FinishTimeMissing' }>
        | { readonly _tag: 'GetFailed' | 'DeleteFailed'; readonly error: Err }
    }

/** A client that answers synchronously: a snapshot, a recording, a simulated server. */
export interface ApiClient<Err> {
  /** Looks a Job up. */
  readonly get: (job: JobName) => Found<Err>
  /** Deletes a Job. */
  readonly delete: (job: JobName, options: ForegroundDelete) => Deleted<Err>
}

/**
 * Processes one cached Job at an instant.
 *
 * Shape: an expired Job is looked up and judged again, even if another Job has the name; only the Job found is deleted.
 * `undefined`: not in the cache.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob
 *
 * @example
 * ```ts
 * import * as Ttl from 'gcplan/controllers/ttl'
 *
 * const at = new Date('2026-01-01T12:01:00Z')
 * const job = (ttlSecondsAfterFinished: number): Ttl.Job => ({
 *   apiVersion: 'batch/v1',
 *   kind: 'Job',
 *   metadata: { namespace: 'batch', name: 'report', uid: 'u-1' },
 *   spec: { ttlSecondsAfterFinished },
 *   status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date('2026-01-01T12:00:00Z') }] },
 * })
 * const raised: Ttl.ApiClient<string> = { get: () => ({ _tag: 'Found', job: job(90), at }), delete: () => ({ _tag: 'Accepted' }) }
 * console.log(Ttl.runProgram(raised)(Ttl.processJob(at)(job(60))))
 * // { _tag: 'RequeueAfter', after: 30000, until: 2026-01-01T12:01:30.000Z }
 * ```
 */
export const processJob =
  (at: Date) =>
  <Err>(cached: Job | undefined): Program<Err, Result<Err>> => {
    if (cached === undefined) return done({ _tag: 'Gone' })
    return judged<Err>(at, cached, {
      _tag: 'Get',
      job: nameOf(cached),
      next: (answer) => {
        switch (answer._tag) {
          case 'NotFound':
            return done({ _tag: 'Gone' })
          case 'Failed':
            return done({ _tag: 'Retry', because: { _tag: 'GetFailed', error: answer.error } })
          case 'Found':
            return judged(answer.at, answer.job, toDelete(answer.job))
        }
      },
    })
  }

/** Goes on with a Job that has expired, and is done with any other. */
const judged = <Err>(at: Date, job: Job, expired: Program<Err, Result<Err>>): Program<Err, Result<Err>> => {
  const fate = fateOf(at)(job)
  if (fate._tag === 'Goes') return expired
  const [reason] = fate.reasons
  switch (reason._tag) {
    case 'NotExpired':
      return done({ _tag: 'RequeueAfter', after: between(at, reason.expiresAt), until: reason.expiresAt })
    case 'FinishTimeMissing':
      return done({ _tag: 'Retry', because: reason })
    default:
      return done({ _tag: 'Nothing', because: reason })
  }
}

const toDelete = <Err>(job: Job): Program<Err, Result<Err>> => ({
  _tag: 'Delete',
  job: nameOf(job),
  options: optionsFor(job),
  next: (answer) =>
    answer._tag === 'Accepted'
      ? done({ _tag: 'Deleted', uid: job.metadata.uid })
      : done({ _tag: 'Retry', because: { _tag: 'DeleteFailed', error: answer.error } }),
})

/** Runs a program against an API client. */
export const runProgram = <Err>(client: ApiClient<Err>): (<A>(program: Program<Err, A>) => A) =>
  runWith<JobProtocol<Err>>((asks) =>
    asks._tag === 'Get' ? asks.next(client.get(asks.job)) : asks.next(client.delete(asks.job, asks.options)),
  )
