import { describe, expect, it } from 'vitest'

import { safeJson, safeText } from '../../src/internal/safe-text.js'

/** The first and last of each range, and what stands alone. */
const unsafe = [
  ...['0000', '0009', '000a', '001b', '001f', '007f', '0080', '0085', '009b', '009f', '061c', '200e', '200f', '2028'],
  ...['2029', '202a', '202e', '2066', '2069', 'd800', 'dfff', 'feff', 'fffe', 'ffff'],
]
const safe = ['0020', '007e', '00a0', '061b', '061d', '200d', '2010', '2027', '202f', '2065', '206a', 'fefe', 'fffd']

const character = (code: string): string => String.fromCharCode(Number.parseInt(code, 16))

describe('text from outside', () => {
  it.each(unsafe)('has U+%s escaped', (code) => {
    expect(safeText(`a${character(code)}b`)).toBe(`a\\u${code}b`)
    const json = safeJson(`a${character(code)}b`)
    expect(json).not.toContain(character(code))
    expect(JSON.parse(json)).toBe(`a${character(code)}b`)
  })

  it.each(safe)('keeps U+%s', (code) => {
    expect(safeText(`a${character(code)}b`)).toBe(`a${character(code)}b`)
  })

  it('keeps what two surrogates spell', () => {
    expect(safeText('a\u{1f5d1}b')).toBe('a\u{1f5d1}b')
  })
})
