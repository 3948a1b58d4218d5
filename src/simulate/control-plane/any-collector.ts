import type { Amendment, Family, Kept, Pass, Plan, Removal } from '../../core/plan.js'

/** A removal of whichever collector. */
export type AnyRemoval = Removal<Family>

/** A decision of whichever collector to keep something. */
export type AnyKept = Kept<Family>

/** An amendment of whichever collector. */
export type AnyAmendment = Amendment<Family>

/** A plan of whichever collector: passes may change what stays. */
export interface AnyPlan extends Omit<Plan<Family>, 'passes'> {
  readonly passes: ReadonlyArray<Pass<Family> & { readonly amendments?: ReadonlyArray<AnyAmendment> }>
}
