/** The schema of sizes, apart from the other leaves because most collectors count no bytes. */
import { type Int64, isInt64 } from '../../core/int64.js'
import { type Schema, leaf } from './schema.js'

/** A count of bytes or of anything, as plain JSON holds it. */
export const size: Schema<Int64> = leaf(
  'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
  (value): value is Int64 => isInt64(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-')),
)
