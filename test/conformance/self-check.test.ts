import { describe, expect, it } from 'vitest'

import { alterationsOf } from '../../conformance/alter.js'
import { rootRule } from '../../conformance/fields.js'
import { printSelfCheck } from '../../conformance/print.js'
import { selfCheck } from '../../conformance/self-check.js'
import { toyCase, toyFile, toyShape } from './toy.js'

const everything = Number.POSITIVE_INFINITY
const changes = (expected: unknown): ReadonlyArray<string> =>
  alterationsOf(rootRule(toyShape.compared), expected).map(({ change }) => change)

describe('alterations', () => {
  it('touch every leaf, every array and every object that is compared, and nothing else', () => {
    expect(changes({ list: [{ a: 1 }], bag: ['x', 'y'], roots: [1] })).toEqual([
      'list: one item more',
      'list: last item dropped',
      'list[0].a: dropped',
      'list[0]: one field more',
      'list[0].a: 1 -> 2',
      'list[0].a: 1 -> "1"',
      'bag: one item more',
      'bag: last item dropped',
      'bag: first item dropped',
      'bag[0]: "x" -> "x~"',
      'bag[0]: "x" -> null',
      'bag[1]: "y" -> "y~"',
      'bag[1]: "y" -> null',
    ])
  })
  it('swap unequal neighbours where order counts', () => {
    expect(changes({ list: [true, true, null] })).toContain('list: items 1 and 2 swapped')
    expect(changes({ list: [true, true] }).filter((change) => change.endsWith('swapped'))).toEqual([])
    expect(changes({ bag: [true, false] }).filter((change) => change.endsWith('swapped'))).toEqual([])
  })
  it('touch empty and null values as well', () => {
    expect(changes({ count: null, list: [] })).toEqual([
      'count: null -> "something"',
      'count: null -> 0',
      'list: one item more',
    ])
    expect(changes({ count: {} })).toEqual(['count: one field more'])
    expect(changes({ count: true })).toEqual(['count: true -> false', 'count: true -> null'])
    expect(changes({ count: 0.5 })).toEqual(['count: 0.5 -> 0.25', 'count: 0.5 -> "0.5"'])
  })
})

describe('a self-check', () => {
  const expected = {
    list: [1, { a: [] }],
    bag: ['x', 'x'],
    steps: [{ calls: [], error: null }],
    objects: { a: { gone: 1 } },
  }

  it('of a sound comparison finds nothing undetected', async () => {
    expect(
      printSelfCheck('FILE', await selfCheck([toyShape], toyFile(toyCase('a', expected, expected)), everything)),
    ).toEqual(['FILE: 23 alterations, 0 undetected', '  never altered, absent from every replayed case: count'])
  })

  it('alters the answers of every version', async () => {
    const file = toyFile({
      name: 'a',
      versions: ['2.0'],
      alternatives: [{ versions: ['1.0'], expected: { count: 1 } }],
      input: { perVersion: { '1.0': { count: 1 }, '2.0': { count: 2 } } },
      expected: { count: 2 },
    })
    expect(await selfCheck([toyShape], file, everything)).toMatchObject({ alterations: 4, undetected: [], defects: [] })
    const wrong = file.replace('"1.0":{"count":1}', '"1.0":{"count":2}')
    expect((await selfCheck([toyShape], wrong, everything)).defects).toEqual(['a @ 1.0 fails unaltered'])
  })

  it('names an alteration that passes', async () => {
    const silent = toyCase('a', { steps: [{ error: null }, {}] }, { steps: [{ error: null }, { error: null }] })
    expect(printSelfCheck('FILE', await selfCheck([toyShape], toyFile(silent), everything)).slice(0, 2)).toEqual([
      'FILE: 6 alterations, 1 undetected',
      '  a: steps: items 0 and 1 swapped',
    ])
  })

  it('is not sound while a case fails unaltered, is malformed, or the file is broken', async () => {
    const file = toyFile(toyCase('a', { count: 1 }, { count: 2 }), { name: 'b' })
    expect(await selfCheck([toyShape], file, everything)).toMatchObject({
      alterations: 0,
      defects: ['a fails unaltered', 'b is malformed: input and expected absent'],
    })
    expect((await selfCheck([toyShape], '{', everything)).defects).toHaveLength(1)
  })

  it('is not sound while a case is skipped, the shape is unknown, or there is no case', async () => {
    const skipped = { name: 'a', input: { skip: 'later' }, expected: { count: 1 } }
    expect((await selfCheck([toyShape], toyFile(skipped), everything)).defects).toEqual(['a is skipped'])
    expect((await selfCheck([], toyFile(), everything)).defects).toEqual(['unknown shape toy/echo'])
    expect((await selfCheck([toyShape], toyFile(), everything)).defects).toEqual(['no cases of shape toy/echo'])
  })

  it('alters the outcome that was given, of several that are right', async () => {
    const either = { name: 'a', input: { answer: { count: 2 } }, expected: { oneOf: [{ count: 1 }, { count: 2 }] } }
    // 2 becomes 3 and "2"; with the other outcome beside it, 3 would still be told from a right answer.
    expect(await selfCheck([toyShape], toyFile(either), everything)).toMatchObject({
      alterations: 2,
      undetected: [],
      defects: [],
    })
    const neighbour = { ...either, input: { answer: { count: 1 } } }
    expect(await selfCheck([toyShape], toyFile(neighbour), everything)).toMatchObject({ undetected: [], defects: [] })
  })

  it('samples evenly and still alters every field once', async () => {
    const list = Array.from({ length: 100 }, (_, index) => index)
    const held = { list, bag: ['x'], count: 1 }
    const check = await selfCheck([toyShape], toyFile(toyCase('a', held, held), toyCase('b', held, held)), 5)
    expect(check.alterations).toBeGreaterThanOrEqual(10)
    expect(check.alterations).toBeLessThanOrEqual(13)
    const fewest = await selfCheck([toyShape], toyFile(toyCase('a', held, held)), 1)
    expect(fewest.alterations).toBe(3)
    expect(check.notes).toEqual([
      'never altered, absent from every replayed case: steps.*.calls, steps.*.error, objects.*.gone',
    ])
  })
})
