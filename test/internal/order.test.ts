import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compareBytes, isWide } from '../../src/internal/lists.js'
import { runs } from '../runs.js'

const wellFormed = fc.string({ unit: 'binary' })

describe('order by bytes', () => {
  it('is that of the UTF-8 bytes', () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, (left, right) => {
        const expected = Buffer.compare(Buffer.from(left), Buffer.from(right))
        expect(Math.sign(compareBytes(left, right))).toBe(expected)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('differs from code units only for wide text', () => {
    expect(compareBytes('\u{10000}', '\uffff')).toBeGreaterThan(0)
    expect('\u{10000}' < '\uffff').toBe(true)
    expect([isWide('\u{10000}'), isWide('\uffff'), isWide('\ud7ff')]).toEqual([true, true, false])
  })
})
