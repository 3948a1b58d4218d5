/** Waiting with a deadline and cancellation. */
import type { task as T } from 'fp-ts'

import { type Millis, millis } from '../core/time.js'
import { type Clock, type Signal, cancellation } from './clock.js'
import type { CallFault } from './fault.js'

/** How long to wait, and what ends the wait early. */
export interface Patience {
  readonly clock?: Clock | undefined
  readonly deadline?: Millis | undefined
  readonly signal?: Signal | undefined
}

/** What happened in time, or why it did not. */
export type Awaited<A> =
  | { readonly _tag: 'Happened'; readonly value: A }
  | { readonly _tag: 'Gave up'; readonly fault: CallFault }

/** Starts a task and waits for it; never rejects, whatever the task does. */
export const withDeadline = async <A>(task: T.Task<A>, patience: Patience): Promise<Awaited<A>> => {
  const { clock, deadline, signal } = patience
  try {
    if (signal?.aborted === true) return gaveUp({ _tag: 'Aborted' })
    const begun = task()
    const isBounded = signal !== undefined || (deadline !== undefined && clock !== undefined)
    return isBounded ? await firstOf(begun, patience) : { _tag: 'Happened', value: await begun }
  } catch (thrown) {
    return gaveUp({ _tag: 'PortThrew', thrown })
  }
}

/**
 * Sleeps; true when the whole span went by, false when the signal was aborted before, whether or not the clock ends its wait
 * then.
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import { pause } from 'gcplan/execute'
 *
 * const clock = { now: () => new Date(0), sleep: () => () => new Promise<void>(() => undefined) }
 * void pause(clock, millis(1000), AbortSignal.abort()).then((slept) => {
 *   console.log(slept) // false
 * })
 * ```
 */
export const pause = async (clock: Clock, span: Millis, signal: Signal | undefined): Promise<boolean> => {
  const cancelled = cancellation()
  const slept = await withDeadline(() => clock.sleep(sleepable(span), cancelled.signal)(), { signal })
  cancelled.cancel()
  return slept._tag === 'Happened' || slept.fault._tag !== 'Aborted'
}

const firstOf = <A>(begun: Promise<A>, { clock, deadline, signal }: Patience): Promise<Awaited<A>> =>
  new Promise((resolve) => {
    const timer = cancellation()
    const settle = (awaited: Awaited<A>): void => {
      signal?.removeEventListener('abort', abort)
      timer.cancel()
      resolve(awaited)
    }
    const abort = (): void => {
      settle(gaveUp({ _tag: 'Aborted' }))
    }
    const threw = (thrown: unknown): void => {
      settle(gaveUp({ _tag: 'PortThrew', thrown }))
    }
    begun.then((value) => {
      settle({ _tag: 'Happened', value })
    }, threw)
    signal?.addEventListener('abort', abort)
    // The task itself aborted the run, before there was a listener. An answer that is there already counts.
    if (signal?.aborted === true) void Promise.resolve().then(abort)
    if (clock === undefined || deadline === undefined || deadline === Infinity) return
    // A cancelled sleep may reject; by then the promise is settled.
    clock
      .sleep(sleepable(deadline), timer.signal)()
      .then(() => {
        settle(gaveUp({ _tag: 'DeadlineExceeded', deadline }))
      }, threw)
  })

const gaveUp = (fault: CallFault): Awaited<never> => ({ _tag: 'Gave up', fault })

/** A span that timers accept: at least 0, at most {@link longestSleep}. */
const sleepable = (span: Millis): Millis => millis(span > 0 ? Math.min(span, longestSleep) : 0)

/** The longest span that timers of the platforms take, in milliseconds: 24 days. */
export const longestSleep = 2_147_483_647
