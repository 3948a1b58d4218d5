import { describe, expect, it } from 'vitest'

import type { Exploration, Node, Policy, Snapshot } from '../../src/containerd/index.js'
import { defaultPolicy, explain, explore, presets } from '../../src/containerd/index.js'
import { unknown } from '../../src/core/index.js'
import { made } from '../collectors/plan.js'
import { blob, container, image, layer, lease, mount, nameOf, sandbox, snapshot, stream } from './graph.js'

const past = '2020-01-01T00:00:00Z'

const exploring = (of: Snapshot, policy: Policy = defaultPolicy): Exploration => made(explore(policy)(of))

const node = (name: string): Node => {
  const [tag = '', key = '', snapshotter] = name.split(' ')
  return (
    snapshotter === undefined
      ? { _tag: tag, id: `n/${key}`, namespace: 'n', key }
      : { _tag: tag, id: `n/${snapshotter}/${key}`, namespace: 'n', snapshotter, key }
  ) as Node
}

/** The way to a node, in sentences. */
const way = (explored: Exploration, name: string): ReadonlyArray<string> =>
  explored.whyAlive(node(name)).map((hop) => `${nameOf(hop.node)}: ${explain(hop.reason)}`)

const roots = (explored: Exploration, name: string): ReadonlyArray<string> => explored.rootsOf(node(name)).map(nameOf)

describe('the way to what is alive', () => {
  it('begins at a root and is a shortest one', () => {
    const explored = exploring(
      snapshot({
        images: [image('i', 'a')],
        content: [
          blob('a', { 'ref.content.0': 'b', 'ref.content.1': 'c' }),
          blob('b', { 'ref.content': 'c' }),
          blob('c', { 'ref.snapshot.overlayfs': 's' }),
        ],
        snapshots: [layer('s', 'r'), layer('r')],
      }),
    )
    expect(way(explored, 'FsSnapshot r overlayfs')).toEqual([
      'Image i: an image that does not expire',
      'Content a: the target of image i',
      'Content c: content a refers to it by containerd.io/gc.ref.content.1',
      'FsSnapshot overlayfs/s: content c refers to it by containerd.io/gc.ref.snapshot.overlayfs',
      'FsSnapshot overlayfs/r: the parent of snapshot overlayfs/s',
    ])
    expect(way(explored, 'Image i')).toEqual(['Image i: an image that does not expire'])
  })

  it('leads through flat records and names that nobody bears', () => {
    const explored = exploring(
      snapshot({
        leases: [lease('p', ['snapshots/overlayfs s'], { flat: '1' })],
        snapshots: [layer('s', 'r'), layer('r')],
        images: [image('i', 'x', { 'ref.content': 'gone' })],
        content: [blob('b', { 'bref.content': 'gone' })],
      }),
    )
    expect(way(explored, 'FsSnapshot r overlayfs')).toEqual([
      'Lease p: a lease that does not expire',
      'FsSnapshot overlayfs/s: held by lease p, which is flat',
      'FsSnapshot overlayfs/r: the parent of snapshot overlayfs/s',
    ])
    expect(way(explored, 'Content b')).toEqual([
      'Image i: an image that does not expire',
      'Content gone: image i refers to it by containerd.io/gc.ref.content',
      'Content b: its label containerd.io/gc.bref.content names content gone, which is kept',
    ])
  })

  it('is the reason alone where no root leads to what stays', () => {
    const of = snapshot({
      leases: [{ ...lease('p'), resources: unknown }],
      content: [blob('a')],
      images: [image('i', 'a', { expire: past })],
      containers: [container('c')],
      sandboxes: [sandbox('x')],
      streams: [stream('t', 'gone')],
      mounts: [mount('m')],
    })
    const leased = 'lease p might hold it, which is unknown'
    expect(way(exploring(of), 'Content a')).toEqual([`Content a: ${leased}`])
    expect(way(exploring(of), 'Image i')).toEqual([`Image i: ${leased}`])
    const old = exploring(of, presets.containerd_1_6)
    for (const name of ['Stream t', 'Mount m', 'Sandbox x'])
      expect(way(old, name)).toEqual([`${name}: this kind of record is never collected under this policy`])
    expect(way(old, 'Container c')).toEqual(['Container c: this kind of record is never collected under this policy'])
  })

  it('is none for what goes and what the snapshot does not hold', () => {
    const of = snapshot({ content: [blob('a')], streams: [stream('t', 'gone')], mounts: [mount('m')] })
    for (const name of ['Content a', 'Stream t', 'Mount m', 'Content b', 'FsSnapshot s overlayfs'])
      expect(way(exploring(of), name)).toEqual([])
    expect(exploring(of).whyAlive({ ...node('Content a'), namespace: 'other' })).toEqual([])
  })
})

describe('the roots of one record', () => {
  it('are all that lead to it, in the order of the census', () => {
    const explored = exploring(
      snapshot({
        leases: [lease('p', ['content a'], { flat: '1' }), lease('q', ['content a'])],
        images: [image('i', 'b'), image('j', 'a', { expire: past }), image('k', 'c')],
        content: [blob('a'), blob('b', { 'ref.content': 'a' }), blob('c', { root: '1' }), blob('d')],
      }),
    )
    expect(roots(explored, 'Content a')).toEqual(['Lease p', 'Lease q', 'Image i'])
    expect(roots(explored, 'Content c')).toEqual(['Content c', 'Image k'])
    expect(roots(explored, 'Content d')).toEqual([])
    expect(roots(explored, 'Content e')).toEqual([])
  })

  it('are found through conditions that hold, and not through others', () => {
    const held = (condition: string): ReadonlyArray<string> =>
      roots(
        exploring(
          snapshot({
            images: [image('i', 'x', { 'cond.snapshot.overlayfs': `${condition}|s` }), image('j', 'x')],
            snapshots: [layer('s', '', { 'cond.value-usedat': '2026-03-04T04:06:07.008Z', root: '1' })],
          }),
        ),
        'FsSnapshot s overlayfs',
      )
    expect(held('usedat<2h')).toEqual(['FsSnapshot overlayfs/s', 'Image i'])
    expect(held('usedat<1h')).toEqual(['FsSnapshot overlayfs/s'])
  })

  it('are found through a ring', () => {
    const explored = exploring(
      snapshot({
        images: [image('i', 'a')],
        content: [blob('a', { 'ref.content': 'b' }), blob('b', { 'ref.content': 'a' })],
      }),
    )
    expect(roots(explored, 'Content b')).toEqual(['Image i'])
  })
})
