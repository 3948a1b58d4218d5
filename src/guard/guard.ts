/** The type of guards. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { AmendingFamily, Family, Plan } from '../core/plan.js'
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

/** The refusals, if there are any. */
export const refused = (refusals: ReadonlyArray<GuardRefusal>): E.Either<Refusals, never> | null => {
  const [first, ...others] = refusals
  return first === undefined ? null : fp.left([first, ...others])
}
