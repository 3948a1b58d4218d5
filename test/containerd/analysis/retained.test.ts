import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Holder, type Retention, retained } from '../../../src/containerd/analysis/index.js'
import { type Content, type Node, type Snapshot, defaultPolicy } from '../../../src/containerd/index.js'
import { unknown } from '../../../src/core/index.js'
import { blob, image, lease, snapshot } from '../graph.js'

const one: Node = { _tag: 'Image', id: 'n/one', namespace: 'n', key: 'one' }

const retention = (of: Snapshot): Retention => {
  const found = retained({ ...defaultPolicy, unknownLeaseResources: 'keep' })(of)
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

const heldBy = (node: Node, of: Snapshot): Pick<Holder, 'only' | 'uncertain'> => {
  const holder = retention(of).of(node)
  if (O.isNone(holder)) throw new Error('no holder')
  return holder.value
}

const two = {
  content: [blob('m1', { 'ref.content.l': 'base' }), blob('m2', { 'ref.content.l': 'base' }), blob('base')],
  images: [image('one', 'm1'), image('two', 'm2')],
}

const sized = (content: Content): Content => ({ ...content, size: 7 })

describe('an image beside another one of the same base', () => {
  it('keeps its own manifest alone', () => {
    const { only, uncertain } = heldBy(one, snapshot({ ...two, content: two.content.map(sized) }))
    expect([only.records, only.bytes, uncertain.records]).toEqual([1, 7, 0])
  })

  it('shares the base', () => {
    expect(retention(snapshot(two)).shared(one).records).toBe(1)
  })

  it('keeps it alone no more beside a flat lease on it', () => {
    const flat = lease('l', ['content m1'], { flat: '' })
    expect(heldBy(one, snapshot({ ...two, leases: [flat] })).only.records).toBe(0)
  })

  it('does not keep it alone for sure beside a lease of which nothing is known', () => {
    const open = snapshot({ ...two, leases: [{ ...lease('l'), resources: unknown }] })
    const { only, uncertain } = heldBy(one, open)
    expect([only.records, uncertain.records]).toEqual([0, 1])
  })
})
