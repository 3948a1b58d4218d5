/** The clock of the machine, and waits that a signal ends. */
import { type Clock, type Signal, pause } from '../execute/index.js'
import type { Millis } from '../core/index.js'

/** The clock of the machine, for `executeWith` and the loops. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (span, cancelled) => () =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        cancelled.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, span)
      cancelled.addEventListener('abort', end)
    }),
}

/** Sleeps; a signal ends it early, with any clock. */
export const sleepUnless = async (clock: Clock, span: Millis, signal: Signal | undefined): Promise<void> => {
  await pause(clock, span, signal)
}
