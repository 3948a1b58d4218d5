import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { epochNanos, parseTimestamp, pastFrom } from '../../../src/containerd/labels/timestamp.js'

const nanos = (text: string): bigint | undefined => {
  const timestamp = parseTimestamp(text)
  return timestamp === undefined ? undefined : epochNanos(timestamp)
}

const second = 1_000_000_000n

describe('a timestamp of a label', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T0:00:01Z', second],
    ['1970-01-01T00:00:00.5Z', second / 2n],
    ['1970-01-01T00:00:00,5Z', second / 2n],
    ['1970-01-01T00:00:00.1234567899Z', 123_456_789n],
    ['1970-01-01T01:00:00+01:00', 0n],
    ['1970-01-01T00:00:00-00:00', 0n],
    ['1969-12-31T00:00:00-24:00', 0n],
    ['1970-01-01T01:00:00+00:60', 0n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['2000-02-29T00:00:00Z', 951_782_400n * second],
    ['0000-01-01T00:00:00Z', -62_167_219_200n * second],
    ['9999-12-31T23:59:59Z', 253_402_300_799n * second],
  ])('%s is read', (text, expected) => {
    expect(nanos(text)).toBe(expected)
  })

  it.each([
    ['', 'nothing'],
    ['2026-01-01', 'no time'],
    ['2026-01-01T00:00:00', 'no offset'],
    ['2026-01-01t00:00:00Z', 'a small t'],
    ['2026-01-01T00:00:00z', 'a small z'],
    ['2026-01-01 00:00:00Z', 'a blank'],
    [' 2026-01-01T00:00:00Z', 'a blank before'],
    ['2026-01-01T00:00:00Z\n', 'a line end'],
    ['2026-01-01T00:00:00.Z', 'a point alone'],
    ['2026-01-01T24:00:00Z', 'hour 24'],
    ['2026-01-01T23:59:60Z', 'a leap second'],
    ['2026-01-01T00:60:00Z', 'minute 60'],
    ['2026-13-01T00:00:00Z', 'month 13'],
    ['2026-00-01T00:00:00Z', 'month 0'],
    ['2026-02-29T00:00:00Z', 'a leap day of no leap year'],
    ['1900-02-29T00:00:00Z', 'a leap day of a century'],
    ['2026-04-31T00:00:00Z', 'a 31st of April'],
    ['2026-06-31T00:00:00Z', 'a 31st of June'],
    ['2026-09-31T00:00:00Z', 'a 31st of September'],
    ['2026-11-31T00:00:00Z', 'a 31st of November'],
    ['2026-01-32T00:00:00Z', 'a 32nd'],
    ['2026-01-00T00:00:00Z', 'day 0'],
    ['2026-01-01T00:00:00+25:00', 'offset hour 25'],
    ['2026-01-01T00:00:00+00:61', 'offset minute 61'],
    ['2026-01-01T00:0:00Z', 'a minute of one digit'],
    ['02026-01-01T00:00:00Z', 'a year of five digits'],
    ['٢026-01-01T00:00:00Z', 'a digit of another script'],
  ])('%j is malformed: %s', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
    expect(pastFrom(text)).toBe(Infinity)
  })

  it('names the instant that a Date prints', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(nanos(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n)
        },
      ),
    )
  })

  it('is past from the millisecond after it, whatever its nanoseconds', () => {
    expect(pastFrom('1970-01-01T00:00:00.005Z')).toBe(6)
    expect(pastFrom('1970-01-01T00:00:00.005000001Z')).toBe(6)
    expect(pastFrom('1970-01-01T00:00:00.004999999Z')).toBe(5)
  })

  it('is never thrown at', () => {
    fc.assert(fc.property(fc.string(), (text) => parseTimestamp(text) === undefined))
  })
})
