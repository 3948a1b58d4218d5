/** Guards for what a plan was made from: complete listings, and the same scope as last time. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded } from './guard.js'
import { guarding } from './guarding.js'
import type { Refusals } from './refusal.js'
import { aFunction, listOf, isTrue } from './setting.js'

/**
 * Refuses every plan while something it needs was not listed in full.
 *
 * Shape: `needed` names what is needed, e.g. `apps/v1 ReplicaSet in every namespace`; `covers` says whether the
 * snapshot holds all of it.
 * Fails: with `NotCovered`, which names all that are missing.
 */
export const requireCoverage =
  (needed: ReadonlyArray<string>) =>
  (covers: (place: string) => boolean): Guard =>
    guarding(
      'requireCoverage',
      () => ({ ...listOf('needed', needed), covers: [covers, aFunction] }),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const isCovered = (place: string): boolean => isTrue(covers(place))
        const [first, ...others] = needed.filter((place) => !isCovered(place))
        return first === undefined
          ? fp.right(asGuarded(plan))
          : fp.left([{ _tag: 'NotCovered', missing: [first, ...others] }])
      },
    )

/**
 * Refuses every plan whose scope (kinds, namespaces, selectors) differs from the previous one: what was dropped would
 * leak, what was added might be deleted by mistake.
 *
 * Fails: with `ScopeChanged`, which says what was added and what was dropped.
 */
export const requireSameScope =
  (before: ReadonlyArray<string>) =>
  (now: ReadonlyArray<string>): Guard =>
    guarding(
      'requireSameScope',
      () => ({ ...listOf('before', before), ...listOf('now', now) }),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const [old, current] = [new Set(before), new Set(now)]
        const [added, dropped] = [
          [...current].filter((one) => !old.has(one)),
          [...old].filter((one) => !current.has(one)),
        ]
        return added.length + dropped.length === 0
          ? fp.right(asGuarded(plan))
          : fp.left([{ _tag: 'ScopeChanged', added, dropped }])
      },
    )
