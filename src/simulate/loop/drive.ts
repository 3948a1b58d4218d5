/**
 * Drives a loop: feeds signals to its step one by one, runs the timers and work that its commands request, and turns
 * their results into signals.
 */
import type { task as T } from 'fp-ts'

import { type Millis, after, between, millis } from '../../core/time.js'
import { type Clock, type Signal as Cancelled, cancellation } from '../../execute/clock.js'
import { longestSleep, pause, withDeadline } from '../../execute/wait.js'
import { explainFault } from '../../execute/fault.js'

/** The clock of a loop, and what ends it. */
export interface Driving {
  readonly clock: Clock
  /** Ends the loop: nothing more is started, and work in progress is not awaited. */
  readonly signal?: Cancelled | undefined
}

/** A loop, and what its commands ask for. */
export interface Drivable<State, Signal, Command> {
  readonly start: (at: Date) => readonly [State, ReadonlyArray<Command>]
  readonly step: (state: State, signal: Signal) => readonly [State, ReadonlyArray<Command>]
  /** `state` tells where the loop stands whenever it is asked. */
  readonly deedOf: (command: Command, state: () => State) => Deed<Signal>
}

/** What a command asks for. */
export type Deed<Signal> =
  /** A signal at an instant; a timer of the same key takes the place of the one before. */
  | { readonly _tag: 'Timer'; readonly key: string; readonly at: Date; readonly due: (at: Date) => Signal }
  /** Work that goes on beside the loop and must not reject; what it gives becomes a signal at the instant of its end. */
  | { readonly _tag: 'Work'; readonly work: T.Task<(at: Date) => Signal> }
  | { readonly _tag: 'Nothing' }

/** A loop that is driven. */
export interface Driven<State, Signal> {
  /** Sends the loop a signal. */
  readonly hear: (signalAt: (at: Date) => Signal) => void
  /** Where the loop stands. */
  readonly state: () => State
  /** Ends the loop. */
  readonly stop: () => void
  /** True once the loop has ended. */
  readonly isOver: () => boolean
  /** Resolves when the loop ends, with its last state. */
  readonly ended: T.Task<State>
}

/** Runs a loop until it is stopped. */
export const drive =
  ({ clock, signal }: Driving) =>
  <State, Signal, Command>({ start, step, deedOf }: Drivable<State, Signal, Command>): Driven<State, Signal> => {
    const end = cancellation()
    const timers = new Map<string, () => void>()
    const obey = (command: Command): void => {
      const deed = deedOf(command, () => state)
      if (deed._tag === 'Timer') setTimer(deed.key, deed.at, deed.due)
      else if (deed._tag === 'Work') void deed.work().then(hear)
    }
    const setTimer = (key: string, at: Date, due: (at: Date) => Signal): void => {
      timers.get(key)?.()
      const timer = cancellation()
      timers.set(key, timer.cancel)
      void sleepUntil(clock, at, timer.signal).then((isOver) => {
        if (!isOver || timer.signal.aborted) return
        timers.delete(key)
        // A clock that is early by a little must not make the loop wait for nothing.
        hear((now) => due(now < at ? at : now))
      })
    }
    const hear = (signalAt: (at: Date) => Signal): void => {
      if (end.signal.aborted) return
      const [next, commands] = step(state, signalAt(clock.now()))
      state = next
      commands.forEach(obey)
    }
    const stop = (): void => {
      signal?.removeEventListener('abort', stop)
      end.cancel()
      for (const cancel of timers.values()) cancel()
      timers.clear()
    }
    const begun = start(clock.now())
    let state = begun[0]
    if (signal?.aborted === true) stop()
    else {
      signal?.addEventListener('abort', stop)
      begun[1].forEach(obey)
    }
    return {
      hear,
      state: () => state,
      stop,
      isOver: () => end.signal.aborted,
      ended: () =>
        new Promise((resolve) => {
          const done = (): void => {
            resolve(state)
          }
          if (end.signal.aborted) done()
          else end.signal.addEventListener('abort', done)
        }),
    }
  }

/** Sleeps as often as it takes; false when it was called off. */
const sleepUntil = async (clock: Clock, at: Date, cancelled: Cancelled): Promise<boolean> => {
  for (let left: number = between(clock.now(), at); left > 0; left -= longestSleep)
    if (!(await pause(clock, millis(Math.min(left, longestSleep)), cancelled))) return false
  return true
}

/** The instant of the next try, after so many failures in a row: waits grow from the first to the longest one. */
export const nextTry = (at: Date, { first, longest }: Backoff, failures: number): Date =>
  after(at, millis(Math.min(longest, first * 2 ** (failures - 1))))

/** Back-off after failures; each wait is twice the one before. */
export interface Backoff {
  readonly first: Millis
  readonly longest: Millis
}

/**
 * Kubernetes' back-off: from 5 ms up to 1,000 s.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go DefaultTypedControllerRateLimiter
 */
export const defaultBackoff: Backoff = { first: millis(5), longest: millis(1_000_000) }

/** Does some work; what it throws is turned into a result. Never rejects. */
export const unfailing =
  <A>(work: () => T.Task<A>, onThrow: (text: string) => A): T.Task<A> =>
  async () => {
    const done = await withDeadline(() => work()(), {})
    return done._tag === 'Happened' ? done.value : onThrow(explainFault(done.fault))
  }
