import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { placesByRank } from '../../src/internal/lists.js'

describe('places by rank', () => {
  it('are those of a stable sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer(), fc.double({ noNaN: true }))),
        (numbers) => {
          const plain = numbers
            .map((_, place) => place)
            .sort((a, b) => {
              const [left = 0, right = 0] = [numbers[a], numbers[b]]
              return left < right ? -1 : left > right ? 1 : 0
            })
          expect([...placesByRank(Float64Array.from(numbers))]).toEqual(plain)
        },
      ),
    )
  })
})
