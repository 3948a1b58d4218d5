/**
 * A generic collector loop as a pure step function: runs after a watch event, when the last plan wakes, and some time
 * after a failure.
 */
import type { option as O } from 'fp-ts'

import { type Millis, after, isInstant, millis } from '../../../core/time.js'
import { type Backoff, defaultBackoff, nextTry } from '../drive.js'

/** The settings of the loop. */
export interface Config {
  /** How long after a change the run begins; changes meanwhile share it. */
  readonly settle: Millis
  /** After failed runs in a row. */
  readonly backoff: Backoff
}

/** Runs begin with the first change; failures wait as in the controllers of Kubernetes. */
export const defaultConfig: Config = { settle: millis(0), backoff: defaultBackoff }

/** Something that happened. */
export type Signal =
  /** A watch says something. */
  | { readonly _tag: 'Changed'; readonly at: Date }
  | { readonly _tag: 'TimerDue'; readonly at: Date }
  /** `wakeAt` is that of the last plan; `failed` when it is to be tried again whatever happens. */
  | { readonly _tag: 'RunEnded'; readonly wakeAt: O.Option<Date>; readonly failed: boolean; readonly at: Date }

/** Something for the driver of the loop to do. */
export type Command =
  /** Run the collector, then send RunEnded. */
  | { readonly _tag: 'Run' }
  /** Send TimerDue at this time; it takes the place of the timer before. */
  | { readonly _tag: 'SetTimer'; readonly at: Date }

/** Everything that is carried from signal to signal. */
export interface State {
  readonly isRunning: boolean
  /** Something changed since the run began. */
  readonly hasChanged: boolean
  /** When it runs next; none where it waits for a change alone. */
  readonly until: Date | undefined
  /** Failed runs in a row. */
  readonly failures: number
}

/** A state with what it asks for, in order. */
export type Step = readonly [state: State, commands: ReadonlyArray<Command>]

/** The loop at its start, which is its first run. */
export const start: Step = [{ isRunning: true, hasChanged: false, until: undefined, failures: 0 }, [{ _tag: 'Run' }]]

/**
 * What follows from one signal. Total: a signal that does not fit changes nothing.
 *
 * Shape: while it runs, changes are noted, and lead to another run afterwards. A change brings the next run forward, never
 * back.
 */
export const step =
  (config: Config) =>
  (state: State, signal: Signal): Step => {
    if (!isInstant(signal.at)) return [state, []]
    switch (signal._tag) {
      case 'Changed':
        if (state.isRunning) return [{ ...state, hasChanged: true }, []]
        return notLater(state, after(signal.at, config.settle))
      case 'TimerDue':
        if (state.isRunning || state.until === undefined) return [state, []]
        if (signal.at < state.until) return [state, [{ _tag: 'SetTimer', at: state.until }]]
        return [{ ...state, isRunning: true, hasChanged: false, until: undefined }, [{ _tag: 'Run' }]]
      case 'RunEnded':
        return state.isRunning ? ended(config, state, signal) : [state, []]
    }
  }

const ended = (
  { settle, backoff }: Config,
  state: State,
  { wakeAt, failed, at }: Extract<Signal, { readonly _tag: 'RunEnded' }>,
): Step => {
  const failures = failed ? state.failures + 1 : 0
  const rested: State = { isRunning: false, hasChanged: false, until: undefined, failures }
  const due = [
    ...(failed ? [nextTry(at, backoff, failures)] : []),
    ...(wakeAt._tag === 'Some' ? [wakeAt.value] : []),
    ...(state.hasChanged ? [after(at, settle)] : []),
  ]
  return due.reduce<Step>(
    ([now, commands], until) => {
      const [next, more] = notLater(now, until)
      return [next, more.length === 0 ? commands : more]
    },
    [rested, []],
  )
}

const notLater = (state: State, until: Date): Step =>
  state.until !== undefined && state.until <= until
    ? [state, []]
    : [{ ...state, until }, [{ _tag: 'SetTimer', at: until }]]
