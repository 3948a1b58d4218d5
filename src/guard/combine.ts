/** Combines guards. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { asked, guarding } from './guarding.js'
import type { TargetRef } from './protection.js'
import type { GuardRefusal, Refusals } from './refusal.js'
import { someGuards } from './setting.js'

/**
 * Runs guards in order, each on the plan that the ones before left, and collects all refusals. Without guards every
 * plan passes.
 *
 * Order: that of the guards; put protection before caps.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { explainRefusal, guards, maxCount, protectKinds } from 'gcplan/guard'
 *
 * const goes = (id: string) => ({
 *   target: { _tag: 'Object', id, kind: id },
 *   actions: [{ _tag: 'Delete' }] as const,
 *   reasons: [{ _tag: 'Unused' }] as const,
 *   requires: [],
 *   frees: 0,
 * })
 * const plan: Plan<Family> = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'delete',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'continue',
 *       removals: [goes('Namespace'), goes('Pod'), goes('Job')],
 *       reserve: [],
 *       kept: [],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * }
 * const guarded = guards(protectKinds(), maxCount(1))(plan)
 * if (guarded._tag === 'Left') console.log(guarded.left.map(explainRefusal)) // [ '2 removals, more than 1' ]
 * ```
 */
export const guards =
  <T extends TargetRef = TargetRef>(...all: ReadonlyArray<Guard<T>>): Guard<T> =>
  <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    let left = asGuarded(plan)
    const refusals: GuardRefusal[] = []
    for (const guard of all) {
      const passed = asked(guard)(left as unknown as Plan<F>)
      if (fp.isLeft(passed)) refusals.push(...passed.left)
      else left = passed.right
    }
    return refused(refusals) ?? fp.right(left)
  }

/**
 * Refuses only what all of these guards refuse, e.g. a plan over both a count and a share. Invalid settings, and a guard
 * that throws, always refuse. A passed plan is unchanged.
 */
export const allOf = <T extends TargetRef = TargetRef>(...all: ReadonlyArray<Guard<T>>): Guard<T> =>
  guarding<T>(
    'allOf',
    () => ({ guards: [all, someGuards] }),
    <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const verdicts = all.map((guard) => asked(guard)(plan))
      const refusals = verdicts.flatMap(
        fp.match(
          (reasons) => reasons,
          () => [],
        ),
      )
      const stand = verdicts.some(fp.isRight) ? refusals.filter(isBroken) : refusals
      return refused(stand) ?? fp.right(asGuarded(plan))
    },
  )

/** Says nothing about the plan, but that the guard itself cannot tell. */
const isBroken = ({ _tag }: GuardRefusal): boolean => _tag === 'InvalidSetting' || _tag === 'GuardFailed'
