/**
 * Answers which instant an RFC 3339 text names, by arithmetic alone: no calendar of the host has a say.
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
    [Number(years), Number(months), Number(days)],
    [Number(hours), Number(minutes), Number(seconds)],
    Number(fraction.slice(0, 3).padEnd(3, '0')) - ahead * 60_000,
  )
}

/** Whole seconds with `Z`, as an API server writes them; null for any other text. A fifth of the time of a pattern. */
const plainEpoch = (text: string): number | null => {
  if (text.length !== 20) return null
  for (let at = 0; at < 20; at++) {
    const code = text.charCodeAt(at)
    const mark = plain.charCodeAt(at)
    if (mark === zero ? code < zero || code > zero + 9 : code !== mark) return null
  }
  const pair = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero
  return epochOf([pair(0) * 100 + pair(2), pair(5), pair(8)], [pair(11), pair(14), pair(17)], 0)
}

const plain = '0000-00-00T00:00:00Z'
const zero = 48

const epochOf = (
  [year, month, day]: readonly [number, number, number],
  [hour, minute, second]: readonly [number, number, number],
  more: number,
): number | null => {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const epoch = (daysBefore(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second) * 1000 + more
  return epoch < zeroTimeEpoch || epoch > lastEpoch ? null : epoch
}

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
