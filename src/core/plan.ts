/**
 * What a plan is: the removals that the real component would attempt, pass by pass, those it would attempt next if
 * some fail, what it keeps, each with its reasons, and what it changes of targets that stay.
 */
import type { option as O, readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Int64 } from './int64.js'

/** The types of one collector: the only type parameter of the shared types. */
export interface Family {
  /** Names of the component's own steps. */
  readonly Pass: string
  /** What may be removed. */
  readonly Target: { readonly _tag: string; readonly id: string }
  /** One call on a port. */
  readonly Action: { readonly _tag: string }
  /** Why a target is removed. */
  readonly Reason: { readonly _tag: string }
  /** Why a target stays. */
  readonly KeepReason: { readonly _tag: string }
  /** What the real component would record. */
  readonly Event: { readonly _tag: string }
  /** Why the real component would not run a pass. */
  readonly Refusal: { readonly _tag: string }
  /** What the real component measures before a pass, if anything. */
  readonly Measurement?: { readonly _tag: string }
}

/** A decision to remove a target. */
export interface Removal<F extends Family> {
  readonly target: F['Target']
  /** In order; the first failure ends the removal. */
  readonly actions: RNEA.ReadonlyNonEmptyArray<F['Action']>
  /** The first one decides; the others apply as well. */
  readonly reasons: RNEA.ReadonlyNonEmptyArray<F['Reason']>
  /** Attempted only if these were removed earlier in the run. */
  readonly requires: ReadonlyArray<F['Target']>
  /** Bytes as the real component counts them: an upper bound, because images share layers. Zero if it counts none. */
  readonly frees: Int64
}

/** A decision to keep a target. */
export interface Kept<F extends Family> {
  readonly target: F['Target']
  readonly reasons: RNEA.ReadonlyNonEmptyArray<F['KeepReason']>
}

/** When a pass may stop: after all removals, or as soon as the sum of `frees` reaches `bytes`. */
export type Goal = { readonly _tag: 'RemoveAll' } | { readonly _tag: 'FreeBytes'; readonly bytes: Int64 }

/**
 * What a failed removal means for the run.
 * `continue`: go on. `finish-pass`: finish this pass, skip the later ones. `stop`: attempt nothing more.
 */
export type OnFailure = 'continue' | 'finish-pass' | 'stop'

/** One of the component's own steps, in its order. Every target it considered is in exactly one of the three lists. */
export interface Pass<F extends Family> {
  readonly name: F['Pass']
  /** The real component observes again before this pass; until then the pass is a forecast. */
  readonly observesAgain: boolean
  readonly goal: Goal
  readonly onFailure: OnFailure
  /** What is attempted if every removal succeeds, in order. */
  readonly removals: ReadonlyArray<Removal<F>>
  /** Next in line: attempted only while failures leave the goal unmet. */
  readonly reserve: ReadonlyArray<Removal<F>>
  readonly kept: ReadonlyArray<Kept<F>>
  /** What the component records before it removes anything in this pass. */
  readonly events: ReadonlyArray<F['Event']>
  /** What the component measured before the pass, if anything. */
  readonly measured?: F['Measurement']
  /** Why the component ends the run at this pass. The pass then has no removals. */
  readonly refusal: O.Option<F['Refusal']>
}

/** A stated fact that decisions depend on. */
export interface Assumption {
  /** The fact, as a path into the snapshot, e.g. `pods["uid"].contentRemoved`. */
  readonly about: string
  /** The assumed value, as short text. */
  readonly assumed: string
  /** Why it is assumed. */
  readonly because: string
  /** Ids of the targets whose decision depends on it, in plan order. */
  readonly targets: ReadonlyArray<string>
}

/** What the real component would do with one snapshot. */
export interface Plan<F extends Family> {
  readonly at: Date
  readonly passes: RNEA.ReadonlyNonEmptyArray<Pass<F>>
  /** The earliest time at which the same snapshot gives another plan; none if time alone changes nothing. */
  readonly wakeAt: O.Option<Date>
  /** Stated facts that decisions of this plan depend on; empty if everything was observed. */
  readonly assumptions: ReadonlyArray<Assumption>
}

/** The removals of all passes that are attempted if nothing fails, in order. */
export const removalsOf = <F extends Family>(plan: Plan<F>): ReadonlyArray<Removal<F>> =>
  plan.passes.flatMap((pass) => pass.removals)

/** Targets of all these removals, in order. */
export const plannedTargets = <F extends Family>(plan: Plan<F>): ReadonlyArray<F['Target']> =>
  plan.passes.flatMap((pass) => pass.removals.map(({ target }) => target))

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
