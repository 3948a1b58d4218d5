import { describe, expect, it } from 'vitest'

import * as Layers from '../../src/reclaim/layers/index.js'
import * as Reclaim from '../../src/reclaim/index.js'
import { nodeWith } from './build.js'

const own = Layers.exactly(5)
const store = (...ids: ReadonlyArray<string>): Layers.LayerStore => ({
  layers: [],
  images: ids.map((id) => ({ id, own })),
  holders: [],
})

describe('a node and its layer store', () => {
  it.each([
    ['sha256:ab', 'ab'],
    ['ab', 'sha256:ab'],
    ['ab', 'ab'],
  ])('go together where one says %s and the other %s', (ofNode, ofStore) => {
    const { node } = nodeWith(store(ofNode))
    expect(Reclaim.join(node, store(ofStore)).layers.images).toEqual([{ id: ofNode, own }])
  })

  it('keep apart what only looks alike', () => {
    const { node } = nodeWith(store('ab', 'sha256:ab'))
    expect(Reclaim.join(node, store('ab', 'sha512:ab')).layers.images.map(({ id }) => id)).toEqual(['ab', 'sha512:ab'])
  })

  it('leave images of the store alone that the node does not list', () => {
    const { node } = nodeWith(store('a'))
    expect(Reclaim.join(node, store('b')).layers).toEqual(store('b'))
  })

  it('keep images of the node that the store lacks', () => {
    const { node } = nodeWith(store('a'))
    const planned = Reclaim.plan({ ...Reclaim.defaultPolicy, target: { _tag: 'Bytes', bytes: 1 } })(
      Reclaim.join(node, store('b')),
    )
    expect(planned).toMatchObject({
      right: { passes: [{ removals: [], kept: [{ target: { imageId: 'a' }, reasons: [{ _tag: 'LayersUnknown' }] }] }] },
    })
  })
})
