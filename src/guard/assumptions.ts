/** Guards for what a plan assumes: it is refused, or what rests on the assumption is kept. */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Assumption, Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded } from './guard.js'
import { guarding } from './guarding.js'
import type { Protection } from './protection.js'
import type { Refusals } from './refusal.js'
import { aFunction, isTrue } from './setting.js'
import { withhold } from './withhold.js'

/**
 * Refuses a plan that depends on an assumption you do not accept.
 *
 * Fails: with `RestsOnAssumptions`, which names these assumptions and the targets that depend on them.
 */
export const refuseAssumptions = (accepts: (assumption: Assumption) => boolean): Guard =>
  guarding(
    'refuseAssumptions',
    () => ({ accepts: [accepts, aFunction] }),
    <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const doubtful = plan.assumptions.filter((assumption) => !isTrue(accepts(assumption)))
      const [first, ...others] = doubtful.map(({ about }) => about)
      if (first === undefined) return fp.right(asGuarded(plan))
      const targets = [...new Set(doubtful.flatMap(({ targets }) => targets))]
      return fp.left([{ _tag: 'RestsOnAssumptions', about: [first, ...others], targets }])
    },
  )

/** Keeps every target whose decision depends on an assumption you do not accept. */
export const withoutAssumptions = (accepts: (assumption: Assumption) => boolean): Guard =>
  guarding(
    'withoutAssumptions',
    () => ({ accepts: [accepts, aFunction] }),
    <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const resting = new Map<string, Assumption>()
      for (const assumption of plan.assumptions)
        if (!isTrue(accepts(assumption)))
          for (const id of assumption.targets) if (!resting.has(id)) resting.set(id, assumption)
      const hold = withhold<F>(({ target }): O.Option<Protection> => {
        const found = resting.get(target.id)
        return found === undefined
          ? fp.none
          : fp.some({ _tag: 'RestsOnAssumption', about: found.about, because: found.because })
      })
      return fp.right(hold(plan))
    },
  )
