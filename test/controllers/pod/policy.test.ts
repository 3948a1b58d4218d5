import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { PolicyInput } from '../../../src/controllers/pod/index.js'
import { defaultPolicy, makePolicy, presets } from '../../../src/controllers/pod/index.js'
import { since } from '../../since.js'

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
      observedGeneration: 'x',
    }
    expect(pathsRefused(wrong)).toEqual(Object.keys(wrong))
  })

  it('has these rules since', () => {
    expect(since(presets)).toEqual({
      controller: { '1.20': 'on' },
      terminatedPodGcThreshold: { '1.20': 12_500 },
      quarantine: { '1.20': 40_000 },
      terminatedOrder: { '1.20': 'oldest-first', '1.31': 'evicted-first' },
      terminatedShares: { '1.20': 'cluster' },
      outOfService: { '1.20': 'untouched', '1.26': 'collected' },
      markFailed: { '1.20': 'never', '1.26': 'apply-patch', '1.31': 'strategic-patch' },
      observedGeneration: { '1.20': 'renewed', '1.34': 'set' },
    })
  })
})
