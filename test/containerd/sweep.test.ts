import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../src/core/index.js'
import { blob, image, kept, layer, planOf, removed, snapshot, stream } from './graph.js'

const wide = ['a', '\uffff', '\u{10000}']
const shuffled = ['\u{10000}', 'a', '\uffff']

describe('the order of the sweep', () => {
  it('is by bytes for what goes and for what stays', () => {
    const content = shuffled.flatMap((key) => [blob(key), blob(`${key}!`, { root: '1' })])
    const of = planOf(snapshot({ content }))
    expect(removed(of)).toEqual(wide.map((key) => `Content ${key}`))
    expect(kept(of)).toEqual(wide.map((key) => `Content ${key}!`))
  })

  it('is by bytes for namespaces as well', () => {
    const of = planOf(snapshot(...shuffled.map((name) => ({ name, content: [blob('x')] }))))
    expect(removed(of)).toEqual(wide.map((name) => `Content ${name}/x`))
  })

  it('takes snapshots by snapshotter first, then by key, both by bytes', () => {
    const of = planOf(snapshot({ snapshots: shuffled.flatMap((by) => shuffled.map((key) => layer(`${by}:${key}`))) }))
    expect(removed(of)).toEqual(wide.flatMap((by) => wide.map((key) => `FsSnapshot ${by}/${key}`)))
  })

  it('takes snapshotters by bytes whatever their keys', () => {
    const of = planOf(snapshot({ snapshots: shuffled.map((by) => layer(`${by}:k`)) }))
    expect(removed(of)).toEqual(wide.map((by) => `FsSnapshot ${by}/k`))
  })

  it('takes images and streams by the bytes of their names', () => {
    const images = shuffled.map((name) => image(name, 'x', { expire: '2020-01-01T00:00:00Z' }))
    const streams = shuffled.map((name) => stream(name, 'gone'))
    expect(removed(planOf(snapshot({ images, streams })))).toEqual([
      ...wide.map((name) => `Image ${name}`),
      ...wide.map((name) => `Stream ${name}`),
    ])
  })
})

describe('what a removal frees', () => {
  it('is the size of a blob, and the usage of a snapshot where that is stated', () => {
    const of = planOf(
      snapshot({
        snapshots: [
          { ...layer('a'), usage: known(7) },
          { ...layer('b'), usage: unknown },
          layer('c'),
          { ...layer('d'), usage: known('9007199254740993') },
        ],
        content: [{ ...blob('e'), size: 5 }],
        images: [image('i', 'x', { expire: '2020-01-01T00:00:00Z' })],
      }),
    )
    expect(of.passes[0].removals.map(({ frees }) => frees)).toEqual([7, 0, 0, '9007199254740993', 5, 0])
  })
})
