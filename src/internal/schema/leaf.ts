/** Schemas of single values. */
import { isInstant } from '../../core/time.js'
import type { Schema } from './schema.js'
import { leaf } from './schema.js'

export const text: Schema<string> = leaf('a string', (value): value is string => typeof value === 'string')
/** A text that is not empty. */
export const name: Schema<string> = leaf(
  'text that is not empty',
  (value): value is string => typeof value === 'string' && value !== '',
)
export const flag: Schema<boolean> = leaf('a boolean', (value): value is boolean => typeof value === 'boolean')
export const safeInteger: Schema<number> = leaf('a safe integer', (value): value is number =>
  Number.isSafeInteger(value),
)
export const instant: Schema<Date> = { ...leaf('a valid Date', isInstant), form: { _tag: 'Instant' } }

/** One of a few words. */
export const oneOf = <W extends string>(...words: readonly [W, ...W[]]): Schema<W> =>
  leaf(words.map((word) => JSON.stringify(word)).join(' or '), (value): value is W =>
    words.some((word) => word === value),
  )
