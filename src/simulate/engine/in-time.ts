/** Runs an engine while time passes: its clock moves to the next instant at which a controller looks again. */
import type { Engine, Run, RunOptions } from './engine.js'

/** A clock that only the run moves. */
export interface Clock {
  now: Date
}

/** How far to go, and without whom. */
export interface TimedOptions extends RunOptions {
  /** The clock is not moved beyond it. Default: as far as anybody wants to look again. */
  readonly until?: Date | undefined
}

/** Lets controllers act until nothing moves any more, however late. */
export const runInTime = <Why, Kept>(engine: Engine<Why, Kept>, clock: Clock, options: TimedOptions): Run<Kept> => {
  const parts: ReadonlyArray<Kept>[] = []
  let made = 0
  const without = new Set([...(options.held ?? []), ...(options.stopped ?? [])])
  for (;;) {
    const run = engine.run({ ...options, limit: options.limit - made })
    made += run.made
    parts.push(run.steps)
    const next = engine.wakeAt(without)
    if (run.ended === 'CutOff' || next === undefined || (options.until !== undefined && next > options.until))
      return { ended: run.ended, made, steps: parts.length === 1 ? run.steps : parts.flat() }
    if (next > clock.now) clock.now = next
  }
}
