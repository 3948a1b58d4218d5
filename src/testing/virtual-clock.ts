/**
 * A virtual clock for fakes: wakes waiters when the test moves the clock, or, while the test itself waits, as soon as
 * nothing else is left to run.
 */
import type { task as T } from 'fp-ts'

import { type Millis, type Span, after } from '../core/time.js'
import { spanOf } from './when.js'

/** Whether a wait was cancelled; an `AbortSignal` fits. */
export interface Cancelled {
  readonly aborted: boolean
}

/** A fake's clock; it can be passed wherever a clock is expected. */
export interface VirtualClock {
  /** The current time. */
  readonly now: () => Date
  /** Resolves when the clock has advanced by the span. */
  readonly sleep: (span: Millis, cancelled?: Cancelled) => T.Task<void>
  /** Advances the clock to the end of the span, stopping at each sleeper and letting it act. */
  readonly advance: (span: Span) => Promise<void>
  /** Runs a task and lets time pass for it: whenever all code waits, the first sleeper is woken. */
  readonly until: <A>(task: T.Task<A>) => Promise<A>
}

/** How many microtask turns running code gets before it counts as waiting. */
const patience = 500

/** Code that sleeps. */
interface Sleeper {
  readonly until: Date
  readonly cancelled: Cancelled | undefined
  readonly wake: () => void
}

/**
 * The clock of a fake; `moveTo` takes the fake to an instant, with all that falls due on the way. Code that still runs after
 * this many microtask turns counts as waiting.
 */
export const virtualClock = (now: () => Date, moveTo: (at: Date) => void, turns: number = patience): VirtualClock => {
  const sleepers = new Set<Sleeper>()
  let arrived = (): void => undefined
  const first = (): Sleeper | undefined => {
    let found: Sleeper | undefined
    for (const sleeper of sleepers)
      if (sleeper.cancelled?.aborted === true) sleepers.delete(sleeper)
      else if (found === undefined || sleeper.until < found.until) found = sleeper
    return found
  }
  const wake = (sleeper: Sleeper): void => {
    sleepers.delete(sleeper)
    if (now() < sleeper.until) moveTo(sleeper.until)
    sleeper.wake()
  }
  return {
    now,
    sleep: (span, cancelled) => () =>
      span <= 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            sleepers.add({ until: after(now(), span), cancelled, wake: resolve })
            arrived()
          }),
    advance: async (span) => {
      const end = after(now(), spanOf(span))
      for (;;) {
        await everybodyElse(turns, () => false)
        const next = first()
        if (next === undefined || next.until > end) break
        wake(next)
      }
      if (now() < end) moveTo(end)
    },
    until: async (task) => {
      const end = { isThere: false }
      const done = task().finally(() => {
        end.isThere = true
      })
      for (;;) {
        await everybodyElse(turns, () => end.isThere)
        if (end.isThere) return await done
        const next = first()
        // Code that computes for long may still begin to sleep.
        if (next === undefined) await Promise.race([done, new Promise<void>((resolve) => (arrived = resolve))])
        else wake(next)
      }
    },
  }
}

/** Yields to other code until all of it waits, or it is enough. */
const everybodyElse = async (turns: number, isEnough: () => boolean): Promise<void> => {
  for (let turn = 0; turn < turns && !isEnough(); turn++) await Promise.resolve()
}
