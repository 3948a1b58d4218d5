/** The guard type, and how guards are combined. */
import type { either as E } from 'fp-ts'

import * as either from '../core/either.js'
import type { AmendingFamily } from '../core/amendment.js'
import type { Family, Plan } from '../core/plan.js'
import type { Protection, TargetRef } from './protection.js'
import type { GuardRefusal, Refusals } from './refusal.js'

/** A family whose targets guards may also keep. */
export interface Guarded<F extends Family> extends Family {
  readonly Pass: F['Pass']
  readonly Target: F['Target']
  readonly Action: F['Action']
  readonly Reason: F['Reason']
  readonly KeepReason: F['KeepReason'] | Protection
  readonly AmendReason: F extends AmendingFamily ? F['AmendReason'] : never
  readonly Event: F['Event']
  readonly Refusal: F['Refusal']
  readonly Measurement?: F extends { readonly Measurement: infer M extends { readonly _tag: string } } ? M : never
}

/**
 * A pure function that passes a plan, keeps some of its targets, or refuses it whole. `T` is what it reads of targets.
 */
export type Guard<T extends TargetRef = TargetRef> = <F extends Family & { readonly Target: T }>(
  plan: Plan<F>,
) => E.Either<Refusals, Plan<Guarded<F>>>

/** Types a plan as guarded, without changing it. */
export const asGuarded = <F extends Family>(plan: Plan<F>): Plan<Guarded<F>> => plan as unknown as Plan<Guarded<F>>

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
      const passed = guard(left as unknown as Plan<F>)
      if (either.isLeft(passed)) refusals.push(...passed.left)
      else left = passed.right
    }
    return refused(refusals) ?? either.right(left)
  }

/** The refusals, if there are any. */
export const refused = (refusals: ReadonlyArray<GuardRefusal>): E.Either<Refusals, never> | null => {
  const [first, ...others] = refusals
  return first === undefined ? null : either.left([first, ...others])
}
