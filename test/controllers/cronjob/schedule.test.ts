import { describe, expect, it } from 'vitest'

import { lastOf, nextOf, scheduleIn } from '../../../src/controllers/cronjob/schedule.js'
import type { Schedule } from '../../../src/controllers/cronjob/schedule.js'

const read = (text: string): Schedule => {
  const schedule = scheduleIn(text)
  if (schedule === undefined) throw new Error(`not read: ${text}`)
  return schedule
}
const next = (text: string, after: string): string | undefined => nextOf(read(text), new Date(after))?.toISOString()
const last = (text: string, after: string, upTo: string): string | undefined =>
  lastOf(read(text), new Date(after), new Date(upTo))?.toISOString()
const values = (text: string, field: 'minutes' | 'hours' | 'days' | 'months' | 'weekdays') => [...read(text)[field]]

// Hand-derived from the parser of the library that CronJobs use.
describe('a schedule', () => {
  it('has lists, ranges and steps', () => {
    expect(values('1,5-7,50-59/4 * * * *', 'minutes')).toEqual([1, 5, 6, 7, 50, 54, 58])
    expect(values('50/4 * * * *', 'minutes')).toEqual([50, 54, 58])
    expect(values('*/20 * * * *', 'minutes')).toEqual([0, 20, 40])
    expect(values('? 0,23 * * *', 'hours')).toEqual([0, 23])
    expect(values('0 0 1,31 * *', 'days')).toEqual([1, 31])
    expect(values('0 0 * * *', 'days')).toHaveLength(31)
    expect(values('* * * * *', 'minutes')).toHaveLength(60)
    expect(values('* * * * *', 'hours')).toHaveLength(24)
  })

  it('has names of months and days of the week', () => {
    expect(values('0 0 * jan-MAR,dec *', 'months')).toEqual([1, 2, 3, 12])
    expect(values('0 0 * * sun,Tue-sat', 'weekdays')).toEqual([0, 2, 3, 4, 5, 6])
  })

  it.each([
    ['@yearly', '2027-01-01T00:00:00.000Z'],
    ['@annually', '2027-01-01T00:00:00.000Z'],
    ['@monthly', '2026-07-01T00:00:00.000Z'],
    ['@weekly', '2026-06-21T00:00:00.000Z'],
    ['@daily', '2026-06-16T00:00:00.000Z'],
    ['@midnight', '2026-06-16T00:00:00.000Z'],
    ['@hourly', '2026-06-15T11:00:00.000Z'],
  ])('may be the word %s', (word, time) => {
    expect(next(word, '2026-06-15T10:30:00Z')).toBe(time)
  })

  it.each(
    [
      '',
      '* * * *',
      '* * * * * *',
      '60 * * * *',
      '* 24 * * *',
      '* * 0 * *',
      '* * 32 * *',
      '* * * 0 *',
      '* * * 13 *',
    ].concat(
      [
        '* * * * 7',
        '5-1 * * * *',
        '*/0 * * * *',
        '1/x * * * *',
        '1/2/3 * * * *',
        '1-2-3 * * * *',
        'x * * * *',
        ',1 * * * *',
      ],
      [
        '-1 * * * *',
        '1- * * * *',
        '* * * feb-jan *',
        '@every 1h',
        '@often',
        'jan * * * *',
        '100 * * * *',
        '*-5 * * * *',
      ],
    ),
  )('is none where it is written %j', (text) => {
    expect(scheduleIn(text)).toBeUndefined()
  })

  it('takes either day where both are restricted, else both', () => {
    expect(next('0 0 13 * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
    expect(next('0 0 4 * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-04T00:00:00.000Z')
    expect(next('0 0 13 * *', '2026-06-01T00:00:00Z')).toBe('2026-06-13T00:00:00.000Z')
    expect(next('0 0 * * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
    expect(next('0 0 */1 * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
    expect(next('0 0 */2 * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-03T00:00:00.000Z')
    expect(next('0 0 13,? * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
  })

  it('is met next after an instant, never at it', () => {
    expect(next('30 10 * * *', '2026-06-15T10:30:00Z')).toBe('2026-06-16T10:30:00.000Z')
    expect(next('30 10 * * *', '2026-06-15T10:29:59.999Z')).toBe('2026-06-15T10:30:00.000Z')
    expect(next('0 0 29 2 *', '2026-06-15T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z')
    expect(next('0 0 30 2 *', '2026-06-15T00:00:00Z')).toBeUndefined()
    expect(next('0 22,9 * * *', '2026-06-15T10:00:00Z')).toBe('2026-06-15T22:00:00.000Z')
  })

  it('was met last up to an instant, and after another', () => {
    expect(last('0 * * * *', '2026-06-15T00:00:00Z', '2026-06-15T10:30:00Z')).toBe('2026-06-15T10:00:00.000Z')
    expect(last('0 * * * *', '2026-06-15T00:00:00Z', '2026-06-15T10:00:00Z')).toBe('2026-06-15T10:00:00.000Z')
    expect(last('0 * * * *', '2026-06-15T10:00:00Z', '2026-06-15T10:59:00Z')).toBeUndefined()
    expect(last('0 12 1 * *', '2026-05-20T00:00:00Z', '2026-06-15T10:00:00Z')).toBe('2026-06-01T12:00:00.000Z')
    expect(last('0 12 1 * *', '2026-06-01T12:00:00Z', '2026-06-15T10:00:00Z')).toBeUndefined()
    expect(last('0 0 30 2 *', '2001-01-01T00:00:00Z', '2026-06-15T10:00:00Z')).toBeUndefined()
    expect(last('0 0 29 2 *', '2001-01-01T00:00:00Z', '2026-06-15T10:00:00Z')).toBe('2024-02-29T00:00:00.000Z')
  })
})
