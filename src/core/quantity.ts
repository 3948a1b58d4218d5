/**
 * Answers what a Kubernetes quantity (`100Mi`, `1.5Gi`, `250m`, `1e3`) amounts to and how Kubernetes prints it again.
 * An amount is a decimal, mantissa times a power of ten, so that no text makes a number of absurd length.
 */
import type { either as E } from 'fp-ts'

import * as either from './either.js'
import { maxInt64, minInt64, wrapInt64 } from './int64.js'

/** The family of suffixes that a quantity was written with, and is printed with again. */
export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

/** An amount: `mantissa * 10 ** exponent`, no finer than a billionth. */
export interface Quantity {
  readonly mantissa: bigint
  readonly exponent: number
  readonly format: QuantityFormat
  /** As Kubernetes prints it: a text that it takes for canonical already is kept as written, e.g. `5.` or `+2Mi`. */
  readonly canonical: string
}

/** A text that is no quantity, with the complaint of Kubernetes. */
export interface InvalidQuantity {
  readonly _tag: 'InvalidQuantity'
  readonly text: string
  readonly message: string
}

const wrongFormat = `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`
const wrongNumber = 'unable to parse numeric part of quantity'
const wrongSuffix = "unable to parse quantity's suffix"

/** Powers of ten of the decimal suffixes. */
const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const decimalSuffixOf: ReadonlyMap<number, string> = new Map([...decimalSuffixes].map(([text, power]) => [power, text]))

/** Binary suffixes by power of 1024. */
const binarySuffixes: ReadonlyArray<string> = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** The finest amount: a billionth. */
const nano = -9

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
export const parseQuantity = (text: string): E.Either<InvalidQuantity, Quantity> => {
  const invalid = (message: string): E.Either<InvalidQuantity, never> =>
    either.left({ _tag: 'InvalidQuantity', text, message })
  const parts = /^([+-]?)0*(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text)
  if (parts === null || text === '') return invalid(wrongFormat)
  const [, sign = '', leading = '', fraction = '', suffix = ''] = parts
  const scale = scaleOf(suffix)
  if (scale === null) return invalid(wrongSuffix)
  const whole = leading === '' ? '0' : leading
  const written: Written = { text, sign: sign === '-' ? -1n : 1n, whole, fraction, scale }
  if (isShort(written)) return either.right(readShort(written))
  return /\d/.test(text.slice(0, text.length - suffix.length)) ? either.right(readLong(written)) : invalid(wrongNumber)
}

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
export const quantityValue = (quantity: Quantity): bigint => {
  // 2^64 divides 10^64, so nothing is left of such an amount after wrapping.
  if (quantity.exponent >= 64) return 0n
  return wrapInt64(scaledTo(0, quantity.mantissa, quantity.exponent))
}

/** True when {@link quantityValue} did not wrap. */
export const quantityFits = (quantity: Quantity): boolean => {
  if (quantity.mantissa === 0n) return true
  if (quantity.exponent > 18) return false
  const value = scaledTo(0, quantity.mantissa, quantity.exponent)
  return value >= minInt64 && value <= maxInt64
}

/** A whole number as a quantity that is printed with the suffixes of a family. */
export const quantityOf = (format: QuantityFormat, value: bigint): Quantity => withCanonical(value, 0, format)

/** The sum of two amounts, printed as the first one is. */
export const addQuantities = (a: Quantity, b: Quantity): Quantity => {
  const [left, right, exponent] = aligned(a, b)
  return withCanonical(left + right, exponent, a.format)
}

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

/** What a suffix multiplies by. */
type Scale =
  | { readonly format: 'DecimalSI' | 'DecimalExponent'; readonly exponent: number }
  | { readonly format: 'BinarySI'; readonly power: number }

/** A text taken apart; `whole` has no leading zeros. */
interface Written {
  readonly text: string
  readonly sign: 1n | -1n
  readonly whole: string
  readonly fraction: string
  readonly scale: Scale
}

const scaleOf = (suffix: string): Scale | null => {
  const exponent = decimalSuffixes.get(suffix)
  if (exponent !== undefined) return { format: 'DecimalSI', exponent }
  const power = binarySuffixes.indexOf(suffix)
  if (power > 0) return { format: 'BinarySI', power }
  const [, sign = '', digits] = /^[eE]([-+]?)0*(\d+)$/.exec(suffix) ?? []
  if (digits === undefined || digits.length > 19) return null
  const written = BigInt((sign === '-' ? '-' : '') + digits)
  if (written > maxInt64 || written < minInt64) return null
  // Kubernetes keeps the low 32 bits of an exponent.
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, written)) }
}

/** True for a number so short that Kubernetes computes it in an int64 and may keep its text. */
const isShort = ({ whole, fraction, scale }: Written): boolean =>
  scale.format === 'BinarySI'
    ? fraction === '' && whole.length + 3 * scale.power <= 14
    : whole.length + fraction.length <= 18 && scale.exponent - fraction.length >= nano

const readShort = (written: Written): Quantity => {
  const { text, sign, whole, fraction, scale } = written
  const digits = BigInt(whole + fraction)
  const kept =
    scale.format === 'BinarySI'
      ? digits % 8n !== 0n
      : (scale.exponent - fraction.length) % 3 === 0 && !(whole + fraction).endsWith('000') && !whole.startsWith('0')
  const quantity =
    scale.format === 'BinarySI'
      ? withCanonical(sign * digits * 1024n ** BigInt(scale.power), 0, scale.format)
      : withCanonical(sign * digits, scale.exponent - fraction.length, scale.format)
  return kept ? { ...quantity, canonical: text } : quantity
}

const readLong = ({ sign, whole, fraction, scale }: Written): Quantity => {
  const digits = BigInt(whole + fraction)
  if (scale.format !== 'BinarySI') {
    const [mantissa, exponent] = toBillionths(digits, scale.exponent - fraction.length)
    return withCanonical(sign * mantissa, exponent, scale.format)
  }
  const [mantissa, exponent] = toBillionths(digits * 1024n ** BigInt(scale.power), -fraction.length)
  if (scaledTo(0, mantissa, exponent) > maxInt64) return withCanonical(sign * maxInt64, 0, scale.format)
  return withCanonical(sign * mantissa, exponent, scale.format)
}

/** Rounds up what is finer than a billionth; `digits` is not negative. */
const toBillionths = (digits: bigint, exponent: number): readonly [mantissa: bigint, exponent: number] =>
  exponent >= nano ? [digits, exponent] : [scaledTo(nano, digits, exponent), nano]

/** The mantissa at another exponent, a remainder rounded away from zero. */
const scaledTo = (wanted: number, mantissa: bigint, exponent: number): bigint => {
  if (mantissa === 0n) return 0n
  if (exponent >= wanted) return mantissa * 10n ** BigInt(exponent - wanted)
  // A divisor with more digits than the mantissa leaves the rounding unit only, however long it is.
  const places = Math.min(wanted - exponent, `${mantissa}`.length + 1)
  const divisor = 10n ** BigInt(places)
  const away = mantissa < 0n ? -1n : 1n
  return mantissa / divisor + (mantissa % divisor === 0n ? 0n : away)
}

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
