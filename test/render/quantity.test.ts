import { describe, expect, it } from 'vitest'

import { instant, millis } from '../../src/core/time.js'
import { formatBytes, formatInstant, formatSpan } from '../../src/render/index.js'

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1050, '1.05 kB'],
    [1500, '1.5 kB'],
    [9_994, '9.99 kB'],
    [9_995, '10 kB'],
    [99_949, '99.9 kB'],
    [99_950, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [648_123_456, '648 MB'],
    [9_123_558_236, '9.12 GB'],
    [-1500, '-1.5 kB'],
    ['9223372036854775807', '9.22 EB'],
    ['-9223372036854775808', '-9.22 EB'],
    ['18446744073709551615', '18.4 EB'],
  ] as const)('%s read %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('spans', () => {
  it.each([
    [0, '0 ms'],
    [1, '1 ms'],
    [1500, '1 s'],
    [60_000, '1 min'],
    [330_000, '5 min 30 s'],
    [3_600_001, '1 h'],
    [90_061_001, '1 d 1 h'],
    [-120_000, '-2 min'],
  ])('of %i milliseconds read %s', (span, text) => {
    expect(formatSpan(millis(span))).toBe(text)
  })
})

describe('instants', () => {
  it('have milliseconds only where there are any', () => {
    expect(formatInstant(instant(0))).toBe('1970-01-01T00:00:00Z')
    expect(formatInstant(instant(1))).toBe('1970-01-01T00:00:00.001Z')
    expect(formatInstant(instant(Number.NaN))).toBe('an invalid date')
  })
})
