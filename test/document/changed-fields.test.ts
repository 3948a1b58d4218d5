/** Which fields of a value are others, in words. */
import { expect, it } from 'vitest'

import { changedFields } from '../../src/document/changed-fields.js'

it('three fields are named, and the others counted', () => {
  const before = { a: 1, b: { c: 1, d: 1 }, e: 1 }
  expect(changedFields(before, { ...before, a: 2 })).toBe('a is 2 instead of 1')
  expect(changedFields(before, { a: 2, b: { c: 2, d: 2 }, e: 1 })).toBe(
    'a is 2 instead of 1, b.c is 2 instead of 1, b.d is 2 instead of 1',
  )
  expect(changedFields(before, { a: 2, b: { c: 2, d: 2 }, e: 2 })).toMatch(/b\.d is 2 instead of 1, and 1 more$/)
})

it('a field that comes, goes or is no longer an object is told as a whole', () => {
  expect(changedFields({ a: { b: 1 } }, { a: null, c: 'x' })).toBe(
    'a is null instead of {"b":1}, c is "x" instead of nothing',
  )
  expect(changedFields({ at: new Date(0) }, {})).toBe('at is nothing instead of "1970-01-01T00:00:00.000Z"')
})
