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
    expect(values('10-20/5 * * * *', 'minutes')).toEqual([10, 15, 20])
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

  it('knows each month and day of the week by its name', () => {
    const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
    const weekdays = 'sun mon tue wed thu fri sat'.split(' ')
    expect(months.map((name) => values(`0 0 1 ${name} *`, 'months'))).toEqual(months.map((_, index) => [index + 1]))
    expect(weekdays.map((name) => values(`0 0 * * ${name}`, 'weekdays'))).toEqual(weekdays.map((_, index) => [index]))
  })

  it('may have any white space between and around its fields', () => {
    expect(values(' 1 \t 2  * * * ', 'minutes')).toEqual([1])
    expect(values(' 1 \t 2  * * * ', 'hours')).toEqual([2])
  })

  it('is none where it is no text', () => {
    expect([undefined, null, 5, {}].map(scheduleIn)).toEqual(Array(4).fill(undefined))
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
        '1* * * * *',
        '*1 * * * *',
        'x-5 * * * *',
        'x5 * * * *',
        '5x * * * *',
        '*/5x * * * *',
        '*/x5 * * * *',
        '*/ * * * *',
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
    expect(next('0 0 ?/1 * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
    expect(next('0 0 13 * ?', '2026-06-01T00:00:00Z')).toBe('2026-06-13T00:00:00.000Z')
    expect(next('0 0 13,? * fri', '2026-06-01T00:00:00Z')).toBe('2026-06-05T00:00:00.000Z')
  })

  it('is met next after an instant, never at it', () => {
    expect(next('30 10 * * *', '2026-06-15T10:30:00Z')).toBe('2026-06-16T10:30:00.000Z')
    expect(next('30 10 * * *', '2026-06-15T10:29:59.999Z')).toBe('2026-06-15T10:30:00.000Z')
    expect(next('0 0 29 2 *', '2026-06-15T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z')
    expect(next('0 0 30 2 *', '2026-06-15T00:00:00Z')).toBeUndefined()
    expect(next('0 22,9 * * *', '2026-06-15T08:00:00Z')).toBe('2026-06-15T09:00:00.000Z')
    expect(next('0 22,9 * * *', '2026-06-15T09:00:00Z')).toBe('2026-06-15T22:00:00.000Z')
    expect(next('0 0 1 2 *', '2025-12-15T00:00:00Z')).toBe('2026-02-01T00:00:00.000Z')
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
  // The year 2100 has no 29th of February.
  it('is looked for no further than five years away', () => {
    const leapDay = '0 0 29 2 *'
    expect(next(leapDay, '2099-02-24T00:00:00Z')).toBe('2104-02-29T00:00:00.000Z')
    expect(next(leapDay, '2099-02-23T00:00:00Z')).toBeUndefined()
    expect(last(leapDay, '2001-01-01T00:00:00Z', '2101-03-05T00:00:00Z')).toBe('2096-02-29T00:00:00.000Z')
    expect(last(leapDay, '2001-01-01T00:00:00Z', '2101-03-06T00:00:00Z')).toBeUndefined()
  })
})
