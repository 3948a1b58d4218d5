import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../../src/collectors/kubernetes/owner/index.js'
import { defaultPolicy, makePolicy, presets } from '../../../../src/collectors/kubernetes/owner/index.js'

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

  it.each([null, undefined, 'text', 7])('is the default for %s, which states nothing', (input) => {
    expect(makePolicy(input as unknown as PolicyInput)).toEqual(E.right(defaultPolicy))
  })
})
