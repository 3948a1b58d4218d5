import { either as E, option as O } from 'fp-ts'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'

import {
  entries,
  fields,
  items,
  mapped,
  optional,
  problemOf,
  readFrom,
  remembering,
  withDefault,
} from '../../src/decode/codec.js'
import { instantText, name, nanoseconds, size, text, word } from '../../src/decode/leaf.js'
import { right, wrongIn } from './reading.js'

const thing = fields({ id: name, size, tags: withDefault(items(text), []), state: word('ON', 'OFF') })
const read = readFrom(fields({ things: items(thing) }))('things')
const good = { id: 'a', size: '5', state: 'ON' }

describe('reading', () => {
  it('keeps the fields it knows and leaves out the others', () => {
    expect(right(read({ more: 1, things: [{ ...good, more: [] }] }))).toEqual({
      things: [{ id: 'a', size: 5, tags: [], state: 'ON' }],
    })
  })

  it('finds every problem, in reading order, with its path', () => {
    expect(wrongIn(read({ things: [{ ...good, size: -1 }, 7, { size: 1, tags: ['x', 2], state: 'on' }] }))).toEqual([
      'things[0].size: expected an integer from 0 to 2^63 - 1, as a number below 2^53 or as decimal text, got -1',
      'things[1]: expected an object, got 7',
      'things[2].id: expected a string, not empty, got nothing',
      'things[2].tags[1]: expected a string, got 2',
      'things[2].state: expected "ON" or "OFF", got "on"',
    ])
  })

  it.each([undefined, null, 7, 'x', [], new Map()])('finds the problem of the root itself: %j', (value) => {
    expect(wrongIn(read(value)).length).toBe(1)
  })

  it('names a hundred problems at most', () => {
    const many = Array.from({ length: 1000 }, () => ({}))
    expect(wrongIn(read({ things: many })).length).toBe(100)
    expect(wrongIn(readFrom(items(read0))('lists')([many, many])).length).toBe(100)
  })

  it('reads nothing off a prototype', () => {
    expect(wrongIn(read(Object.create({ things: [] })))).toEqual(['things: expected an array, got nothing'])
    expect(wrongIn(read({ things: [JSON.parse('{"__proto__": {"id": "a"}, "size": 1, "state": "ON"}')] }))).toEqual([
      'things[0].id: expected a string, not empty, got nothing',
    ])
  })

  it('takes null and absence for a default', () => {
    const reader = readFrom(fields({ a: withDefault(text, 'x'), b: optional(text) }))('')
    expect(right(reader({ a: null, b: null }))).toEqual({ a: 'x', b: O.none })
    expect(right(reader({}))).toEqual({ a: 'x', b: O.none })
    expect(right(reader({ a: '', b: '' }))).toEqual({ a: '', b: O.some('') })
  })

  it('makes once what the same values that follow each other are', () => {
    const reader = items(remembering(items(text)))
    const [some, others] = [['x'], ['x', 'y']]
    const [first, second, third, fourth] = right(readFrom(reader)('')([some, some, others, some]))
    expect([first, third, fourth]).toEqual([some, others, some])
    expect(second).toBe(first)
    expect(wrongIn(readFrom(items(remembering(text)))('')([7, 7, 'x', undefined]))).toEqual([
      '[0]: expected a string, got 7',
      '[1]: expected a string, got 7',
      '[3]: expected a string, got nothing',
    ])
  })

  it('keeps findings below where the caller began', () => {
    const context = [{ key: 'list', type: thing, actual: null }]
    const found = mapped(thing, () => 1).validate({ ...good, id: 0 }, context)
    expect(E.isLeft(found) ? found.left.map((error) => problemOf(error).path) : []).toEqual(['list.id'])
  })

  it('takes any key of an object whose keys come from outside', () => {
    const labels = readFrom(fields({ labels: entries(text) }))('')
    expect(right(labels(JSON.parse('{"labels": {"__proto__": "a", "7": "b"}}'))).labels).toEqual(
      new Map([
        ['7', 'b'],
        ['__proto__', 'a'],
      ]),
    )
    expect(wrongIn(labels({ labels: { a: 1, 7: 2, 'b.c': 3, constructor: 4 } }))).toEqual([
      'labels["7"]: expected a string, got 2',
      'labels.a: expected a string, got 1',
      'labels["b.c"]: expected a string, got 3',
      'labels.constructor: expected a string, got 4',
    ])
  })
})

describe('a codec of a single value', () => {
  it('takes part in codecs that a user of io-ts builds', () => {
    const lease = t.type({ id: name, state: word('ON', 'OFF'), since: instantText })
    const written = { id: 'a', state: 'ON', since: '2026-01-01T12:00:00.000Z' }
    const held = right(lease.decode(written))
    expect(held.since).toEqual(new Date('2026-01-01T12:00:00Z'))
    expect(lease.is(held)).toBe(true)
    expect(lease.encode(held)).toEqual(written)
  })

  it('writes what it reads', () => {
    expect(right(nanoseconds.decode(nanoseconds.encode(new Date(-1))))).toEqual(new Date(-1))
    expect(size.encode(right(size.decode('9007199254740992')))).toBe('9007199254740992')
  })
})

const read0 = items(thing)

describe('a size', () => {
  it.each([
    ['0', 0],
    ['182381', 182381],
    [182381, 182381],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['9223372036854775807', '9223372036854775807'],
  ])('%j is read as %j', (value, expected) => {
    expect(right(readFrom(size)('')(value))).toBe(expected)
  })

  it.each([
    ['9223372036854775808'],
    ['-1'],
    [-1],
    [9007199254740992],
    [1.5],
    [NaN],
    [Infinity],
    [''],
    ['1e3'],
    ['0x10'],
    ['007'],
    [' 1'],
    [true],
    [null],
    [{}],
    [['1']],
  ])('%j is refused', (value) => {
    expect(wrongIn(readFrom(size)('')(value)).length).toBe(1)
  })
})
