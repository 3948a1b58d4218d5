/**
 * Guards for the inputs of a plan: complete listings, the same scope as last time, working collectors, accepted
 * assumptions.
 */
import type { either as E, option as O } from 'fp-ts'

import * as either from '../core/either.js'
import * as option from '../core/option.js'
import type { Assumption, Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { withhold } from './withhold.js'
import type { Protection } from './protection.js'
import type { GuardRefusal, Refusals } from './refusal.js'
import { aList, invalidSettings } from './setting.js'

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
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const invalid = refused(invalidSettings('requireCoverage', { needed: [needed, aList] }))
    if (invalid !== null) return invalid
    const [first, ...others] = needed.filter((place) => !covers(place))
    return first === undefined
      ? either.right(asGuarded(plan))
      : either.left([{ _tag: 'NotCovered', missing: [first, ...others] }])
  }

/**
 * Refuses every plan whose scope (kinds, namespaces, selectors) differs from the previous one: what was dropped would
 * leak, what was added might be deleted by mistake.
 *
 * Fails: with `ScopeChanged`, which says what was added and what was dropped.
 */
export const requireSameScope =
  (before: ReadonlyArray<string>) =>
  (now: ReadonlyArray<string>): Guard =>
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const invalid = refused(invalidSettings('requireSameScope', { before: [before, aList], now: [now, aList] }))
    if (invalid !== null) return invalid
    const [old, current] = [new Set(before), new Set(now)]
    const [added, dropped] = [[...current].filter((one) => !old.has(one)), [...old].filter((one) => !current.has(one))]
    return added.length + dropped.length === 0
      ? either.right(asGuarded(plan))
      : either.left([{ _tag: 'ScopeChanged', added, dropped }])
  }

/** A component that must work, and its last status. */
export interface Part {
  /** What it is, e.g. `discovery of metrics.k8s.io` or `listing of widgets`. */
  readonly what: string
  /** A refusal says why it does not work. */
  readonly state: E.Either<string, unknown>
}

/**
 * Refuses every plan while a part does not work, and every plan with a refused pass.
 *
 * Fails: with `Stalled` for each such part, then with `PassRefused` for each such pass.
 */
export const requireWorking =
  (parts: ReadonlyArray<Part>): Guard =>
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const stalled = parts.flatMap(({ what, state }) =>
      either.match(
        (because: string): ReadonlyArray<GuardRefusal> => [{ _tag: 'Stalled', what, because }],
        () => [],
      )(state),
    )
    const ended = plan.passes.flatMap(({ name, refusal }): ReadonlyArray<GuardRefusal> =>
      option.isSome(refusal) ? [{ _tag: 'PassRefused', pass: name, refusal: refusal.value._tag }] : [],
    )
    return refused([...stalled, ...ended]) ?? either.right(asGuarded(plan))
  }

/**
 * Refuses a plan that depends on an assumption you do not accept.
 *
 * Fails: with `RestsOnAssumptions`, which names these assumptions and the targets that depend on them.
 */
export const refuseAssumptions =
  (accepts: (assumption: Assumption) => boolean): Guard =>
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const doubtful = plan.assumptions.filter((assumption) => !accepts(assumption))
    const [first, ...others] = doubtful.map(({ about }) => about)
    if (first === undefined) return either.right(asGuarded(plan))
    const targets = [...new Set(doubtful.flatMap(({ targets }) => targets))]
    return either.left([{ _tag: 'RestsOnAssumptions', about: [first, ...others], targets }])
  }

/** Keeps every target whose decision depends on an assumption you do not accept. */
export const withoutAssumptions =
  (accepts: (assumption: Assumption) => boolean): Guard =>
  <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
    const resting = new Map<string, Assumption>()
    for (const assumption of plan.assumptions)
      if (!accepts(assumption)) for (const id of assumption.targets) if (!resting.has(id)) resting.set(id, assumption)
    const hold = withhold<F>(({ target }): O.Option<Protection> => {
      const found = resting.get(target.id)
      return found === undefined
        ? option.none
        : option.some({ _tag: 'RestsOnAssumption', about: found.about, because: found.because })
    })
    return either.right(hold(plan))
  }
