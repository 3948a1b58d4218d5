import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { looksSound, snapshotProblems } from '../../src/containerd/schema.js'
import { runs } from '../runs.js'
import { arbitrarySnapshot } from './arbitrary.js'

const unexpected = fc.oneof(
  fc.constantFrom(undefined, null, NaN, -1, 1.5, 2 ** 53, '-1', '9', '', 'a/b', '__proto__', [], {}, [['a', 'b']]),
  fc.anything(),
)

/** Replaces one value, somewhere. */
const spoiled: fc.Arbitrary<unknown> = fc
  .tuple(arbitrarySnapshot, fc.infiniteStream(fc.nat()), unexpected)
  .map(([snapshot, numbers, by]) => {
    const spoil = (value: unknown): unknown => {
      const keys = typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.keys(value) : []
      const key = keys[Number(numbers.next().value) % keys.length]
      if (key === undefined || Number(numbers.next().value) % 7 === 0) return by
      const held = value as Readonly<Record<string, unknown>>
      return Array.isArray(value)
        ? value.map((item: unknown, index) => (index === Number(key) ? spoil(item) : item))
        : { ...held, [key]: spoil(held[key]) }
    }
    return spoil(snapshot)
  })

describe('the quick look at a snapshot', () => {
  it('passes every sound one', () => {
    fc.assert(fc.property(arbitrarySnapshot, (snapshot) => looksSound(snapshot) && snapshotProblems(snapshot) === null))
  })

  it('agrees with the slow check, keys that repeat aside', () => {
    fc.assert(
      fc.property(spoiled, (snapshot) => {
        const found = snapshotProblems(snapshot)?.problems ?? []
        const others = found.filter(({ expected }) => expected !== 'a unique key')
        expect(looksSound(snapshot)).toBe(others.length === 0)
      }),
      { numRuns: runs(3000) },
    )
  })

  it('is not deceived by holes', () => {
    const holes: unknown[] = []
    holes.length = 3
    for (const list of ['content', 'leases', 'streams'])
      fc.assert(
        fc.property(arbitrarySnapshot, (snapshot) => {
          const namespaces = snapshot.namespaces.map((namespace) => ({ ...namespace, [list]: holes }))
          return !looksSound({ ...snapshot, namespaces }) && snapshotProblems({ ...snapshot, namespaces }) !== null
        }),
        { numRuns: runs(20) },
      )
  })
})
