/**
 * Guards against sudden changes: an empty desired state, a plan that keeps nothing, far more removals than last time,
 * or a policy that moved too far.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { guarding } from './guarding.js'
import { movedFields } from './policy-change.js'
import type { TargetRef } from './protection.js'
import type { Counting, GuardRefusal, Refusals } from './refusal.js'
import { type Settings, aCount, aGrowth, fieldOf, onlyFields, optional } from './setting.js'
import { type Tally, tallies } from './tally.js'

/**
 * Refuses a plan that removes something although nothing is desired: an empty desired state is usually a failed render,
 * a wrong branch or a wrong path.
 *
 * Shape: `desired` is the number of desired things.
 * Fails: with `NothingDesired`, or `InvalidSetting`.
 */
export const requireDesired = (desired: number): Guard =>
  judging(
    'requireDesired',
    () => ({ desired: [desired, aCount] }),
    'at-worst',
    ({ count }) => (desired === 0 && count > 0 ? [{ _tag: 'NothingDesired', removals: count }] : []),
  )

/**
 * Refuses a plan that would remove every target considered, unless they are no more than the floor: probably a
 * mistake in the policy.
 *
 * Fails: with `NothingKept`, or `InvalidSetting`.
 */
export const requireKept = (floor: number): Guard =>
  judging(
    'requireKept',
    () => ({ floor: [floor, aCount] }),
    'at-worst',
    ({ count, considered }) =>
      count > floor && count === considered ? [{ _tag: 'NothingKept', removals: count, floor }] : [],
  )

/** How much a plan may grow. */
export interface Growth {
  /** Percent above the previous number; 100 allows twice as many. */
  readonly percent: number
  /** This many may always be removed. Default 0. */
  readonly floor?: number | undefined
}

/**
 * Refuses a plan that removes far more than the plan before it.
 *
 * Shape: `before` is the number of removals of that plan, e.g. `removalsOf(last).length`.
 * Fails: with `GrewTooMuch`, or `InvalidSetting`.
 */
export const maxGrowth =
  (growth: Growth) =>
  (before: number): Guard =>
    judging(
      'maxGrowth',
      () => ({
        percent: [fieldOf(growth, 'percent'), aGrowth],
        floor: [fieldOf(growth, 'floor'), optional(aCount)],
        ...onlyFields(growth, 'percent', 'floor'),
        before: [before, aCount],
      }),
      'planned',
      ({ count }) => {
        const { percent, floor = 0 } = growth
        return count > floor && (count - before) * 100 > percent * before
          ? [{ _tag: 'GrewTooMuch', before, count, limit: percent, floor }]
          : []
      },
    )

/**
 * Refuses every plan if a number of the policy changed by more than a share of its previous value. A number that is
 * new, dropped, or moves from, to or across zero exceeds any share; so does a changed text.
 *
 * Shape: policies are plain data; fields are named by path, e.g. `retention.days`.
 * Fails: with `PolicyMovedTooMuch` for each such field, in the order of the earlier policy, or `InvalidSetting`.
 */
export const maxPolicyChange =
  (percent: number) =>
  (before: unknown, after: unknown): Guard =>
    judging(
      'maxPolicyChange',
      () => ({ percent: [percent, aGrowth] }),
      'planned',
      () =>
        movedFields(percent, before, after).map((moved) => ({ _tag: 'PolicyMovedTooMuch', limit: percent, ...moved })),
    )

const judging = (
  name: string,
  settings: () => Settings,
  counting: Counting,
  judge: (tally: Tally) => ReadonlyArray<GuardRefusal>,
): Guard =>
  guarding(
    name,
    settings,
    <F extends Family & { readonly Target: TargetRef }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> =>
      refused(tallies(plan, counting, undefined).flatMap(judge)) ?? fp.right(asGuarded(plan)),
  )
