import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { after, between, instant, isInstant, lastInstant, millis, millisOf, nextBeat } from '../../src/core/time.js'
import { runs } from '../runs.js'

/** Spans between these are safe integers. */
const instants = fc.date({ noInvalidDate: true, min: new Date(-4e15), max: new Date(4e15) })

describe('an instant after another', () => {
  it('lies the span after it', () => {
    expect(after(new Date('2026-01-01T12:00:00Z'), millis(90_000))).toEqual(new Date('2026-01-01T12:01:30Z'))
    expect(after(new Date('2026-01-01T12:00:00Z'), millis(-1))).toEqual(new Date('2026-01-01T11:59:59.999Z'))
  })

  it('is the last one where no Date can name it', () => {
    expect(after(instant(1), millis(8.64e15))).toEqual(lastInstant)
    expect(after(instant(0), millis(Infinity))).toEqual(lastInstant)
    expect(after(lastInstant, millis(1))).toEqual(lastInstant)
    expect(after(instant(1 - 8.64e15), millis(Infinity))).toEqual(lastInstant)
  })

  it('is as far away as the span that leads to it', () => {
    fc.assert(
      fc.property(instants, instants, (from, to) => after(from, between(from, to)).getTime() === to.getTime()),
      { numRuns: runs(200) },
    )
  })
})

it('the next beat is the first one after the start that is not before an instant', () => {
  const rhythm = { from: instant(1000), period: millis(10) }
  const beats = [0, 1000, 1001, 1010, 1011, 1020].map((at) => nextBeat(rhythm, instant(at)).getTime())
  expect(beats).toEqual([1010, 1010, 1010, 1010, 1020, 1020])
})

describe('a Date', () => {
  it.each([new Date(NaN), 0, '2026-01-01T12:00:00Z', { [Symbol.toStringTag]: 'Date' }, null])(
    '%j is no instant',
    (value) => {
      expect(isInstant(value)).toBe(false)
    },
  )
})

describe('a span', () => {
  it('of parts is their sum, without what binary fractions add', () => {
    expect(millisOf({ days: 1, hours: 1, minutes: 1, seconds: 1.001 })).toBe(90_061_001)
    expect(millisOf({ seconds: 1.001 })).toBe(1001)
    expect(millisOf({ seconds: 0.0005 })).toBe(0.5)
  })

  it('with a part of another name is none', () => {
    expect(millisOf({ weeks: 1 } as never)).toBeNaN()
  })
})
