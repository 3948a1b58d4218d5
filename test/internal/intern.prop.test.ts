import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { append, column, valuesOf } from '../../src/internal/column.js'
import { numberOfKey, numbering } from '../../src/internal/lists.js'
import { runs } from '../runs.js'

const key = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('__proto__', 'constructor', '', 'a'.repeat(71)))

describe('a numbering', () => {
  it('knows the place of every key and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key), key, (keys, stranger) => {
        const numbers = numbering(keys)
        expect(numbers.distinct).toBe(true)
        expect(keys.map((each) => numberOfKey(numbers, each))).toEqual(keys.map((_, place) => place))
        expect(numberOfKey(numbers, stranger)).toBe(keys.indexOf(stranger))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('tells that a key is there twice', () => {
    fc.assert(
      fc.property(fc.array(key), (keys) => numbering(keys).distinct === (new Set(keys).size === keys.length)),
      { numRuns: runs(1000) },
    )
  })

  /** Keys that differ only where the hash does not look. */
  const alike = (number: number): string => `${'a'.repeat(4)}${number.toString(36).padStart(5, '0')}${'a'.repeat(60)}`

  it('tells keys apart that share a hash, be they few or more than it has room for', () => {
    const full = numbering(Array.from({ length: 49 }, (_, number) => alike(number)))
    expect([full.crowded, numberOfKey(full, alike(48))]).toEqual([null, 48])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200), { maxLength: 60 }), fc.nat(200), (chosen, other) => {
        const numbers = numbering(chosen.map(alike))
        expect(numbers.distinct).toBe(true)
        expect(chosen.map((each) => numberOfKey(numbers, alike(each)))).toEqual(chosen.map((_, place) => place))
        expect(numberOfKey(numbers, alike(other))).toBe(chosen.indexOf(other))
        expect(numbering([...chosen, other].map(alike)).distinct).toBe(!chosen.includes(other))
      }),
      { numRuns: runs(300) },
    )
  })

  it('holds when all keys look alike where the hash looks', () => {
    const keys = Array.from({ length: 20_000 }, (_, number) => alike(number))
    const numbers = numbering(keys)
    expect(numbers.crowded).not.toBeNull()
    expect(keys.every((each, place) => numberOfKey(numbers, each) === place)).toBe(true)
    expect(numberOfKey(numbers, 'a')).toBe(-1)
    expect(numbering([...keys, keys[7] ?? '']).distinct).toBe(false)
  })

  it('of nothing knows nothing', () => {
    expect(numberOfKey(numbering([]), '')).toBe(-1)
  })
})

describe('a column', () => {
  it('holds what was appended', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(5), (values, room) => {
        const held = column(room)
        for (const value of values) append(held, value)
        expect(Array.from(valuesOf(held))).toEqual(values)
      }),
    )
  })
})
