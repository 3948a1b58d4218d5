import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Quantity } from '../../src/core/quantity.js'
import { parseQuantity, quantityFits, quantitySign, quantityValue } from '../../src/core/quantity.js'
import { runs } from '../runs.js'

/** An exact fraction: the independent way to say what a text amounts to. */
interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const multipliers: Readonly<Record<string, Fraction>> = {
  n: { numerator: 1n, denominator: 10n ** 9n },
  u: { numerator: 1n, denominator: 10n ** 6n },
  m: { numerator: 1n, denominator: 10n ** 3n },
  '': { numerator: 1n, denominator: 1n },
  ...Object.fromEntries(
    Array.from('kMGTPE', (name, index) => [name, { numerator: 1000n ** BigInt(index + 1), denominator: 1n }]),
  ),
  ...Object.fromEntries(
    Array.from('KMGTPE', (name, index) => [`${name}i`, { numerator: 2n ** BigInt(10 * index + 10), denominator: 1n }]),
  ),
  e3: { numerator: 1000n, denominator: 1n },
  E2: { numerator: 100n, denominator: 1n },
  'e-2': { numerator: 1n, denominator: 100n },
  'e+1': { numerator: 10n, denominator: 1n },
}

const anyParts = fc.record({
  sign: fc.constantFrom('', '+', '-'),
  whole: fc.stringMatching(/^[0-9]{1,20}$/),
  fraction: fc.option(fc.stringMatching(/^[0-9]{0,12}$/), { nil: null }),
  suffix: fc.constantFrom(...Object.keys(multipliers)),
})

type Parts = typeof anyParts extends fc.Arbitrary<infer A> ? A : never

const textOf = ({ sign, whole, fraction, suffix }: Parts): string =>
  sign + whole + (fraction === null ? '' : `.${fraction}`) + suffix

const upAwayFromZero = (numerator: bigint, denominator: bigint): bigint => {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size + denominator - 1n) / denominator
  return numerator < 0n ? -rounded : rounded
}

/** Billionths, rounded away from zero, capped for binary suffixes. */
const billionthsOf = ({ sign, whole, fraction, suffix }: Parts): bigint => {
  const { numerator, denominator } = multipliers[suffix] ?? { numerator: 0n, denominator: 1n }
  const digits = BigInt(whole + (fraction ?? ''))
  const size = upAwayFromZero(digits * numerator * 10n ** 9n, denominator * 10n ** BigInt(fraction?.length ?? 0))
  const cap = (2n ** 63n - 1n) * 10n ** 9n
  const capped = suffix.endsWith('i') && size > cap ? cap : size
  return sign === '-' ? -capped : capped
}

const amountInBillionths = ({ mantissa, exponent }: Quantity): bigint => mantissa * 10n ** BigInt(exponent + 9)

const parsed = (text: string): Quantity => {
  const quantity = parseQuantity(text)
  if (E.isLeft(quantity)) throw new Error(`${text}: ${quantity.left.message}`)
  return quantity.right
}

it('amounts to the exact fraction, to a billionth', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const quantity = parsed(textOf(parts))
      const billionths = billionthsOf(parts)
      expect(amountInBillionths(quantity)).toBe(billionths)
      expect(quantitySign(quantity)).toBe(billionths === 0n ? 0 : billionths < 0n ? -1 : 1)
      const value = upAwayFromZero(billionths, 10n ** 9n)
      expect(quantityValue(quantity)).toBe(BigInt.asIntN(64, value))
      expect(quantityFits(quantity)).toBe(BigInt.asIntN(64, value) === value)
    }),
    { numRuns: runs(1000) },
  )
})

it('prints a text of the same amount, which prints as itself', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const quantity = parsed(textOf(parts))
      const again = parsed(quantity.canonical)
      expect(amountInBillionths(again)).toBe(amountInBillionths(quantity))
      expect(again.canonical).toBe(quantity.canonical)
    }),
    { numRuns: runs(1000) },
  )
})

it('answers any text', () => {
  const garbage = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+.0-9eEinumkKMGTP ]{0,14}$/))
  fc.assert(
    fc.property(garbage, (text) => {
      const quantity = parseQuantity(text)
      return E.isLeft(quantity) ? quantity.left.message !== '' : parsed(quantity.right.canonical).canonical !== ''
    }),
    { numRuns: runs(1000) },
  )
})
