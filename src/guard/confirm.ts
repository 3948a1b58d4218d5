/** Two-phase removal: a target must be planned for removal several times in a row, or for some time, before it is removed. */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import { type Span, after, between, millis } from '../core/time.js'
import type { Guard, Guarded } from './guard.js'
import { guarding } from './guarding.js'
import { type Judged, withhold } from './withhold.js'
import type { Protection } from './protection.js'
import type { Refusals } from './refusal.js'
import {
  type Kind,
  type Settings,
  aCount,
  aFunction,
  aSpan,
  fieldOf,
  listing,
  onlyFields,
  optional,
  spanOf,
} from './setting.js'
import type { Sightings } from './sightings.js'
import { wakingAt } from './wake.js'

/** Conditions; all given ones must hold. */
export interface Confirmation {
  /** Plans in a row that would remove the target, this one included. */
  readonly sightings?: number | undefined
  /** Time since the first of them. */
  readonly wait?: Span | undefined
  /** Which removals need confirmation. Default: all. */
  readonly where?: ((judged: Judged<Family>) => boolean) | undefined
}

/**
 * Keeps every target that was not planned for removal often enough, or for long enough.
 *
 * Shape: `memory` is the result of {@link observeSightings} for this plan. Amendments need no confirmation. `wakeAt`
 * includes the end of the first wait, unless that target also needs another sighting.
 * Fails: with `InvalidSetting`.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { removalsOf } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { confirm, noSightings, observeSightings } from 'gcplan/guard'
 *
 * const planAt = (at: string): Plan<Family> => ({
 *   at: new Date(at),
 *   passes: [
 *     {
 *       name: 'sweep',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'continue',
 *       removals: [
 *         {
 *           target: { _tag: 'Object', id: 'a' },
 *           actions: [{ _tag: 'Delete' }],
 *           reasons: [{ _tag: 'Unused' }],
 *           requires: [],
 *           frees: 0,
 *         },
 *       ],
 *       reserve: [],
 *       kept: [],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.none,
 *   assumptions: [],
 * })
 *
 * const twice = confirm({ sightings: 2 })
 * const first = planAt('2026-01-01T12:00:00Z')
 * const memory = observeSightings(first)(noSightings)
 * const second = planAt('2026-01-01T12:05:00Z')
 * for (const guarded of [twice(memory)(first), twice(observeSightings(second)(memory))(second)])
 *   if (guarded._tag === 'Right') console.log(removalsOf(guarded.right).length)
 * // 0
 * // 1
 * ```
 */
export const confirm =
  (confirmation: Confirmation) =>
  (memory: Sightings): Guard =>
    guarding(
      'confirm',
      () => settingsOf(confirmation, memory),
      <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
        const { sightings = 0, wait, where = () => true } = confirmation
        const span = spanOf(wait)
        const seen = new Map(memory.planned.map((sighting) => [targetKey(sighting.target), sighting]))
        const due: Date[] = []
        const held = withhold<F>((judged): O.Option<Protection> => {
          if (judged.what === 'amendment' || isFalse(where(judged))) return fp.none
          const { times, since } = seen.get(targetKey(judged.target)) ?? { times: 1, since: plan.at }
          const waited = millis(Math.max(0, between(since, plan.at)))
          if (times >= sightings && waited >= span) return fp.none
          if (times >= sightings) due.push(after(since, span))
          return fp.some({ _tag: 'NotConfirmed', times, sightings, since, waited, wait: span })
        })(plan)
        return fp.right(wakingAt(due)(held))
      },
    )

const settingsOf = (confirmation: unknown, memory: unknown): Settings => {
  const [sightings, wait] = [fieldOf(confirmation, 'sightings'), fieldOf(confirmation, 'wait')]
  const nothing = sightings === undefined && wait === undefined
  return {
    sightings: [sightings, nothing ? someCondition : optional(aCount)],
    wait: [spanOf(wait), aSpan],
    where: [fieldOf(confirmation, 'where'), optional(aFunction)],
    ...onlyFields(confirmation, 'sightings', 'wait', 'where'),
    memory: [memory, listing('sightings, such as noSightings', 'planned')],
  }
}

const someCondition: Kind = { expected: 'a number of plans, unless there is a wait', holds: () => false }

/** Only a plain no exempts a removal: a promise is none. */
const isFalse = (answer: unknown): boolean => answer === false
