import { expect, it } from 'vitest'

import { outcomeOf } from '../../../src/simulate/outcomes/object-outcome.js'
import { plain } from './parts.js'

it('without any end, nothing is said to go or to stay', () => {
  expect(outcomeOf([], [])(plain('a'))).toMatchObject({ verdict: 'Unknown', unasked: 'Unknown', ends: [] })
})

it('an object goes where every end is without it', () => {
  const [without, within] = [[], [plain('a')]].map((objects) => ({ codes: [], objects, course: [] }))
  const verdictOf = (...ends: ReadonlyArray<typeof without>) =>
    outcomeOf(
      ends.flatMap((end) => end ?? []),
      [],
    )(plain('a')).verdict
  expect([verdictOf(without), verdictOf(without, within), verdictOf(within)]).toEqual(['Goes', 'MayGo', 'Stays'])
})

it('says too what becomes of an object where nobody asks for anything', () => {
  const [without, within] = [{ objects: [] }, { objects: [plain('a')] }]
  const unasked = (...ends: ReadonlyArray<typeof within>) => outcomeOf([], ends)(plain('a')).unasked
  expect([unasked(without), unasked(without, within), unasked(within)]).toEqual(['Goes', 'MayGo', 'Stays'])
})
