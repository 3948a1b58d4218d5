import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { textOf } from '../../src/cli/bytes.js'

const bytes = (...given: ReadonlyArray<number | string>): Uint8Array =>
  Buffer.concat(given.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))))

describe('the bytes of a file', () => {
  it('are UTF-8', () => {
    expect(textOf(bytes('{"a": "ä😀"}'))).toEqual(E.right('{"a": "ä😀"}'))
    expect(textOf(bytes(0xef, 0xbb, 0xbf, '{}'))).toEqual(E.right('\ufeff{}'))
    expect(textOf(bytes())).toEqual(E.right(''))
  })

  it('may be UTF-16 with a byte order mark', () => {
    expect(textOf(Buffer.from('\ufeff{"a": "ä"}', 'utf16le'))).toEqual(E.right('\ufeff{"a": "ä"}'))
    expect(textOf(bytes(0xff, 0xfe, 0x00, 0xd8))).toEqual(E.left('is neither UTF-8 nor UTF-16'))
  })

  it('are refused where they are no text, with the first wrong one', () => {
    expect(textOf(bytes('{"a": "', 0xe4, '"}'))).toEqual(E.left('is not UTF-8: a wrong byte at offset 7'))
    expect(textOf(bytes('ä', 0xc0, 0x80))).toEqual(E.left('is not UTF-8: a wrong byte at offset 2'))
    expect(textOf(bytes('{}', 0xe2, 0x82))).toEqual(E.left('is not UTF-8: a wrong byte at offset 2'))
  })

  it('are refused beyond what a text holds, with what to do', () => {
    const large = { length: 2 ** 29 } as Uint8Array
    expect(textOf(large)).toEqual(E.left(expect.stringMatching(/^is larger than 512 MiB: give it in parts/)))
  })
})
