import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { placesByRank } from '../../src/internal/lists.js'
import { runs } from '../runs.js'

const ranked = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => [...placesByRank(Float64Array.from(numbers))]

const byStableSort = (numbers: ReadonlyArray<number>): ReadonlyArray<number> =>
  numbers
    .map((_, place) => place)
    .sort((a, b) => {
      const [left = 0, right = 0] = [numbers[a], numbers[b]]
      return left < right ? -1 : left > right ? 1 : 0
    })

describe('places by rank', () => {
  it('are those of a stable sort', () => {
    const mixed = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer(), fc.double({ noNaN: true })))
    fc.assert(
      fc.property(mixed, (numbers) => {
        expect(ranked(numbers)).toEqual(byStableSort(numbers))
      }),
    )
  })

  it('are so of neighbours that lie too far from the others for one number to hold a place beside them', () => {
    const farApart = fc.constantFrom(Number.MIN_SAFE_INTEGER, 0, 1, 2, 2 ** 51, 2 ** 51 + 1, 2 ** 51 + 2)
    fc.assert(
      fc.property(fc.array(farApart, { minLength: 2, maxLength: 8 }), (numbers) => {
        expect(ranked(numbers)).toEqual(byStableSort(numbers))
      }),
      { numRuns: runs(1000) },
    )
  })
})
