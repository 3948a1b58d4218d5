import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import {
  type DiskLook,
  type MeasuredGrowth,
  growthOf,
  measureGrowth,
  noGrowthMeasured,
} from '../../../src/simulate/node/index.js'

const minute = 60_000
const noon = Date.UTC(2026, 0, 1, 12)

/** A disk of a thousand bytes of which so many are in use. */
const look = (after: number, used: number, ...images: ReadonlyArray<string>): DiskLook => ({
  at: new Date(noon + after),
  images: images.map((id) => ({ id })),
  imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(1000 - used) }),
})

const measured = (...looks: ReadonlyArray<DiskLook>): MeasuredGrowth =>
  looks.reduce((so, one) => measureGrowth(so)(one), noGrowthMeasured)

describe('growth that is measured', () => {
  it('is what was written between two looks, per second', () => {
    expect(growthOf(measured(look(0, 100), look(minute, 160)))).toEqual({ _tag: 'Constant', bytesPerSecond: 1 })
  })

  it('is none before there are two looks, and where a disk empties', () => {
    expect(growthOf(noGrowthMeasured)).toEqual({ _tag: 'None' })
    expect(growthOf(measured(look(0, 100)))).toEqual({ _tag: 'None' })
    expect(growthOf(measured(look(0, 100), look(minute, 40)))).toEqual({ _tag: 'None' })
  })

  it('leaves out what was written while images came or went, in whatever order they are listed', () => {
    const pulled = measured(look(0, 100, 'a'), look(minute, 500, 'a', 'b'))
    expect(growthOf(pulled)).toEqual({ _tag: 'None' })
    expect(growthOf(measureGrowth(pulled)(look(2 * minute, 560, 'b', 'a')))).toEqual({
      ...{ _tag: 'Constant', bytesPerSecond: 1 },
    })
  })

  it.each([
    ['after a clock was set back', -minute],
    ['at the same instant', 0],
    ['more than an hour later', 60 * minute + 1],
  ])('begins anew with a look %s', (_, after) => {
    const before = measured(look(-minute, 40), look(0, 100))
    const then = measureGrowth(before)(look(after, 900))
    expect(then).toMatchObject({ bytes: before.bytes, millis: before.millis, last: { used: 900 } })
    expect(measureGrowth(then)(look(after + minute, 960)).bytes).toBeCloseTo(120, 0)
  })

  it('still counts a look an hour later', () => {
    expect(measured(look(0, 100), look(60 * minute, 460)).bytes).toBe(360)
  })

  it('counts nothing over a look at which the disk was unknown', () => {
    const dark = { ...look(minute, 0), imageFs: unknown }
    const half = { ...look(minute, 0), imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.none }) }
    for (const missing of [dark, half]) expect(measured(look(0, 100), missing, look(2 * minute, 900)).bytes).toBe(0)
  })

  it('counts half of what is a day old, and keeps no more than one look', () => {
    const hourly = (bytes: number, hours: number): MeasuredGrowth =>
      Array.from({ length: hours }, (_, hour) => look(hour * 60 * minute, (hour * bytes) % 900)).reduce(
        (so, one) => measureGrowth(so)(one),
        noGrowthMeasured,
      )
    expect(hourly(1, 25).bytes).toBeCloseTo((1 - 0.5) / (1 - 0.5 ** (1 / 24)), 6)
    expect(JSON.stringify(hourly(1, 400)).length).toBeLessThan(200)
  })
})
