/**
 * Parses the timestamp in a label to the nanosecond, exactly as the real parser does:
 * `YYYY-MM-DDTHH:MM:SS[fraction](Z|±HH:MM)`, where the hour may have one digit, the fraction begins with `.` or `,`
 * and counts to nine digits, and the offset may reach 24 hours and 60 minutes.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go isExpired
 */

/** An instant: whole milliseconds since the Unix epoch, rounded down, and the nanoseconds above them, 0 to 999,999. */
export interface Timestamp {
  readonly epochMillis: number
  readonly nanos: number
}

/** Reads a timestamp; none when it is malformed. */
export const parseTimestamp = (text: string): Timestamp | undefined => {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [
    ,
    years = '',
    months,
    days,
    hours,
    minutes,
    seconds,
    fraction = '',
    sign,
    offsetHours = '0',
    offsetMinutes = '0',
  ] = match
  const year = Number(years)
  const month = Number(months)
  const day = Number(days)
  const hour = Number(hours)
  const minute = Number(minutes)
  const second = Number(seconds)
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 24 || Number(offsetMinutes) > 60)
    return undefined
  const local = (daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute
  const nine = Number(fraction.slice(0, 9).padEnd(9, '0'))
  return {
    epochMillis: ((local - (sign === '-' ? -offset : offset)) * 60 + second) * 1000 + Math.floor(nine / 1_000_000),
    nanos: nine % 1_000_000,
  }
}

/** The first millisecond at which an expiry time lies strictly in the past; never for malformed text. */
export const pastFrom = (text: string): number => {
  const timestamp = parseTimestamp(text)
  return timestamp === undefined ? Infinity : timestamp.epochMillis + 1
}

/** Nanoseconds since the Unix epoch. */
export const epochNanos = (timestamp: Timestamp): bigint =>
  BigInt(timestamp.epochMillis) * 1_000_000n + BigInt(timestamp.nanos)

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31

/** Days of the proleptic Gregorian calendar; the year is counted from March, so that a leap day ends it. */
const daysSinceEpoch = (year: number, month: number, day: number): number => {
  const marchYear = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + dayOfYear - 719_468
}
