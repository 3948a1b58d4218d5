/** The face that all guards share: settings first, and no function of the caller's that throws lets a plan pass. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { thrownText } from '../core/thrown.js'
import { type Guard, type Guarded, refused } from './guard.js'
import type { TargetRef } from './protection.js'
import type { Refusals } from './refusal.js'
import { type Settings, aFunction, fieldOf, invalidSettings, oneOf } from './setting.js'

/** A guard that refuses every plan while a setting means nothing, and a plan about which a function that it asks throws. */
export const guarding =
  <T extends TargetRef = TargetRef>(name: string, settings: () => Settings, guard: Guard<T>): Guard<T> =>
  <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    try {
      return refused(invalidSettings(name, settings())) ?? verdictOf(name, guard(plan))
    } catch (thrown) {
      return fp.left([{ _tag: 'GuardFailed', guard: name, because: thrownText(thrown) }])
    }
  }

/** A guard of the caller's own: what is none, or throws, lets no plan pass. */
export const asked = <T extends TargetRef>(guard: Guard<T>): Guard<T> =>
  guarding<T>('a guard', () => ({ guard: [guard, aFunction] }), guard)

/** What is no verdict, such as a promise of one, lets no plan pass. */
const verdictOf = <A>(name: string, verdict: E.Either<Refusals, A>): E.Either<Refusals, A> =>
  oneOf('Left', 'Right').holds(fieldOf(verdict, '_tag'))
    ? verdict
    : fp.left([{ _tag: 'GuardFailed', guard: name, because: 'it gave no verdict' }])
