/**
 * Checks sizes. It has its own file because most collectors count no bytes and should not load it.
 */
import { isInt64 } from '../core/int64.js'
import { type Check, expecting } from './check.js'

/** A count of bytes or of anything, as plain JSON holds it. */
export const isSize: Check = expecting(
  'an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text',
  (value) => isInt64(value) && (typeof value === 'number' ? value >= 0 : !value.startsWith('-')),
)
