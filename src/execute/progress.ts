import type { Family } from '../core/plan.js'
import type { AmendOutcome, Outcome, PassReport } from '../core/report.js'
import type { Millis } from '../core/time.js'

/** Something that happened, in the order in which it did. */
export type Progress<F extends Family, E> =
  /** `removals`: how many the pass attempts if nothing fails. */
  | { readonly _tag: 'PassBegun'; readonly pass: F['Pass']; readonly removals: number }
  /** The call failed and is made again after a wait; `attempt` counts from 1. */
  | {
      readonly _tag: 'Retrying'
      readonly pass: F['Pass']
      readonly action: F['Action']
      readonly error: E
      readonly attempt: number
      readonly wait: Millis
    }
  | { readonly _tag: 'AmendmentEnded'; readonly pass: F['Pass']; readonly outcome: AmendOutcome<F, E> }
  | { readonly _tag: 'RemovalEnded'; readonly pass: F['Pass']; readonly outcome: Outcome<F, E> }
  | { readonly _tag: 'PassEnded'; readonly pass: F['Pass']; readonly report: PassReport<F, E> }
