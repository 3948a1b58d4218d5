/**
 * When a conditional reference holds. `usedat<d` holds while less than d has passed since a time of use, `usedat>d`
 * once more than d has passed, both strictly. Alternatives and several times of use are joined by OR, so a reference
 * holds before one millisecond and from another one on.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go
 */
import { maxInt64, minInt64 } from '../../core/int64.js'

/** The value of a condition label. */
export interface Condition {
  /** Key of the snapshot within its snapshotter. */
  readonly snapshotKey: string
  /** The longest `usedat<`, in nanoseconds; none when no alternative has that form. */
  readonly longestUnder: bigint | undefined
  /** The shortest `usedat>`, in nanoseconds; none when no alternative has that form. */
  readonly shortestOver: bigint | undefined
}

/** Times at which a snapshot was used, in nanoseconds since the Unix epoch. */
export interface Used {
  readonly first: bigint
  readonly last: bigint
}

/** A reference with these windows holds at millisecond t when `t < until || t >= from`. */
export interface Windows {
  readonly until: number
  readonly from: number
}

/** Reads the value of a condition label; none when it can never hold. */
export const parseCondition = (value: string): Condition | undefined => {
  const bar = value.indexOf('|')
  if (bar < 0) return undefined
  let longestUnder: bigint | undefined
  let shortestOver: bigint | undefined
  for (const alternative of value.slice(0, bar).split(',')) {
    const match = usedAt.exec(alternative)
    const span = match === null ? undefined : parseDuration(match[2] ?? '')
    if (match === null || span === undefined) continue
    // Ages saturate at the ends of an int64, so nothing is younger than the least or older than the greatest.
    if (match[1] === '<') {
      if (span > minInt64 && (longestUnder === undefined || span > longestUnder)) longestUnder = span
    } else if (span < maxInt64 && (shortestOver === undefined || span < shortestOver)) shortestOver = span
  }
  if (longestUnder === undefined && shortestOver === undefined) return undefined
  return { snapshotKey: value.slice(bar + 1), longestUnder, shortestOver }
}

/** When the condition holds for a snapshot that was used at these times. */
export const windowsOf = (condition: Condition, used: Used): Windows => ({
  until: condition.longestUnder === undefined ? -Infinity : firstMillisFrom(used.last + condition.longestUnder),
  from: condition.shortestOver === undefined ? Infinity : firstMillisFrom(used.first + condition.shortestOver + 1n),
})

/** True when a reference with these windows holds at that millisecond. */
export const isOpen = (windows: Windows, epochMillis: number): boolean =>
  epochMillis < windows.until || epochMillis >= windows.from

/** The operator swallows a following `=`, and `usedat<=1h` is no condition. */
const usedAt = /^usedat([<>])(?!=)([^]*)$/

/** The first whole millisecond that is not before this nanosecond. */
const firstMillisFrom = (nanos: bigint): number => {
  const cut = nanos / 1_000_000n
  return Number(nanos > cut * 1_000_000n ? cut + 1n : cut)
}

/**
 * Parses the duration in a condition, exactly as the real parser does: an optional sign, then `0` or decimal numbers
 * with units, at most 2^63 nanoseconds either way.
 *
 * @upstream go1.26 time.ParseDuration
 */

/** Nanoseconds of a duration; none when it is malformed or too long. */
export const parseDuration = (text: string): bigint | undefined => {
  const negative = text.startsWith('-')
  const body = negative || text.startsWith('+') ? text.slice(1) : text
  if (body === '0') return 0n
  if (!whole.test(body)) return undefined
  let total = 0n
  for (const [, digits = '', fraction = '', unit = ''] of body.matchAll(part)) {
    const length = termNanos(digits, fraction, unit)
    if (length === undefined) return undefined
    total += length
    if (total > limit) return undefined
  }
  if (negative) return -total
  return total === limit ? undefined : total
}

const limit = 1n << 63n

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

const whole = /^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/
const part = /(\d*)\.?(\d*)([a-z\u00b5\u03bc]+)/g

/** One number with its unit, none when it is far too long; the fraction is taken in double precision, as in the source. */
const termNanos = (digits: string, fraction: string, unit: string): bigint | undefined => {
  // Longer than any length that fits, leading zeros aside; spares the conversion of hostile text.
  const significant = digits.replace(/^0+/, '')
  if (significant.length > 19) return undefined
  const scale = unitNanos.get(unit) ?? 1n
  return BigInt(significant) * scale + fractionNanos(fraction, scale)
}

/** Digits past the range of an int64 do not count. */
const fractionNanos = (fraction: string, scale: bigint): bigint => {
  let value = 0n
  let divisor = 1
  for (const digit of fraction.slice(0, 64)) {
    const next = value * 10n + BigInt(digit)
    if (next > limit) break
    value = next
    divisor *= 10
  }
  return BigInt(Math.trunc(Number(value) * (Number(scale) / divisor)))
}
