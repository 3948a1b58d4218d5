/** What a plan is said in: the sentences and names of its collector, and what is listed of it. */
import type { Family } from '../../core/plan.js'

/**
 * What a plan decides about a target: remove it, remove it next if another removal fails, amend it, or keep it. An
 * amended target also stays.
 */
export type Decision = 'remove' | 'next' | 'amend' | 'keep'

/** All decisions, in the order in which they are listed. */
export const allDecisions: ReadonlyArray<Decision> = ['remove', 'next', 'amend', 'keep']

/** The sentences and labels of one collector. `R` is what its `explain` accepts, `T` its target. */
export interface Wording<R, T> {
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
  /** A readable name in addition to the id, e.g. an image's tag; empty for none. Default: no names. */
  readonly label?: (target: T) => string
}

/** What is listed of a plan, and what is said of its passes. */
export interface Listing {
  /** The decisions whose targets are listed; totals count all decisions. Default: all. */
  readonly decisions?: ReadonlyArray<Decision>
  /** Passes whose targets were not listed; their headings say so. Default: none. */
  readonly notLookedAt?: ReadonlyArray<string>
  /** What the component says of a pass that misses its goal, e.g. the name of an event. Default: nothing. */
  readonly whenShort?: string
}

/** A family whose reasons and refusals `explain` accepts and whose targets `label` accepts. */
export type Spoken<R, T> = Family & {
  readonly Reason: R
  readonly KeepReason: R
  readonly Refusal: R
  readonly AmendReason?: R
  readonly Target: T
}
