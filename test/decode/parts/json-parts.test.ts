import type { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { DecodeError } from '../../../src/decode/error.js'
import { parseJsonText } from '../../../src/decode/json-text.js'
import { cutterOf } from '../../../src/decode/parts/cutter.js'
import { jsonInParts } from '../../../src/decode/parts/json-parts.js'
import { right, wrongIn } from '../reading.js'
import { cut } from './texts.js'

const read = (text: string, length: number): E.Either<DecodeError, unknown> => {
  const reader = jsonInParts('some', (object) => object)
  cut(text, [length]).forEach(reader.add)
  return reader.end()
}

const many = 100_000

describe('hostile text in parts', () => {
  it.each([
    ['brackets that nest and never close', `{"items":[${'['.repeat(many)}`],
    ['open documents', '{"items":'.repeat(many)],
    ['closing brackets', ']'.repeat(many)],
    ['items that are nothing', `{"items":[${'0,'.repeat(many)}0]}`],
    ['a long key', `{"${'k'.repeat(many)}":1}`],
    ['a key that never ends', `{"${'k'.repeat(many)}`],
    ['a string that never ends', `{"items":["${'\\"'.repeat(many)}`],
    ['a long number', `[${'1'.repeat(many)}]`],
    ['blanks only', ' '.repeat(many)],
  ])('reads %s as it reads the whole', (_, text) => {
    expect(JSON.stringify(read(text, 8192))).toBe(JSON.stringify(parseJsonText('some')(text)))
  })

  it('reads what nests a million deep', () => {
    const deep = 1_000_000
    let value = right(read(`{"items":[${'['.repeat(deep)}${']'.repeat(deep)}]}`, 65_536))
    let depth = 0
    for (value = (value as { readonly items: ReadonlyArray<unknown> }).items; Array.isArray(value); depth++)
      [value] = value
    expect(depth).toBe(deep + 1)
  })

  it('reads the same field again and again', () => {
    const value = right(read('{"items":[1],"__proto__":{"a":1},"items":[2],"items":[3,4]}', 3)) as object
    expect(Object.entries(value)).toEqual([
      ['items', [3, 4]],
      ['__proto__', { a: 1 }],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('takes no notice of parts without text, also before a byte order mark', () => {
    const reader = jsonInParts('some', (object) => object)
    for (const part of ['', '\uFEFF', '', '{"items":', '', '[1]}', '']) reader.add(part)
    expect(right(reader.end())).toEqual({ items: [1] })
  })

  it('ends a string at a line break, whatever follows', () => {
    const reader = jsonInParts('some', (object) => object)
    for (const part of ['{"items":[{"a":"b', '\n"c":"', '{[', '"}]}']) reader.add(part)
    expect(wrongIn(reader.end())).toEqual(['expected JSON, got "\\"b" at line 1, column 16'])
  })

  it('refuses a value that is longer than any text', () => {
    const cutter = cutterOf((object) => object, 100)
    cutter.add('{"kind":"List",\n "metadata":{"a":"')
    for (let more = 0; more < 20; more++) cutter.add('c'.repeat(10))
    expect(cutter.end()).toMatchObject({ _tag: 'Broken', place: { line: 2, column: 13 }, isLong: true })
  })

  it('reads more values than any text could hold', () => {
    const cutter = cutterOf(() => 0, 100)
    cutter.add('{"items":[')
    for (let more = 0; more < 1000; more++) cutter.add(`"${'c'.repeat(90)}",`)
    cutter.add('1]}')
    expect(cutter.end()).toEqual({ _tag: 'Whole', documents: [{ items: Array<number>(1001).fill(0) }] })
  })
})
