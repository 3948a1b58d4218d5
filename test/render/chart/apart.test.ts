import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { apart } from '../../../src/render/chart/svg.js'

describe('labels along an axis', () => {
  it('stay where they want to be while there is room', () => {
    expect(apart([50, 10, 30], 15, 100)).toEqual([50, 10, 30])
    expect(apart([], 15, 100)).toEqual([])
  })

  it('move to both sides where they crowd, in the order in which they stand', () => {
    expect(apart([50, 50], 10, 100)).toEqual([45, 55])
    expect(apart([52, 50, 51], 10, 100)).toEqual([61, 41, 51])
    expect(apart([40, 41, 52], 10, 100)).toEqual([34 + 1 / 3, 44 + 1 / 3, 54 + 1 / 3])
  })

  it('do not pass either end while there is room between them', () => {
    expect(apart([100, 100], 10, 100)).toEqual([90, 100])
    expect(apart([0, 0], 10, 100, 0)).toEqual([0, 10])
    expect(apart([0, 0], 10, 100)).toEqual([-5, 5])
    expect(apart([0, 0, 0], 10, 15, 0)).toEqual([-5, 5, 15])
  })

  it('are never nearer to each other than their size, nor beyond the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 }), (wanted) => {
        const placed = apart(wanted, 18, 300)
        const sorted = [...placed].sort((a, b) => a - b)
        return (
          placed.length === wanted.length &&
          sorted.every(
            (one, index) => one <= 300 + 1e-9 && (index === 0 || one - (sorted[index - 1] ?? 0) >= 18 - 1e-9),
          ) &&
          wanted.every((a, i) => wanted.every((b, j) => a >= b || (placed[i] ?? 0) < (placed[j] ?? 0)))
        )
      }),
    )
  })

  it('are placed in time that grows with their number', () => {
    expect(
      new Set(
        apart(
          Array.from({ length: 20_000 }, () => 5),
          1,
          1e6,
        ),
      ).size,
    ).toBe(20_000)
  })
})
