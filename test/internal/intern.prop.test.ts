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

  it('holds when all keys look alike where the hash looks', () => {
    const middle = (number: number): string => number.toString(36).padStart(5, '0')
    const keys = Array.from({ length: 20_000 }, (_, number) => `${'a'.repeat(4)}${middle(number)}${'a'.repeat(60)}`)
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
