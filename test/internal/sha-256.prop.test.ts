import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { sha256 } from '../../src/internal/sha-256.js'
import { runs } from '../runs.js'

const asNode = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

describe('the SHA-256 of a text', () => {
  it('is that of the standard for its examples', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('is that of Node for any text, lone surrogates and characters beyond U+FFFF included', () => {
    const unit = fc.constantFrom('a', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\ud800', '\udfff', '😀')
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit, maxLength: 200 }))
    fc.assert(
      fc.property(texts, (text) => sha256(text) === asNode(text)),
      { numRuns: runs(2000) },
    )
  })

  it('is that of Node for every length around the size of a block', () => {
    for (let length = 0; length < 200; length++) expect(sha256('x'.repeat(length))).toBe(asNode('x'.repeat(length)))
  })

  it('is that of Node for a million characters', () => {
    const text = 'äb😀'.repeat(300_000)
    expect(sha256(text)).toBe(asNode(text))
  })
})
