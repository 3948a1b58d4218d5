import { expect, it } from 'vitest'

import { outcomeOf } from '../../../src/simulate/outcomes/object-outcome.js'
import { plain } from './parts.js'

it('without any end, nothing is said to go or to stay', () => {
  expect(outcomeOf([])(plain('a'))).toMatchObject({ verdict: 'Unknown', ends: [] })
})

it('an object goes where every end is without it', () => {
  const [without, within] = [[], [plain('a')]].map((objects) => ({ codes: [], objects, course: [] }))
  const verdictOf = (...ends: ReadonlyArray<typeof without>) =>
    outcomeOf(ends.flatMap((end) => end ?? []))(plain('a')).verdict
  expect([verdictOf(without), verdictOf(without, within), verdictOf(within)]).toEqual(['Goes', 'MayGo', 'Stays'])
})
