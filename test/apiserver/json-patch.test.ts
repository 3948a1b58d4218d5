import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonPatched } from '../../src/apiserver/json-patch.js'

const widget = () => ({
  metadata: {
    finalizers: ['a/b', 'c/d'],
    labels: { app: 'web' },
    annotations: { 'example.com/seen~by': 'nobody' },
    creationTimestamp: new Date('2026-01-01T12:00:00Z'),
  },
})

const after = (...patch: ReadonlyArray<unknown>): unknown => jsonPatched(widget(), patch)
const metadata = (...patch: ReadonlyArray<unknown>): unknown =>
  (after(...patch) as { readonly right: ReturnType<typeof widget> }).right.metadata
const refusal = (...patch: ReadonlyArray<unknown>): unknown => {
  const answer = jsonPatched(widget(), patch)
  return answer._tag === 'Left' ? [answer.left.code, answer.left.reason, answer.left.message] : 'carried out'
}

describe('a JSON Patch', () => {
  it.each([
    [
      'adds a field',
      { op: 'add', path: '/metadata/labels/tier', value: 'front' },
      { labels: { app: 'web', tier: 'front' } },
    ],
    ['adds over a field', { op: 'add', path: '/metadata/labels/app', value: 'db' }, { labels: { app: 'db' } }],
    [
      'adds at the end of a list',
      { op: 'add', path: '/metadata/finalizers/-', value: 'e/f' },
      { finalizers: ['a/b', 'c/d', 'e/f'] },
    ],
    [
      'adds right behind the last entry',
      { op: 'add', path: '/metadata/finalizers/2', value: 'e/f' },
      { finalizers: ['a/b', 'c/d', 'e/f'] },
    ],
    [
      'adds before an entry',
      { op: 'add', path: '/metadata/finalizers/0', value: 'e/f' },
      { finalizers: ['e/f', 'a/b', 'c/d'] },
    ],
    ['removes an entry', { op: 'remove', path: '/metadata/finalizers/0' }, { finalizers: ['c/d'] }],
    [
      'replaces an entry',
      { op: 'replace', path: '/metadata/finalizers/1', value: 'x/y' },
      { finalizers: ['a/b', 'x/y'] },
    ],
    ['replaces a whole list', { op: 'replace', path: '/metadata/finalizers', value: [] }, { finalizers: [] }],
    [
      'finds names with slashes and tildes',
      { op: 'replace', path: '/metadata/annotations/example.com~1seen~0by', value: 'me' },
      { annotations: { 'example.com/seen~by': 'me' } },
    ],
    [
      'copies a value',
      { op: 'copy', from: '/metadata/labels/app', path: '/metadata/labels/was' },
      { labels: { app: 'web', was: 'web' } },
    ],
    [
      'moves a value',
      { op: 'move', from: '/metadata/finalizers/0', path: '/metadata/finalizers/-' },
      { finalizers: ['c/d', 'a/b'] },
    ],
    [
      'takes a value of null for a value',
      { op: 'add', path: '/metadata/labels/tier', value: null },
      { labels: { app: 'web', tier: null } },
    ],
  ])('%s', (_what, operation, expected) => {
    expect(metadata(operation)).toEqual({ ...widget().metadata, ...expected })
  })

  it('reads ~01 as ~1, and not as a slash', () => {
    expect(metadata({ op: 'add', path: '/metadata/labels/a~01b', value: 'c' })).toMatchObject({
      labels: { app: 'web', 'a~1b': 'c' },
    })
  })

  it('removes a field altogether', () => {
    expect(metadata({ op: 'remove', path: '/metadata/finalizers' })).not.toHaveProperty('finalizers')
  })

  it('carries operations out one after the other', () => {
    const test = { op: 'test', path: '/metadata/finalizers/0', value: 'a/b' }
    const remove = { op: 'remove', path: '/metadata/finalizers/0' }
    expect(metadata(test, remove, { ...test, value: 'c/d' }, remove)).toMatchObject({ finalizers: [] })
  })

  it('tests values by what they say, times as their text', () => {
    const test = (path: string, value: unknown) => after({ op: 'test', path, value })
    expect(test('/metadata/creationTimestamp', '2026-01-01T12:00:00Z')).toEqual({ _tag: 'Right', right: widget() })
    expect(test('/metadata/labels', { app: 'web' })).toMatchObject({ _tag: 'Right' })
    expect(test('/metadata/creationTimestamp', '2026-01-01T12:00:01Z')).toMatchObject({ left: { code: 422 } })
    expect(test('/metadata/creationTimestamp', 'noon')).toMatchObject({ left: { code: 422 } })
  })

  it('puts another object in the place of the whole', () => {
    expect(after({ op: 'replace', path: '', value: { a: 1 } })).toEqual({ _tag: 'Right', right: { a: 1 } })
    expect(after({ op: 'copy', from: '/metadata/labels', path: '' })).toEqual({ _tag: 'Right', right: { app: 'web' } })
  })

  it.each([
    [
      'a test that does not hold',
      { op: 'test', path: '/metadata/finalizers/0', value: 'c/d' },
      'test /metadata/finalizers/0: it is "a/b"',
    ],
    [
      'an entry behind the end',
      { op: 'add', path: '/metadata/finalizers/3', value: 'x' },
      'add /metadata/finalizers/3: the list has 2 entries',
    ],
    [
      'an entry by a name',
      { op: 'add', path: '/metadata/finalizers/first', value: 'x' },
      'add /metadata/finalizers/first: the list has 2 entries',
    ],
    [
      'a number with leading zeros',
      { op: 'remove', path: '/metadata/finalizers/00' },
      'remove /metadata/finalizers/00: nothing is there',
    ],
    [
      'the end of a list to remove',
      { op: 'remove', path: '/metadata/finalizers/-' },
      'remove /metadata/finalizers/-: nothing is there',
    ],
    [
      'a field that is not there to remove',
      { op: 'remove', path: '/metadata/labels/tier' },
      'remove /metadata/labels/tier: nothing is there',
    ],
    [
      'a field that is not there to replace',
      { op: 'replace', path: '/metadata/labels/tier', value: 1 },
      'replace /metadata/labels/tier: nothing is there',
    ],
    [
      'a field below one that is not there',
      { op: 'add', path: '/metadata/managedFields/0', value: 1 },
      'add /metadata/managedFields/0: nothing is there',
    ],
    [
      'a field below a text',
      { op: 'add', path: '/metadata/labels/app/x', value: 1 },
      'add /metadata/labels/app/x: nothing is there',
    ],
    [
      'a field of a time',
      { op: 'add', path: '/metadata/creationTimestamp/x', value: 1 },
      'add /metadata/creationTimestamp/x: nothing is there',
    ],
    [
      'a source that is not there',
      { op: 'move', from: '/spec', path: '/metadata/x' },
      'move /metadata/x: from /spec: nothing is there',
    ],
    [
      'what every object inherits',
      { op: 'test', path: '/metadata/labels/constructor', value: 1 },
      'test /metadata/labels/constructor: nothing is there',
    ],
    ['the whole object to remove', { op: 'remove', path: '' }, 'remove : the whole object cannot go'],
  ])('is refused with 422 for %s', (_what, operation, message) => {
    expect(refusal(operation)).toEqual([422, 'Invalid', message])
  })

  it('is refused with 400 for an operation that is no object', () => {
    expect(refusal({ op: 'test', path: '/metadata/labels/app', value: 'web' }, 'remove')).toMatchObject([
      400,
      'BadRequest',
      expect.stringMatching(/^operation 1 of the JSON Patch: /),
    ])
  })

  it.each([
    ['a path that is no pointer', { op: 'remove', path: 'metadata' }],
    ['no path', { op: 'remove' }],
    ['no value', { op: 'add', path: '/metadata/labels/x' }],
    ['no source', { op: 'move', path: '/metadata/labels/x' }],
    ['an operation that there is not', { op: 'merge', path: '/metadata/labels/x', value: 1 }],
  ])('is refused with 422 for an operation with %s', (_what, operation) => {
    expect(refusal({ op: 'test', path: '/metadata/labels/app', value: 'web' }, operation)).toMatchObject([
      422,
      'Invalid',
      expect.stringMatching(/^operation 1 of the JSON Patch: /),
    ])
  })

  it('is refused for what is no list, and for more operations than a server takes', () => {
    expect(jsonPatched({}, { op: 'add' })).toMatchObject({ left: { code: 400 } })
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} }))
    expect(jsonPatched({}, many)).toMatchObject({ left: { code: 413 } })
    expect(jsonPatched({}, many.slice(1))).toMatchObject({ _tag: 'Right' })
  })

  it('leaves the object alone, and sets no prototype', () => {
    const before = widget()
    jsonPatched(before, [{ op: 'remove', path: '/metadata/finalizers/0' }])
    expect(before).toEqual(widget())
    const patched = jsonPatched({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])
    expect(patched).toMatchObject({ _tag: 'Right' })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('is carried out or refused, whatever it is', () => {
    const pointer = fc.constantFrom(
      '',
      '/metadata',
      '/metadata/finalizers/0',
      '/metadata/finalizers/-',
      '/x',
      'x',
      '/metadata/labels/__proto__',
    )
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
        path: pointer,
        from: pointer,
        value: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.array(operation), fc.jsonValue()), (patch) =>
        ['Left', 'Right'].includes(jsonPatched(widget(), patch)._tag),
      ),
    )
  })
})
