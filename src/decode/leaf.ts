/**
 * Decoders of single values: text, numbers, times, enumerated words.
 */
import { option as O } from 'fp-ts'

import type { Int64 } from '../core/int64.js'
import { int64FromBigint, isInt64 } from '../core/int64.js'
import type { Decoder } from './codec.js'
import { holding, mapped, reading } from './codec.js'
import { fromNanoseconds, isZeroTime, parseRfc3339 } from './instant.js'

/** A text. */
export const text: Decoder<string> = holding('a string', (value): value is string => typeof value === 'string')

/** A text that is not empty. */
export const name: Decoder<string> = holding(
  'a string, not empty',
  (value): value is string => typeof value === 'string' && value !== '',
)

/** A digest of content, e.g. `sha256:ae1a`. */
export const digest: Decoder<string> = holding(
  'a digest such as "sha256:ae1a"',
  (value): value is string => typeof value === 'string' && /^[a-z0-9]+([.+_-][a-z0-9]+)*:[A-Za-z0-9=_-]+$/.test(value),
)

/** A boolean. */
export const flag: Decoder<boolean> = holding('a boolean', (value): value is boolean => typeof value === 'boolean')

/** A count of bytes or of anything: decimal text, or a number while it is exact. */
export const size: Decoder<Int64> = reading(
  'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
  (value) => (isInt64(value) && BigInt(value) >= 0n ? O.some(int64FromBigint(BigInt(value))) : O.none),
)

/** A whole number, negative or not. */
export const integer: Decoder<number> = holding('a safe integer', (value): value is number =>
  Number.isSafeInteger(value),
)

/** RFC 3339 text. */
export const instantText: Decoder<Date> = reading('RFC 3339 text such as "2026-01-01T12:00:00Z"', (value) =>
  typeof value === 'string' ? parseRfc3339(value) : O.none,
)

/** RFC 3339 text in which the zero time stands for never. */
export const momentText: Decoder<O.Option<Date>> = mapped(instantText, (date) =>
  isZeroTime(date) ? O.none : O.some(date),
)

/** Nanoseconds since the Unix epoch, cut to the millisecond. */
export const nanoseconds: Decoder<Date> = reading('nanoseconds since 1970, as decimal text', (value) =>
  isInt64(value) ? O.some(fromNanoseconds(BigInt(value))) : O.none,
)

/** One of a few words. */
export const word = <W extends string>(...words: readonly [W, W, ...W[]]): Decoder<W> =>
  holding(words.map((each) => JSON.stringify(each)).join(' or '), (value): value is W =>
    words.some((each) => each === value),
  )
