/**
 * Runs the scheduler in virtual time over recorded signals: when collections would run, and why.
 */
import type { Config, Nanos } from './config.js'
import type { CollectReason, Command, Signal } from './signal.js'
import { type State, start, step } from './step.js'

/** Something that happens from outside. */
export type TraceEvent = Extract<Signal, { readonly _tag: 'Written' | 'Triggered' | 'Awaited' | 'GaveUp' }>

/** How one collection ends. */
export interface CollectionOutcome {
  /** How long the call takes. */
  readonly duration: Nanos
  /** How long writes are locked out, as the collector reports it. */
  readonly pause: Nanos
  readonly fails: boolean
}

/** A course of events, ordered by `at`; equal instants keep their order. */
export interface Trace {
  readonly events: ReadonlyArray<TraceEvent>
  /** Outcomes of the first, second, ... collection; the last one repeats; none: instant success. */
  readonly outcomes: ReadonlyArray<CollectionOutcome>
  /** Nothing after this instant is reported. */
  readonly until: Nanos
}

/** One collection that ended in time. */
export interface Run {
  readonly start: Nanos
  readonly end: Nanos
  readonly ok: boolean
  readonly because: CollectReason
}

/** What happened, each list in order of time. */
export interface History {
  readonly runs: ReadonlyArray<Run>
  /** Every setting of the timer; one that follows no run is an idle tick. */
  readonly timers: ReadonlyArray<{ readonly at: Nanos; readonly delay: Nanos }>
  /** Result by waiter; a waiter that is missing still waits at the end. */
  readonly resolved: ReadonlyMap<string, { readonly at: Nanos; readonly ok: boolean }>
  /** When the scheduler died; null if it did not. The collection under way at the end is followed to its own end for this. */
  readonly crashedAt: Nanos | null
  readonly state: State
}

/** Replays a course of events. At one instant a collection ends first, then events happen, then the timer fires. */
export const simulate =
  (config: Config) =>
  (trace: Trace): History => {
    const runs: Run[] = []
    const timers: { at: Nanos; delay: Nanos }[] = []
    const resolved = new Map<string, { at: Nanos; ok: boolean }>()
    let crashedAt: Nanos | null = null
    let running: Running | null = null as Running | null
    let started = 0
    const obey = (command: Command): void => {
      switch (command._tag) {
        case 'SetTimer':
          timers.push({ at: command.at, delay: command.delay })
          return
        case 'Collect':
          running = { start: command.at, because: command.because, outcome: outcomeOf(trace, started) }
          started += 1
          return
        case 'Resolve':
          for (const waiter of command.waiters) resolved.set(waiter, { at: command.at, ok: command.ok })
          return
        case 'Crash':
          crashedAt = command.at
      }
    }
    let [state, commands] = start(config)
    commands.forEach(obey)
    const hear = (signal: Signal): void => {
      ;[state, commands] = step(state, signal)
      commands.forEach(obey)
    }
    let upcoming = 0
    for (;;) {
      const event: TraceEvent | undefined = trace.events[upcoming]
      const ends = running === null ? Infinity : endOf(running)
      const fires = state.mode === 'idle' && state.next !== null ? state.next : Infinity
      const now: Nanos = Math.min(ends, event?.at ?? Infinity, fires)
      if (now > trace.until) break
      if (running !== null && ends === now) {
        const { start: begun, because, outcome } = running
        running = null
        runs.push({ start: begun, end: now, ok: !outcome.fails, because })
        hear(
          outcome.fails ? { _tag: 'CollectionFailed', at: now } : { _tag: 'Collected', at: now, pause: outcome.pause },
        )
      } else if (event !== undefined && event.at === now) {
        upcoming += 1
        hear(event)
      } else hear({ _tag: 'TimerFired', at: now })
    }
    if (running !== null && fatal(state, running)) crashedAt = endOf(running)
    return { runs, timers, resolved, crashedAt, state }
  }

interface Running {
  readonly start: Nanos
  readonly because: CollectReason
  readonly outcome: CollectionOutcome
}

const endOf = (running: Running): Nanos => running.start + running.outcome.duration

const fatal = (state: State, running: Running): boolean =>
  running.outcome.fails && step(state, { _tag: 'CollectionFailed', at: endOf(running) })[0].mode === 'crashed'

const outcomeOf = (trace: Trace, index: number): CollectionOutcome =>
  trace.outcomes[Math.min(index, trace.outcomes.length - 1)] ?? { duration: 0, pause: 0, fails: false }
