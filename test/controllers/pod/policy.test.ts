import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../src/controllers/pod/index.js'
import { defaultPolicy, makePolicy, presets } from '../../../src/controllers/pod/index.js'

const pathsRefused = (input: unknown): ReadonlyArray<string> => {
  const made = makePolicy(input as PolicyInput)
  return E.isLeft(made) ? made.left.map(({ path }) => path) : []
}

describe('a policy', () => {
  it('is that of 1.36 where nothing else is said', () => {
    expect(makePolicy({})).toEqual(E.right(presets.kubernetes_1_36))
  })

  it('takes a threshold and a quarantine in parts', () => {
    expect(makePolicy({ terminatedPodGcThreshold: -1, quarantine: { minutes: 1 } })).toEqual(
      E.right({ ...defaultPolicy, terminatedPodGcThreshold: -1, quarantine: 60_000 }),
    )
  })

  it('is refused with every field that is wrong', () => {
    const wrong = {
      controller: true,
      terminatedPodGcThreshold: 1.5,
      quarantine: -1,
      terminatedOrder: 'x',
      terminatedShares: 'x',
      outOfService: 'x',
      markFailed: 'x',
    }
    expect(pathsRefused(wrong)).toEqual(Object.keys(wrong))
  })

  it('differs between releases in three rules', () => {
    const { kubernetes_1_20: old, kubernetes_1_26: middle, kubernetes_1_36: now } = presets
    const rules = [old, middle, now].map(({ terminatedOrder, outOfService, markFailed }) => [
      terminatedOrder,
      outOfService,
      markFailed,
    ])
    expect(rules).toEqual([
      ['oldest-first', 'untouched', 'never'],
      ['oldest-first', 'collected', 'apply-patch'],
      ['evicted-first', 'collected', 'strategic-patch'],
    ])
  })
})
