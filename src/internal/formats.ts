/** Formats bytes, spans and instants: decimal units, at most three significant digits, no locale, UTC. */
import { type Int64, int64ToBigint } from '../core/int64.js'
import { type Millis, between, isInstant } from '../core/time.js'
import { spanText } from './words.js'

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/**
 * Prints a count of bytes with at most three significant digits; rounds half up, without trailing decimal zeros.
 *
 * Units: decimal, B to EB.
 *
 * @example
 * ```ts
 * import { formatBytes } from 'gcplan/render'
 *
 * console.log(formatBytes(9_123_558_236)) // 9.12 GB
 * ```
 */
export const formatBytes = (bytes: Int64): string => formatted(bytes, 1000n, byteUnits)

/**
 * The same in powers of 1024, as Kubernetes writes capacities.
 *
 * @example
 * ```ts
 * import { formatBinaryBytes } from 'gcplan/render'
 *
 * console.log(formatBinaryBytes(128_849_018_880)) // 120 GiB
 * ```
 */
export const formatBinaryBytes = (bytes: Int64): string => formatted(bytes, 1024n, binaryUnits)

const formatted = (bytes: Int64, base: bigint, units: ReadonlyArray<string>): string => {
  const count = int64ToBigint(bytes)
  return count < 0n ? `-${formatCount(-count, base, units)}` : formatCount(count, base, units)
}

const formatCount = (count: bigint, base: bigint, units: ReadonlyArray<string>): string => {
  let power = 0
  while (power < units.length - 1 && count >= base ** BigInt(power + 1)) power++
  const unit = base ** BigInt(power)
  const decimals = power === 0 || count >= 100n * unit ? 0 : count >= 10n * unit ? 1 : 2
  const scale = 10n ** BigInt(decimals)
  const scaled = (count * scale + unit / 2n) / unit
  // Rounding may carry into a further figure: 999.6 MB is 1 GB.
  if (scaled >= base && power < units.length - 1 && power > 0)
    return formatCount(decimals === 0 ? scaled * unit : (scaled * unit) / scale, base, units)
  return `${withPoint(scaled, decimals)} ${units[power] ?? ''}`
}

/** A whole number of tenths or hundredths with its point, zeros at the end left out. */
const withPoint = (scaled: bigint, decimals: number): string => {
  if (decimals === 0) return scaled.toString()
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`
}

/**
 * Prints a span by its two largest units, truncated, as the sentences of reasons do; a day is 24 hours.
 *
 * Units: d, h, min, s; ms alone.
 *
 * @example
 * ```ts
 * import { millis } from 'gcplan'
 * import { formatSpan } from 'gcplan/render'
 *
 * console.log(formatSpan(millis(330_000))) // 5 min 30 s
 * ```
 */
export const formatSpan = (span: Millis): string => spanText(span)

/**
 * Prints an instant as RFC 3339 in UTC, with milliseconds only where there are any.
 *
 * @example
 * ```ts
 * import { formatInstant } from 'gcplan/render'
 *
 * console.log(formatInstant(new Date(0))) // 1970-01-01T00:00:00Z
 * ```
 */
export const formatInstant = (at: Date): string =>
  isInstant(at) ? at.toISOString().replace('.000Z', 'Z') : 'an invalid date'

/**
 * Prints an instant and the span until then; `at once` where it has come.
 *
 * Units: RFC 3339 in UTC; the span as {@link formatSpan} has it.
 *
 * @example
 * ```ts
 * import { formatAhead } from 'gcplan/render'
 *
 * const now = new Date('2026-01-01T12:00:00Z')
 * console.log(formatAhead(now, new Date('2026-01-01T12:05:30Z'))) // 2026-01-01T12:05:30Z, in 5 min 30 s
 * ```
 */
export const formatAhead = (now: Date, then: Date): string =>
  `${formatInstant(then)}, ${then > now ? `in ${formatSpan(between(now, then))}` : 'at once'}`
