/**
 * The types of plans of the legacy token cleaner.
 */
import type {
  Amendment as AnyAmendment,
  AmendingPass,
  Kept as AnyKept,
  Plan as AnyPlan,
  Removal as AnyRemoval,
} from '../../core/plan.js'
import type { Action } from './action.js'
import type { AmendReason, KeepReason, Reason, Target } from './reason.js'

/** The types of this collector. It records no events and never refuses a valid snapshot. */
export interface TokenFamily {
  readonly Pass: 'tokens'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly AmendReason: AmendReason
  readonly KeepReason: KeepReason
  readonly Event: never
  readonly Refusal: never
}

/** A plan of this collector; its pass marks tokens as invalid, too. */
export interface Plan extends AnyPlan<TokenFamily> {
  readonly passes: readonly [Pass]
}

/** The one pass. */
export type Pass = AmendingPass<TokenFamily>

/** A decision to delete a token. */
export type Removal = AnyRemoval<TokenFamily>

/** A decision to mark a token as invalid. */
export type Amendment = AnyAmendment<TokenFamily>

/** A decision to keep a token. */
export type Kept = AnyKept<TokenFamily>
