import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { SizeBounds } from './store.js'

/** Bounds of a sum; `most` is null as soon as one part has no upper bound. */
interface Sum {
  least: bigint
  most: bigint | null
}

/** The bounds of the sum of sizes. */
export const sumOf = (sizes: Iterable<SizeBounds>): SizeBounds => {
  const sum: Sum = { least: 0n, most: 0n }
  for (const { least, most } of sizes) {
    sum.least += int64ToBigint(least)
    sum.most = sum.most === null || most === undefined ? null : sum.most + int64ToBigint(most)
  }
  const least = int64FromBigint(sum.least)
  return sum.most === null ? { least } : { least, most: int64FromBigint(sum.most) }
}
