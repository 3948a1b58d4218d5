import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../src/controllers/owner/index.js'
import { defaultPolicy, makePolicy, presets } from '../../../src/controllers/owner/index.js'

const fieldsRefused = (input: unknown): ReadonlyArray<string> => {
  const made = makePolicy(input as PolicyInput)
  return E.isLeft(made) ? made.left.map(({ field }) => field) : []
}

describe('a policy', () => {
  it('is that of 1.36 where nothing else is said', () => {
    expect(makePolicy({})).toEqual(E.right(presets.kubernetes_1_36))
    expect(defaultPolicy.uncovered).toBe('keep')
  })

  it('takes each rule that differs', () => {
    expect(makePolicy({ ignoredKinds: [], deletePreconditions: 'uid' })).toEqual(
      E.right({ ...defaultPolicy, ignoredKinds: [], deletePreconditions: 'uid' }),
    )
  })

  it('is refused with every rule that is wrong, in order', () => {
    const wrong = { uncovered: true, ignoredKinds: [{ group: 1 }], deletePreconditions: 'name', notFoundOnDelete: null }
    expect(fieldsRefused(wrong)).toEqual(['deletePreconditions', 'notFoundOnDelete', 'ignoredKinds', 'uncovered'])
  })

  it('is refused with the words that a rule may be', () => {
    const words = (input: unknown): unknown => {
      const made = makePolicy(input as PolicyInput)
      return E.isLeft(made) ? made.left.map(({ field, expected }) => `${field}: ${expected}`) : []
    }
    expect(
      words({
        deletePreconditions: 1,
        notFoundOnDelete: 1,
        goneAfterConflict: 1,
        namespacedDependentOfVirtualClusterOwner: 1,
        unsyncedKind: 1,
        failedDiscovery: 1,
        ignoredKinds: 1,
        uncovered: 1,
      }),
    ).toEqual([
      'deletePreconditions: "uid" or "uid-and-resource-version"',
      'notFoundOnDelete: "retry" or "gone"',
      'goneAfterConflict: "done" or "gone"',
      'namespacedDependentOfVirtualClusterOwner: "trust" or "examine"',
      'unsyncedKind: "blocks" or "goes-on"',
      'failedDiscovery: "drop-watches" or "keep-watches"',
      'ignoredKinds: a list of groups and kinds',
      'uncovered: "keep" or "absent"',
    ])
    for (const word of ['trust', 'examine'] as const)
      expect(E.isRight(makePolicy({ namespacedDependentOfVirtualClusterOwner: word }))).toBe(true)
    for (const word of ['retry', 'gone'] as const) expect(E.isRight(makePolicy({ notFoundOnDelete: word }))).toBe(true)
    for (const word of ['done', 'gone'] as const) expect(E.isRight(makePolicy({ goneAfterConflict: word }))).toBe(true)
    for (const word of ['keep', 'absent'] as const) expect(E.isRight(makePolicy({ uncovered: word }))).toBe(true)
  })

  it.each([null, undefined, 'text', 7])('is the default for %s, which states nothing', (input) => {
    expect(makePolicy(input as unknown as PolicyInput)).toEqual(E.right(defaultPolicy))
  })
})
