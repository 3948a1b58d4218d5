import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Layers from '../../../src/reclaim/layers/index.js'
import * as Reclaim from '../../../src/reclaim/index.js'
import { nodeWith } from '../build.js'

describe('a chain of a million layers', () => {
  const one = Layers.exactly(1)
  const layers = Array.from({ length: 1_000_000 }, (_, at) =>
    at === 0 ? { id: '0', unpacked: one } : { id: `${at}`, parent: `${at - 1}`, unpacked: one },
  )
  const images = ['999999', '9'].map((topLayer) => ({ id: `of ${topLayer}`, topLayer, own: Layers.exactly(0) }))
  const store = { layers, images, holders: [] }

  it('is accounted for', () => {
    const freed = Layers.freedBy(store)(new Set(['of 999999']))
    expect(E.isRight(freed) && freed.right.bytes).toEqual(Layers.exactly(999_990))
    const shares = Layers.sharesOf(store)
    expect(E.isRight(shares) && shares.right.shared.map((group) => group.layers.length)).toEqual([10])
  })

  it('is reclaimed', () => {
    const policy = { ...Reclaim.defaultPolicy, target: { _tag: 'Bytes', bytes: 500_000 } } as const
    const plan = Reclaim.plan(policy)(nodeWith(store))
    expect(E.isRight(plan) && plan.right.passes[0].removals.map(({ target }) => target.imageId)).toEqual(['of 999999'])
  })
})
