/**
 * How an execution is set up: limits, retries, deadlines and callbacks.
 */
import type { taskEither as TE } from 'fp-ts'

import type { Admit } from '../core/admission.js'
import type { Family, Plan } from '../core/plan.js'
import type { ErrorClass, AmendOutcome, Outcome, PassReport } from '../core/report.js'
import type { Clock, Signal } from './clock.js'
import { type Millis, millis } from '../core/time.js'

/** Executes one action; its errors are reported unchanged. */
export type Perform<A, Err> = (action: A) => TE.TaskEither<Err, unknown>

/** Takes a new snapshot and plans again, before every pass with `observesAgain`. */
export type Look<F extends Family, Err> = (pass: F['Pass']) => TE.TaskEither<Err, Plan<F>>

/** Options of an execution. */
export interface Options<F extends Family, Err> {
  readonly perform: Perform<F['Action'], Err>
  readonly clock: Clock
  /** Looks again before passes with `observesAgain`. Default: never. */
  readonly look?: Look<F, Err> | undefined
  /** What an error of a call means; without it every error is fatal. */
  readonly classify?: ((error: Err) => ErrorClass) | undefined
  /** How often and when retryable errors are retried; never by default. */
  readonly retry?: Retry | undefined
  /** The deadline of a call, after which it fails with `DeadlineExceeded`; none by default. */
  readonly deadline?: Millis | undefined
  /**
   * How many removals of a pass run at once; 1 by default. A pass that stops at a goal, or at its first failure, always
   * runs one at a time.
   */
  readonly concurrency?: number | ((pass: F['Pass']) => number) | undefined
  /** Aborts the run: nothing more is started, and calls in progress are not awaited. */
  readonly signal?: Signal | undefined
  /** Called with each progress event. What it throws is ignored. */
  readonly onProgress?: ((progress: Progress<F, unknown>) => void) | undefined
  /**
   * Admits or rejects each removal and amendment, before each of its calls. Rejected before the first call, it is
   * refused; rejected before a later one, it fails with `NotAdmitted`.
   */
  readonly admit?: Admit<F> | undefined
}

/** A progress event. */
export type Progress<F extends Family, E> =
  /** `removals`: how many the pass attempts if nothing fails. */
  | { readonly _tag: 'PassBegun'; readonly pass: F['Pass']; readonly removals: number }
  /** The call failed and is made again after a wait; `attempt` counts from 1. */
  | {
      readonly _tag: 'Retrying'
      readonly pass: F['Pass']
      readonly action: F['Action']
      readonly error: E
      readonly attempt: number
      readonly wait: Millis
    }
  | { readonly _tag: 'AmendmentEnded'; readonly pass: F['Pass']; readonly outcome: AmendOutcome<F, E> }
  | { readonly _tag: 'RemovalEnded'; readonly pass: F['Pass']; readonly outcome: Outcome<F, E> }
  | { readonly _tag: 'PassEnded'; readonly pass: F['Pass']; readonly report: PassReport<F, E> }

/** How calls with retryable errors are retried. */
export interface Retry {
  /** Maximum calls per action, including the first; below 2 means no retries. */
  readonly attempts: number
  /** The delay after the given number of failures of one action, from 1. */
  readonly wait: (failures: number) => Millis
  /** A call that exceeded its deadline counts as retryable as well; it may still be in progress. */
  readonly afterDeadline?: boolean
}

/**
 * Waits that grow by a factor, from the first up to a limit.
 *
 * Units: milliseconds.
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import { backoff } from 'gcplan/execute'
 *
 * const wait = backoff({ first: millis(5), factor: 2, limit: millis(30) })
 * console.log([1, 2, 3, 4].map(wait)) // [ 5, 10, 20, 30 ]
 * ```
 */
export const backoff =
  ({ first, factor, limit }: { readonly first: Millis; readonly factor: number; readonly limit: Millis }) =>
  (failures: number): Millis =>
    millis(Math.min(limit, first * factor ** (failures - 1)))
