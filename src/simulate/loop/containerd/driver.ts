/**
 * Drives containerd's scheduler: converts times to nanoseconds since its start, and reports each collection to the
 * callers waiting for it.
 */
import { type task as T, type taskEither as TE, either as E, function as F } from 'fp-ts'

import {
  type CollectReason,
  type Command,
  type Config,
  type Nanos,
  type Signal,
  type State,
  start,
  step,
} from '../../../containerd/scheduler/index.js'
import { after, between, millis } from '../../../core/time.js'
import { type Deed, type Driven, type Driving, drive as driveLoop, unfailing } from '../drive.js'

/** The result of a collection: how long it blocked writes. */
export interface Collected {
  readonly pause: Nanos
}

/** A scheduler that is driven. */
export interface DrivenScheduler extends Omit<Driven<State, Signal>, 'hear'> {
  /** A write was committed; `dirty` is what the store reported with it. */
  readonly written: (dirty: boolean) => void
  /** Requests a collection and waits for it; false if it failed or the scheduler ended. */
  readonly trigger: T.Task<boolean>
  /** Waits for the next collection without requesting one. */
  readonly awaitNext: T.Task<boolean>
}

/**
 * Runs the scheduler until it is stopped or crashes.
 *
 * @upstream containerd v2.3.4 plugins/gc/scheduler.go run
 */
export const drive =
  (config: Config) =>
  (driving: Driving) =>
  (collect: (because: CollectReason) => TE.TaskEither<unknown, Collected>): DrivenScheduler => {
    const beganAt = driving.clock.now()
    const nanosAt = (at: Date): Nanos => between(beganAt, at) * 1_000_000
    const waiting = new Map<string, (ok: boolean) => void>()
    let waiters = 0
    const deedOf = (command: Command): Deed<Signal> => {
      switch (command._tag) {
        case 'SetTimer': {
          const due = Math.ceil((command.at + command.delay) / 1_000_000)
          return {
            _tag: 'Timer',
            key: 'tick',
            at: after(beganAt, millis(due)),
            due: (at) => ({ _tag: 'TimerFired', at: nanosAt(at) }),
          }
        }
        case 'Collect':
          return { _tag: 'Work', work: collection(command.because) }
        case 'Resolve':
          for (const waiter of command.waiters) {
            waiting.get(waiter)?.(command.ok)
            waiting.delete(waiter)
          }
          return { _tag: 'Nothing' }
        case 'Crash':
          driven.stop()
          return { _tag: 'Nothing' }
      }
    }
    const collection =
      (because: CollectReason): T.Task<(at: Date) => Signal> =>
      async () => {
        const done = await unfailing<E.Either<unknown, Collected>>(() => collect(because), E.left)()
        return (at) =>
          F.pipe(
            done,
            E.match(
              (): Signal => ({ _tag: 'CollectionFailed', at: nanosAt(at) }),
              ({ pause }) => ({ _tag: 'Collected', at: nanosAt(at), pause }),
            ),
          )
      }
    const driven = driveLoop(driving)({ start: () => start(config), step, deedOf })
    void driven.ended().then(() => {
      for (const tell of waiting.values()) tell(false)
      waiting.clear()
    })
    const wait =
      (_tag: 'Triggered' | 'Awaited'): T.Task<boolean> =>
      () =>
        new Promise((resolve) => {
          if (driven.isOver()) {
            resolve(false)
            return
          }
          const waiter = String(++waiters)
          waiting.set(waiter, resolve)
          driven.hear((at) => ({ _tag, at: nanosAt(at), waiter }))
        })
    return {
      ...driven,
      written: (dirty) => {
        driven.hear((at) => ({ _tag: 'Written', at: nanosAt(at), dirty }))
      },
      trigger: wait('Triggered'),
      awaitNext: wait('Awaited'),
    }
  }
