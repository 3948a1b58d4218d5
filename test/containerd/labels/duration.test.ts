import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseDuration } from '../../../src/containerd/labels/condition.js'

describe('a duration of a condition', () => {
  it.each([
    ['0', 0n],
    ['+0', 0n],
    ['-0', 0n],
    ['1ns', 1n],
    ['1us', 1_000n],
    ['1\u00b5s', 1_000n],
    ['1\u03bcs', 1_000n],
    ['1ms', 1_000_000n],
    ['1s', 1_000_000_000n],
    ['1m', 60_000_000_000n],
    ['1h30m', 5_400_000_000_000n],
    ['1.5h', 5_400_000_000_000n],
    ['.5h', 1_800_000_000_000n],
    ['5.h', 18_000_000_000_000n],
    ['-1h', -3_600_000_000_000n],
    ['+1h', 3_600_000_000_000n],
    ['1h1h', 7_200_000_000_000n],
    ['0.1ns', 0n],
    ['9223372036854775807ns', 9223372036854775807n],
    ['-9223372036854775808ns', -9223372036854775808n],
    ['0009223372036854775807ns', 9223372036854775807n],
    ['0.3333333333333333333h', 1_200_000_000_000n],
    ['0.9223372036854775807ms', 922_337n],
    ['0.92233720368547758079ms', 922_337n],
    ['0.9999999999999999999h', 3_600_000_000_000n],
    ['00h', 0n],
    ['0.5ns', 0n],
    ['2ns1us', 1_002n],
    ['2562047h', 9_223_369_200_000_000_000n],
    ['-2562047h47m16.854775808s', -9223372036854775808n],
    ['-9223372036854775807.9ns', -9223372036854775807n],
    ['000000000000000000000000001h', 3_600_000_000_000n],
  ])('%s is read', (text, expected) => {
    expect(parseDuration(text)).toBe(expected)
  })

  it.each(['', '1', '00', '1d', '1H', '1h ', ' 1h', '+', '-', '.s', '1.2.3s', '--1h', '1e3s', '9223372036854775808ns'])(
    '%j is malformed',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )

  it('is too long beyond 2^63 nanoseconds either way, also as a sum', () => {
    expect(parseDuration('-9223372036854775809ns')).toBeUndefined()
    expect(parseDuration('2562047h47m16.854775807s')).toBe(9223372036854775807n)
    expect(parseDuration('2562047h47m16.854775808s')).toBeUndefined()
    expect(parseDuration(`${'9'.repeat(10_000)}h`)).toBeUndefined()
    expect(parseDuration('2562048h')).toBeUndefined()
    expect(parseDuration('-2562048h')).toBeUndefined()
    expect(parseDuration('-2562047h47m16.854775809s')).toBeUndefined()
    expect(parseDuration('-9223372036854775808ns1ns')).toBeUndefined()
    expect(parseDuration('-2562047.9h')).toBeUndefined()
  })

  it('adds its terms', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(59), fc.nat(59), fc.nat(999), (h, m, s, ms) => {
        const millis = ((h * 60 + m) * 60 + s) * 1000 + ms
        expect(parseDuration(`${h}h${m}m${s}s${ms}ms`)).toBe(BigInt(millis) * 1_000_000n)
        expect(parseDuration(`-${h}h${m}m${s}.${String(ms).padStart(3, '0')}s`)).toBe(BigInt(-millis) * 1_000_000n)
      }),
    )
  })

  it('takes a long text in one go', () => {
    expect(parseDuration(`${'1'.repeat(100_000)}x`)).toBeUndefined()
    expect(parseDuration('1ns'.repeat(100_000))).toBe(100_000n)
  })
})
