/**
 * Answers which instant a text names: RFC 3339 as Kubernetes writes it, nanoseconds as the runtime interface counts them.
 * Both are cut to the millisecond.
 */
import { option as O } from 'fp-ts'

import { instant } from '../core/time.js'

/**
 * The instant of an RFC 3339 text; none if it is no such text or names no instant of the years 1 to 9999. Fractions of
 * any length are cut to the millisecond; nothing rolls over: 30 February, hour 24 and leap seconds are refused.
 */
export const parseRfc3339 = (text: string): O.Option<Date> => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text)
  if (match === null) return O.none
  const [, years, months, days, hours, minutes, seconds, fraction = '', sign, offsetHours, offsetMinutes] = match
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [aheadHours, aheadMinutes] = [Number(offsetHours ?? 0), Number(offsetMinutes ?? 0)]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return O.none
  if (hour > 23 || minute > 59 || second > 59 || aheadHours > 23 || aheadMinutes > 59) return O.none
  const ahead = (sign === '-' ? -1 : 1) * (aheadHours * 60 + aheadMinutes)
  const wholeSeconds = daysBefore(year, month, day) * 86_400 + hour * 3600 + (minute - ahead) * 60 + second
  const epoch = wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return epoch < firstEpoch || epoch > lastEpoch ? O.none : O.some(instant(epoch))
}

/** The instant so many nanoseconds after the Unix epoch, cut to the millisecond. */
export const fromNanoseconds = (nanoseconds: bigint): Date =>
  instant(Number((nanoseconds - (((nanoseconds % million) + million) % million)) / million))

/** True for the zero time of Go, `0001-01-01T00:00:00Z`, which stands for never. */
export const isZeroTime = (date: Date): boolean => date.getTime() === firstEpoch

const million = 1_000_000n

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

const firstEpoch = daysBefore(1, 1, 1) * 86_400_000
const lastEpoch = (daysBefore(9999, 12, 31) + 1) * 86_400_000 - 1
