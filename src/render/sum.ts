import type { Int64 } from '../core/int64.js'
import { int64ToBigint } from '../core/int64.js'

/** The sum of `frees`; a bigint, because a sum may pass what one count may hold. */
export const sumOfFrees = (removals: ReadonlyArray<{ readonly frees: Int64 }>): bigint =>
  removals.reduce((sum, { frees }) => sum + int64ToBigint(frees), 0n)
