/** A run in which all that is planned succeeds. */
import { option as O } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Family, Pass, Plan, Removal } from '../../src/core/index.js'
import { successOf } from '../../src/upgrade/success.js'

const goes = (id: string, frees: Removal<Family>['frees']): Removal<Family> => ({
  target: { _tag: 'Thing', id },
  actions: [{ _tag: 'Delete' }],
  reasons: [{ _tag: 'Old' }],
  requires: [],
  frees,
})

const pass: Pass<Family> = {
  name: 'space',
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: [goes('a', 5), goes('b', 2 ** 53 - 1)],
  reserve: [goes('c', 1)],
  kept: [],
  events: [{ _tag: 'Warned' }],
  refusal: O.none,
}

const planOf = (only: Pass<Family>): Plan<Family> => ({
  at: new Date(0),
  passes: [only],
  wakeAt: O.none,
  assumptions: [],
})

it('removes what is planned and not what is in reserve, and sums up exactly', () => {
  expect(successOf(planOf(pass)).passes).toEqual([
    {
      name: 'space',
      state: { _tag: 'Ran' },
      outcomes: pass.removals.map((removal) => ({ _tag: 'Removed', removal })),
      amended: [],
      freed: '9007199254740996',
      events: [{ _tag: 'Warned' }],
    },
  ])
})

it('reports what was measured, what is changed, and a refusal', () => {
  const amendments = [goes('k', 0)]
  const full = { ...pass, amendments, measured: { _tag: 'Disk' }, refusal: O.some({ _tag: 'Full' }) }
  expect(successOf(planOf(full)).passes[0]).toMatchObject({
    state: { _tag: 'Refused', refusal: { _tag: 'Full' } },
    amended: [{ _tag: 'Amended', amendment: amendments[0] }],
    measured: { _tag: 'Disk' },
  })
})
