/** Times in tests: RFC 3339 text or Date, and spans as policies take them. */
import { option as O } from 'fp-ts'

import { type Millis, type Span, instant, isInstant, isSpanMillis, millisOf } from '../core/time.js'
import { parseRfc3339 } from '../decode/index.js'
import { misuse } from './misuse.js'

/** An instant, e.g. `2026-01-01T12:00:00Z`. */
export type When = Date | string

/** The instant at which fakes begin and builders create, unless a test says otherwise. */
export const noon: Date = instant(1_767_268_800_000)

/** The instant that a test names. */
export const dateOf = (when: When): Date => {
  const found = typeof when === 'string' ? parseRfc3339(when) : isInstant(when) ? O.some(when) : O.none
  return O.isSome(found)
    ? found.value
    : misuse(`${String(when)} is no instant; write "2026-01-01T12:00:00Z", or a Date`)
}

/** The span that a test names. */
export const spanOf = (span: Span): Millis => {
  const found = millisOf(span)
  return isSpanMillis(found) ? found : misuse('a span is whole milliseconds, or { minutes: 5 } and the like')
}
