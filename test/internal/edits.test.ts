import { expect, it } from 'vitest'

import { editsBetween, meantBy } from '../../src/internal/edits.js'

it('edits are insertions, deletions and replacements', () => {
  expect([editsBetween('', 'abc'), editsBetween('abc', 'abd'), editsBetween('abc', 'bc')]).toEqual([3, 1, 1])
  expect(editsBetween('kitten', 'sitting')).toBe(3)
})

it('a word was meant that is within two edits, the nearest, the first on a tie, whatever its case', () => {
  expect(meantBy(['abcd', 'abce'], 'abcx')).toBe('abcd')
  expect(meantBy(['abxy', 'abcd'], 'abce')).toBe('abcd')
  expect(meantBy(['abcd'], 'ABC')).toBe('abcd')
  expect(meantBy(['abcd'], 'axyz')).toBeUndefined()
  expect(meantBy(['abcdefg'], 'abcd')).toBeUndefined()
})
