/**
 * The value of a Kubernetes quantity as a decimal, a mantissa times a power of ten: a short text such as `1e999999`
 * never becomes a huge number.
 */
import type { either as E } from 'fp-ts'

import * as fp from './fp.js'

/** `mantissa * 10 ** exponent`, no finer than a billionth. */
export interface Amount {
  readonly mantissa: bigint
  readonly exponent: number
}

/** A text that is not a quantity, with the error text of Kubernetes. */
export interface InvalidQuantity {
  readonly _tag: 'InvalidQuantity'
  readonly text: string
  readonly message: string
}

const wrongFormat = `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`
const wrongNumber = 'unable to parse numeric part of quantity'
const wrongSuffix = "unable to parse quantity's suffix"

/** Powers of ten of the decimal suffixes. */
export const decimalSuffixes: ReadonlyMap<string, number> = new Map([
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

/** Binary suffixes by power of 1024. */
export const binarySuffixes: ReadonlyArray<string> = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

const nano = -9

/** The factor of a suffix. */
export type Scale =
  | { readonly format: 'DecimalSI' | 'DecimalExponent'; readonly exponent: number }
  | { readonly format: 'BinarySI'; readonly power: number }

/** The parts of a text; `whole` has no leading zeros. */
export interface Written {
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
  if (!fitsInt64(written)) return null
  // Kubernetes keeps the low 32 bits of an exponent.
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, written)) }
}

/** True for a number so short that Kubernetes computes it in an int64 and may keep its text. */
export const isShort = ({ whole, fraction, scale }: Written): boolean =>
  scale.format === 'BinarySI'
    ? fraction === '' && whole.length + 3 * scale.power <= 14
    : whole.length + fraction.length <= 18 && scale.exponent - fraction.length >= nano

/**
 * Splits a text into its parts.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity
 */
export const readWritten = (text: string): E.Either<InvalidQuantity, Written> => {
  const invalid = (message: string): E.Either<InvalidQuantity, never> =>
    fp.left({ _tag: 'InvalidQuantity', text, message })
  const parts = /^([+-]?)0*(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(typeof text === 'string' ? text : '')
  if (parts === null || text === '') return invalid(wrongFormat)
  const [, sign = '', leading = '', fraction = '', suffix = ''] = parts
  const scale = scaleOf(suffix)
  if (scale === null) return invalid(wrongSuffix)
  const whole = leading === '' ? '0' : leading
  const written: Written = { text, sign: sign === '-' ? -1n : 1n, whole, fraction, scale }
  return isShort(written) || /\d/.test(text.slice(0, text.length - suffix.length))
    ? fp.right(written)
    : invalid(wrongNumber)
}

/** The value of the parts. With a binary suffix it is at most 2^63-1, unless the number is short. */
export const amountOf = (written: Written): Amount => {
  const { sign, whole, fraction, scale } = written
  const digits = BigInt(whole + fraction)
  if (scale.format !== 'BinarySI') return signed(sign, toBillionths(digits, scale.exponent - fraction.length))
  const amount = toBillionths(digits * 1024n ** BigInt(scale.power), -fraction.length)
  const fits = isShort(written) || fitsInt64(scaledTo(0, amount.mantissa, amount.exponent))
  return signed(sign, fits ? amount : { mantissa: 2n ** 63n - 1n, exponent: 0 })
}

const signed = (sign: 1n | -1n, { mantissa, exponent }: Amount): Amount => ({ mantissa: sign * mantissa, exponent })

/** Rounds up what is finer than a billionth; `mantissa` is not negative. */
const toBillionths = (mantissa: bigint, exponent: number): Amount =>
  exponent >= nano ? { mantissa, exponent } : { mantissa: scaledTo(nano, mantissa, exponent), exponent: nano }

/** The mantissa at another exponent; a remainder rounds away from zero. */
export const scaledTo = (wanted: number, mantissa: bigint, exponent: number): bigint => {
  if (mantissa === 0n) return 0n
  if (exponent >= wanted) return mantissa * 10n ** BigInt(exponent - wanted)
  // A divisor with more digits than the mantissa leaves the rounding unit only, however long it is.
  const places = Math.min(wanted - exponent, `${mantissa}`.length + 1)
  const divisor = 10n ** BigInt(places)
  const away = mantissa < 0n ? -1n : 1n
  return mantissa / divisor + (mantissa % divisor === 0n ? 0n : away)
}

/** The amount as a signed 64-bit integer. A fraction rounds away from zero; an amount that does not fit wraps. */
export const amountValue = (amount: Amount): bigint => {
  // 2^64 divides 10^64, so nothing is left of such an amount after wrapping.
  if (amount.exponent >= 64) return 0n
  return BigInt.asIntN(64, scaledTo(0, amount.mantissa, amount.exponent))
}

/** True when {@link amountValue} did not wrap. */
export const amountFits = (amount: Amount): boolean => {
  if (amount.mantissa === 0n) return true
  if (amount.exponent > 18) return false
  return fitsInt64(scaledTo(0, amount.mantissa, amount.exponent))
}

/** True for an integer that 64 bits hold, so that it would not wrap. */
const fitsInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value
