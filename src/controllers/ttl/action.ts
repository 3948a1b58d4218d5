/**
 * The API calls of the TTL-after-finished controller, and the port that carries them out. A Job is read again just
 * before its delete, since its TTL may have been raised.
 */
import * as fp from '../../core/fp.js'
import type { taskEither as TE } from 'fp-ts'
import { fateOf } from './expiry.js'
import type { KeepReason } from './reason.js'
import type { Job } from './snapshot.js'
import type { CallsOf } from '../planned.js'

/** The name of a Job. */
export interface JobName {
  readonly namespace: string
  readonly name: string
}

/** The options of every delete: foreground, with the Job's uid. */
export interface ForegroundDelete {
  readonly propagationPolicy: 'Foreground'
  readonly preconditions: { readonly uid: string }
}

/** One call on the API server. */
export type Action =
  /** Looks the Job up, and fails unless it has expired. */
  | { readonly _tag: 'Recheck'; readonly job: JobName; readonly uid: string }
  | { readonly _tag: 'Delete'; readonly job: JobName; readonly options: ForegroundDelete }

/** Why an expired Job is kept after all. */
export type SecondThought =
  | KeepReason
  /** The Job no longer exists. */
  | { readonly _tag: 'Gone' }
  /** Another Job has this name now. The real component uses that Job's TTL. */
  | { readonly _tag: 'Replaced'; readonly uid: string }

/** The API calls of this collector; `Err` is your error type. */
export interface Port<Err> {
  /** Looks a Job up; none if the server has no such object. */
  readonly get: (job: JobName) => TE.TaskEither<Err, Job | undefined>
  /** Sends a request to delete a Job. */
  readonly delete: (job: JobName, options: ForegroundDelete) => TE.TaskEither<Err, unknown>
  /** The current time, for judging the looked-up Job. */
  readonly now: () => Date
  /** Turns a `SecondThought` into your error type. */
  readonly stays: (why: SecondThought) => Err
}

/** The options with which a Job is deleted. */
export const optionsFor = ({ metadata }: Job): ForegroundDelete => ({
  propagationPolicy: 'Foreground',
  preconditions: { uid: metadata.uid },
})

/** The name of a Job. */
export const nameOf = ({ metadata: { namespace = '', name } }: Job): JobName => ({ namespace, name })

/**
 * Executes one action on a port.
 *
 * Fails: with the port's error, unchanged, or with the port's error for a `SecondThought`.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob
 */
export const perform =
  <Err>(port: Port<Err>) =>
  (action: Action): TE.TaskEither<Err, unknown> =>
    action._tag === 'Delete' ? port.delete(action.job, action.options) : recheck(port, action.job, action.uid)

const recheck =
  <Err>(port: Port<Err>, job: JobName, uid: string): TE.TaskEither<Err, unknown> =>
  async () => {
    const looked = await port.get(job)()
    return fp.pipe(
      looked,
      fp.flatMap((live) => {
        const why = secondThought(port.now(), live, uid)
        return why === undefined ? fp.right(live) : fp.left(port.stays(why))
      }),
    )
  }

const secondThought = (at: Date, live: Job | undefined, uid: string): SecondThought | undefined => {
  if (live === undefined) return { _tag: 'Gone' }
  if (live.metadata.uid !== uid) return { _tag: 'Replaced', uid: live.metadata.uid }
  const fate = fateOf(at)(live)
  return fate._tag === 'Stays' ? fate.reasons[0] : undefined
}

/** The requests of the TTL-after-finished controller; a look at a Job changes nothing. */
export const callsOf: CallsOf<Action> = (action, job, view) => {
  const object = view.addressOf(job)
  return action._tag === 'Recheck' || object === undefined
    ? []
    : [{ request: { _tag: 'Delete', object, options: action.options } }]
}
