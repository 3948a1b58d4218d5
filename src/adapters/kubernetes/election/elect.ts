/**
 * Elects one of several processes by a Lease, and lets it work as long as it leads.
 *
 * Two processes whose stopwatches run equally fast never believe to lead at once: one believes for `renewDeadline` after it
 * sent its last successful request, and no other takes the lease before `leaseDuration` has passed since that arrived.
 */
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts'

import { type Millis, millis } from '../../../core/index.js'
import type { InvalidInput } from '../../../core/problem.js'
import type { Signal } from '../../../execute/index.js'
import { withDeadline } from '../../../execute/wait.js'
import { sleepUnless } from '../../clock.js'
import { endingWith } from '../ending.js'
import { type CallError, type Send, sayCallError } from '../request.js'
import { type Attempt, type Seen, attempt, release } from './attempt.js'
import { type ElectionOptions, type Settings, jittered, requestTimeout, settingsOf } from './settings.js'

/** What work is told while its process leads. */
export interface Leadership {
  /** Aborted once the work is to end. */
  readonly signal: Signal
  /**
   * Whether it leads at this instant, by the stopwatch: ask before each request, since a process that was stopped for a while
   * has not heard of the end yet.
   */
  readonly leads: () => boolean
}

/** How an election ended. */
export type Elected<A> =
  /** The work is done, and the lease is given back. */
  | { readonly _tag: 'Done'; readonly value: A }
  /** The lease could not be renewed in time, so the work was ended. */
  | { readonly _tag: 'Lost'; readonly value: A; readonly because: string }
  /** The signal ended it before it led. */
  | { readonly _tag: 'NeverLed' }

/**
 * Waits until this process leads, then works until the work is done, the signal ends it, or the lease is lost.
 *
 * Shape: as client-go does it. The times in the record are never read: a holder has its lease for as long as it lasts since
 * its version was new to the reader, so clocks that differ or are set don't matter; stopwatches whose speeds differ by up to
 * `leaseDuration / renewDeadline` don't either. A failed request is tried again after `retryPeriod`. On an end by the signal the
 * lease is renewed until the work is done, and then given back. Units: milliseconds. Stricter than client-go: it stops
 * `renewDeadline` after the last renewal was sent, not after a wait that follows its answer.
 * Fails: `InvalidInput` for settings that mean nothing; what the work throws is thrown once the lease is given back.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go Run
 *
 * @example
 * ```ts no-run
 * import { type Client, elect } from 'gcplan/adapters/kubernetes'
 * import type { Signal } from 'gcplan/execute'
 *
 * declare const client: Client
 * declare const cleanUp: (signal: Signal) => Promise<void>
 * const lease = { namespace: 'tools', name: 'cleaner', identity: `${process.pid}` }
 * const ended = await elect(client.send, lease)(({ signal }) => () => cleanUp(signal))()
 * ```
 */
export const elect =
  (send: Send, options: ElectionOptions) =>
  <A>(work: (leadership: Leadership) => T.Task<A>): TE.TaskEither<InvalidInput, Elected<A>> =>
    F.pipe(
      TE.fromEither(settingsOf(options)),
      TE.chainTaskK((settings) => async (): Promise<Elected<A>> => {
        const reported = reporting(settings)
        const held = await acquired(send, settings, reported)
        return held === undefined ? { _tag: 'NeverLed' } : led(send, settings, reported, held, work)
      }),
    )

type Held = Extract<Attempt, { readonly _tag: 'Held' }>

/** Tells of each holder that was not the last one. */
const reporting = ({ onHolder }: Settings): ((seen: Seen | undefined) => void) => {
  let last: string | undefined
  return (seen) => {
    const holder = seen?.lease.holder
    if (holder === undefined || holder === last) return
    last = holder
    onHolder(holder)
  }
}

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go acquire */
const acquired = async (
  send: Send,
  settings: Settings,
  reported: (seen: Seen | undefined) => void,
): Promise<Held | undefined> => {
  const { clock, signal } = settings
  let seen: Seen | undefined
  while (signal?.aborted !== true) {
    const tried = await attempt(
      bounded(send, settings, () => Infinity),
      settings,
      seen,
    )
    reported(tried.seen)
    if (tried._tag === 'Failed') settings.onFailure(tried.error)
    // One that was called off while it waited for the answer has begun nothing: it gives back what it was given.
    if (tried._tag === 'Held' && !isAborted(settings)) return tried
    if (tried._tag === 'Held') await givenBack(send, settings, reported, tried.seen)
    seen = tried.seen
    await sleepUnless(clock, jittered(settings), signal)
  }
  return undefined
}

const isAborted = ({ signal }: Settings): boolean => signal?.aborted === true

/** @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go renew */
const led = async <A>(
  send: Send,
  settings: Settings,
  reported: (seen: Seen | undefined) => void,
  held: Held,
  work: (leadership: Leadership) => T.Task<A>,
): Promise<Elected<A>> => {
  const { clock, elapsed, renewDeadline, retryPeriod, signal } = settings
  let { seen } = held
  let until = held.sentAt + renewDeadline
  let failure: CallError | undefined
  const left = (): Millis => millis(Math.max(0, until - elapsed()))
  const ending = endingWith(signal)
  const done = new AbortController()
  const isDone = (): boolean => done.signal.aborted
  const working = Promise.resolve()
    .then(() => work({ signal: ending.signal, leads: () => elapsed() < until })())
    .finally(() => {
      done.abort()
    })
  const patient = bounded(send, settings, left)
  try {
    while (!isDone() && left() > 0) {
      await sleepUnless(clock, millis(Math.min(retryPeriod, left())), done.signal)
      if (isDone() || left() === 0) break
      const tried = await attempt(patient, settings, seen)
      reported(tried.seen)
      failure = tried._tag === 'Failed' ? tried.error : undefined
      if (failure !== undefined) settings.onFailure(failure)
      seen = tried.seen ?? seen
      if (tried._tag === 'Held') until = tried.sentAt + renewDeadline
      // Somebody took it: there is nothing left to wait for.
      if (tried._tag === 'HeldByOther') until = Math.min(until, elapsed())
    }
    const isLost = !isDone()
    ending.stop()
    const value = await working
    return isLost ? { _tag: 'Lost', value, because: lossOf(settings, seen, failure) } : { _tag: 'Done', value }
  } finally {
    ending.stop()
    if (left() > 0) {
      until = -Infinity
      await givenBack(send, settings, reported, seen)
    }
  }
}

/** Gives the lease back; one that could not be stays with its holder until it is over. */
const givenBack = async (
  send: Send,
  settings: Settings,
  reported: (seen: Seen | undefined) => void,
  seen: Seen,
): Promise<void> =>
  F.pipe(
    await release(
      bounded(send, settings, () => Infinity),
      settings,
      seen,
    )(),
    E.match(settings.onFailure, (lease) => {
      reported({ ...seen, lease })
    }),
  )

const lossOf = ({ identity }: Settings, { lease }: Seen, failure: CallError | undefined): string =>
  lease.holder === identity
    ? `the lease could not be renewed in time: ${failure === undefined ? 'no attempt ended' : sayCallError(failure)}`
    : `${lease.holder === '' ? 'somebody' : lease.holder} has taken the lease`

/** Requests that end in time, whatever the client does. */
const bounded =
  (send: Send, settings: Settings, left: () => number): Send =>
  (call) =>
  async () => {
    const given = new AbortController()
    const deadline = millis(Math.max(0, Math.min(requestTimeout(settings), left())))
    const answer = await withDeadline(send({ ...call, signal: given.signal }), { clock: settings.clock, deadline })
    if (answer._tag === 'Happened') return answer.value
    given.abort()
    return { _tag: 'Left', left: { _tag: 'Cut', message: `no answer within ${deadline} ms` } }
  }
