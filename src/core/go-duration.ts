/**
 * Parses and prints Go durations, to the nanosecond. Go durations are signed 64-bit counts of nanoseconds; here they
 * are bigints, and become {@link Millis} only where a policy is made.
 */
import type { either as E } from 'fp-ts'

import * as fp from './fp.js'
import { show } from './problem.js'
import { maxInt64 } from './int64.js'
import { type Millis, millis } from './time.js'

/** A text that is not a Go duration, with Go's error text. */
export interface InvalidGoDuration {
  readonly _tag: 'InvalidGoDuration'
  readonly text: string
  /** As Go words it, e.g. `time: unknown unit "d" in duration "1d"`. */
  readonly message: string
}

/** A Go duration as Go prints it, e.g. `2m0s`. Only made from a parsed duration, so it can always be read. */
export type GoDuration = string & { readonly GoDuration: unique symbol }

/** The largest magnitude that Go accumulates before it looks at the sign. */
const limit = maxInt64 + 1n

const nanosecond = 1n
const microsecond = 1000n
const millisecond = 1000n * microsecond
const second = 1000n * millisecond
const minute = 60n * second
const hour = 60n * minute

/** Both signs that are in use for micro: U+00B5 and U+03BC. */
const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', nanosecond],
  ['us', microsecond],
  ['\u00b5s', microsecond],
  ['\u03bcs', microsecond],
  ['ms', millisecond],
  ['s', second],
  ['m', minute],
  ['h', hour],
])

/**
 * Reads a Go duration as nanoseconds.
 *
 * A sign, then one or more decimal numbers each with its unit: `1h5m20s`, `-1.5h`, `300ms`, `.5s`; `0` alone needs no
 * unit. No spaces, no days. Digits of a fraction below a nanosecond are cut off.
 *
 * Fails with {@link InvalidGoDuration} for any other text and beyond the range of a signed 64-bit integer.
 *
 * @upstream Go 1.26 time ParseDuration
 *
 * @example
 * ```ts
 * import { parseGoDuration } from 'gcplan/decode'
 *
 * console.log(parseGoDuration('1h5m20s')) // { _tag: 'Right', right: 3920000000000n }
 * ```
 */
export const parseGoDuration = (text: string): E.Either<InvalidGoDuration, bigint> => {
  const invalid = (message: string): E.Either<InvalidGoDuration, never> =>
    fp.left({ _tag: 'InvalidGoDuration', text, message })
  if (typeof text !== 'string') return invalid(`time: invalid duration ${show(text)}`)
  const negative = text.startsWith('-')
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text
  if (unsigned === '0') return fp.right(0n)
  if (unsigned === '') return invalid(`time: invalid duration ${quote(text)}`)

  const term = /(\d*)(?:\.(\d*))?([^.\d]*)/y
  let total = 0n
  while (term.lastIndex < unsigned.length) {
    const [, whole = '', fraction = '', unitName = ''] = term.exec(unsigned) ?? []
    if (whole === '' && fraction === '') return invalid(`time: invalid duration ${quote(text)}`)
    const count = digitsOf(whole)
    if (count > limit) return invalid(`time: invalid duration ${quote(text)}`)
    if (unitName === '') return invalid(`time: missing unit in duration ${quote(text)}`)
    const unit = units.get(unitName)
    if (unit === undefined) return invalid(`time: unknown unit ${quote(unitName)} in duration ${quote(text)}`)
    total += count * unit + fractionOf(fraction, unit)
    if (total > limit) return invalid(`time: invalid duration ${quote(text)}`)
  }
  if (negative) return fp.right(-total)
  return total > maxInt64 ? invalid(`time: invalid duration ${quote(text)}`) : fp.right(total)
}

/**
 * Prints nanoseconds as Go does: `2m0s`, `1h5m20s`, `1.5ms`, `0s`.
 *
 * Below a second, the largest of ns, µs and ms with a whole part; else hours, minutes and seconds, without leading zero
 * parts. Values beyond signed 64 bits wrap.
 *
 * @upstream Go 1.26 time Duration.String
 *
 * @example
 * ```ts
 * import { formatGoDuration } from 'gcplan/decode'
 *
 * console.log(formatGoDuration(3920000000000n)) // 1h5m20s
 * ```
 */
export const formatGoDuration = (nanoseconds: bigint): string => {
  const wrapped = BigInt.asIntN(64, nanoseconds)
  const size = wrapped < 0n ? -wrapped : wrapped
  return wrapped < 0n ? `-${formatSize(size)}` : formatSize(size)
}

/** Nanoseconds in Go's notation, as a value that plain JSON holds. */
export const goDuration = (nanoseconds: bigint): GoDuration => formatGoDuration(nanoseconds) as GoDuration

/** Nanoseconds of a {@link GoDuration}. */
export const nanosecondsOf = (duration: GoDuration): bigint => fp.getOrElse(() => 0n)(parseGoDuration(duration))

/**
 * Whole milliseconds, rounded up. An age in whole milliseconds reaches the rounded bound when it reaches the exact one.
 */
export const millisReaching = (nanoseconds: bigint): Millis =>
  millis(Number(nanoseconds / millisecond) + (nanoseconds % millisecond > 0n ? 1 : 0))

/**
 * Whole milliseconds, rounded down. An age in whole milliseconds passes the rounded bound when it passes the exact one.
 * A bound between 0 and 1 ms becomes 1 ms, because 0 often means "off".
 */
export const millisPassing = (nanoseconds: bigint): Millis => {
  if (nanoseconds > 0n && nanoseconds < millisecond) return millis(1)
  return millis(Number(nanoseconds / millisecond) - (nanoseconds % millisecond < 0n ? 1 : 0))
}

/** Digits as a number; a value that no int64 holds need not be exact. */
const digitsOf = (digits: string): bigint => {
  const significant = digits.replace(/^0+/, '')
  return significant.length > 19 ? limit + 1n : BigInt(significant)
}

/**
 * Nanoseconds of a fraction. Like Go, multiplies in float64, which shows in the last digit of some texts, and drops
 * digits that do not fit an int64.
 */
const fractionOf = (digits: string, unit: bigint): bigint => {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit)
    if (value > maxInt64 / 10n || next > limit) break
    value = next
    scale *= 10
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)))
}

const formatSize = (size: bigint): string => {
  if (size === 0n) return '0s'
  if (size < microsecond) return `${size}ns`
  if (size < millisecond) return `${decimal(size, microsecond)}\u00b5s`
  if (size < second) return `${decimal(size, millisecond)}ms`
  const seconds = `${decimal(size % minute, second)}s`
  if (size < minute) return seconds
  const minutes = `${(size / minute) % 60n}m${seconds}`
  return size < hour ? minutes : `${size / hour}h${minutes}`
}

/** `size / unit` in decimal notation without trailing zeros; `unit` is a power of ten. */
const decimal = (size: bigint, unit: bigint): string => {
  const places = `${unit}`.length - 1
  const fraction = `${size % unit}`.padStart(places, '0').replace(/0+$/, '')
  return fraction === '' ? `${size / unit}` : `${size / unit}.${fraction}`
}

/** Quotes as Go's time package does: bytes outside printable ASCII as `\xNN`. */
const quote = (text: string): string => `"${Array.from(text, quoteCharacter).join('')}"`

const quoteCharacter = (character: string): string => {
  if (character === '"' || character === '\\') return `\\${character}`
  if (/^[ -\u007f]$/.test(character)) return character
  // A lone surrogate has no UTF-8; it prints as the replacement character does.
  const encodable = /^[\ud800-\udfff]$/.test(character) ? '\ufffd' : character
  return encodeURIComponent(encodable).replace(/%/g, '\\x').toLowerCase()
}
