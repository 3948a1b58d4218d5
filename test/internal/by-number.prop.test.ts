import fc from 'fast-check'
import { expect, it } from 'vitest'

import { byNumber, compareText } from '../../src/internal/lists.js'
import { runs } from '../runs.js'

const number = fc.oneof(fc.constantFrom(0, 1, 2, -1.5), fc.double({ noNaN: true }))
const items = fc.array(fc.record({ number, name: fc.constantFrom('a', 'b', 'c'), nth: fc.nat() }))

it('sorts as a comparison by number, then of ties, does', () => {
  fc.assert(
    fc.property(items, (given) => {
      const sorted = byNumber(
        given,
        Float64Array.from(given, ({ number: of }) => of),
        (a, b) => compareText(a.name, b.name),
      )
      const expected = given.toSorted((a, b) =>
        a.number < b.number ? -1 : a.number > b.number ? 1 : compareText(a.name, b.name),
      )
      expect(sorted).toEqual(expected)
    }),
    { numRuns: runs(500) },
  )
})
