/** The reasons for which a guard refuses a whole plan: the number, its limit, and the targets concerned. */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type { Int64 } from '../core/int64.js'
import type { Problem } from '../core/problem.js'
import type { Millis } from '../core/time.js'
import type { TargetRef } from './protection.js'

/** What a cap counts over: the whole plan, or one of its groups, e.g. `namespace` `web`. */
export type Scope = { readonly _tag: 'Plan' } | { readonly _tag: 'Group'; readonly by: string; readonly key: string }

/**
 * How a cap counts. `planned`: if every removal succeeds. `at-worst`: including reserve that failures could bring in.
 */
export type Counting = 'planned' | 'at-worst'

/**
 * What was counted, in plan order, and what exceeds the limit. `counting`: whether it exceeds as planned, or only at
 * worst.
 */
export interface Overrun {
  readonly scope: Scope
  readonly counting: Counting
  readonly targets: ReadonlyArray<TargetRef>
  readonly beyond: ReadonlyArray<TargetRef>
}

/** Why a guard refuses a plan. */
export type GuardRefusal =
  | (Overrun & { readonly _tag: 'OverMaxCount'; readonly count: number; readonly limit: number })
  /** `floor` is the number that may always be removed. */
  | (Overrun & {
      readonly _tag: 'OverMaxPercent'
      readonly count: number
      readonly considered: number
      readonly percent: number
      readonly limit: number
      readonly floor: number
    })
  | (Overrun & { readonly _tag: 'OverMaxBytes'; readonly bytes: Int64; readonly limit: Int64 })
  | {
      readonly _tag: 'SnapshotTooOld'
      readonly at: Date
      readonly age: Millis
      readonly limit: Millis
      readonly margin: Millis
    }
  /** The snapshot is in the future, by more than clocks may be apart. */
  | { readonly _tag: 'SnapshotFromTheFuture'; readonly at: Date; readonly ahead: Millis; readonly margin: Millis }
  /** Something required was not listed in full. */
  | { readonly _tag: 'NotCovered'; readonly missing: RNEA.ReadonlyNonEmptyArray<string> }
  /** The plan's scope differs from the previous one. */
  | { readonly _tag: 'ScopeChanged'; readonly added: ReadonlyArray<string>; readonly dropped: ReadonlyArray<string> }
  /** A collector, listing or converter does not work, so its results are missing. */
  | { readonly _tag: 'Stalled'; readonly what: string; readonly because: string }
  /** The component itself would end its run at this pass. */
  | { readonly _tag: 'PassRefused'; readonly pass: string; readonly refusal: string }
  | {
      readonly _tag: 'RestsOnAssumptions'
      readonly about: RNEA.ReadonlyNonEmptyArray<string>
      readonly targets: ReadonlyArray<string>
    }
  /** The desired state is empty, and the plan removes something. */
  | { readonly _tag: 'NothingDesired'; readonly removals: number }
  /** Every target considered would be removed. */
  | { readonly _tag: 'NothingKept'; readonly removals: number; readonly floor: number }
  /** Too many more removals than last time. */
  | {
      readonly _tag: 'GrewTooMuch'
      readonly before: number
      readonly count: number
      readonly limit: number
      readonly floor: number
    }
  /** A number of the policy changed by more than a share; from, to or across zero exceeds any share. */
  | {
      readonly _tag: 'PolicyMovedTooMuch'
      readonly field: string
      readonly before: string
      readonly after: string
      readonly limit: number
    }
  /** The approval is too old, or dated in the future. */
  | { readonly _tag: 'ApprovalTooOld'; readonly at: Date; readonly age: Millis; readonly limit: Millis }
  /** The guard, or a function that it asks, threw. */
  | { readonly _tag: 'GuardFailed'; readonly guard: string; readonly because: string }
  /** A setting of the guard is invalid, such as a negative limit; every plan is refused. */
  | ({ readonly _tag: 'InvalidSetting'; readonly guard: string } & Problem)

/** All refusals of a plan. */
export type Refusals = RNEA.ReadonlyNonEmptyArray<GuardRefusal>
