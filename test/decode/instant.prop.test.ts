import { option as O } from 'fp-ts'
import fc from 'fast-check'
import { describe, it } from 'vitest'

import { parseRfc3339 } from '../../src/decode/instant.js'
import { runs } from '../runs.js'

const first = -62_135_596_800_000
const last = 253_402_300_799_999
const dates = fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true })

const epoch = (text: string): number | null => {
  const parsed = parseRfc3339(text)
  return O.isSome(parsed) ? parsed.value.getTime() : null
}

describe('RFC 3339 text', () => {
  it('reads back every instant of the years 1 to 9999', () => {
    fc.assert(fc.property(dates, (date) => epoch(date.toISOString()) === date.getTime()))
  })

  it('reads an instant the same in any offset', () => {
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })
    fc.assert(
      fc.property(dates, offset, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000)
        fc.pre(local.getTime() >= first && local.getTime() <= last)
        const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0')
        const text = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
        return epoch(local.toISOString().replace('Z', text)) === date.getTime()
      }),
    )
  })

  it('agrees with the platform on every date that exists, and refuses the others', () => {
    const part = (max: number): fc.Arbitrary<string> =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'))
    const text = fc
      .tuple(fc.integer({ min: 1, max: 9999 }), part(13), part(32), part(25), part(61), part(61))
      .map(([year, ...rest]) => [String(year).padStart(4, '0'), ...rest])
      .map(([y, m, d, h, min, s]) => `${y}-${m}-${d}T${h}:${min}:${s}.000Z`)
    fc.assert(
      fc.property(text, (written) => {
        const date = new Date(written)
        const exists = !Number.isNaN(date.getTime()) && date.toISOString() === written
        return epoch(written) === (exists ? date.getTime() : null)
      }),
      { numRuns: runs(1000) },
    )
  })
})
