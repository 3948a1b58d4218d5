import type { taskEither as TE } from 'fp-ts'

import type { Admit } from '../core/admission.js'
import type { Family, Plan } from '../core/plan.js'
import type { ErrorClass } from '../core/report.js'
import type { Clock, Signal } from './clock.js'
import type { Progress } from './progress.js'
import type { Retry } from './retry.js'
import type { Millis } from '../core/time.js'

/** Carries out one action; its error type is the user's and ends up in the report untouched. */
export type Perform<A, Err> = (action: A) => TE.TaskEither<Err, unknown>

/** Looks at the world again and plans anew; called before every pass that observes again. */
export type Look<F extends Family, Err> = (pass: F['Pass']) => TE.TaskEither<Err, Plan<F>>

/** How a plan is carried out. */
export interface Options<F extends Family, Err> {
  readonly perform: Perform<F['Action'], Err>
  readonly clock: Clock
  /** Looks again before passes that observe again; without it the plan is carried out as it stands. */
  readonly look?: Look<F, Err> | undefined
  /** What an error of a call means; without it every error is fatal. */
  readonly classify?: ((error: Err) => ErrorClass) | undefined
  /** How often and when a call is made again whose error is retryable; without it never. */
  readonly retry?: Retry | undefined
  /** How long a call may take; it fails with `DeadlineExceeded` then. Without it, for ever. */
  readonly deadline?: Millis | undefined
  /**
   * How many removals of a pass are under way at once; 1 where nothing is said. A pass that stops at a goal, or at its first
   * failure, goes one by one whatever is said here.
   */
  readonly concurrency?: number | ((pass: F['Pass']) => number) | undefined
  /** Calls the run off: nothing more is begun, and nobody waits for what is under way. */
  readonly signal?: Signal | undefined
  /** Is told what happens. What it throws is ignored. */
  readonly onProgress?: ((progress: Progress<F, unknown>) => void) | undefined
  /**
   * Has the last word on each removal and amendment: before every call of it. What is not admitted before its first call is
   * refused; what is not admitted any more before a later one has failed with `NotAdmitted`.
   */
  readonly admit?: Admit<F> | undefined
}
