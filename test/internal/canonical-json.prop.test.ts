import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalJson } from '../../src/internal/canonical-json.js'
import { instant } from '../../src/core/time.js'

/** A negative zero and a zero are one number in JSON. */
const plain = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)))

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, held]) => [key, reversed(held)]))
}

describe('the one text of a value', () => {
  it('reads back as the value', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
      }),
    )
  })

  it('is the same in whatever order keys were put in', () => {
    fc.assert(fc.property(plain, (value) => canonicalJson(reversed(value)) === canonicalJson(value)))
  })

  it('differs for values that differ', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
      }),
    )
  })

  it('has its keys by code unit and no spaces', () => {
    expect(canonicalJson({ b: [1, 2.5, 'x'], a: { '\ud83d\ude00': true, '\uff00': null }, 10: 1, 9: 2 })).toBe(
      '{"10":1,"9":2,"a":{"😀":true,"\uff00":null},"b":[1,2.5,"x"]}',
    )
  })

  it('writes instants as RFC 3339, wide integers as figures, and what JSON lacks as null or not at all', () => {
    const value = { at: instant(0), none: undefined, wide: 2n ** 63n, bad: instant(NaN), call: () => 0, not: NaN }
    expect(canonicalJson(value)).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","bad":null,"call":null,"not":null,"wide":"9223372036854775808"}',
    )
    expect(canonicalJson([undefined, Infinity, null, false])).toBe('[null,null,null,false]')
    expect(canonicalJson(undefined)).toBe('null')
  })

  it('keeps a key that is called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__": {"a": 1}}'))).toBe('{"__proto__":{"a":1}}')
  })

  it('ends for a value within itself, and says the same of a value that is there twice', () => {
    const circle: Record<string, unknown> = { name: 'x' }
    circle['self'] = circle
    expect(canonicalJson(circle)).toBe('{"name":"x","self":"[within itself]"}')
    const twice = { a: 1 }
    expect(canonicalJson([twice, twice])).toBe('[{"a":1},{"a":1}]')
  })

  it('goes a million levels deep', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 1_000_000; level++) deep = [deep]
    expect(canonicalJson(deep)).toHaveLength(2_000_005)
  })
})

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { fields: entries.map(([key, held]) => [key, sorted(held)]) }
}
