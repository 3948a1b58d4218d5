import { describe, expect, it } from 'vitest'

import { sameTemplate, withoutHash } from '../../src/controllers/template.js'
import { template } from './history/build.js'

describe('two templates', () => {
  it.each([
    [{}, {}, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: null }, {}, true],
    [{}, { a: [] }, true],
    [{ a: {} }, {}, false],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: [1] }, { a: [1, 2] }, false],
    [{ a: [1] }, { a: { 0: 1 } }, false],
    [{ a: [1] }, { a: { 0: 1, length: 1 } }, false],
    [{ a: [1] }, { a: [1, null] }, false],
    [{ a: [1, null] }, { a: [1, []] }, true],
    [{ a: null }, { a: {} }, false],
    [{ a: null }, { a: 0 }, false],
    [{ a: null }, { a: '' }, false],
    [{}, { toString: 1 }, false],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
    [{}, { b: { c: 1 } }, false],
  ])('%o and %o are the same: %s', (one, other, same) => {
    expect(sameTemplate(one, other)).toBe(same)
    expect(sameTemplate(other, one)).toBe(same)
  })

  it('are the same whatever hash tells their ReplicaSets apart', () => {
    expect(sameTemplate(withoutHash(template('a', 'x')), withoutHash(template('a')))).toBe(true)
    expect(sameTemplate(template('a', 'x'), template('a'))).toBe(false)
    expect(withoutHash({ spec: {} })).toEqual({ spec: {} })
    expect(withoutHash({ metadata: null })).toEqual({ metadata: null })
    expect(withoutHash({ metadata: { labels: ['a'] } })).toEqual({ metadata: { labels: ['a'] } })
  })

  it('keep all that is not the hash, and no labels where that was the only one', () => {
    const hash = { 'pod-template-hash': 'x' }
    expect(withoutHash({ metadata: { labels: { app: 'web', ...hash }, name: 'n' }, spec: 1 })).toEqual({
      metadata: { labels: { app: 'web' }, name: 'n' },
      spec: 1,
    })
    expect(withoutHash({ metadata: { labels: hash } })).toEqual({ metadata: { labels: null } })
    expect(sameTemplate(withoutHash({ metadata: { labels: hash } }), { metadata: {} })).toBe(true)
  })

  it('may go round in circles, or be as deep as memory allows', () => {
    const circle = (): Record<string, unknown> => {
      const one: Record<string, unknown> = {}
      one['again'] = one
      return one
    }
    expect(sameTemplate(circle(), circle())).toBe(true)
    const deep = (end: number): Record<string, unknown> => {
      let all: Record<string, unknown> = { end }
      for (let depth = 0; depth < 1_000_000; depth++) all = { all }
      return all
    }
    expect(sameTemplate(deep(1), deep(2))).toBe(false)
  })

  it('may hold one thing many times over', () => {
    const wide = (): Record<string, unknown> => {
      let all: Record<string, unknown> = { end: 1 }
      for (let depth = 0; depth < 60; depth++) all = { a: all, b: all }
      return all
    }
    expect(sameTemplate(wide(), wide())).toBe(true)
  })
})
