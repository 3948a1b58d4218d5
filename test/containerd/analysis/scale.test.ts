import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Retention } from '../../../src/containerd/analysis/index.js'
import { retained } from '../../../src/containerd/analysis/index.js'
import type { Content, Node, Snapshot } from '../../../src/containerd/index.js'
import { defaultPolicy } from '../../../src/containerd/index.js'
import { known } from '../../../src/core/index.js'
import { blob, image, labels, layer, lease, snapshot } from '../graph.js'

const many = 1_000_000

const name = (number: number): string => number.toString(36).padStart(6, '0')

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, number) => number)

const retentionOf = (of: Snapshot): Retention => {
  const found = retained(defaultPolicy)(of)
  if (E.isLeft(found)) throw new Error('refused')
  return found.right
}

const onlyOf = (retention: Retention, node: Node): unknown =>
  O.isSome(retention.of(node)) ? O.toNullable(retention.of(node))?.only : null

describe('what is kept alone in a database of odd shape', () => {
  it('may be one chain of snapshots, reached at both ends', () => {
    const snapshots = numbers(many).map((number) => ({
      ...layer(name(number), number === 0 ? '' : name(number - 1)),
      usage: known(3),
    }))
    const top = `snapshots/overlayfs ${name(many - 1)}`
    const middle = `snapshots/overlayfs ${name(many / 2)}`
    const of = snapshot({ snapshots, leases: [lease('p', [top], { flat: '1' }), lease('q', [middle])] })
    const { holders, shared } = retentionOf(of)
    const half = many / 2 - 1
    expect(holders.map(({ only }) => only)).toEqual([
      { records: half, bytes: 3 * half, unknown: 0, onDisk: 3 * half },
      { records: 0, bytes: 0, unknown: 0, onDisk: 0 },
    ])
    expect(shared(holders[0]?.node as Node)).toEqual({ records: half + 2, bytes: 3 * (half + 2), unknown: 0 })
  })

  it('may be one ring that every image enters elsewhere', () => {
    const ring = numbers(200_000).map((number) => blob(name(number), { 'ref.content': name((number + 1) % 200_000) }))
    const images = numbers(100_000).map((number) => image(name(number), name(2 * number)))
    const retention = retentionOf(snapshot({ content: ring, images }))
    expect(retention.holders.every(({ only }) => only.records === 0)).toBe(true)
    expect(retention.shared(retention.holders[5]?.node as Node).records).toBe(200_000)
    const [one] = retentionOf(snapshot({ content: ring, images: images.slice(0, 1) })).holders
    expect(one?.only.bytes).toBe(200_000)
  })

  it('may be a chain of roots, each a flat twin and itself', () => {
    const count = 200_000
    const snapshots = numbers(count).map((number) =>
      layer(name(number), number === 0 ? '' : name(number - 1), number === count - 1 ? { root: '1' } : {}),
    )
    const of = snapshot({ snapshots, leases: [lease('p', [`snapshots/overlayfs ${name(count - 1)}`], { flat: '1' })] })
    const retention = retentionOf(of)
    const middle = { _tag: 'FsSnapshot', id: '', namespace: 'n', snapshotter: 'overlayfs', key: name(41) } as const
    expect(onlyOf(retention, middle)).toEqual({ records: 42, bytes: 0, unknown: 42, onDisk: 0 })
    expect(retention.holders.map(({ only }) => only.records)).toEqual([0, count])
  })

  it('may be one image with very many parents by name, and sizes beyond what a double holds', () => {
    const size = '9007199254740993' as const
    const content = numbers(100_000).map((number): Content => ({
      ...blob(name(number), { 'bref.image': 'gone' }),
      size: size,
    }))
    const holder = {
      ...blob('h', { root: '1', 'ref.image': 'gone' }),
      labels: labels({ root: '1', 'ref.image': 'gone' }),
    }
    const { holders } = retentionOf(snapshot({ content: [...content, holder] }))
    const bytes = String(100_000n * BigInt(size) + 1n)
    expect(holders.map(({ only }) => only)).toEqual([{ records: 100_001, bytes, unknown: 0, onDisk: bytes }])
  })
})
