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
