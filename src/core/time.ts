/**
 * Instants, their RFC 3339 texts, and spans. Only this file constructs a Date, always from a given number.
 */
import {
  maxTime,
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
} from 'date-fns/constants'

/** A length of time in whole milliseconds. */
export type Millis = number & { readonly Millis: unique symbol }

/** Brands a number of milliseconds. */
export const millis = (value: number): Millis => value as Millis

/** The instant this many milliseconds after the Unix epoch. */
export const instant = (epochMillis: number): Date => new Date(epochMillis)

/** The last instant that a Date can hold. */
export const lastInstant: Date = instant(maxTime)

/** The instant `span` after `from`, or the last instant if that is later than a Date can hold. */
export const after = (from: Date, span: Millis): Date => instant(Math.min(from.getTime() + span, maxTime))

/** The span from `from` to `to`; negative when `to` is earlier. */
export const between = (from: Date, to: Date): Millis => millis(to.getTime() - from.getTime())

/** Instants at equal distances. */
export interface Rhythm {
  readonly from: Date
  readonly period: Millis
}

/** The first instant of a rhythm, later than its start, that is not before an instant. */
export const nextBeat = ({ from, period }: Rhythm, at: Date): Date =>
  after(from, millis(Math.max(1, Math.ceil(between(from, at) / period)) * period))

/** True for a Date that holds an instant. */
export const isInstant = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** A length of time as a policy takes it: milliseconds, or parts as date-fns writes a duration. */
export type Span =
  | Millis
  | {
      readonly days?: number
      readonly hours?: number
      readonly minutes?: number
      readonly seconds?: number
    }

/** Milliseconds of a span; NaN for a record with an unknown part. */
export const millisOf = (span: Span | null): Millis =>
  typeof span === 'number' ? span : millis(settled(Object.entries(span ?? { none: 0 }).reduce(addPart, 0)))

/** Removes the error of binary fractions: 1.001 seconds are 1001 ms. Half a millisecond stays half a millisecond. */
const settled = (sum: number): number => (Math.abs(sum - Math.round(sum)) < 1e-6 ? Math.round(sum) : sum)

const addPart = (sum: number, [part, count]: readonly [string, unknown]): number =>
  sum + (typeof count === 'number' ? (partMillis.get(part) ?? NaN) * count : NaN)

/** True for a whole number of milliseconds, zero or more. */
export const isSpanMillis = (value: unknown): value is Millis => Number.isSafeInteger(value) && Number(value) >= 0

const partMillis: ReadonlyMap<string, number> = new Map([
  ['days', millisecondsInDay],
  ['hours', millisecondsInHour],
  ['minutes', millisecondsInMinute],
  ['seconds', millisecondsInSecond],
])

/**
 * Milliseconds since the Unix epoch of an RFC 3339 text with `Z` or an offset; null if it is no such text or names no
 * instant of the years 1 to 9999. Fractions are cut to the millisecond; nothing rolls over.
 */
export const epochOfRfc3339 = (text: string): number | null => plainEpoch(text) ?? anyEpoch(text)

const anyEpoch = (text: string): number | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text)
  if (match === null) return null
  const [, years, months, days, hours, minutes, seconds, fraction = '', sign, offsetHours, offsetMinutes] = match
  const [aheadHours, aheadMinutes] = [Number(offsetHours ?? 0), Number(offsetMinutes ?? 0)]
  if (aheadHours > 23 || aheadMinutes > 59) return null
  const ahead = (sign === '-' ? -1 : 1) * (aheadHours * 60 + aheadMinutes)
  return epochOf(
    dayOf(Number(years), Number(months), Number(days)),
    secondOf(Number(hours), Number(minutes), Number(seconds)),
    Number(fraction.slice(0, 3).padEnd(3, '0')) - ahead * 60_000,
  )
}

/** Whole seconds with `Z`, as an API server writes them; null for any other text. A tenth of the time of a pattern. */
const plainEpoch = (text: string): number | null =>
  text.length === 20 &&
  text.charCodeAt(4) === dash &&
  text.charCodeAt(7) === dash &&
  text.charCodeAt(10) === letterT &&
  text.charCodeAt(13) === colon &&
  text.charCodeAt(16) === colon &&
  text.charCodeAt(19) === letterZ
    ? epochOf(
        dayOf(pairAt(text, 0) * 100 + pairAt(text, 2), pairAt(text, 5), pairAt(text, 8)),
        secondOf(pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)),
        0,
      )
    : null

const dash = 45
const zero = 48
const colon = 58
const letterT = 84
const letterZ = 90

/** The number that two digits write; NaN where they are none. */
const pairAt = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1)

const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - zero
  return digit >= 0 && digit <= 9 ? digit : NaN
}

const epochOf = (day: number, second: number, more: number): number | null => {
  const epoch = (day * 86_400 + second) * 1000 + more
  return epoch >= zeroTimeEpoch && epoch <= lastEpoch ? epoch : null
}

/** Days since 1970-01-01; NaN for an invalid date. */
const dayOf = (year: number, month: number, day: number): number =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? daysBefore(year, month, day) : NaN

/** Seconds since midnight; NaN for an invalid time. */
const secondOf = (hour: number, minute: number, second: number): number =>
  hour <= 23 && minute <= 59 && second <= 59 ? hour * 3600 + minute * 60 + second : NaN

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31

/** Days from 1970-01-01; counts years from March, so that the leap day comes last. */
const daysBefore = (year: number, month: number, day: number): number => {
  const marchYear = month < 3 ? year - 1 : year
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const dayOfMarchYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * marchYear + leaps + dayOfMarchYear - 719_468
}

/** The zero time of Go, `0001-01-01T00:00:00Z`. */
export const zeroTimeEpoch = -62_135_596_800_000
/** The last millisecond of the year 9999. */
const lastEpoch = 253_402_300_799_999
