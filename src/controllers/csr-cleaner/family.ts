/**
 * The types of plans of the cleaner of CertificateSigningRequests.
 */
import type { Kept as AnyKept, Pass as AnyPass, Plan as AnyPlan, Removal as AnyRemoval } from '../../core/plan.js'
import type { Action } from './action.js'
import type { KeepReason, Reason, Target } from './reason.js'

/** The types of this collector. It records no events and never refuses a valid snapshot. */
export interface CsrFamily {
  readonly Pass: 'requests'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: never
  readonly Refusal: never
}

/** A plan of this collector. */
export type Plan = AnyPlan<CsrFamily>

/** The one pass. */
export type Pass = AnyPass<CsrFamily>

/** A decision to delete a request. */
export type Removal = AnyRemoval<CsrFamily>

/** A decision to keep a request. */
export type Kept = AnyKept<CsrFamily>
