/**
 * Answers what a plan says of targets that stay and are changed.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Family, Pass } from './plan.js'

/** A family whose component also changes targets that stay. */
export interface AmendingFamily extends Family {
  /** Why a target is changed. */
  readonly AmendReason: { readonly _tag: string }
}

/** A decision to change a target that stays. */
export interface Amendment<F extends AmendingFamily> {
  readonly target: F['Target']
  /** In order; the first failure ends the amendment. */
  readonly actions: RNEA.ReadonlyNonEmptyArray<F['Action']>
  /** The first one acts; the rest hold as well. */
  readonly reasons: RNEA.ReadonlyNonEmptyArray<F['AmendReason']>
  /** Attempted only if all amendments of these succeeded earlier in the run. */
  readonly requires: ReadonlyArray<F['Target']>
}

/** A pass that also changes targets that stay; its removals may require amendments of the same pass. */
export interface AmendingPass<F extends AmendingFamily> extends Pass<F> {
  /** Attempted before the removals, in order. A target may be amended more than once. */
  readonly amendments: ReadonlyArray<Amendment<F>>
}
