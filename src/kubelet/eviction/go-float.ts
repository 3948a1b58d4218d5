/**
 * Parses a number as Go's `strconv.ParseFloat` does in single precision, with Go's error text.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'

// Digits in groups that a single underscore parts, written so that no text is read in two ways: long ones stay quick.
const digits = '\\d(?:_?\\d)*'
const hexDigits = '[\\da-f](?:_?[\\da-f])*'
const decimal = new RegExp(`^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:e[+-]?${digits})?$`, 'i')
const hexadecimal = new RegExp(
  `^([+-]?)0x(?:_?(${hexDigits})(?:\\.(${hexDigits})?)?|\\.(${hexDigits}))p([+-]?${digits})$`,
  'i',
)
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
    fp.left(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: ${because}`)
  const special = infinity.exec(text)
  if (special !== null) return fp.right(special[1] === '-' ? -Infinity : Infinity)
  if (/^nan$/i.test(text)) return fp.right(Number.NaN)
  const value = valueOf(text)
  if (value === null) return refused('invalid syntax')
  const single = Math.fround(value)
  return Number.isFinite(single) ? fp.right(single) : refused('value out of range')
}

const valueOf = (text: string): number | null => {
  if (decimal.test(text)) return Number(without(text))
  const [, sign, whole = '', behind = '', alone = '', exponent] = hexadecimal.exec(text) ?? []
  if (exponent === undefined) return null
  const fraction = without(behind + alone)
  const value = Number(`0x${without(whole)}${fraction}`)
  const power = Number(without(exponent)) - 4 * fraction.length
  return (sign === '-' ? -value : value) * 2 ** power
}

const without = (text: string): string => text.replaceAll('_', '')
