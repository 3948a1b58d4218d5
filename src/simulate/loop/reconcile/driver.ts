/** Drives any collector with watch events, and at the times at which its plans wake. */
import { type option as O, type task as T, function as F, option, taskEither as TE } from 'fp-ts'

import type { Family } from '../../../core/plan.js'
import type { RunReport } from '../../../execute/run-ports.js'
import { type Driven, type Driving, drive as driveLoop, unfailing } from '../drive.js'
import { type Command, type Config, type Signal, type State, start, step } from './step.js'

/** The result of a run, for the loop. */
export interface Ran {
  readonly wakeAt: O.Option<Date>
  /** It must be retried. */
  readonly failed: boolean
}

/** A collector that is driven. */
export interface DrivenReconcile extends Driven<State, Signal> {
  /** A watch reports a change. */
  readonly changed: () => void
}

/**
 * Runs a collector repeatedly until stopped. A run that throws has failed.
 *
 * Order: one run at a time.
 */
export const drive =
  (config: Config) =>
  (driving: Driving) =>
  (run: T.Task<Ran>): DrivenReconcile => {
    const driven = driveLoop(driving)<State, Signal, Command>({
      start: () => start,
      step: step(config),
      deedOf: (command) =>
        command._tag === 'SetTimer'
          ? { _tag: 'Timer', key: 'run', at: command.at, due: (at) => ({ _tag: 'TimerDue', at }) }
          : {
              _tag: 'Work',
              work: async () => {
                const ran = await unfailing(
                  () => run,
                  (): Ran => ({ wakeAt: option.none, failed: true }),
                )()
                return (at) => ({ ...ran, _tag: 'RunEnded', at })
              },
            },
    })
    return {
      ...driven,
      changed: () => {
        driven.hear((at) => ({ _tag: 'Changed', at }))
      },
    }
  }

/** The result of a run of `gcplan/execute`, for the loop: failed if it has no report or a failure. */
export const ranOf = <F extends Family, Memory, PlanError, Err>(
  run: TE.TaskEither<unknown, RunReport<F, Memory, PlanError, Err>>,
): T.Task<Ran> =>
  F.pipe(
    run,
    TE.match(
      (): Ran => ({ wakeAt: option.none, failed: true }),
      ({ rounds, ended, wakeAt }) => {
        const [last] = rounds.slice(-1)
        const failed = (last?.report.passes ?? []).some(
          ({ state, outcomes, amended = [] }) =>
            state._tag === 'Unobserved' || [...amended, ...outcomes].some(({ _tag }) => _tag === 'Failed'),
        )
        return { wakeAt, failed: failed || ended === 'bound' }
      },
    ),
  )
