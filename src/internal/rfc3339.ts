/**
 * Answers which instant an RFC 3339 text names, by arithmetic alone: no calendar of the host has a say.
 */

/**
 * Milliseconds since the Unix epoch of an RFC 3339 text with `Z` or an offset; null if it is no such text or names no
 * instant of the years 1 to 9999. Fractions are cut to the millisecond; nothing rolls over.
 */
export const epochOfRfc3339 = (text: string): number | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text)
  if (match === null) return null
  const [, years, months, days, hours, minutes, seconds, fraction = '', sign, offsetHours, offsetMinutes] = match
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [aheadHours, aheadMinutes] = [Number(offsetHours ?? 0), Number(offsetMinutes ?? 0)]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (hour > 23 || minute > 59 || second > 59 || aheadHours > 23 || aheadMinutes > 59) return null
  const ahead = (sign === '-' ? -1 : 1) * (aheadHours * 60 + aheadMinutes)
  const wholeSeconds = daysBefore(year, month, day) * 86_400 + hour * 3600 + (minute - ahead) * 60 + second
  const epoch = wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return epoch < zeroTimeEpoch || epoch > lastEpoch ? null : epoch
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

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
