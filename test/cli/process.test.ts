import fc from 'fast-check'
import { expect, it } from 'vitest'

import { inParts } from '../../src/cli/process.js'
import { runs } from '../runs.js'

it('cuts a text into parts that are it again, also as bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), (text, length) => {
      const parts = [...inParts(text, length)]
      expect(parts.join('')).toBe(text)
      expect(Buffer.concat(parts.map((part) => Buffer.from(part)))).toEqual(Buffer.from(text))
    }),
    { numRuns: runs(300) },
  )
})

it('cuts as late as it may', () => {
  expect([...inParts('abcde', 2)]).toEqual(['ab', 'cd', 'e'])
  expect([...inParts('a\u{1F600}b', 2)]).toEqual(['a\u{1F600}', 'b'])
  expect([...inParts('', 2)]).toEqual([])
})
