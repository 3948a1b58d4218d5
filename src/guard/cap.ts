/**
 * Limits on how much may be removed at once. A cap refuses the whole plan and reports the overrun; it never shortens a
 * plan, because nobody decided on the remainder.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Int64 } from '../core/int64.js'
import type { Family, Plan } from '../core/plan.js'
import type { Grouping } from './facts.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { guarding } from './guarding.js'
import type { TargetRef } from './protection.js'
import type { Counting, GuardRefusal, Overrun, Refusals } from './refusal.js'
import {
  type Kind,
  type Settings,
  aCount,
  aFunction,
  aShare,
  aText,
  bytesOf,
  fieldOf,
  onlyFields,
  oneOf,
  optional,
  someBytes,
} from './setting.js'
import { type Tally, beyondBytes, beyondCount, bytesText, tallies } from './tally.js'

/** The scope of a cap, and how it counts. */
export interface CapOptions<T extends TargetRef = TargetRef> {
  /** Counts each group separately, e.g. `byNamespace`. Default: the whole plan. */
  readonly per?: Grouping<T> | undefined
  /** Default `at-worst`: includes reserve that failures could bring in. */
  readonly counting?: Counting | undefined
}

/**
 * Refuses a plan that may remove more targets than the limit. A target in several passes counts once.
 *
 * Fails: with {@link GuardRefusal} `OverMaxCount` for each group that is over, in plan order; with `InvalidSetting` for
 * every plan if the limit is not a whole number, 0 or more.
 */
export const maxCount = <T extends TargetRef = TargetRef>(limit: number, options: CapOptions<T> = {}): Guard<T> =>
  cap(
    'maxCount',
    () => ({ limit: [limit, aCount] }),
    options,
    (tally, overrun) =>
      tally.count > limit
        ? [{ _tag: 'OverMaxCount', count: tally.count, limit, ...overrun(isSure(tally), beyondCount(tally, limit)) }]
        : [],
  )

/** A share, and the number below which it does not apply. */
export interface Share {
  /** Percent of all targets considered: removed, in reserve and kept. */
  readonly percent: number
  /** This many may always be removed. Default 0. */
  readonly floor?: number | undefined
}

/**
 * Refuses a plan that may remove more than a share of the considered targets, and more than the floor.
 *
 * Units: percent of targets; exactly that share is still allowed.
 * Fails: with `OverMaxPercent`, or `InvalidSetting`, as {@link maxCount} does.
 */
export const maxPercent = <T extends TargetRef = TargetRef>(share: Share, options: CapOptions<T> = {}): Guard<T> => {
  const settings = (): Settings => ({
    percent: [fieldOf(share, 'percent'), aShare],
    floor: [fieldOf(share, 'floor'), optional(aCount)],
    ...onlyFields(share, 'percent', 'floor'),
  })
  return cap('maxPercent', settings, options, (tally, overrun) => {
    const { percent, floor = 0 } = share
    const { count, considered } = tally
    if (count <= floor || count * 100 <= percent * considered) return []
    const allowed = Math.max(floor, Math.floor((percent * considered) / 100))
    const found = Math.round((count * 1000) / considered) / 10
    return [
      {
        _tag: 'OverMaxPercent',
        count,
        considered,
        percent: found,
        limit: percent,
        floor,
        ...overrun(isSure(tally), beyondCount(tally, allowed)),
      },
    ]
  })
}

/**
 * Refuses a plan that may free more bytes than the limit, as the real component counts them. A target in several passes
 * counts once.
 *
 * Fails: with `OverMaxBytes`, or `InvalidSetting`, as {@link maxCount} does.
 */
export const maxBytes = <T extends TargetRef = TargetRef>(limit: Int64, options: CapOptions<T> = {}): Guard<T> =>
  cap(
    'maxBytes',
    () => ({ limit: [limit, someBytes] }),
    options,
    (tally, overrun) => {
      const most = bytesOf(limit)
      return tally.bytes > most
        ? [
            {
              _tag: 'OverMaxBytes',
              bytes: bytesText(tally.bytes),
              limit,
              ...overrun(tally.bytes === tally.planned.bytes, beyondBytes(tally, most)),
            },
          ]
        : []
    },
  )

type Counted = (
  tally: Tally,
  overrun: (planned: boolean, beyond: Overrun['beyond']) => Overrun,
) => ReadonlyArray<GuardRefusal>

/** True when so many go if every removal succeeds. */
const isSure = ({ count, planned }: Tally): boolean => count === planned.count

const cap = <T extends TargetRef>(
  name: string,
  settings: () => Settings,
  options: CapOptions<T>,
  count: Counted,
): Guard<T> =>
  guarding<T>(
    name,
    () => ({ ...settings(), ...capSettings(options) }),
    <F extends Family & { readonly Target: T }>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const { per, counting = 'at-worst' } = options
      const refusals = tallies(plan, counting, per).flatMap((tally) =>
        count(tally, (planned, beyond) => ({
          scope: tally.scope,
          counting: planned ? 'planned' : 'at-worst',
          targets: tally.targets.map(({ ref }) => ref),
          beyond,
        })),
      )
      return refused(refusals) ?? fp.right(asGuarded(plan))
    },
  )

const capSettings = (options: unknown): Settings => ({
  per: [fieldOf(options, 'per'), optional(aGrouping)],
  counting: [fieldOf(options, 'counting'), optional(oneOf('planned', 'at-worst'))],
  ...onlyFields(options, 'per', 'counting'),
})

const aGrouping: Kind = {
  expected: 'a grouping, such as byNamespace',
  holds: (value) => aText.holds(fieldOf(value, 'name')) && aFunction.holds(fieldOf(value, 'keysOf')),
}
