import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { formatGoDuration, millisPassing, millisReaching, parseGoDuration } from '../../src/core/go-duration.js'
import { runs } from '../runs.js'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const anyNanoseconds = fc.oneof(int64, fc.bigInt({ min: -5_000_000_000n, max: 5_000_000_000n }))

const unitSizes = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

const anyTerm = fc.record({
  whole: fc.nat({ max: 9999 }),
  fraction: fc.stringMatching(/^[0-9]{0,6}$/),
  unit: fc.constantFrom(...(Object.keys(unitSizes) as ReadonlyArray<keyof typeof unitSizes>)),
})

it('reads back what it prints', () => {
  fc.assert(
    fc.property(anyNanoseconds, (nanoseconds) => {
      expect(parseGoDuration(formatGoDuration(nanoseconds))).toEqual(E.right(nanoseconds))
    }),
    { numRuns: runs(1000) },
  )
})

it('prints the same text again after reading it', () => {
  fc.assert(
    fc.property(anyNanoseconds, (nanoseconds) => {
      const text = formatGoDuration(nanoseconds)
      expect(E.map(formatGoDuration)(parseGoDuration(text))).toEqual(E.right(text))
    }),
  )
})

it('is the sum of its terms as exact fractions, each cut to a nanosecond in float64', () => {
  fc.assert(
    fc.property(fc.array(anyTerm, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '+', '-'), (terms, sign) => {
      const text = sign + terms.map(({ whole, fraction, unit }) => `${whole}.${fraction}${unit}`).join('')
      const exact = terms.reduce((sum, { whole, fraction, unit }) => {
        const scaled = BigInt(`${whole}${fraction}`) * unitSizes[unit]
        return sum + scaled / 10n ** BigInt(fraction.length)
      }, 0n)
      const parsed = parseGoDuration(text)
      if (E.isLeft(parsed)) throw new Error(parsed.left.message)
      const off = (sign === '-' ? -parsed.right : parsed.right) - exact
      return (off < 0n ? -off : off) <= BigInt(terms.length)
    }),
    { numRuns: runs(1000) },
  )
})

it('answers any text, and quotes the refused one in printable ASCII', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+.0-9a-zµ ]{0,12}$/)), (text) => {
      const parsed = parseGoDuration(text)
      return E.isRight(parsed) || /^time: [ -\u007f]+$/.test(parsed.left.message)
    }),
    { numRuns: runs(1000) },
  )
})

it('reaches and passes a bound at the same whole millisecond as the nanoseconds do', () => {
  const nearMillis = fc.bigInt({ min: 1n, max: 10_000_000n })
  fc.assert(
    fc.property(nearMillis, fc.nat({ max: 12 }), (nanoseconds, age) => {
      const ageNanoseconds = BigInt(age) * 1_000_000n
      expect(age >= millisReaching(nanoseconds)).toBe(ageNanoseconds >= nanoseconds)
      if (nanoseconds >= 1_000_000n) expect(age > millisPassing(nanoseconds)).toBe(ageNanoseconds > nanoseconds)
    }),
    { numRuns: runs(1000) },
  )
})
