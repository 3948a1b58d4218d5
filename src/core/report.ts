/**
 * The result of a run: one outcome per attempted or skipped removal, pass by pass.
 */
import type { Amendment } from './amendment.js'
import type { Int64 } from './int64.js'
import type { Family, Removal } from './plan.js'

/** What an error means for what comes next, as the caller of the port sees it. */
export type ErrorClass =
  /** It may go well another time. */
  | 'retryable'
  /** What was to go is not there any more; that is as good as done. */
  | 'gone'
  /** The target is not the one, or not as, it was seen; it has to be looked at again. */
  | 'conflict'
  /** Trying again is of no use. */
  | 'fatal'

/** Why something was refused at the last moment. */
export interface AdmissionRefusal {
  readonly _tag: string
}

/** What happened to one removal; `E` is the error type of the port. */
export type Outcome<F extends Family, E> =
  /** `found: 'gone'` when a call found that the target was not there any more; calls after that one were not made. */
  | { readonly _tag: 'Removed'; readonly removal: Removal<F>; readonly found?: 'gone' }
  /** `as: 'conflict'` when the target was not as it was seen. */
  | {
      readonly _tag: 'Failed'
      readonly removal: Removal<F>
      readonly action: F['Action']
      readonly error: E
      readonly as?: 'conflict'
    }
  | { readonly _tag: 'Skipped'; readonly removal: Removal<F>; readonly because: SkipReason }
  /** Whoever admits removals did not admit this one; no call was made. */
  | { readonly _tag: 'Refused'; readonly removal: Removal<F>; readonly refusal: AdmissionRefusal }

/** Why nothing was attempted. */
export type SkipReason = 'requirement-failed' | 'run-stopped' | 'aborted'

/** What happened to one amendment; a skipped one required what was not done. */
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

/** What became of one pass. */
export interface PassReport<F extends Family, E> {
  readonly name: F['Pass']
  /** `Ran`; `Refused` by the plan; `Unobserved` when the look before it failed; `NotReached` because the run had ended. */
  readonly state:
    | { readonly _tag: 'Ran' }
    | { readonly _tag: 'Refused'; readonly refusal: F['Refusal'] }
    | { readonly _tag: 'Unobserved'; readonly error: E }
    | { readonly _tag: 'NotReached' }
  /** In the order of attempts. Reserve that was not needed has no outcome. */
  readonly outcomes: ReadonlyArray<Outcome<F, E>>
  /** What happened to targets that stay, in the order of attempts; absent where the component changes none. */
  readonly amended?: ReadonlyArray<AmendOutcome<F, E>>
  /** Sum of `frees` over removed targets. */
  readonly freed: Int64
  /** What the component recorded before it removed anything; absent where the pass was not begun. */
  readonly events?: ReadonlyArray<F['Event']>
  /** What the component measured before it decided the pass; absent where it measured nothing. */
  readonly measured?: F['Measurement']
}

/** What became of one run; passes in plan order. */
export interface Report<F extends Family, E> {
  readonly passes: ReadonlyArray<PassReport<F, E>>
}

/** Targets that the run removed, in order. */
export const removedTargets = <F extends Family, E>(report: Report<F, E>): ReadonlyArray<F['Target']> =>
  report.passes.flatMap((pass) =>
    pass.outcomes.flatMap((outcome) => (outcome._tag === 'Removed' ? [outcome.removal.target] : [])),
  )

/** Targets that turned out to be gone already, amended ones included, in order. */
export const goneTargets = <F extends Family, E>(report: Report<F, E>): ReadonlyArray<F['Target']> =>
  report.passes.flatMap(({ amended = [], outcomes }) => [
    ...amended.flatMap((outcome) =>
      outcome._tag === 'Amended' && outcome.found === 'gone' ? [outcome.amendment.target] : [],
    ),
    ...outcomes.flatMap((outcome) =>
      outcome._tag === 'Removed' && outcome.found === 'gone' ? [outcome.removal.target] : [],
    ),
  ])
