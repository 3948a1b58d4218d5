import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { View } from '../../../src/containerd/analysis/index.js'
import { depict } from '../../../src/containerd/analysis/index.js'
import type { Node, Policy, Snapshot } from '../../../src/containerd/index.js'
import { defaultPolicy } from '../../../src/containerd/index.js'
import type { Picture } from '../../../src/core/index.js'
import { unknown } from '../../../src/core/index.js'
import { made } from '../../collectors/plan.js'
import { blob, container, image, layer, lease, mount, sandbox, snapshot, stream } from '../graph.js'

const draw = (of: Snapshot, view: View = {}, policy: Policy = defaultPolicy): Picture => made(depict(policy)(view)(of))

const things = ({ nodes }: Picture): ReadonlyArray<string> =>
  nodes.map(
    ({ kind, label, state, isRoot, beside }) =>
      `${kind} ${label} ${isRoot ? 'root' : state}${beside > 0 ? ` +${beside}` : ''}`,
  )

const lines = ({ nodes, edges }: Picture): ReadonlyArray<string> => {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.map(({ from, to, label, line }) => `${labels.get(from)} ${line} ${labels.get(to)} by ${label}`)
}

const content = (key: string): Node => ({ _tag: 'Content', id: `n/${key}`, namespace: 'n', key })

const past = { expire: '2026-01-01T00:00:00Z' }

describe('a picture of a database', () => {
  const of = snapshot({
    images: [image('app', 'm'), image('old', 'm', past)],
    content: [
      blob('m', { 'ref.content.config': 'c', 'ref.content.l.0': 'l', 'ref.content.l.1': 'gone' }),
      blob('c', { 'ref.snapshot.overlayfs': 'top' }),
      blob('l'),
      blob('cache', { 'ref.content': 'l' }),
    ],
    snapshots: [layer('top', 'base'), layer('base')],
    leases: [lease('p', ['content cache'], past)],
  })

  it('tells what goes, what stays and what is not there', () => {
    expect(things(draw(of))).toEqual([
      'lease p goes',
      'snapshot overlayfs/base stays',
      'snapshot overlayfs/top stays',
      'content c stays',
      'content cache goes',
      'content l stays',
      'content m stays',
      'image app root',
      'image old goes',
      'content gone absent',
    ])
    expect(draw(of).clusters).toEqual([{ id: 'n', label: 'namespace n' }])
    expect(draw(of).omitted).toBe(0)
  })

  it('gives the reason of what goes and of what stays of its own accord', () => {
    const notes = draw(of).nodes.map(({ label, note }) => `${label}: ${note}`)
    expect(notes.filter((note) => !note.endsWith(': '))).toEqual([
      'p: the lease expired at 2026-01-01T00:00:00.000Z',
      'cache: held only by lease p, which expired',
      'app: an image that does not expire',
      'old: the image expired at 2026-01-01T00:00:00.000Z',
    ])
  })

  it('tells the way by which a record stays from what would hold it as well, and from what holds nothing', () => {
    expect(lines(draw(of))).toEqual([
      'p idle cache by leases',
      'overlayfs/top keeps overlayfs/base by parent',
      'c keeps overlayfs/top by gc.ref.snapshot.overlayfs',
      'cache idle l by gc.ref.content',
      'm keeps c by gc.ref.content.config',
      'm keeps l by gc.ref.content.l.0',
      'app keeps m by target',
      'old idle m by target',
      'm idle gone by gc.ref.content.l.1',
    ])
    const twice = snapshot({ images: [image('a', 'm'), image('b', 'm')], content: [blob('m')] })
    expect(lines(draw(twice))).toEqual(['a keeps m by target', 'b holds m by target'])
  })

  it('draws what holds without being collected, and what is held by way of a lease', () => {
    const held = snapshot({
      containers: [container('c', 'top', { 'ref.content': 'x' })],
      sandboxes: [sandbox('s', { 'ref.content': 'x' })],
      snapshots: [layer('top')],
      content: [blob('x', { 'bref.image': 'gone' })],
      leases: [lease('p')],
      streams: [stream('s', 'p'), stream('free')],
      mounts: [mount('m', 'p')],
    })
    expect(things(draw(held))).toEqual([
      'lease p root',
      'snapshot overlayfs/top stays',
      'content x stays',
      'container c root',
      'stream free root',
      'stream s stays',
      'mount m stays',
      'sandbox s root',
      'image gone absent',
    ])
    expect(lines(draw(held))).toEqual([
      'p keeps s by leases',
      'p keeps m by leases',
      'c keeps x by gc.ref.content',
      'c keeps overlayfs/top by snapshot',
      's holds x by gc.ref.content',
      'gone idle x by gc.bref.image',
    ])
  })

  it('draws a flat hold as such, below the hold that follows labels', () => {
    const leases = [lease('flat', ['content m', 'snapshots/overlayfs top'], { flat: 'yes' })]
    const flat = {
      content: [blob('m', { 'ref.content': 'l' }), blob('l')],
      snapshots: [layer('top', 'base'), layer('base')],
    }
    expect(lines(draw(snapshot({ ...flat, leases })))).toEqual([
      'flat keeps overlayfs/top by leases, flat',
      'flat keeps m by leases, flat',
      'overlayfs/top idle overlayfs/base by parent',
      'overlayfs/top keeps overlayfs/base by parent',
      'm idle l by gc.ref.content',
    ])
    expect(lines(draw(snapshot({ ...flat, leases, images: [image('i', 'm')] })))).toContain(
      'flat holds m by leases, flat',
    )
  })

  it('draws a reference once, whatever another lease holds flat', () => {
    const leases = [lease('flat', [], { flat: 'yes' }), lease('p', ['snapshots/overlayfs top'])]
    expect(lines(draw(snapshot({ leases, snapshots: [layer('top', 'base'), layer('base')] })))).toEqual([
      'p keeps overlayfs/top by leases',
      'overlayfs/top keeps overlayfs/base by parent',
    ])
  })

  it('draws a condition that holds and one that does not', () => {
    const used = layer('l', '', { 'cond.value-usedat': '2026-03-04T05:00:00Z' })
    const holder = (value: string): Snapshot =>
      snapshot({ snapshots: [used], content: [blob('h', { root: 'x', 'cond.snapshot.overlayfs': value })] })
    expect(lines(draw(holder('usedat<1h|l')))).toEqual(['h keeps overlayfs/l by gc.cond.snapshot.overlayfs'])
    expect(lines(draw(holder('usedat<1m|l')))).toEqual(['h idle overlayfs/l by gc.cond.snapshot.overlayfs'])
  })

  it('draws as unknown what stays because nobody knows', () => {
    const open = snapshot({ content: [blob('a')], leases: [{ ...lease('p'), resources: unknown }] })
    expect(things(draw(open))).toEqual(['lease p root', 'content a unknown'])
    expect(draw(open).nodes[1]?.note).toBe('lease p might hold it, which is unknown')
  })
})

describe('a picture around a record', () => {
  const chain = (length: number): Snapshot =>
    snapshot({
      images: [image('i', '000')],
      content: Array.from({ length }, (_, index) => {
        const name = (number: number): string => `${number}`.padStart(3, '0')
        return blob(name(index), { 'ref.content': name(index + 1) })
      }),
    })

  it('goes so many references far and counts what lies beyond', () => {
    const around = [content('050')]
    expect(things(draw(chain(100), { around, hops: 1 }))).toEqual([
      'content 049 stays +1',
      'content 050 stays',
      'content 051 stays +1',
    ])
    expect(draw(chain(100), { around, hops: 1 }).omitted).toBe(98)
    expect(things(draw(chain(100), { around }))).toHaveLength(5)
  })

  it('ends where the limit is', () => {
    expect(things(draw(chain(100), { around: [content('050')], hops: Infinity, limit: 3 }))).toEqual([
      'content 049 stays +1',
      'content 050 stays',
      'content 051 stays +1',
    ])
    expect(things(draw(chain(3), { around: [content('002')], hops: 1, limit: 2 }))).toEqual([
      'content 001 stays +1',
      'content 002 stays +1',
    ])
    expect(things(draw(chain(3), { limit: Number.NaN }))).toEqual([])
  })

  it('draws a name that nobody bears, with its children where it has some', () => {
    expect(things(draw(chain(3), { around: [content('nobody')] }))).toEqual(['content nobody absent'])
    const children = snapshot({ content: [blob('a', { 'bref.content': 'parent' })] })
    const picture = draw(children, { around: [content('parent')] })
    expect(things(picture)).toEqual(['content a goes', 'content parent absent'])
    expect(lines(picture)).toEqual(['parent idle a by gc.bref.content'])
  })

  it('draws what goes first when the whole is too much', () => {
    const of = snapshot({ content: [blob('z')], images: [image('i', 'a'), image('old', 'a', past)] })
    expect(things(draw(of, { limit: 2 }))).toEqual(['content z goes', 'image old goes +1'])
    expect(things(draw(of, { limit: 3 }))).toEqual(['content z goes', 'image i root +1', 'image old goes +1'])
  })
})

it('refuses what is no snapshot', () => {
  expect(E.isLeft(depict(defaultPolicy)({})({} as Snapshot))).toBe(true)
})
