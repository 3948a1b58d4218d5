/**
 * A virtual clock for fakes: wakes waiters when the test moves the clock, or, while the test itself waits, as soon as
 * nothing else is left to run.
 */
import type { task as T } from 'fp-ts'

import type { Millis, Span } from '../core/time.js'
import { after } from '../core/time.js'
import { spanOf } from './when.js'

/** What can be heard of whoever calls a wait off. */
export interface Cancelled {
  readonly aborted: boolean
}

/** A fake's clock; it can be passed wherever a clock is expected. */
export interface VirtualClock {
  /** The current time. */
  readonly now: () => Date
  /** Ends when the clock is there. */
  readonly sleep: (span: Millis, cancelled?: Cancelled) => T.Task<void>
  /** Moves the clock from one sleeper to the next, each of whom has time to act, to the end of the span. */
  readonly advance: (span: Span) => Promise<void>
  /** Waits for something, and lets time pass for it: whenever nobody does anything, the first sleeper is woken. */
  readonly until: <A>(task: T.Task<A>) => Promise<A>
}

/** Whoever computes is done after so many turns. */
const patience = 500

/** Somebody who waits. */
interface Sleeper {
  readonly until: Date
  readonly cancelled: Cancelled | undefined
  readonly wake: () => void
}

/**
 * The clock of a fake; `moveTo` takes the fake to an instant, with all that falls due on the way. Whoever has not begun to
 * wait after so many turns counts as waiting.
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
        // Who computes for long may still come to wait.
        if (next === undefined) await Promise.race([done, new Promise<void>((resolve) => (arrived = resolve))])
        else wake(next)
      }
    },
  }
}

/** Lets everybody else act until all of them wait, or it is enough. */
const everybodyElse = async (turns: number, isEnough: () => boolean): Promise<void> => {
  for (let turn = 0; turn < turns && !isEnough(); turn++) await Promise.resolve()
}
