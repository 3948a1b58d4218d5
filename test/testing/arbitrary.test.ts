import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import * as arbitrary from '../../src/testing/arbitrary/index.js'

const some = <A>(arb: fc.Arbitrary<A>): ReadonlyArray<A> => fc.sample(arb, { seed: 1, numRuns: 1000 })

describe('what is generated', () => {
  it('has labels of containerd whose times tell the first nanosecond of a millisecond, and its last', () => {
    const texts = JSON.stringify(some(arbitrary.Containerd.arbitrarySnapshot))
    expect(texts).toMatch(/\.\d{3}000001Z/)
    expect(texts).toMatch(/\.\d{3}999999Z/)
  })

  it('covers kinds of the lifecycle by their group', () => {
    const groups = some(arbitrary.Lifecycle.arbitrarySnapshot).flatMap(({ coverage }) =>
      coverage._tag === 'Resources' ? coverage.resources.map(({ group, kind }) => `${kind}.${group}`) : [],
    )
    expect([...new Set(groups)]).toContain('Job.batch')
  })

  it('has objects that a finalizer of somebody else keeps alone', () => {
    const kept = some(arbitrary.Owner.arbitrarySnapshot).flatMap(({ objects }) =>
      objects.map(({ metadata: { finalizers = [] } }) => finalizers.join()),
    )
    expect(new Set(kept)).toContain('example.com/x')
    expect(kept.some((names) => names.split(',').includes('') && names !== '')).toBe(false)
  })
})
