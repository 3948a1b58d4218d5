import { describe, expect, it } from 'vitest'

import { planDocument, renderJson } from '../../src/render/index.js'
import { explain, toyPlan } from './toy.js'

describe('a plan as JSON', () => {
  const document = planDocument({ collector: 'toy', explain })(toyPlan)

  it('says what it is', () => {
    expect(document).toMatchObject({ kind: 'gcplan/plan', version: 1, collector: 'toy' })
  })

  it('writes dates as RFC 3339, nothing as null, integers as they are, sentences beside facts', () => {
    expect(document).toMatchObject({
      at: '2026-01-01T12:00:00.000Z',
      wakeAt: '2026-01-01T12:01:30.000Z',
      passes: [
        { name: 'age', refusal: null },
        {
          name: 'space',
          removals: [
            {
              reasons: [
                { _tag: 'Unused', rank: 1 },
                { _tag: 'Old', lastUsed: '1970-01-01T00:00:00.000Z' },
              ],
              explained: ['least recently used number 1', 'unused for longer than 7 days'],
              frees: 648_123_456,
            },
            { frees: '9223372036854775807' },
          ],
          reserve: [{ reasons: [{ lastUsed: null }] }],
        },
      ],
    })
  })

  it('has its keys in one order, whatever order they were made in', () => {
    const scramble = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(scramble)
      if (typeof value !== 'object' || value === null || value instanceof Date) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, held]) => [key, scramble(held)]),
      )
    }
    const scrambled = scramble(toyPlan) as typeof toyPlan
    expect(Object.keys(scrambled)).not.toEqual(Object.keys(toyPlan))
    expect(renderJson({ collector: 'toy', explain })(scrambled)).toBe(
      renderJson({ collector: 'toy', explain })(toyPlan),
    )
  })
})
