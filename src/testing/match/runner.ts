/** Adapts matchers to runners that extend `expect`: Jest and vitest. */
import { type CascadeOf, toSurviveCascade } from './cascade.js'
import { toBeCollectedAt } from './collected.js'
import type { Which } from './name.js'
import { toHaveValidOwners } from './owners.js'
import { type Because, toKeep, toRemove, toRemoveBecause } from './plan.js'
import { toBeStuckOn } from './stuck.js'
import type { Verdict } from './verdict.js'
import type { TargetName } from '../cluster/name.js'
import type { When } from '../when.js'

/** The matchers on `expect`; `R` is the return type of assertions. */
export interface GcMatchers<R> {
  /** The plan removes a target; of a fake cluster or of objects, the plan of all collectors together. */
  readonly toRemove: (which: Which) => R
  /** The plan keeps a target in every pass that decides on it. */
  readonly toKeep: (which: Which) => R
  /** The plan removes a target for a reason with this tag or these fields. */
  readonly toRemoveBecause: (which: Which, because: Because) => R
  /** An object remains after others were deleted; the subject does not change. */
  readonly toSurviveCascade: (which: Which, of?: CascadeOf) => R
  /** An object is terminating, held by this finalizer, object or kind of blocker. */
  readonly toBeStuckOn: (which: TargetName, what: string) => R
  /** The owners of an object, or of all, exist and may own it. */
  readonly toHaveValidOwners: (which?: TargetName) => R
  /** A target is removed at an instant and not before. */
  readonly toBeCollectedAt: (which: Which, when: When) => R
}

/** What runners hand a matcher. */
export interface Asked {
  readonly isNot?: boolean | undefined
}

/** What runners expect a matcher to return. */
export interface RunnerResult {
  readonly pass: boolean
  /** What is printed when the assertion fails. */
  readonly message: () => string
}

/** One matcher, as runners call it. */
export type Matcher<Name extends keyof GcMatchers<unknown>> = (
  this: Asked,
  subject: unknown,
  ...args: Parameters<GcMatchers<unknown>[Name]>
) => RunnerResult

const matcher = <Name extends keyof GcMatchers<unknown>>(
  ask: (...args: Parameters<GcMatchers<unknown>[Name]>) => (subject: unknown) => Verdict,
): Matcher<Name> =>
  function (subject, ...args) {
    const { holds, message } = ask(...args)(subject)
    // An unknown answer fails the assertion, negated or not.
    return { pass: holds === 'neither' ? this.isNot === true : holds, message }
  }

/** The matchers, for `expect.extend`. */
export const matchers: {
  readonly [Name in keyof GcMatchers<unknown>]: Matcher<Name>
} = {
  toRemove: matcher<'toRemove'>(toRemove),
  toKeep: matcher<'toKeep'>(toKeep),
  toRemoveBecause: matcher<'toRemoveBecause'>(toRemoveBecause),
  toSurviveCascade: matcher<'toSurviveCascade'>(toSurviveCascade),
  toBeStuckOn: matcher<'toBeStuckOn'>(toBeStuckOn),
  toHaveValidOwners: matcher<'toHaveValidOwners'>(toHaveValidOwners),
  toBeCollectedAt: matcher<'toBeCollectedAt'>(toBeCollectedAt),
}
