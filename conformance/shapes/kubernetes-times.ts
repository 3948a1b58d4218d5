/**
 * Answers how an object of the API reads whose times are text, as recordings have them.
 */
import { option as O } from 'fp-ts'

import { instant } from '../../src/core/time.js'
import { parseRfc3339 } from '../../src/decode/index.js'

/** A value with all its times read: fields whose name ends in Time, Timestamp or At, and that hold such a text. */
export const timesRead = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(timesRead)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, isTime(key, held) ? timeOf(held) : timesRead(held)]),
  )
}

/** The instant of a text that is known to name one. */
export const timeRead = (text: string): Date => O.getOrElse<Date>(() => instant(NaN))(parseRfc3339(text))

const isTime = (key: string, held: unknown): held is string =>
  typeof held === 'string' && /(Time|Timestamp|At)$/.test(key)

const timeOf = (text: string): Date | string => O.getOrElse<Date | string>(() => text)(parseRfc3339(text))
