import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { fromNanoseconds, isZeroTime, parseRfc3339 } from '../../src/decode/instant.js'

const iso = (text: string): string | null => {
  const parsed = parseRfc3339(text)
  return O.isSome(parsed) ? parsed.value.toISOString() : null
}

describe('RFC 3339 text', () => {
  it.each([
    ['2026-11-21T02:52:32Z', '2026-11-21T02:52:32.000Z'],
    ['2026-11-21T02:52:32.10639692Z', '2026-11-21T02:52:32.106Z'],
    ['2026-11-21T02:52:32.9999999999999Z', '2026-11-21T02:52:32.999Z'],
    ['2026-11-21T02:52:32.5Z', '2026-11-21T02:52:32.500Z'],
    ['2026-11-21T02:52:32+05:30', '2026-11-20T21:22:32.000Z'],
    ['2026-11-21T23:59:59-00:01', '2026-11-22T00:00:59.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (text, expected) => {
    expect(iso(text)).toBe(expected)
  })

  it.each([
    ['nothing', ''],
    ['a number, which Date.parse accepts', '1'],
    ['a date alone', '2026-11-21'],
    ['no offset', '2026-11-21T02:52:32'],
    ['a space for the T', '2026-11-21 02:52:32Z'],
    ['small letters', '2026-11-21t02:52:32z'],
    ['an empty fraction', '2026-11-21T02:52:32.Z'],
    ['30 February', '2026-02-30T00:00:00Z'],
    ['29 February of a common year', '2025-02-29T00:00:00Z'],
    ['29 February of 1900', '1900-02-29T00:00:00Z'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['month 0', '2026-00-10T00:00:00Z'],
    ['month 13', '2026-13-10T00:00:00Z'],
    ['day 0', '2026-01-00T00:00:00Z'],
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T23:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['an offset of 24 hours', '2026-01-01T00:00:00+24:00'],
    ['an offset of 60 minutes', '2026-01-01T00:00:00+00:60'],
    ['year 0', '0000-12-31T00:00:00Z'],
    ['an instant before year 1', '0001-01-01T00:00:00+00:01'],
    ['an instant after year 9999', '9999-12-31T23:59:59-00:01'],
    ['a fifth digit of the year', '12026-01-01T00:00:00Z'],
    ['a line after it', '2026-01-01T00:00:00Z\n'],
  ])('refuses %s', (_, text) => {
    expect(iso(text)).toBeNull()
  })
})

describe('nanoseconds', () => {
  it.each([
    [1795229552106396920n, '2026-11-21T02:52:32.106Z'],
    [999_999n, '1970-01-01T00:00:00.000Z'],
    [0n, '1970-01-01T00:00:00.000Z'],
    [-1n, '1969-12-31T23:59:59.999Z'],
    [-1_000_000n, '1969-12-31T23:59:59.999Z'],
    [-1_000_001n, '1969-12-31T23:59:59.998Z'],
    [9223372036854775807n, '2262-04-11T23:47:16.854Z'],
  ])('%d are cut to the millisecond before', (nanoseconds, expected) => {
    expect(fromNanoseconds(nanoseconds).toISOString()).toBe(expected)
  })
})

describe('the zero time', () => {
  it('is the first instant of year 1, in any offset', () => {
    const zero = ['0001-01-01T00:00:00Z', '0001-01-01T01:00:00+01:00', '0001-01-01T00:00:00.0009Z'].map(parseRfc3339)
    expect(zero.every((date) => O.isSome(date) && isZeroTime(date.value))).toBe(true)
  })

  it('is no later instant', () => {
    expect(isZeroTime(new Date(0))).toBe(false)
  })
})
