import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { formatGoDuration, millisPassing, millisReaching, parseGoDuration } from '../../src/core/go-duration.js'

const messageOf = (text: string): string => {
  const parsed = parseGoDuration(text)
  return E.isLeft(parsed) ? parsed.left.message : `read as ${parsed.right}`
}

it('refuses a sum beyond 64 bits even when each term fits', () => {
  expect(messageOf('2562047h48m')).toBe('time: invalid duration "2562047h48m"')
})

it('refuses a number of a thousand digits at once', () => {
  expect(messageOf(`${'9'.repeat(1000)}ns`)).toContain('time: invalid duration')
})

it('drops the digits of a fraction that no int64 holds', () => {
  expect(parseGoDuration(`0.${'1'.repeat(40)}s`)).toEqual(E.right(111_111_111n))
})

it('complains of the number before the unit, and of a sum at the term that overflows it', () => {
  expect(messageOf(`${'9'.repeat(20)}x`)).toBe(`time: invalid duration "${'9'.repeat(20)}x"`)
  expect(messageOf('9223372036854775809x')).toBe('time: invalid duration "9223372036854775809x"')
  expect(messageOf('9223372036854775808x')).toBe('time: unknown unit "x" in duration "9223372036854775808x"')
  expect(messageOf('2562048h1x')).toBe('time: invalid duration "2562048h1x"')
})

it('reads leading zeros without end', () => {
  expect(parseGoDuration(`${'0'.repeat(40)}1s`)).toEqual(E.right(1_000_000_000n))
})

it('refuses with its tag and the text', () => {
  expect(parseGoDuration('x')).toEqual(
    E.left({ _tag: 'InvalidGoDuration', text: 'x', message: 'time: invalid duration "x"' }),
  )
})

it('changes the unit at a thousand', () => {
  expect([999n, 1_000n, 999_999n, 1_000_000n, 999_999_999n, 1_000_000_000n].map(formatGoDuration)).toEqual([
    '999ns',
    '1\u00b5s',
    '999.999\u00b5s',
    '1ms',
    '999.999999ms',
    '1s',
  ])
})

it('quotes quotes, backslashes, control characters and lone surrogates', () => {
  expect(messageOf('1"\\')).toBe('time: unknown unit "\\"\\\\" in duration "1\\"\\\\"')
  expect(messageOf('\n')).toBe('time: invalid duration "\\x0a"')
  expect(messageOf('\ud800')).toBe('time: invalid duration "\\xef\\xbf\\xbd"')
})

it('does not read the digits of other scripts', () => {
  expect(messageOf('١s')).toBe('time: invalid duration "\\xd9\\xa1s"')
})

it('wraps what an int64 does not hold before printing it', () => {
  expect(formatGoDuration(2n ** 63n)).toBe('-2562047h47m16.854775808s')
})

it('rounds a bound to be reached up and a bound to be passed down, but never down to off', () => {
  expect([1n, 999_999n, 1_000_000n, 1_000_001n].map(millisReaching)).toEqual([1, 1, 1, 2])
  expect([1n, 999_999n, 1_000_000n, 1_999_999n].map(millisPassing)).toEqual([1, 1, 1, 1])
  expect([-1n, -1_000_001n].map(millisReaching)).toEqual([0, -1])
  expect([-1n, -1_000_001n].map(millisPassing)).toEqual([-1, -2])
})
