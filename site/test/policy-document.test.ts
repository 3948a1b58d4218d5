/** The lifecycle policy as the form reads and writes it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeLifecyclePolicy } from '../../src/decode/index.js'
import {
  type Fields,
  type Path,
  at,
  changed,
  newPolicy,
  policyIn,
  textOfPolicy,
} from '../playground/policy/lifecycle/document.js'

const demo = readFileSync(fileURLToPath(new URL('../../demo/lifecycle.yaml', import.meta.url)), 'utf8')

describe('a policy', () => {
  it.each([
    ['of the demo', demo],
    ['that is new', newPolicy],
  ])('%s says the same after the form has written it, and is read', (_, text) => {
    const read = policyIn(text)
    expect(E.isRight(read)).toBe(true)
    if (E.isLeft(read)) return
    expect(policyIn(textOfPolicy(read.right))).toEqual(read)
    expect(E.isRight(decodeLifecyclePolicy(read.right))).toBe(true)
  })

  it('that is a list or a word is refused', () => {
    for (const text of ['- a', 'a', '']) expect(E.isLeft(policyIn(text))).toBe(true)
  })

  const field = fc.constantFrom<Path>(['liveness'], ['cluster', 'ttlSeconds'], ['kinds', 0, 'of', 'kind'], ['kinds', 1])
  const policy = fc.record({
    kind: fc.constant('gcplan/lifecycle-policy'),
    cluster: fc.record({ enabled: fc.boolean() }),
    kinds: fc.array(fc.record({ of: fc.record({ kind: fc.string(), group: fc.string() }) }), { maxLength: 3 }),
  })

  it('with one field changed has that value, and every other as it was', () => {
    fc.assert(
      fc.property(policy, field, fc.oneof(fc.nat(), fc.string()), (before, path, value) => {
        const place = path.find((step) => typeof step === 'number')
        fc.pre(place === undefined || place <= before.kinds.length)
        const after = changed(before, path, value) as Fields
        expect(at(after, path)).toBe(value)
        expect(after['kind']).toBe(before.kind)
        expect(at(after, ['cluster', 'enabled'])).toBe(before.cluster.enabled)
        expect(at(after, ['kinds', 2])).toEqual(at(before, ['kinds', 2]))
      }),
      { numRuns: 100 },
    )
  })

  it('keeps the place of a field that changes, and loses one that is taken away', () => {
    expect(Object.keys(changed({ a: 1, b: 2 }, ['a'], 3) as Fields)).toEqual(['a', 'b'])
    expect(changed({ a: { b: 1, c: 2 } }, ['a', 'b'], undefined)).toEqual({ a: { c: 2 } })
    expect(changed({ a: [1, 2, 3] }, ['a', 1], undefined)).toEqual({ a: [1, 3] })
  })
})
