/**
 * Schedules of CronJobs, in UTC: five fields, or a word such as `@daily`. What is written otherwise is none.
 *
 * @upstream kubernetes 1.36.2 vendor/github.com/robfig/cron/v3/parser.go ParseStandard
 */
import { instant } from '../../core/time.js'

/** A schedule; each field is the set of its values. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  /** Where days of the month and of the week are both restricted, either is enough. */
  readonly isEitherDay: boolean
}

const words: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Reads a schedule. */
export const scheduleIn = (text: unknown): Schedule | undefined => {
  if (typeof text !== 'string') return undefined
  const [minute, hour, day, month, weekday, ...more] = (words.get(text) ?? text).trim().split(/\s+/)
  const minutes = fieldIn(minute, 0, 59)
  const hours = fieldIn(hour, 0, 23)
  const days = fieldIn(day, 1, 31)
  const months = fieldIn(month, 1, 12, monthNames)
  const weekdays = fieldIn(weekday, 0, 6, weekdayNames)
  if (more.length > 0 || !minutes || !hours || !days || !months || !weekdays) return undefined
  return {
    minutes: minutes.values,
    hours: hours.values,
    days: days.values,
    months: months.values,
    weekdays: weekdays.values,
    isEitherDay: !days.isOpen && !weekdays.isOpen,
  }
}

/** One field: its values, and whether it leaves them open, as a list that holds a star does. */
interface Field {
  readonly values: ReadonlySet<number>
  readonly isOpen: boolean
}

const stars: ReadonlySet<string> = new Set(['*', '?'])
const openParts: ReadonlySet<string> = new Set(['*', '?', '*/1', '?/1'])

const fieldIn = (
  field: string | undefined,
  least: number,
  most: number,
  names: ReadonlyArray<string> = [],
): Field | undefined => {
  if (field === undefined) return undefined
  const values = new Set<number>()
  const parts = field.split(',')
  for (const part of parts) {
    const [range = '', step, ...more] = part.split('/')
    const [first = '', last, ...rest] = range.split('-')
    const isStar = stars.has(range)
    const from = isStar ? least : valueOf(first, names, least)
    const to = isStar || (last === undefined && step !== undefined) ? most : valueOf(last ?? first, names, least)
    const by = stepOf(step ?? '1')
    if (from === undefined || to === undefined || rest.length > 0 || more.length > 0) return undefined
    if (by === 0 || from < least || to > most || from > to) return undefined
    for (let value = from; value <= to; value += by) values.add(value)
  }
  return { values, isOpen: parts.some((part) => openParts.has(part)) }
}

const stepOf = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : 0)

const valueOf = (text: string, names: ReadonlyArray<string>, least: number): number | undefined => {
  const place = names.indexOf(text.toLowerCase())
  if (place >= 0) return place + least
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined
}

const day = 86_400_000

/** A schedule that is never met, such as the 30th of February, is looked for no further than this. */
const furthest = 5 * 366

/** The last time of a schedule up to an instant, and after another one. */
export const lastOf = (schedule: Schedule, after: Date, upTo: Date): Date | undefined => {
  const end = upTo.getTime()
  for (let back = 0, start = startOfDay(end); back <= furthest; back++, start -= day) {
    const found = timesOn(schedule, start).findLast((time) => time <= end)
    if (found !== undefined) return found > after.getTime() ? instant(found) : undefined
  }
  return undefined
}

/** The first time of a schedule after an instant. */
export const nextOf = (schedule: Schedule, after: Date): Date | undefined => {
  for (let ahead = 0, start = startOfDay(after.getTime()); ahead <= furthest; ahead++, start += day) {
    const found = timesOn(schedule, start).find((time) => time > after.getTime())
    if (found !== undefined) return instant(found)
  }
  return undefined
}

const startOfDay = (time: number): number => Math.floor(time / day) * day

/** The times on a day, in order. */
const timesOn = (schedule: Schedule, start: number): ReadonlyArray<number> => {
  const { minutes, hours, days, months, weekdays, isEitherDay } = schedule
  const date = instant(start)
  const [isDay, isWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
  if (!months.has(date.getUTCMonth() + 1) || !(isEitherDay ? isDay || isWeekday : isDay && isWeekday)) return []
  return sorted(hours).flatMap((hour) => sorted(minutes).map((minute) => start + (hour * 60 + minute) * 60_000))
}

const sorted = (values: ReadonlySet<number>): ReadonlyArray<number> => [...values].sort((a, b) => a - b)
