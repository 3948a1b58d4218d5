import { describe, expect, it } from 'vitest'

import { firstDifference } from '../../conformance/difference.js'
import { rootRule } from '../../conformance/fields.js'
import { toyShape } from './toy.js'

const rule = rootRule(toyShape.compared)
const path = (expected: unknown, actual: unknown): string | undefined => firstDifference(rule, expected, actual)?.path

describe('an ordered field', () => {
  it('is equal item by item', () => {
    expect(path({ list: [1, [2, { a: 3 }]] }, { list: [1, [2, { a: 3 }]] })).toBeUndefined()
    expect(path({ list: [1, 2] }, { list: [2, 1] })).toBe('list[0]')
  })
  it('has no item too few or too many', () => {
    expect(path({ list: [1, 2] }, { list: [1] })).toBe('list[1]')
    expect(path({ list: [1] }, { list: [1, 2] })).toBe('list[1]')
    expect(path({ list: [] }, { list: {} })).toBe('list')
    expect(path({ list: [1] }, { list: [1, undefined] })).toBe('list')
  })
  it('has no key too few or too many below it', () => {
    expect(path({ list: [{ a: 1 }] }, { list: [{ a: 1, b: undefined }] })).toBeUndefined()
    expect(path({ list: [{ a: 1 }] }, { list: [{ a: 1, b: null }] })).toBe('list[0].b')
    expect(path({ list: [{ a: 1, 'b c': 2 }] }, { list: [{ a: 1 }] })).toBe('list[0]["b c"]')
  })
  it('that is absent in expected is not compared', () => {
    expect(path({ count: 1 }, { count: 1, list: [1] })).toBeUndefined()
  })
})

describe('a set field', () => {
  it('is equal in any order, key order included', () => {
    expect(path({ bag: [{ a: 1, b: [1, 2] }, 'x'] }, { bag: ['x', { b: [1, 2], a: 1 }] })).toBeUndefined()
  })
  it('counts items', () => {
    expect(path({ bag: ['x', 'x', 'y'] }, { bag: ['x', 'y', 'y'] })).toBe('bag[1]')
    expect(path({ bag: ['x'] }, { bag: ['x', 'x'] })).toBe('bag[1]')
  })
  it('names the item that is too much', () => {
    expect(firstDifference(rule, { bag: ['x'] }, { bag: ['y', 'x'] })?.actual).toBe('"y"')
  })
  it('keeps the order inside its items', () => {
    expect(path({ bag: [[1, 2]] }, { bag: [[2, 1]] })).toBe('bag[0]')
  })
  it('tells values from their look-alikes', () => {
    for (const [one, other] of [
      ['1', 1],
      [null, 'null'],
      [{}, []],
      [{}, new Map()],
      [1, 1n],
      [null, Number.NaN],
      [{ a: 1 }, { a: 1, b: null }],
    ])
      expect(path({ bag: [one] }, { bag: [other] })).toBe('bag[0]')
  })
})

describe('a path through items', () => {
  it('compares what it names and nothing beside it', () => {
    const expected = { steps: [{ error: null, calls: ['a', 'b'], other: 1 }] }
    expect(path(expected, { steps: [{ error: null, calls: ['b', 'a'], other: 2 }] })).toBeUndefined()
    expect(path(expected, { steps: [{ error: 'no', calls: ['b', 'a'] }] })).toBe('steps[0].error')
    expect(path(expected, { steps: [{ error: null }] })).toBe('steps[0].calls')
  })
  it('compares how many items there are and which of them are null', () => {
    expect(path({ steps: [{}, {}] }, { steps: [{}] })).toBe('steps[1]')
    expect(path({ steps: [{}] }, { steps: [{}, {}] })).toBe('steps[1]')
    expect(path({ steps: [null] }, { steps: [{}] })).toBe('steps[0]')
    expect(path({ steps: [] }, {})).toBe('steps')
  })
  it('compares which keys there are', () => {
    expect(path({ objects: { a: { gone: true } } }, { objects: { a: { gone: true }, b: {} } })).toBe('objects.b')
    expect(path({ objects: { a: { gone: true }, b: {} } }, { objects: { a: { gone: true } } })).toBe('objects.b')
  })
})

describe('a longer path', () => {
  it('decides over a shorter one', () => {
    const mixed = rootRule({ runs: 'ordered', 'runs.*.calls': 'set' })
    const given = (calls: ReadonlyArray<string>, at: number): unknown => ({ runs: [{ at, calls }] })
    expect(firstDifference(mixed, given(['a', 'b'], 1), given(['b', 'a'], 1))).toBeNull()
    expect(firstDifference(mixed, given(['a', 'b'], 1), given(['b', 'a'], 2))?.path).toBe('runs[0].at')
    expect(firstDifference(mixed, { runs: [{}] }, given([], 2))?.path).toBe('runs[0].at')
  })
  it('makes sets of arrays inside the items of a set', () => {
    const nested = rootRule({ pods: 'set', 'pods.*.ids': 'set' })
    const given = (...ids: ReadonlyArray<string>): unknown => ({ pods: [{ ids }] })
    expect(firstDifference(nested, given('a', 'b'), given('b', 'a'))).toBeNull()
    expect(firstDifference(nested, given('a', 'b'), given('b', 'b'))?.path).toBe('pods[0]')
  })
  it('that is empty compares the whole answer', () => {
    const whole = rootRule({ '': 'ordered' })
    expect(firstDifference(whole, 'a', 'b')?.path).toBe('expected')
    expect(firstDifference(whole, { a: 1 }, { a: 1, b: 2 })?.path).toBe('b')
  })
})
