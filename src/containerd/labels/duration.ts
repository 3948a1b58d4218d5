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
