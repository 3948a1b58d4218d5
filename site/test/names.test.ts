/** Where names break that a line has no room for. */
import { describe, expect, it } from 'vitest'

import { isName, wordsOf } from '../playground/text/names.js'

describe('names', () => {
  it.each([
    [
      'registry.example.com:5000/shop/web:1.5.0@sha256',
      ['registry.', 'example.', 'com:', '5000/', 'shop/', 'web:', '1.5.0@', 'sha256'],
    ],
    ['example.com/hold', ['example.', 'com/', 'hold']],
    ['Pod/shop/web-1', ['Pod/', 'shop/', 'web-1']],
  ])('%s breaks between its parts, behind what separates them', (name, parts) => {
    expect(wordsOf(name)).toEqual([parts])
  })

  it.each(['2026-11-21T03:02:36.000Z', '12:30', '1.36.2', 'removes.', 'because:'])('%s does not break', (word) => {
    expect(wordsOf(word)).toEqual([[word]])
  })

  it('and words with hyphens stay whole where there is room, other words are as they were', () => {
    expect(wordsOf('the finalizer example.com/hold of web-1 is kept').map(isName)).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
      false,
    ])
  })

  it('are found again when the parts are put together', () => {
    const text = ' a  b: c/d@e,f (g.h)  '
    expect(
      wordsOf(text)
        .map((parts) => parts.join(''))
        .join(' '),
    ).toBe(text)
  })
})
