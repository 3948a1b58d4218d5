/**
 * The result of a run: one outcome per attempted or skipped removal, pass by pass.
 */
import type { Amendment, Family, Removal } from './plan.js'
import type { Int64 } from './int64.js'

/** What an error of a port means for the next call. */
export type ErrorClass =
  /** It may succeed when tried again. */
  | 'retryable'
  /** The target is already gone, which counts as done. */
  | 'gone'
  /** The target was replaced or changed since it was observed; observe it again. */
  | 'conflict'
  /** Trying again is useless. */
  | 'fatal'

/** Why `admit` refused a proposal. */
export interface AdmissionRefusal {
  readonly _tag: string
}

/** What happened to one removal; `E` is the error type of the port. */
export type Outcome<F extends Family, E> =
  /** `found: 'gone'` if a call found the target gone; later calls were not made. */
  | { readonly _tag: 'Removed'; readonly removal: Removal<F>; readonly found?: 'gone' }
  /** `as: 'conflict'` if the target had changed since it was observed. */
  | {
      readonly _tag: 'Failed'
      readonly removal: Removal<F>
      readonly action: F['Action']
      readonly error: E
      readonly as?: 'conflict'
    }
  | { readonly _tag: 'Skipped'; readonly removal: Removal<F>; readonly because: SkipReason }
  /** `admit` refused this removal; no call was made. */
  | { readonly _tag: 'Refused'; readonly removal: Removal<F>; readonly refusal: AdmissionRefusal }

/** Why nothing was attempted. */
export type SkipReason = 'requirement-failed' | 'run-stopped' | 'aborted'

/** What happened to one amendment. Skipped: it required something that was not done. */
export type AmendOutcome<F extends Family, E> =
  | { readonly _tag: 'Amended'; readonly amendment: Amendment<F>; readonly found?: 'gone' }
  | {
      readonly _tag: 'Failed'
      readonly amendment: Amendment<F>
      readonly action: F['Action']
      readonly error: E
      readonly as?: 'conflict'
    }
  | { readonly _tag: 'Skipped'; readonly amendment: Amendment<F>; readonly because: SkipReason }
  | { readonly _tag: 'Refused'; readonly amendment: Amendment<F>; readonly refusal: AdmissionRefusal }

/** The result of one pass. */
export interface PassReport<F extends Family, E> {
  readonly name: F['Pass']
  /** `Ran`; `Refused` by the plan; `Unobserved`: the observation before it failed; `NotReached`: the run had ended. */
  readonly state:
    | { readonly _tag: 'Ran' }
    | { readonly _tag: 'Refused'; readonly refusal: F['Refusal'] }
    | { readonly _tag: 'Unobserved'; readonly error: E }
    | { readonly _tag: 'NotReached' }
  /** In the order of attempts. Unneeded reserve has no outcome. */
  readonly outcomes: ReadonlyArray<Outcome<F, E>>
  /** What happened to amended targets, in the order of attempts; absent if the component amends none. */
  readonly amended?: ReadonlyArray<AmendOutcome<F, E>>
  /** Sum of `frees` over removed targets. */
  readonly freed: Int64
  /** What the component recorded before it removed anything; absent if the pass did not begin. */
  readonly events?: ReadonlyArray<F['Event']>
  /** What the component measured before the pass, if anything. */
  readonly measured?: F['Measurement']
}

/** The result of one run; passes in plan order. */
export interface Report<F extends Family, E> {
  readonly passes: ReadonlyArray<PassReport<F, E>>
}

/** Targets that the run removed, in order. */
export const removedTargets = <F extends Family, E>(report: Report<F, E>): ReadonlyArray<F['Target']> =>
  report.passes.flatMap((pass) =>
    pass.outcomes.flatMap((outcome) => (outcome._tag === 'Removed' ? [outcome.removal.target] : [])),
  )

/** Targets that were already gone, amended ones included, in order. */
export const goneTargets = <F extends Family, E>(report: Report<F, E>): ReadonlyArray<F['Target']> =>
  report.passes.flatMap(({ amended = [], outcomes }) => [
    ...amended.flatMap((outcome) =>
      outcome._tag === 'Amended' && outcome.found === 'gone' ? [outcome.amendment.target] : [],
    ),
    ...outcomes.flatMap((outcome) =>
      outcome._tag === 'Removed' && outcome.found === 'gone' ? [outcome.removal.target] : [],
    ),
  ])
