import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Layers from '../../src/reclaim/layers/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { type LayersView, layersView } from '../../src/view/index.js'
import { nodeWith } from '../reclaim/build.js'
import { bounded, stores } from '../reclaim/layers/generate.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

const viewOf = (snapshot: Reclaim.Snapshot, policy: Reclaim.Policy = Reclaim.defaultPolicy): LayersView => {
  const view = layersView(policy)(snapshot)
  if (E.isLeft(view)) throw new Error(JSON.stringify(view.left))
  expectPlain(view.right)
  return view.right
}

/** Two images on one base, and one alone. */
const store: Layers.LayerStore = {
  layers: [
    { id: 'base', unpacked: Layers.exactly(70) },
    { id: 'b', parent: 'base', unpacked: Layers.exactly(10) },
    { id: 'c', unpacked: { least: 40 } },
  ],
  images: [
    { id: 'a', topLayer: 'base', own: Layers.exactly(0) },
    { id: 'b', topLayer: 'b', own: Layers.exactly(0) },
    { id: 'c', topLayer: 'c', own: Layers.exactly(0) },
    { id: 'bare', own: Layers.exactly(3) },
  ],
  holders: [{ id: 'container', layer: 'c' }],
}
const wanting = (bytes: number): Reclaim.Policy => ({ ...Reclaim.defaultPolicy, target: { _tag: 'Bytes', bytes } })

describe('layers that images share', () => {
  const view = viewOf(nodeWith(store), wanting(80))

  it('are a forest, with bounds where a size is not known, and with who holds them', () => {
    expect(
      view.layers.map(({ id, parent, bytes, mostBytes, isHeld }) => [id, parent, bytes, mostBytes, isHeld]),
    ).toEqual([
      ['base', null, 70, 70, false],
      ['b', 'base', 10, 10, false],
      ['c', null, 40, null, true],
    ])
    expect(view.images.map(({ id, layer, countedBytes, aloneBytes }) => [id, layer, countedBytes, aloneBytes])).toEqual(
      [
        ['a', 'base', 100, 0],
        ['b', 'b', 100, 10],
        ['c', 'c', 100, 0],
        ['bare', null, 100, 3],
      ],
    )
  })

  it('are freed by three ways: counted in full, counted exactly, and at the least cost', () => {
    expect(
      view.ways.map(({ mode, turns, countedBytes, freedBytes }) => [
        mode,
        turns.map(({ id, freedBytes: own }) => [id, own]),
        countedBytes,
        freedBytes,
      ]),
    ).toEqual([
      ['kubelet', [['a', 0]], 100, 0],
      [
        'least-recently-used',
        [
          ['a', 0],
          ['b', 80],
        ],
        200,
        80,
      ],
      [
        'least-cost',
        [
          ['a', 0],
          ['b', 80],
        ],
        200,
        80,
      ],
    ])
    expect(view.ways[1]?.turns.map(({ countedBytes }) => countedBytes)).toEqual([100, 100])
    expect(view.ways[0]?.said).toBe("the kubelet's order: 1 image, wanted 80 B, counted 100 B, freed 0 B")
    expect(view.ways.map(({ all }) => all.isReached)).toEqual([false, true, true])
  })

  it('say by which way each goes', () => {
    expect(view.layers.map(({ id, goes }) => [id, goes])).toEqual([
      ['base', ['least-recently-used', 'least-cost']],
      ['b', ['least-recently-used', 'least-cost']],
      ['c', []],
    ])
    expect(view.images.find(({ id }) => id === 'a')?.goes).toEqual(['kubelet', 'least-recently-used', 'least-cost'])
  })

  it('are refused where they end nowhere', () => {
    const broken = { ...store, layers: [{ id: 'x', parent: 'nowhere', unpacked: Layers.exactly(1) }] }
    expect(E.isLeft(layersView(Reclaim.defaultPolicy)(nodeWith(broken)))).toBe(true)
  })

  it('are plain for any store, and each way frees what its turns free', () => {
    fc.assert(
      fc.property(stores(7, bounded), fc.nat(250), (any, wanted) => {
        const { layers, images, ways } = viewOf(nodeWith(any), wanting(wanted))
        expect([layers.length, images.length, ways.length]).toEqual([any.layers.length, any.images.length, 3])
        for (const { mode, turns, freedBytes } of ways) {
          expect(turns.reduce((sum, turn) => sum + Number(turn.freedBytes), 0)).toBe(freedBytes)
          expect(
            images
              .filter(({ goes }) => goes.includes(mode))
              .map(({ id }) => id)
              .sort(),
          ).toEqual(turns.map(({ id }) => id).sort())
        }
      }),
      { numRuns: runs(150) },
    )
  })
})
