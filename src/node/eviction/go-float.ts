/**
 * Answers what a number in Go's notation amounts to in single precision, with Go's complaint for any other text.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'

const decimal = /^[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d[\d_]*)?$/i
const hexadecimal = /^([+-]?)0x_?([\da-f_]*)\.?([\da-f_]*)p([+-]?\d+)$/i
const infinity = /^([+-]?)inf(?:inity)?$/i

/**
 * Reads a number in single precision: decimal with or without an exponent, hexadecimal with a binary exponent, `inf`,
 * `infinity` and `nan` in any case, digits grouped by single underscores.
 *
 * Fails with Go's own words for any other text and for a number beyond single precision.
 *
 * @upstream Go 1.26 strconv ParseFloat
 */
export const parseSinglePrecision = (text: string): E.Either<string, number> => {
  const refused = (because: string): E.Either<string, never> =>
    either.left(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: ${because}`)
  const special = infinity.exec(text)
  if (special !== null) return either.right(special[1] === '-' ? -Infinity : Infinity)
  if (/^nan$/i.test(text)) return either.right(Number.NaN)
  const value = valueOf(text)
  if (value === null) return refused('invalid syntax')
  const single = Math.fround(value)
  return Number.isFinite(single) ? either.right(single) : refused('value out of range')
}

const valueOf = (text: string): number | null => {
  // An underscore stands between two digits, or between the prefix and a digit.
  if (/_(?![\da-f])|(?<![\da-fx])_/i.test(text)) return null
  const plain = text.replaceAll('_', '')
  if (decimal.test(text)) return Number(plain)
  const parts = hexadecimal.exec(plain)
  if (parts === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts
  if (whole === '' && fraction === '') return null
  const digits = Number(`0x${whole}${fraction}`)
  return (sign === '-' ? -digits : digits) * 2 ** (Number(exponent) - 4 * fraction.length)
}
