import { option as O } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Knowledge } from '../../../src/core/index.js'
import { flag, instant, oneOf, safeInteger, text } from '../../../src/internal/schema/schema.js'
import { distinctBy, list } from '../../../src/internal/schema/object.js'
import { object } from '../../../src/internal/schema/object.js'
import type { AnySchema } from '../../../src/internal/schema/schema.js'
import { optional, problemsOf, textOr, where } from '../../../src/internal/schema/schema.js'
import { knowledge, option } from '../../../src/internal/schema/object.js'
import { runs } from '../../runs.js'

interface Item {
  readonly key: string
  readonly kind: 'a' | 'b'
  readonly count?: number | undefined
}

interface Whole {
  readonly at: Date
  readonly items: ReadonlyArray<Item>
  readonly fact: Knowledge<boolean>
  readonly last: O.Option<Date>
  readonly lives: 'here' | { readonly beside: string }
}

const item = object<Item>({ key: text, kind: oneOf('a', 'b'), count: optional(safeInteger) })
const even = where(item, 'an even count', ({ count = 0 }) => count % 2 === 0)

const whole = object<Whole>({
  at: instant,
  items: distinctBy('key', list(even)),
  fact: knowledge(flag),
  last: option(instant),
  lives: textOr(oneOf('here'), object<{ readonly beside: string }>({ beside: text })),
})

const sound: Whole = {
  at: new Date(0),
  items: [
    { key: 'x', kind: 'a' },
    { key: 'y', kind: 'b', count: 2 },
  ],
  fact: { _tag: 'Assumed', value: true, because: 'said so' },
  last: O.some(new Date(0)),
  lives: { beside: 'it' },
}

const find = problemsOf('whole', whole)
const linesOf = (value: unknown): ReadonlyArray<string> | undefined =>
  find(value)?.problems.map(({ path, expected, actual }) => `${path}: ${expected}: ${actual}`)

/** The sound value, with something else in one place. */
const spoiled: fc.Arbitrary<unknown> = fc.tuple(fc.infiniteStream(fc.nat()), fc.anything()).map(([numbers, by]) => {
  const spoil = (value: unknown): unknown => {
    const keys = typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.keys(value) : []
    const key = keys[Number(numbers.next().value) % keys.length]
    if (key === undefined) return by
    const held = value as Readonly<Record<string, unknown>>
    return Array.isArray(value)
      ? value.map((each: unknown, index) => (index === Number(key) ? spoil(each) : each))
      : { ...held, [key]: spoil(held[key]) }
  }
  return spoil(sound)
})

const reports = ({ report }: AnySchema, value: unknown): boolean => {
  const problems: { path: string; expected: string; actual: string }[] = []
  report(value, problems)
  return problems.length > 0
}

describe('a schema', () => {
  it('finds nothing in what it describes', () => {
    expect(linesOf(sound)).toBeUndefined()
  })

  it('holds exactly where its report finds nothing', () => {
    fc.assert(
      fc.property(fc.oneof(spoiled, fc.anything()), (value) => {
        expect(whole.holds(value)).toBe(!reports(whole, value))
      }),
      { numRuns: runs(2000) },
    )
  })

  it('says where each problem is, what was expected and what was found', () => {
    const items = [{ key: 1, kind: 'c', count: 0.5 }, null]
    expect(linesOf({ ...sound, at: new Date(NaN), items, fact: { _tag: 'Known' }, lives: 'there' })).toEqual([
      'at: a valid Date: Invalid Date',
      'items[0].key: a string: 1',
      'items[0].kind: "a" or "b": "c"',
      'items[0].count: a safe integer: 0.5',
      'items[1]: an object: null',
      'fact.value: a boolean: undefined',
      'lives: an object: "there"',
    ])
  })

  it('reports a refinement, and keys that repeat, only of what is sound otherwise', () => {
    expect(linesOf({ ...sound, items: [{ key: 'x', kind: 'a', count: 1 }] })).toEqual([
      'items[0]: an even count: an object',
    ])
    expect(linesOf({ ...sound, items: [...sound.items, { key: 'x', kind: 'b' }] })).toEqual([
      'items[2].key: a unique value: "x"',
    ])
  })

  it('reports every key that repeats, each time after its first', () => {
    const items = ['x', 'x', 'y', 'y', 'x'].map((key) => ({ key, kind: 'a' }))
    expect(linesOf({ ...sound, items })).toEqual([
      'items[1].key: a unique value: "x"',
      'items[3].key: a unique value: "y"',
      'items[4].key: a unique value: "x"',
    ])
  })

  it('refuses a field that is inherited, required or not', () => {
    const inherited: unknown = Object.create({ count: 2 }, Object.getOwnPropertyDescriptors({ key: 'x', kind: 'a' }))
    expect(linesOf({ ...sound, items: [inherited] })).toEqual(['items[0].count: an own property: an inherited one'])
    expect(linesOf(Object.create(sound))).toHaveLength(5)
  })

  it('lists a hundred problems at most', () => {
    expect(linesOf({ ...sound, items: Array.from({ length: 300 }, () => 0) })).toHaveLength(100)
  })
})

describe('the type of a schema', () => {
  it('has every field of the interface, every word, and no more', () => {
    const ofTypes = [
      // @ts-expect-error a field is missing
      object<Item>({ key: text, kind: oneOf('a', 'b') }),
      // @ts-expect-error a word is missing
      object<Item>({ key: text, kind: oneOf('a'), count: optional(safeInteger) }),
      // @ts-expect-error the interface has no such word
      object<Item>({ key: text, kind: oneOf('a', 'b', 'c'), count: optional(safeInteger) }),
      // @ts-expect-error the interface has no such field
      object<Item>({ key: text, kind: oneOf('a', 'b'), count: optional(safeInteger), more: text }),
    ]
    expect(ofTypes).toHaveLength(4)
  })
})
