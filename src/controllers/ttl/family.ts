/**
 * The types of plans of the TTL-after-finished controller.
 */
import type { Kept as AnyKept, Pass as AnyPass, Plan as AnyPlan, Removal as AnyRemoval } from '../../core/plan.js'
import type { Action } from './action.js'
import type { KeepReason, Reason, Target } from './reason.js'

/** The types of this collector. It records no events and never refuses a valid snapshot. */
export interface JobFamily {
  readonly Pass: 'finished'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: never
  readonly Refusal: never
}

/** A plan of this collector. */
export type Plan = AnyPlan<JobFamily>

/** The one pass. */
export type Pass = AnyPass<JobFamily>

/** A decision to delete a Job. */
export type Removal = AnyRemoval<JobFamily>

/** A decision to keep a Job. */
export type Kept = AnyKept<JobFamily>
