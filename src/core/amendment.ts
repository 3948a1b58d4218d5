/**
 * Changes to targets that stay.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Family, Pass } from './plan.js'

/** A family whose component also amends targets that stay. */
export interface AmendingFamily extends Family {
  /** Why a target is changed. */
  readonly AmendReason: { readonly _tag: string }
}

/** A decision to change a target that stays. */
export interface Amendment<F extends Family> {
  readonly target: F['Target']
  /** In order; the first failure ends the amendment. */
  readonly actions: RNEA.ReadonlyNonEmptyArray<F['Action']>
  /** The first one decides; the others apply as well. */
  readonly reasons: RNEA.ReadonlyNonEmptyArray<F extends AmendingFamily ? F['AmendReason'] : never>
  /** Attempted only if these were amended or removed earlier in the run. */
  readonly requires: ReadonlyArray<F['Target']>
}

/** A pass that also changes targets that stay; its removals may require amendments. */
export interface AmendingPass<F extends AmendingFamily> extends Pass<F> {
  /** Attempted before the removals, in order. A target may be amended more than once. */
  readonly amendments: ReadonlyArray<Amendment<F>>
}

/** The amendments of a pass; none if the component amends nothing. */
export const amendmentsOf = <F extends Family>(pass: Pass<F>): ReadonlyArray<Amendment<F>> =>
  'amendments' in pass ? (pass.amendments as ReadonlyArray<Amendment<F>>) : []
