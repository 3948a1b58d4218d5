/**
 * Answers how one waits for something no longer than told: until it has happened, a span is over, or the run is called off.
 */
import type { task as T } from 'fp-ts'

import type { Millis } from '../core/time.js'
import { millis } from '../core/time.js'
import type { Clock, Signal } from './clock.js'
import type { CallFault } from './fault.js'

/** How long one waits, and what ends it early. */
export interface Patience {
  readonly clock?: Clock | undefined
  readonly deadline?: Millis | undefined
  readonly signal?: Signal | undefined
}

/** What happened in time, or why it did not. */
export type Awaited<A> =
  { readonly _tag: 'Happened'; readonly value: A } | { readonly _tag: 'Gave up'; readonly fault: CallFault }

/** Starts a task and waits for it; never rejects, whatever the task does. */
export const patiently = async <A>(task: T.Task<A>, patience: Patience): Promise<Awaited<A>> => {
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

/** Sleeps; true when the whole span went by, false when the run was called off before. */
export const pause = async (clock: Clock, span: Millis, signal: Signal | undefined): Promise<boolean> => {
  const cancelled = cancellation()
  const slept = await patiently(() => clock.sleep(atLeastZero(span), cancelled.signal)(), { signal })
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
    if (clock === undefined || deadline === undefined) return
    // A sleep that is cancelled may be rejected, which nobody hears of any more.
    clock
      .sleep(atLeastZero(deadline), timer.signal)()
      .then(() => {
        settle(gaveUp({ _tag: 'DeadlineExceeded', deadline }))
      }, threw)
  })

const gaveUp = (fault: CallFault): Awaited<never> => ({ _tag: 'Gave up', fault })

/** What is no length of time is none. */
const atLeastZero = (span: Millis): Millis => (span > 0 ? span : millis(0))

/** A signal, and what gives it. */
export const cancellation = (): { readonly signal: Signal; readonly cancel: () => void } => {
  const listeners = new Set<() => void>()
  let aborted = false
  return {
    signal: {
      get aborted() {
        return aborted
      },
      addEventListener: (_type, listener) => {
        listeners.add(listener)
      },
      removeEventListener: (_type, listener) => {
        listeners.delete(listener)
      },
    },
    cancel: () => {
      if (aborted) return
      aborted = true
      for (const listener of listeners) listener()
      listeners.clear()
    },
  }
}
