/** What removals free together. */
import { type Int64, int64ToBigint } from './int64.js'

/** The sum of `frees`; a bigint, because it may exceed the range of a single count. */
export const sumOfFrees = (removals: ReadonlyArray<{ readonly frees: Int64 }>): bigint =>
  removals.reduce((sum, { frees }) => sum + int64ToBigint(frees), 0n)
