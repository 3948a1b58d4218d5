/**
 * A generic collector loop as a pure step function: runs after a watch event, when the last plan wakes, and some time
 * after a failure.
 */
import type { option as O } from 'fp-ts'

import { type Millis, after, isInstant, millis } from '../../../core/time.js'
import { type Backoff, defaultBackoff, nextTry } from '../drive.js'

/** The settings of the loop. */
export interface Config {
  /** Delay between a change and the run, so that changes share a run. */
  readonly settle: Millis
  /** After failed runs in a row. */
  readonly backoff: Backoff
}

/** Runs begin at the first change; failures back off as in Kubernetes. */
export const defaultConfig: Config = { settle: millis(0), backoff: defaultBackoff }

/** Something that happened. */
export type Signal =
  /** A watch says something. */
  | { readonly _tag: 'Changed'; readonly at: Date }
  | { readonly _tag: 'TimerDue'; readonly at: Date }
  /** `wakeAt` is that of the last plan; `failed`: it must be retried. */
  | { readonly _tag: 'RunEnded'; readonly wakeAt: O.Option<Date>; readonly failed: boolean; readonly at: Date }

/** A command to the driver. */
export type Command =
  /** Run the collector, then send RunEnded. */
  | { readonly _tag: 'Run' }
  /** Send TimerDue at this time; replaces the previous timer. */
  | { readonly _tag: 'SetTimer'; readonly at: Date }

/** The state of the loop. */
export interface State {
  readonly isRunning: boolean
  /** Something changed since the run began. */
  readonly hasChanged: boolean
  /** When it runs next; none: at the next change. */
  readonly until: Date | undefined
  /** Failed runs in a row. */
  readonly failures: number
}

/** A state and its commands, in order. */
export type Step = readonly [state: State, commands: ReadonlyArray<Command>]

/** The loop at its start, which is its first run. */
export const start: Step = [{ isRunning: true, hasChanged: false, until: undefined, failures: 0 }, [{ _tag: 'Run' }]]

/**
 * The next state, and its commands. Unexpected signals change nothing.
 *
 * Shape: changes during a run lead to another run. A change only brings the next run forward.
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
