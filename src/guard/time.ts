/**
 * Age checks for plans and targets. The margin for clock skew makes them stricter: it is subtracted from an age that must
 * reach a minimum, and added to one that must not exceed a maximum.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Knowledge } from '../core/knowledge.js'
import type { Family, Plan } from '../core/plan.js'
import { type Span, after, between, millis } from '../core/time.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { guarding } from './guarding.js'
import { withhold } from './withhold.js'
import type { Protection, TargetRef } from './protection.js'
import type { GuardRefusal, Refusals } from './refusal.js'
import {
  type Settings,
  aFunction,
  aSpan,
  anInstant,
  fieldOf,
  invalidSettings,
  neededSpan,
  onlyFields,
  spanOf,
} from './setting.js'
import { wakingAt } from './wake.js'

/** How old a snapshot may be. */
export interface Freshness {
  readonly maxAge: Span
  /** Allowed skew between the clocks of the snapshot and of `now`. Default 0. */
  readonly margin?: Span | undefined
}

/**
 * Refuses a plan whose snapshot is too old, or in the future by more than the margin.
 *
 * Fails: with `SnapshotTooOld` if age plus margin exceeds the limit, `SnapshotFromTheFuture`, or `InvalidSetting`.
 */
export const maxSnapshotAge =
  (freshness: Freshness) =>
  (now: Date): Guard =>
    guarding(
      'maxSnapshotAge',
      () => ({ ...spansOf(freshness, 'maxAge'), now: [now, anInstant] }),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const { at } = plan
        const invalid = refused(invalidSettings('maxSnapshotAge', { at: [at, anInstant] }))
        if (invalid !== null) return invalid
        const [limit, margin] = [spanOf(freshness.maxAge), spanOf(freshness.margin)]
        const [age, ahead] = [between(at, now), between(now, at)]
        const refusals: GuardRefusal[] = []
        if (age + margin > limit) refusals.push({ _tag: 'SnapshotTooOld', at, age, limit, margin })
        if (ahead > margin) refusals.push({ _tag: 'SnapshotFromTheFuture', at, ahead, margin })
        return refused(refusals) ?? fp.right(asGuarded(plan))
      },
    )

/** How old a target has to be. */
export interface Maturity {
  readonly minAge: Span
  /** Allowed skew between the clocks of the snapshot and of the targets' dates. Default 0. */
  readonly margin?: Span | undefined
}

/**
 * Keeps every target younger than a span, since it was first seen, pulled, built or created, as you choose. Unknown age
 * counts as young.
 *
 * `wakeAt` includes the time at which the first is old enough.
 */
export const minAge =
  (maturity: Maturity) =>
  <T extends TargetRef = TargetRef>(since: (target: T) => Knowledge<Date>): Guard<T> =>
    guarding<T>(
      'minAge',
      () => ({ ...spansOf(maturity, 'minAge'), since: [since, aFunction] }),
      <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const invalid = refused(invalidSettings('minAge', { at: [plan.at, anInstant] }))
        if (invalid !== null) return invalid
        const [span, margin] = [spanOf(maturity.minAge), spanOf(maturity.margin)]
        const due: Date[] = []
        const held = withhold<F>(({ target }): O.Option<Protection> => {
          const seen = since(target)
          if (seen._tag === 'Unknown' || !anInstant.holds(seen.value))
            return fp.some({ _tag: 'AgeUnknown', minAge: span })
          const age = between(seen.value, plan.at)
          if (age - margin >= span) return fp.none
          due.push(after(seen.value, millis(span + margin)))
          return fp.some({ _tag: 'TooYoung', since: seen.value, age, minAge: span, margin })
        })(plan)
        return fp.right(wakingAt(due)(held))
      },
    )

/** An age and a margin; the age has no default. */
const spansOf = (options: unknown, age: string): Settings => ({
  [age]: [neededSpan(fieldOf(options, age)), aSpan],
  margin: [spanOf(fieldOf(options, 'margin')), aSpan],
  ...onlyFields(options, age, 'margin'),
})
