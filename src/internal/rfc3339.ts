/**
 * Parses RFC 3339 timestamps by arithmetic alone, independent of the host's calendar.
 */

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

const [zero, dash, colon, letterT, letterZ] = [48, 45, 58, 84, 90]

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
export const zeroTimeEpoch: number = daysBefore(1, 1, 1) * 86_400_000
const lastEpoch = (daysBefore(9999, 12, 31) + 1) * 86_400_000 - 1
