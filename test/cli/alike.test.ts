import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { sharing } from '../../src/cli/alike.js'
import { runs } from '../runs.js'

const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('objects are what they were, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (values) => {
      const share = sharing()
      const shared = values.map((value) => share(parsed(value)))
      expect(shared.map((value) => JSON.stringify(value))).toEqual(values.map((value) => JSON.stringify(value)))
    }),
    { numRuns: runs(300) },
  )
})

test('pods that differ in their names share all the rest', () => {
  const share = sharing()
  const pod = (name: string): unknown =>
    share(parsed({ metadata: { name, ownerReferences: [{ uid: 'u-1' }] }, spec: { containers: [{ image: 'web' }] } }))
  const [first, second] = [pod('web-0'), pod('web-1')] as ReadonlyArray<{
    readonly metadata: { readonly name: string; readonly ownerReferences: unknown }
    readonly spec: unknown
  }>
  expect([first?.metadata.name, second?.metadata.name]).toEqual(['web-0', 'web-1'])
  expect(second?.spec).toBe(first?.spec)
  expect(second?.metadata.ownerReferences).toBe(first?.metadata.ownerReferences)
})

test('a field more or less, or another order, makes another object', () => {
  const share = sharing()
  share({ a: 1, b: 2 })
  expect(share({ a: 1 })).toEqual({ a: 1 })
  expect(share({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
  expect(JSON.stringify(share({ b: 2, a: 1 }))).toBe('{"b":2,"a":1}')
  expect(share([1, 2])).toEqual([1, 2])
  expect(share([1, 2, 3])).toEqual([1, 2, 3])
})

test('a field that is called __proto__ stays one', () => {
  const share = sharing()
  share(JSON.parse('{"__proto__": {"a": "b"}, "c": 1}'))
  const second = share(JSON.parse('{"__proto__": {"a": "b"}, "c": 2}'))
  expect(JSON.stringify(second)).toBe('{"__proto__":{"a":"b"},"c":2}')
})

test('values that are nested without end are what they were', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const share = sharing()
  share(JSON.parse(deep))
  const second: unknown = JSON.parse(deep)
  expect(share(second)).toBe(second)
})
