/**
 * Codecs of single values: text, numbers, times, enumerated words.
 */
import { either as E, function as F, option as O } from 'fp-ts'
import * as t from 'io-ts'

import { type Int64, int64FromBigint, isInt64 } from '../core/int64.js'
import { isInstant } from '../core/time.js'
import { type Decoder, holding, mapped, reading } from './codec.js'
import { fromNanoseconds, isZeroTime, parseRfc3339 } from './instant.js'

/** A text. */
export const text: t.Type<string, string> = holding('a string', t.string.is)

/** A text that is not empty. */
export const name: t.Type<string, string> = holding(
  'a string, not empty',
  (value): value is string => text.is(value) && value !== '',
)

/** A digest of content, e.g. `sha256:ae1a`. */
export const digest: t.Type<string, string> = holding(
  'a digest such as "sha256:ae1a"',
  (value): value is string => text.is(value) && /^[a-z0-9]+([.+_-][a-z0-9]+)*:[A-Za-z0-9=_-]+$/.test(value),
)

/** A boolean. */
export const flag: t.Type<boolean, boolean> = holding('a boolean', t.boolean.is)

/** A count of bytes or of anything: decimal text, or a number while it is exact. */
export const size: t.Type<Int64, Int64> = new t.Type(
  'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
  (value): value is Int64 => isInt64(value) && BigInt(value) >= 0n,
  (value, context) => (size.is(value) ? t.success(int64FromBigint(BigInt(value))) : t.failure(value, context)),
  t.identity,
)

/** A count of bytes as daemons write it: a negative number stands for one that was not measured. */
export const measured: Decoder<O.Option<Int64>> = reading('an integer', (value) =>
  isInt64(value) ? O.some(BigInt(value) < 0n ? O.none : O.some(int64FromBigint(BigInt(value)))) : O.none,
)

/** A whole number, negative or not. */
export const integer: t.Type<number, number> = holding('a safe integer', (value): value is number =>
  Number.isSafeInteger(value),
)

/** RFC 3339 text. */
export const instantText: t.Type<Date, string> = new t.Type(
  'RFC 3339 text such as "2026-01-01T12:00:00Z"',
  isInstant,
  (value, context) => F.pipe(text.validate(value, context), E.chainOptionK(() => [{ value, context }])(parseRfc3339)),
  (date) => date.toISOString(),
)

/** RFC 3339 text in which the zero time stands for never. */
export const momentText: Decoder<O.Option<Date>> = mapped(
  instantText,
  O.fromPredicate((date) => !isZeroTime(date)),
)

/** Nanoseconds since the Unix epoch, cut to the millisecond. */
export const nanoseconds: t.Type<Date, string> = new t.Type(
  'nanoseconds since 1970, as decimal text',
  isInstant,
  (value, context) => (isInt64(value) ? t.success(fromNanoseconds(BigInt(value))) : t.failure(value, context)),
  (date) => `${BigInt(date.getTime()) * 1_000_000n}`,
)

/** One of a few words. */
export const word = <W extends string>(...words: readonly [W, W, ...W[]]): t.Type<W, W> =>
  holding(words.map((each) => JSON.stringify(each)).join(' or '), (value): value is W =>
    words.some((each) => each === value),
  )
