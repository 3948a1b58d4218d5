import { describe, expect, it } from 'vitest'

import { eachText, isPathText, pathOf, textAt } from '../../../src/controllers/lifecycle/usage/reader.js'

const textsAt = (root: unknown, path: string): readonly [boolean, ReadonlyArray<string>] => {
  const texts: string[] = []
  return [eachText(root, pathOf(path), (text) => texts.push(text)), texts]
}

describe('a path of fields', () => {
  it.each([['a'], ['a.b'], ['a[].b'], ['a[][]'], ["a['b.c/d'].e"], ["a['']"]])('may be %s', (text) => {
    expect(isPathText(text)).toBe(true)
  })

  it.each([[''], ['.'], ['a.'], ['.a'], ['a..b'], ['a[0]'], ['[]'], ['a[].'], ['a]'], [7], [null], [['a']]])(
    'is not %o',
    (text) => {
      expect(isPathText(text)).toBe(false)
    },
  )

  it('goes through lists and through names with dots in them', () => {
    expect(pathOf("a[]['b.c/d'].e")).toEqual(['a', null, 'b.c/d', 'e'])
  })
})

describe('the texts at a path', () => {
  it('are all that a list holds', () => {
    expect(textsAt({ a: [{ b: 'x' }, {}, { b: null }, { b: '' }, { b: 'y' }] }, 'a[].b')).toEqual([true, ['x', 'y']])
  })

  it.each<readonly [unknown]>([[undefined], [null], [{}], [{ a: null }], [{ a: { b: null } }], [{ a: { b: '' } }]])(
    'are none in %o',
    (root) => {
      expect(textsAt(root, 'a.b')).toEqual([true, []])
    },
  )

  it.each<readonly [unknown, string]>([
    [{ a: 7 }, 'a'],
    [{ a: 'x' }, 'a.b'],
    [{ a: [] }, 'a.b'],
    [{ a: { b: {} } }, 'a.b'],
    [{ a: { 0: 'x' } }, 'a[]'],
    [{ a: 'x' }, 'a[]'],
  ])('can not be told in %o at %s', (root, path) => {
    expect(textsAt(root, path)).toEqual([false, []])
  })

  it('are told in part where one item of a list leads astray, and then nobody can say that these are all', () => {
    expect(textsAt({ a: [{ b: 7 }, { b: 'x' }] }, 'a[].b')).toEqual([false, ['x']])
  })

  it('come with the record that holds them', () => {
    const holder = { b: 'x', c: 'y' }
    const holders: unknown[] = []
    eachText({ a: holder }, ['a', 'b'], (_text, held) => holders.push(held))
    expect(holders).toEqual([holder])
    expect(textAt({ a: [holder, { b: 'z' }] }, ['a', null, 'b'])).toBe('x')
    expect(textAt({}, ['a'])).toBeNull()
  })
})
