/** How long an image has been known, and for how long nobody has used it. */
import type { option as O } from 'fp-ts'

import * as option from '../../core/option.js'
import { type Millis, between, millis } from '../../core/time.js'

/** Ages end here: Go measures a span in 64 bits of nanoseconds, so the zero time is 292 years ago; rounded up. */
const longest: Millis = millis(9_223_372_036_855)

/** The span from a moment to now; from the zero time the longest there is. */
export const spanSince = (moment: O.Option<Date>, at: Date): Millis =>
  option.isNone(moment) ? longest : millis(Math.min(between(moment.value, at), longest))

/** When an image was last used, for a reason; none: never seen in use. */
export const lastUse = (
  { lastUsed }: { readonly lastUsed: O.Option<Date> | null },
  at: Date,
): { readonly lastUsed: O.Option<Date>; readonly unusedFor: O.Option<Millis> } =>
  lastUsed === null || option.isNone(lastUsed)
    ? { lastUsed: option.none, unusedFor: option.none }
    : { lastUsed, unusedFor: option.some(spanSince(lastUsed, at)) }
