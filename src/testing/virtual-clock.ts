/**
 * Answers how whoever waits is woken on a fake: time passes when nobody has anything else to do.
 */
import type { task as T } from 'fp-ts'

import type { Millis } from '../core/time.js'
import { after } from '../core/time.js'

/** What can be heard of whoever calls a wait off. */
export interface Cancelled {
  readonly aborted: boolean
}

/** Time as a fake has it; it fits where a clock is asked for. */
export interface VirtualClock {
  readonly now: () => Date
  /** Ends when the clock of the fake is there: as soon as everybody else waits as well, or when a test moves it. */
  readonly sleep: (span: Millis, cancelled?: Cancelled) => T.Task<void>
}

/** Whoever computes is done after so many turns. */
const patience = 200

/** The clock of a fake; `moveTo` takes the fake to an instant, with all that falls due on the way. */
export const virtualClock = (now: () => Date, moveTo: (at: Date) => void): VirtualClock => {
  const waiting = new Set<Date>()
  return {
    now,
    sleep: (span, cancelled) => async () => {
      const until = after(now(), span)
      waiting.add(until)
      for (let turns = 0; now() < until && cancelled?.aborted !== true; turns++) {
        await Promise.resolve()
        if (turns >= patience && isFirst(waiting, until)) moveTo(until)
      }
      waiting.delete(until)
    },
  }
}

const isFirst = (waiting: ReadonlySet<Date>, until: Date): boolean => {
  for (const other of waiting) if (other < until) return false
  return true
}
