/**
 * Parsers of times: RFC 3339 as Kubernetes writes it, and the CRI's nanoseconds. Both are cut to the millisecond.
 */
import { option as O } from 'fp-ts'

import { instant, epochOfRfc3339, zeroTimeEpoch } from '../core/time.js'

/**
 * The instant of an RFC 3339 text; none for other text, and outside the years 1 to 9999. Fractions are cut to the
 * millisecond. 30 February, hour 24 and leap seconds are rejected.
 *
 * @example
 * ```ts
 * import { parseRfc3339 } from 'gcplan/decode'
 *
 * console.log(parseRfc3339('2026-11-21T04:07:36.86+01:00')) // { _tag: 'Some', value: 2026-11-21T03:07:36.860Z }
 * ```
 */
export const parseRfc3339 = (text: string): O.Option<Date> => {
  const epoch = typeof text === 'string' ? epochOfRfc3339(text) : null
  return epoch === null ? O.none : O.some(instant(epoch))
}

/** The instant at this many nanoseconds after the Unix epoch, cut to the millisecond. */
export const fromNanoseconds = (nanoseconds: bigint): Date =>
  instant(Number((nanoseconds - (((nanoseconds % million) + million) % million)) / million))

/** True for the zero time of Go, `0001-01-01T00:00:00Z`, which stands for never. */
export const isZeroTime = (date: Date): boolean => date.getTime() === zeroTimeEpoch

const million = 1_000_000n
