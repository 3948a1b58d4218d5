/**
 * Parses, compares and prints Kubernetes quantities (`100Mi`, `1.5Gi`, `250m`, `1e3`).
 */
import type { either as E } from 'fp-ts'

import * as fp from './fp.js'
import {
  type InvalidQuantity,
  type Scale,
  type Written,
  amountFits,
  amountOf,
  amountValue,
  binarySuffixes,
  decimalSuffixes,
  isShort,
  readWritten,
  scaledTo,
} from './amount.js'

export type { InvalidQuantity } from './amount.js'

/** The suffixes that a quantity was written with and is printed with. */
export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

/** An amount: `mantissa * 10 ** exponent`, no finer than a billionth. */
export interface Quantity {
  readonly mantissa: bigint
  readonly exponent: number
  readonly format: QuantityFormat
  /** As Kubernetes prints it, which keeps some texts as written, e.g. `5.` or `+2Mi`. */
  readonly canonical: string
}

const decimalSuffixOf: ReadonlyMap<number, string> = new Map([...decimalSuffixes].map(([text, power]) => [power, text]))

/**
 * Reads a quantity: a signed decimal number and a suffix, n u m (none) k M G T P E, Ki Mi Gi Ti Pi Ei, or an exponent
 * such as `e3` or `E-3`.
 *
 * Amounts finer than a billionth are rounded away from zero; with a binary suffix no amount is above 2^63-1.
 * Fails with {@link InvalidQuantity} for any other text.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity
 *
 * @example
 * ```ts
 * import { parseQuantity } from 'gcplan/decode'
 *
 * const parsed = parseQuantity('1.5Gi')
 * if (parsed._tag === 'Right') console.log(parsed.right.canonical) // 1536Mi
 * ```
 */
export const parseQuantity = (text: string): E.Either<InvalidQuantity, Quantity> =>
  fp.map(quantityWritten)(readWritten(text))

/** -1, 0 or 1. */
export const quantitySign = (quantity: Quantity): -1 | 0 | 1 =>
  quantity.mantissa === 0n ? 0 : quantity.mantissa < 0n ? -1 : 1

/**
 * The amount as a signed 64-bit integer, a fraction rounded away from zero. An amount that does not fit wraps as in
 * Kubernetes; ask {@link quantityFits} before using it.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go Quantity.Value
 *
 * @example
 * ```ts
 * import { parseQuantity, quantityValue } from 'gcplan/decode'
 *
 * const parsed = parseQuantity('1500m')
 * if (parsed._tag === 'Right') console.log(quantityValue(parsed.right)) // 2n
 * ```
 */
export const quantityValue = (quantity: Quantity): bigint => amountValue(quantity)

/** True when {@link quantityValue} did not wrap. */
export const quantityFits = (quantity: Quantity): boolean => amountFits(quantity)

/** A whole number as a quantity that is printed with the suffixes of a family. */
export const quantityOf = (format: QuantityFormat, value: bigint): Quantity => withCanonical(value, 0, format)

/**
 * The sum of two amounts, in the format of the first one that is not zero. If one amount has thousands of digits more
 * than the other, it is the sum.
 */
export const addQuantities = (a: Quantity, b: Quantity): Quantity => {
  if (quantitySign(a) === 0) return b
  if (quantitySign(b) === 0) return a
  const length = digitsOf(a) - digitsOf(b)
  if (Math.abs(length) > longestSum) return length > 0 ? a : b
  const [left, right, exponent] = aligned(a, b)
  return withCanonical(left + right, exponent, a.format)
}

/** A smaller amount that is this many digits shorter is ignored: no real amount has as many digits. */
const longestSum = 1000

/** Negative, zero or positive: the first amount is less than, equal to, or more than the second. */
export const compareQuantities = (a: Quantity, b: Quantity): number => {
  const [sign, other] = [quantitySign(a), quantitySign(b)]
  if (sign !== other || sign === 0) return sign - other
  // Numbers of different lengths need no powers of ten, however large their exponents are.
  const length = digitsOf(a) - digitsOf(b)
  if (length !== 0) return length > 0 ? sign : -sign
  const [left, right] = aligned(a, b)
  return left === right ? 0 : left < right ? -1 : 1
}

/** How many digits stand before the decimal point; at or below zero for fractions. */
const digitsOf = ({ mantissa, exponent }: Quantity): number =>
  `${mantissa < 0n ? -mantissa : mantissa}`.length + exponent

/** Both mantissas at the smaller exponent. */
const aligned = (a: Quantity, b: Quantity): readonly [a: bigint, b: bigint, exponent: number] => {
  const exponent = Math.min(a.exponent, b.exponent)
  return [
    a.mantissa * 10n ** BigInt(a.exponent - exponent),
    b.mantissa * 10n ** BigInt(b.exponent - exponent),
    exponent,
  ]
}

const quantityWritten = (written: Written): Quantity => {
  const { text, whole, fraction, scale } = written
  const { mantissa, exponent } = amountOf(written)
  const quantity = withCanonical(mantissa, exponent, scale.format)
  return isShort(written) && isCanonical(whole, fraction, scale) ? { ...quantity, canonical: text } : quantity
}

/** True for a short number that is printed as it was written. */
const isCanonical = (whole: string, fraction: string, scale: Scale): boolean =>
  scale.format === 'BinarySI'
    ? BigInt(whole + fraction) % 8n !== 0n
    : (scale.exponent - fraction.length) % 3 === 0 && !(whole + fraction).endsWith('000') && !whole.startsWith('0')

const withCanonical = (mantissa: bigint, exponent: number, format: QuantityFormat): Quantity => ({
  mantissa,
  exponent,
  format,
  canonical:
    mantissa === 0n
      ? '0'
      : format === 'BinarySI'
        ? printBinary(mantissa, exponent)
        : printDecimal(mantissa, exponent, format),
})

/** Binary suffixes for whole amounts of 1024 and more; else the decimal ones, so that nothing is lost. */
const printBinary = (mantissa: bigint, exponent: number): string => {
  const whole = scaledTo(0, mantissa, exponent)
  const exact = exponent >= 0 || mantissa % 10n ** BigInt(-exponent) === 0n
  if (!exact || (whole > -1024n && whole < 1024n)) return printDecimal(mantissa, exponent, 'DecimalSI')
  let rest = whole
  let power = 0
  while (rest % 1024n === 0n) {
    rest /= 1024n
    power++
  }
  return `${rest}${binarySuffixes[power] ?? ''}`
}

/** The largest exponent that is a multiple of three and leaves no fraction. */
const printDecimal = (mantissa: bigint, exponent: number, format: 'DecimalSI' | 'DecimalExponent'): string => {
  const written = `${mantissa}`
  const digits = written.replace(/0+$/, '')
  const highest = exponent + written.length - digits.length
  const multiple = Math.floor(highest / 3) * 3
  const number = digits + '0'.repeat(highest - multiple)
  const suffix = format === 'DecimalSI' ? decimalSuffixOf.get(multiple) : undefined
  return number + (suffix ?? (multiple === 0 ? '' : `e${multiple}`))
}
