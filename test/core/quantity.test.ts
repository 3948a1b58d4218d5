import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityFits,
  quantitySign,
  quantityValue,
} from '../../src/core/quantity.js'

const read = (text: string): { value: bigint; canonical: string } | string => {
  const parsed = parseQuantity(text)
  return E.isLeft(parsed)
    ? parsed.left.message
    : { value: quantityValue(parsed.right), canonical: parsed.right.canonical }
}

it.each([
  ['2Gi', '100Mi', 1],
  ['-2Gi', '-100Mi', -1],
  ['-5', '-100', 1],
  ['1e2000000000', '9E', 1],
  ['100m', '0.1', 0],
  ['1.1', '1.05', 1],
  ['-1', '1', -1],
  ['0', '-0', 0],
])('tells of %s and %s which is more, by sign, length and digits', (a, b, order) => {
  const [one, other] = [a, b].map((text) => E.getOrElseW(() => null)(parseQuantity(text)))
  if (!one || !other) throw new Error('no quantity')
  expect([Math.sign(compareQuantities(one, other)), Math.sign(compareQuantities(other, one))]).toEqual([
    order,
    order === 0 ? 0 : -order,
  ])
})

it('rounds fractions away from zero on both sides', () => {
  expect(read('1.1')).toEqual({ value: 2n, canonical: '1100m' })
  expect(read('-1.1')).toEqual({ value: -2n, canonical: '-1100m' })
  expect(read('-1.0001Ki')).toEqual({ value: -1025n, canonical: '-1024102400u' })
})

it('rounds what is finer than a billionth up to one', () => {
  expect(read('1e-2000000000')).toEqual({ value: 1n, canonical: '1e-9' })
  expect(read('-0.00000000001')).toEqual({ value: -1n, canonical: '-1n' })
})

it('caps a binary quantity at the largest int64', () => {
  expect(read('8Ei')).toEqual({ value: 9223372036854775807n, canonical: '9223372036854775807' })
  expect(read('-9Ei')).toEqual({ value: -9223372036854775807n, canonical: '-9223372036854775807' })
})

it('keeps the exponent of an amount that no suffix reaches', () => {
  expect(read('1000E')).toEqual({ value: 3875820019684212736n, canonical: '1e21' })
})

it('answers an exponent of two thousand million without computing the number', () => {
  const huge = parseQuantity('1e2000000000')
  if (E.isLeft(huge)) throw new Error(huge.left.message)
  expect([quantityFits(huge.right), quantitySign(huge.right)]).toEqual([false, 1])
})

it('keeps the low 32 bits of an exponent and refuses one beyond 64 bits', () => {
  expect(read('1e4294967297')).toMatchObject({ value: 10n })
  expect(read('1e000000000000000000000003')).toMatchObject({ value: 1000n })
  expect(read('1e9223372036854775808')).toBe("unable to parse quantity's suffix")
})

it('takes a lone suffix for zero only while the suffix is short of Pi', () => {
  expect(read('Ti')).toEqual({ value: 0n, canonical: '0' })
  expect(read('Pi')).toBe('unable to parse numeric part of quantity')
  expect(read('.Ei')).toBe('unable to parse numeric part of quantity')
  expect(read('0Ei')).toEqual({ value: 0n, canonical: '0' })
})

it('prints binary amounts below 1024 without a binary suffix', () => {
  expect(read('0.25Ki')).toEqual({ value: 256n, canonical: '256' })
  expect(read('1025')).toEqual({ value: 1025n, canonical: '1025' })
})

it('fits as long as the value does', () => {
  const fits = (text: string): boolean => E.exists(quantityFits)(parseQuantity(text))
  expect(fits('9223372036854775807')).toBe(true)
  expect(fits('9223372036854775808')).toBe(false)
  expect(fits('-9223372036854775808')).toBe(true)
  expect(fits('9E')).toBe(true)
  expect(fits('10E')).toBe(false)
  expect(fits('0e500')).toBe(true)
})

const canonicalOf = (text: string): string => {
  const answer = read(text)
  return typeof answer === 'string' ? answer : answer.canonical
}

it('keeps the text of a canonical number of up to 18 digits, sign and all', () => {
  expect(canonicalOf('+123456789012345678')).toBe('+123456789012345678')
  expect(canonicalOf('+1234567890123456789')).toBe('1234567890123456789')
  expect(canonicalOf('+12345678901234.5678')).toBe('12345678901234567800u')
  expect(canonicalOf('+123456789012345.678')).toBe('+123456789012345.678')
  expect(canonicalOf('+1234567890123456.789')).toBe('1234567890123456789m')
  expect(canonicalOf('+5n')).toBe('+5n')
  expect(canonicalOf('+0.005n')).toBe('1n')
})

it('keeps the text of a short binary number unless it is a multiple of eight', () => {
  expect(canonicalOf('+12345678901Ki')).toBe('+12345678901Ki')
  expect(canonicalOf('+123456789012Ki')).toBe('123456789012Ki')
  expect(canonicalOf('+99Ti')).toBe('+99Ti')
  expect(canonicalOf('+100Ti')).toBe('100Ti')
  expect(canonicalOf('+8Ki')).toBe('8Ki')
  expect(canonicalOf('+1.0Ki')).toBe('1Ki')
})

it('does not keep a number in thousands', () => {
  expect(canonicalOf('+5000M')).toBe('5G')
  expect(canonicalOf('+0.500')).toBe('500m')
})

it('wraps a huge amount to nothing at once', () => {
  expect(read('1e64')).toEqual({ value: 0n, canonical: '10e63' })
  expect(read('1e63')).toMatchObject({ value: -9223372036854775808n })
  expect(read('3e2147483647')).toMatchObject({ value: 0n })
})

it('takes exponents of 64 bits and no letters around them', () => {
  expect(read('5e-9223372036854775808')).toMatchObject({ value: 5n })
  expect(read('5e9223372036854775807')).toMatchObject({ value: 1n })
  for (const text of ['5e-9223372036854775809', '5ee3', '5e3e', '5ke3', '5e+', '5+3'])
    expect(canonicalOf(text)).toMatch(/^(unable to parse quantity's suffix|quantities must match)/)
})

it('refuses with its tag and the text', () => {
  expect(parseQuantity('5K')).toEqual(
    E.left({ _tag: 'InvalidQuantity', text: '5K', message: "unable to parse quantity's suffix" }),
  )
})

it('fits down to the smallest int64', () => {
  expect(E.map(quantityFits)(parseQuantity('-9223372036854775809'))).toEqual(E.right(false))
})

it('adds amounts, printed as the first one is that is not zero', () => {
  const sum = (first: string, second: string): string => {
    const [a, b] = [parseQuantity(first), parseQuantity(second)]
    if (E.isLeft(a) || E.isLeft(b)) throw new Error('no quantity')
    return addQuantities(a.right, b.right).canonical
  }
  expect(sum('1Ki', '1k')).toBe('2024')
  expect(sum('1k', '1Ki')).toBe('2024')
  expect([sum('1Mi', '1Mi'), sum('0', '1Mi'), sum('1Mi', '0')]).toEqual(['2Mi', '1Mi', '1Mi'])
  expect([sum('500m', '1'), sum('-1', '1')]).toEqual(['1500m', '0'])
  expect(sum('1e900', '1')).toBe(`1${'0'.repeat(899)}1`)
})

it('takes an amount beside which the other is nothing for their sum', () => {
  const [huge, one] = [parseQuantity('1e2000000000'), parseQuantity('1')]
  if (E.isLeft(huge) || E.isLeft(one)) throw new Error('no quantity')
  expect([addQuantities(huge.right, one.right), addQuantities(one.right, huge.right)]).toEqual([huge.right, huge.right])
})
