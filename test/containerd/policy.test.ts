import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, makePolicy, presets } from '../../src/containerd/index.js'

describe('a policy', () => {
  it('is the default where nothing is said', () => {
    expect(makePolicy({})).toEqual(E.right(defaultPolicy))
    expect(defaultPolicy).toBe(presets.containerd_2_3)
  })

  it('takes single rules', () => {
    expect(makePolicy({ conditions: false })).toEqual(E.right({ ...defaultPolicy, conditions: false }))
  })

  it.each(['keep', 'assume-empty'] as const)('takes %s for leases of unknown content', (unknownLeaseResources) => {
    expect(makePolicy({ unknownLeaseResources })).toEqual(E.right({ ...defaultPolicy, unknownLeaseResources }))
  })

  it('takes no flag for leases of unknown content', () => {
    expect(E.isLeft(makePolicy({ unknownLeaseResources: true } as never))).toBe(true)
  })

  it('names every rule that is set to something else, in the order of the rules', () => {
    const made = makePolicy({ unknownLeaseResources: 'guess', streams: 1 } as never)
    expect(E.isLeft(made) && made.left).toEqual([
      { _tag: 'InvalidField', field: 'streams', expected: 'a boolean', actual: '1' },
      { _tag: 'InvalidField', field: 'unknownLeaseResources', expected: '"keep" or "assume-empty"', actual: '"guess"' },
    ])
  })

  it.each([null, undefined, 1, 'x', []])('is the default where %j stands for rules', (input) => {
    expect(makePolicy(input as never)).toEqual(E.right(defaultPolicy))
  })

  it('takes nothing from a prototype', () => {
    expect(makePolicy(Object.create({ streams: false }) as object)).toEqual(E.right(defaultPolicy))
    expect(makePolicy(JSON.parse('{"__proto__": {"streams": false}}') as object)).toEqual(E.right(defaultPolicy))
  })

  it('grows from release to release', () => {
    const counts = Object.values(presets).map(
      (policy) => Object.values(policy).filter((value) => value === true).length,
    )
    expect(counts).toEqual([0, 2, 5, 9, 10])
  })
})
