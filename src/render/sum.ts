import type { Int64 } from '../core/int64.js'
import { int64ToBigint } from '../core/int64.js'

/** The sum of `frees`; a bigint, because it may exceed the range of a single count. */
export const sumOfFrees = (removals: ReadonlyArray<{ readonly frees: Int64 }>): bigint =>
  removals.reduce((sum, { frees }) => sum + int64ToBigint(frees), 0n)
