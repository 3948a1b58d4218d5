import { describe, expect, it } from 'vitest'

import { explore } from '../../src/containerd/index.js'
import { either as E } from 'fp-ts'
import { defaultPolicy } from '../../src/containerd/index.js'
import { blob, image, labels, layer, lease, planOf, snapshot } from './graph.js'

const many = 300_000

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, number) => number)

const name = (number: number): string => number.toString(36).padStart(6, '0')

describe('a database of odd shape', () => {
  it('may be one chain of snapshots', () => {
    const snapshots = numbers(many).map((number) => layer(name(number), number === 0 ? '' : name(number - 1)))
    const of = snapshot({ snapshots, leases: [lease('p', [`snapshots/overlayfs ${name(many - 1)}`])] })
    const explored = explore(defaultPolicy)(of)
    if (E.isLeft(explored)) throw new Error('refused')
    expect(explored.right.plan.passes[0].removals).toHaveLength(0)
    const [bottom] = explored.right.plan.passes[0].kept.filter(({ target }) => target.key === name(0))
    expect(bottom === undefined ? 0 : explored.right.whyAlive(bottom.target).length).toBe(many + 1)
  })

  it('may be one ring, alive or not', () => {
    const ring = numbers(many).map((number) => blob(name(number), { 'ref.content': name((number + 1) % many) }))
    expect(planOf(snapshot({ content: ring })).passes[0].removals).toHaveLength(many)
    expect(planOf(snapshot({ content: ring, images: [image('i', name(7))] })).passes[0].removals).toHaveLength(0)
  })

  it('may have names that bytes order differently', () => {
    const content = numbers(many).map((number) => blob(number === 7 ? '\u{10000}' : name(number)))
    expect(planOf(snapshot({ content })).passes[0].removals.at(-1)?.target.key).toBe('\u{10000}')
  })

  it('may refer to itself and say the same thing many times', () => {
    const same = Object.fromEntries(
      numbers(20_000).map((number) => [`ref.content.${number}`, number % 2 === 0 ? 'a' : 'b']),
    )
    const content = [blob('a', same), blob('b', same)]
    expect(planOf(snapshot({ content, images: [image('i', 'a')] })).passes[0].removals).toHaveLength(0)
  })

  it('may have many namespaces and leases of unknown content', () => {
    const namespaces = numbers(20_000).map((number) => ({
      name: name(number),
      content: [blob('a')],
      leases: [{ ...lease('p'), resources: { _tag: 'Unknown' } as const }],
    }))
    const of = snapshot(...namespaces)
    expect(planOf(of).passes[0].removals).toHaveLength(0)
    const assumed = planOf(of, { ...defaultPolicy, unknownLeaseResources: 'assume-empty' })
    expect(assumed.assumptions).toHaveLength(20_000)
  })

  it('may have a turn of a condition at every millisecond', () => {
    const count = 3_000
    const snapshots = numbers(count).map((number) =>
      layer(name(number), '', { 'cond.value-usedat': '2026-03-04T05:06:07Z', ...(number === 0 ? { root: '1' } : {}) }),
    )
    const holder = blob('h', { root: '1' })
    const conditions = numbers(count).flatMap((number) => [
      [`cond.snapshot.overlayfs/${number}`, `usedat<${100 + number}ms|${name(number)}`] as const,
      [`cond.snapshot.overlayfs/x${number}`, `usedat<9h|${name(number)}`] as const,
    ])
    const content = [{ ...holder, labels: [...holder.labels, ...labels(Object.fromEntries(conditions))] }]
    const { wakeAt } = planOf(snapshot({ snapshots, content }))
    expect(wakeAt._tag).toBe('Some')
  })
})
