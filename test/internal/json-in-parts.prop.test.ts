import fc from 'fast-check'
import { expect, it } from 'vitest'

import { together } from '../../src/internal/json-in-parts.js'
import { safeJson, safeJsonInParts } from '../../src/render/index.js'
import { runs } from '../runs.js'
import { documentsInBothForms } from './json-in-parts.js'

it('writes in parts what it writes whole', () => {
  fc.assert(
    fc.property(documentsInBothForms, ({ inParts, plain }) => {
      expect([...safeJsonInParts(inParts)].join('')).toBe(safeJson(plain, 2))
    }),
    { numRuns: runs(1_000) },
  )
})

it('makes an item once its turn has come', () => {
  let made = 0
  const items = function* (): Iterable<string> {
    for (; made < 1000; made++) yield 'x'.repeat(2 ** 10)
  }
  const [first] = safeJsonInParts({ kept: items })
  expect(first?.length).toBeGreaterThanOrEqual(2 ** 18)
  expect(made).toBeLessThan(300)
})

it('puts parts together until they are long enough', () => {
  expect([...together(['a', 'bc', 'd', 'efgh', 'i'], 3)]).toEqual(['abc', 'defgh', 'i'])
  expect([...together([], 3)]).toEqual([])
})
