import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { weightsInside } from '../../src/internal/rectangle.js'
import { runs } from '../runs.js'

const place = fc.nat(12)

const arbitraryPoints = fc.array(fc.record({ x: place, y: place, light: fc.nat(9), heavy: fc.nat(2 ** 40) }))

const arbitraryRectangle = fc
  .tuple(place, place, place, place)
  .map(([left, width, bottom, height]) => ({ left, right: left + width, bottom, top: bottom + height }))

describe('weights inside rectangles', () => {
  it('are those of the points inside', () => {
    fc.assert(
      fc.property(arbitraryPoints, fc.array(arbitraryRectangle), (points, rectangles) => {
        const columns = {
          x: points.map(({ x }) => x),
          y: points.map(({ y }) => y),
          weights: [points.map(({ light }) => light), points.map(({ heavy }) => heavy)],
        }
        const inside = rectangles.map(({ left, right, bottom, top }) =>
          points.filter(({ x, y }) => x >= left && x < right && y >= bottom && y < top),
        )
        expect(weightsInside(columns, rectangles)).toEqual([
          inside.map((some) => some.reduce((sum, { light }) => sum + light, 0)),
          inside.map((some) => some.reduce((sum, { heavy }) => sum + heavy, 0)),
        ])
      }),
      { numRuns: runs(500) },
    )
  })
})
