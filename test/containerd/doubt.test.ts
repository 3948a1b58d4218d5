import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Lease, Unseen } from '../../src/containerd/index.js'
import { presets } from '../../src/containerd/index.js'
import { assumed, unknown } from '../../src/core/index.js'
import { blob, image, ingest, layer, lease, mount, planOf, reasonOf, removed, snapshot, stream } from './graph.js'

const past = '2026-03-04T05:06:07.007999999Z'
const future = '2030-01-01T00:00:00Z'
const because = 'said so'

const leased = (...ids: ReadonlyArray<string>) => ids.map((id) => ({ ...lease(id), resources: unknown }))

const unseen = (kind: Unseen['kind'], what: string, ground?: string): Unseen => ({
  kind,
  what,
  holdsNothing: ground === undefined ? O.none : O.some(ground),
})

describe('a plan that leaves nothing open', () => {
  it('rests on no assumption', () => {
    const of = snapshot({
      leases: [lease('p', ['content b']), lease('q', [], { expire: past })],
      ingests: [ingest('w', 'a'), ingest('v', 'a', past)],
      content: [blob('a')],
    })
    expect(planOf(of).assumptions).toEqual([])
    expect(removed(planOf(of))).toEqual(['Lease q', 'Ingest v', 'Ingest w', 'Content a'])
  })
})

describe('what is taken to hold', () => {
  it('is said by its count for one lease, and once for several on one ground', () => {
    const holding = (...counts: ReadonlyArray<number>) =>
      planOf(
        snapshot({
          leases: counts.map((count, index) => ({
            ...lease(`p${index}`),
            resources: assumed(
              Array.from({ length: count }, (_, at) => ({ type: 'content', id: `gone${at}` })),
              because,
            ),
          })),
          content: [blob('a')],
        }),
      ).assumptions.map(({ about, assumed: stated, targets }) => [about, stated, targets])
    const one = 'namespaces["n"].leases["p0"].resources'
    expect(holding(0)).toEqual([[one, 'no resources', ['n/a']]])
    expect(holding(1)).toEqual([[one, '1 resource', ['n/a']]])
    expect(holding(2)).toEqual([[one, '2 resources', ['n/a']]])
    expect(holding(1, 0)).toEqual([['namespaces["n"].leases[*].resources', 'as stated for each of 2 leases', ['n/a']]])
  })

  it('is said by ground', () => {
    const of = snapshot({
      leases: [
        { ...lease('p'), resources: assumed([], 'one') },
        { ...lease('q'), resources: assumed([], 'other') },
      ],
      content: [blob('a')],
    })
    expect(planOf(of).assumptions.map((assumption) => assumption.because)).toEqual(['one', 'other'])
  })

  it('is not said where nothing rests on it, or in a namespace where nothing goes', () => {
    const stated = { leases: [{ ...lease('p'), resources: assumed([], because) }] }
    expect(planOf(snapshot(stated)).assumptions).toEqual([])
    const of = snapshot({ name: 'k', ...stated }, { name: 'l', content: [blob('a')] })
    expect(removed(planOf(of))).toEqual(['Content l/a'])
    expect(planOf(of).assumptions).toEqual([])
  })

  it('names only what it could have held', () => {
    const of = planOf(
      snapshot({
        leases: [{ ...lease('p'), resources: assumed([], because) }, lease('q', [], { expire: past })],
        content: [blob('a')],
        mounts: [mount('m')],
      }),
    )
    expect(removed(of)).toEqual(['Lease q', 'Content a', 'Mount m'])
    expect(of.assumptions.map(({ targets }) => targets)).toEqual([['n/a']])
  })

  it('may be that an ingest has no expiry time', () => {
    const ingests = [{ ...ingest('w', 'a'), expireAt: assumed('', because) }]
    expect(planOf(snapshot({ ingests, content: [blob('a')] })).assumptions).toEqual([
      {
        about: 'namespaces["n"].ingests["w"].expireAt',
        assumed: 'no expiry time',
        because,
        targets: ['n/w', 'n/a'],
      },
    ])
  })

  it('may be that a mount has no lease', () => {
    const mounts = [{ ...mount('m'), lease: assumed('', because) }]
    const of = (leases: ReadonlyArray<Lease>) => planOf(snapshot({ leases, mounts }))
    expect(of([lease('p')]).assumptions).toEqual([
      { about: 'namespaces["n"].mounts["m"].lease', assumed: 'no lease', because, targets: ['n/m'] },
    ])
    expect(removed(of([lease('p', [], { expire: past })]))).toEqual(['Lease p', 'Mount m'])
    expect(of([lease('p', [], { expire: past })]).assumptions).toEqual([])
  })

  it('of an ingest that stays counts, and of one that goes does not', () => {
    const stated = (expireAt: string) =>
      planOf(
        snapshot({ ingests: [{ ...ingest('w', '', expireAt), expected: assumed('', because) }], content: [blob('a')] }),
      )
    expect(stated(future).assumptions.map(({ targets }) => targets)).toEqual([['n/a']])
    expect(removed(stated(past))).toEqual(['Ingest w', 'Content a'])
    expect(stated(past).assumptions).toEqual([])
  })

  it('may be several ingests and several unseen things on one ground', () => {
    const of = snapshot({
      ingests: ['v', 'w'].map((ref) => ({ ...ingest(ref, '', future), expected: assumed('', because) })),
      unseen: [unseen('Others', 'streams', because), unseen('Sandboxes', 'labels', because)],
      content: [blob('a')],
    })
    expect(planOf(of).assumptions.map(({ about, assumed: stated }) => [about, stated])).toEqual([
      ['namespaces["n"].unseen[*]', 'as stated for each of 2 things'],
      ['namespaces["n"].ingests[*].expected', 'as stated for each of 2 ingests'],
    ])
  })
})

describe('a lease of unknown content', () => {
  it('is named by the first of its namespace', () => {
    const of = planOf(
      snapshot(
        { name: 'k', leases: [lease('a')], content: [blob('a', { root: '1' })] },
        { name: 'l', leases: [lease('o'), ...leased('q', 'p')], content: [blob('a')] },
      ),
    )
    expect(reasonOf(of, 'Content l/a')).toEqual({
      _tag: 'MayBeLeased',
      lease: { _tag: 'Lease', id: 'l/p', namespace: 'l', key: 'p' },
      leases: 2,
    })
  })

  it('may hold names that nobody bears, of blobs, snapshots, images and ingests, and no container', () => {
    const of = planOf(
      snapshot({
        leases: leased('p'),
        mounts: [
          mount('a', '', { 'bref.content': 'x' }),
          mount('b', '', { 'bref.image': 'x' }),
          mount('c', '', { 'bref.snapshot.o': 'x' }),
          mount('d', '', { 'bref.container': 'x' }),
        ],
      }),
    )
    expect(removed(of)).toEqual(['Mount d'])
  })

  it('keeps what it might hold although another is taken to hold nothing', () => {
    const leases = [...leased('p'), { ...lease('q'), resources: assumed([], because) }]
    const of = planOf(snapshot({ leases, content: [blob('a')] }))
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'MayBeLeased', lease: { key: 'p' }, leases: 1 })
    expect(of.assumptions).toEqual([])
  })

  it('holds nothing for certain', () => {
    const held = {
      leases: leased('p'),
      ingests: [ingest('w')],
      streams: [stream('s', 'gone')],
      snapshots: [layer('s')],
    }
    const of = planOf(snapshot(held))
    expect(removed(of)).toEqual(['Stream s'])
    for (const name of ['Ingest w', 'FsSnapshot overlayfs/s'])
      expect(reasonOf(of, name)).toMatchObject({ _tag: 'MayBeLeased', lease: { key: 'p' }, leases: 1 })
    const image1 = image('i', 'x', { expire: past })
    expect(removed(planOf(snapshot({ leases: leased('p'), images: [image1] })))).toEqual([])
  })
})

describe('what nobody looked at', () => {
  it('is named by the first of its kind, with how many others there are', () => {
    const things = [unseen('Others', 'b'), unseen('Others', 'a'), unseen('Sandboxes', 'c')]
    const of = planOf(snapshot({ unseen: things, content: [blob('a')] }))
    expect(reasonOf(of, 'Content a')).toEqual({ _tag: 'MayBeHeld', unseen: 'a', others: 2 })
  })

  it('holds nothing in a namespace that the metadata does not know', () => {
    const of = snapshot({ inMetadata: false, unseen: [unseen('Others', 'x')], streams: [stream('s')] })
    expect(removed(planOf(of))).toEqual(['Stream s'])
  })

  it('counts in every release unless it is labels of sandboxes', () => {
    const held = (kind: Unseen['kind']) =>
      removed(planOf(snapshot({ unseen: [unseen(kind, 'x')], content: [blob('a')] }), presets.containerd_1_6))
    expect(held('Others')).toEqual([])
    expect(held('Sandboxes')).toEqual(['Content a'])
  })
})

describe('a mount of unknown lease', () => {
  const mounts = [{ ...mount('m'), lease: unknown }]

  it('stays while a lease stays that might hold it', () => {
    const of = planOf(snapshot({ leases: [lease('o', [], { expire: past }), lease('p'), lease('q')], mounts }))
    expect(removed(of)).toEqual(['Lease o'])
    expect(reasonOf(of, 'Mount m')).toMatchObject({ _tag: 'MayBeLeased', lease: { id: 'n/p' }, leases: 2 })
  })

  it('goes where none stays, and is not looked at where mounts are not collected', () => {
    expect(removed(planOf(snapshot({ mounts })))).toEqual(['Mount m'])
    const of = planOf(snapshot({ leases: [lease('p')], mounts }), presets.containerd_2_0)
    expect(reasonOf(of, 'Mount m')).toEqual({ _tag: 'NotCollected' })
  })
})

describe('an ingest that might stay', () => {
  it('is named where it is what is unknown, whatever else of its kind there is', () => {
    const ingests = [
      ingest('u', '', future),
      { ...ingest('v', 'a'), expireAt: unknown },
      { ...ingest('w'), expireAt: unknown },
    ]
    const of = planOf(snapshot({ ingests, content: [blob('a'), blob('b')] }))
    expect(reasonOf(of, 'Ingest w')).toMatchObject({ _tag: 'MayBeUnexpired', ingest: { key: 'w' } })
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'MayBeUnexpired', ingest: { key: 'v' } })
    expect(removed(of)).toEqual(['Content b'])
  })

  it('might expect a blob that nobody bears, and nothing else', () => {
    const of = planOf(
      snapshot({
        ingests: [{ ...ingest('w', '', future), expected: unknown }],
        mounts: [mount('a', '', { 'bref.content': 'x' }), mount('b', '', { 'bref.image': 'x' })],
        snapshots: [layer('s')],
      }),
    )
    expect(removed(of)).toEqual(['FsSnapshot overlayfs/s', 'Mount b'])
    expect(reasonOf(of, 'Mount a')).toMatchObject({ _tag: 'MayBeExpected', ingests: 1 })
  })
})
