import * as fc from 'fast-check'
import { describe, it } from 'vitest'

import { nthSmallest } from '../../../src/reclaim/knapsack/nth-smallest.js'
import { runs } from '../../runs.js'

describe('the number at a place of the order', () => {
  it.each([3, 1e6])('is that of the sorted numbers, of up to %d different ones', (most) => {
    fc.assert(
      fc.property(fc.array(fc.nat(most), { minLength: 1, maxLength: 40 }), fc.nat(1000), (numbers, drawn) => {
        const place = drawn % numbers.length
        const sorted = numbers.toSorted((a, b) => a - b)
        const given = Float64Array.from(numbers)
        return nthSmallest(given, place) === sorted[place] && given.toSorted().join() === sorted.join()
      }),
      { numRuns: runs(500) },
    )
  })
})
