/** Whether recorded ratios of benchmarks show a change, with no clock: what is measured is given. */
import { describe, expect, it } from 'vitest'

import type { Row, RowName } from '../../bench/ratios.js'
import { compareRatios, exponentOf, isNotable, lineOf, withRows } from '../../bench/ratios.js'

const row = (bench: string, size: number, workMs: number, yardstickMs: number): Row => ({
  ...{ bench, size, workMs, yardstickMs },
  ...{ leastRatio: 1, clockRatio: 1, heapPerItem: 1, peakMiB: 1, on: '2026-01-01' },
})

const recorded = [row('images', 1000, 20, 10), row('images', 10_000, 240, 100)]

/** Lines of a comparison in which the work of one size takes so many times as long, and those that are notable. */
const compared = (offered: ReadonlyArray<RowName>, measure: (name: RowName) => Row) => {
  const told: string[] = []
  const findings = compareRatios(recorded, offered, measure, (finding) => told.push(lineOf(finding).join(' ')))
  return { told, notable: findings.filter(isNotable).length }
}

const slowedBy =
  (times: number, of: number) =>
  ({ bench, size }: RowName): Row => {
    const found = recorded.find((each) => each.size === size) ?? row(bench, size, 1, 1)
    return size === of ? { ...found, workMs: found.workMs * times } : found
  }

describe('recorded ratios', () => {
  it('show a ratio that rose by 20 %', () => {
    expect(compared(recorded, slowedBy(1.2, 10_000))).toEqual({
      told: ['images 1000 2.00 2.00 +0 % ', 'images 10000 2.40 2.88 +20 % slower'],
      notable: 1,
    })
  })

  it('show a ratio that fell by 20 %', () => {
    expect(compared(recorded, slowedBy(0.8, 1000))).toEqual({
      told: ['images 1000 2.00 1.60 -20 % faster', 'images 10000 2.40 2.40 +0 % '],
      notable: 1,
    })
  })

  it('do not show a ratio that rose by 19 %', () => {
    expect(compared(recorded, slowedBy(1.19, 10_000)).notable).toBe(0)
  })

  it('travel: a machine of half the speed changes none', () => {
    const halved = (name: RowName): Row => {
      const { workMs, yardstickMs, ...rest } = slowedBy(1, 0)(name)
      return { ...rest, workMs: 2 * workMs, yardstickMs: 2 * yardstickMs }
    }
    expect(compared(recorded, halved).notable).toBe(0)
  })

  it('are measured again where they changed, so that one slow run shows nothing', () => {
    let times = 0
    const measure = (name: RowName): Row => slowedBy(times++ === 0 ? 2 : 1, 1000)(name)
    expect(compared(recorded, measure).notable).toBe(0)
    expect(times).toBe(3)
  })

  it('name a row that is not recorded, unmeasured, and one that no benchmark has', () => {
    const measure = (): Row => {
      throw new Error('measured')
    }
    expect(compared([{ bench: 'owners', size: 10 }], measure)).toEqual({
      told: ['owners 10    not recorded', 'images 1000    no such benchmark', 'images 10000    no such benchmark'],
      notable: 3,
    })
  })

  it('are recorded anew by row, in the order of the benchmarks, without those that are gone', () => {
    const offered = [
      { bench: 'owners', size: 10 },
      { bench: 'images', size: 10_000 },
    ]
    const kept = withRows(recorded, [row('owners', 10, 3, 1)], offered)
    expect(kept.map(({ bench, size, workMs }) => [bench, size, workMs])).toEqual([
      ['owners', 10, 3],
      ['images', 10_000, 240],
    ])
    expect(withRows(recorded, [row('images', 1000, 7, 1)], recorded).map(({ workMs }) => workMs)).toEqual([7, 240])
  })

  it('give the exponent of time over size', () => {
    const grown = [1000, 10_000, 100_000].map((size) => row('cubes', size, size ** 1.5, 1))
    expect(exponentOf(grown)).toBeCloseTo(1.5)
  })
})
