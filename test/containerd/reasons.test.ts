import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Exploration, Namespace, Node, Policy, Snapshot } from '../../src/containerd/index.js'
import { defaultPolicy, explore, presets } from '../../src/containerd/index.js'
import { unknown } from '../../src/core/index.js'
import { made } from '../collectors/plan.js'
import {
  blob,
  container,
  image,
  ingest,
  kept,
  layer,
  lease,
  mount,
  nameOf,
  planOf,
  reasonOf,
  removed,
  sandbox,
  snapshot,
  stream,
} from './graph.js'

const past = '2026-03-04T05:06:07.007999999Z'
const future = '2030-01-01T00:00:00.5Z'

const exploring = (of: Snapshot, policy: Policy = defaultPolicy): Exploration => made(explore(policy)(of))

const named = (_tag: Exclude<Node['_tag'], 'FsSnapshot'>, key: string, namespace = 'n'): Node => ({
  _tag,
  id: `${namespace}/${key}`,
  namespace,
  key,
})

describe('the reason of what is a root itself', () => {
  it('is its time, where it has one', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', [], { expire: future })],
        images: [image('i', 'x', { expire: future }), image('j', 'x', { expire: 'soon' })],
        ingests: [ingest('w', '', future)],
      }),
    )
    const at = new Date('2030-01-01T00:00:00.500Z')
    expect(reasonOf(of, 'Lease p')).toEqual({ _tag: 'LeaseUnexpired', expiresAt: O.some(at) })
    expect(reasonOf(of, 'Image i')).toEqual({ _tag: 'ImageUnexpired', expiresAt: O.some(at) })
    expect(reasonOf(of, 'Image j')).toEqual({ _tag: 'ImageUnexpired', expiresAt: O.none })
    expect(reasonOf(of, 'Ingest w')).toEqual({ _tag: 'IngestUnexpired', expiresAt: at })
  })

  it('is its root label, the exact one where both forms stand, else the first that is not empty', () => {
    const label = (shorthand: Readonly<Record<string, string>>): unknown =>
      reasonOf(planOf(snapshot({ content: [blob('a', shorthand)] })), 'Content a')
    const root = (name: string): object => ({ _tag: 'RootLabel', label: `containerd.io/gc.${name}` })
    expect(label({ 'root.b': '1', root: '1', 'root.a': '1' })).toEqual(root('root'))
    expect(label({ 'root.b': '1', root: '', 'root.a': '1', 'ref.content': 'b' })).toEqual(root('root.a'))
    expect(label({ 'ref.content': 'b', 'root.b': '1', 'root.a': '', abc: '1' })).toEqual(root('root.b'))
    const layers = planOf(snapshot({ snapshots: [layer('s', '', { root: '1' })] }))
    expect(reasonOf(layers, 'FsSnapshot overlayfs/s')).toEqual(root('root'))
  })

  it('is that images are not collected, where they are not, on the way as in the plan', () => {
    const explored = exploring(snapshot({ images: [image('i', 'a')], content: [blob('a')] }), presets.containerd_1_7)
    expect(explored.whyAlive(named('Content', 'a')).map(({ reason }) => reason._tag)).toEqual([
      'NotCollected',
      'TargetOfImage',
    ])
  })
})

describe('of several ways of one length', () => {
  it('the label that is first by its key is named, in whatever order they stand', () => {
    const of = planOf(
      snapshot({ images: [image('i', 'x', { 'ref.content.b': 'a', 'ref.content.a': 'a' })], content: [blob('a')] }),
    )
    expect(reasonOf(of, 'Content a')).toMatchObject({ label: 'containerd.io/gc.ref.content.a' })
  })

  it('the parent that is first by its name is named, also among those that nobody bears', () => {
    const of = planOf(
      snapshot({
        images: [image('i', 'x', { 'ref.content.0': 'z', 'ref.content.1': 'y' })],
        content: [blob('b', { 'bref.content.0': 'z', 'bref.content.1': 'y' })],
      }),
    )
    expect(reasonOf(of, 'Content b')).toMatchObject({ _tag: 'BackReferenced', parent: { key: 'y' } })
  })
})

describe('a name that nobody bears', () => {
  const child = blob('b', { 'bref.content': 'gone' })
  const way = (of: Snapshot): ReadonlyArray<string> =>
    exploring(of)
      .whyAlive(named('Content', 'b'))
      .map(({ node }) => nameOf(node))

  it('leads on from whatever names it', () => {
    expect(way(snapshot({ leases: [lease('p'), lease('q', ['content gone'])], content: [child] }))).toEqual([
      'Lease q',
      'Content gone',
      'Content b',
    ])
    const ingests = [ingest('v', '', future), ingest('w', 'gone', future)]
    expect(way(snapshot({ ingests, content: [child] }))).toEqual(['Ingest w', 'Content gone', 'Content b'])
    const containers = [container('c'), container('d', '', { 'ref.content': 'gone' })]
    expect(way(snapshot({ containers, content: [child] }))).toEqual(['Container d', 'Content gone', 'Content b'])
  })

  it('is the parent in the reason', () => {
    const of = snapshot({ containers: [container('c', '', { 'ref.content': 'gone' })], content: [child] })
    expect(reasonOf(planOf(of), 'Content b')).toMatchObject({ parent: { _tag: 'Content', key: 'gone' } })
  })
})

describe('an empty key', () => {
  it('is no lease, parent, target or expected digest', () => {
    const of = planOf(
      snapshot({
        leases: [lease('')],
        mounts: [mount('m')],
        snapshots: [layer('', '', {}), layer('s', '', { root: '1' })],
        ingests: [ingest('w', '', future)],
        content: [blob('')],
      }),
    )
    expect(removed(of)).toEqual(['FsSnapshot overlayfs/', 'Content ', 'Mount m'])
    expect(reasonOf(of, 'Mount m')).toEqual({ _tag: 'Unreachable' })
  })
})

describe('a mount that goes', () => {
  it('says what became of its lease', () => {
    const leases = [lease('p', [], { expire: past })]
    const mounts = [mount('a', 'gone'), mount('b'), mount('c', 'p')]
    const of = planOf(snapshot({ leases, mounts }))
    expect(reasonOf(of, 'Mount a')).toEqual({ _tag: 'LeaseGone', lease: 'gone' })
    expect(reasonOf(of, 'Mount b')).toEqual({ _tag: 'Unreachable' })
    expect(reasonOf(of, 'Mount c')).toMatchObject({ _tag: 'HeldOnlyByExpired', holder: { key: 'p' } })
    const lost = planOf(snapshot({ inMetadata: false, mounts }))
    expect(reasonOf(lost, 'Mount a')).toEqual({ _tag: 'NamespaceUnknown' })
  })

  it('is held by no lease where mounts are not collected', () => {
    const of = exploring(snapshot({ leases: [lease('p')], mounts: [mount('m', 'p')] }), presets.containerd_1_7)
    expect(of.whyAlive(named('Mount', 'm')).map(({ reason }) => reason)).toEqual([{ _tag: 'NotCollected' }])
  })
})

describe('what only something expired held', () => {
  it('names it, also through a flat lease and to the end of the chain', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', ['snapshots/overlayfs s'], { flat: '1', expire: past })],
        snapshots: [layer('s', 'r'), layer('r')],
      }),
    )
    for (const name of ['FsSnapshot overlayfs/s', 'FsSnapshot overlayfs/r'])
      expect(reasonOf(of, name)).toMatchObject({ _tag: 'HeldOnlyByExpired', holder: { _tag: 'Lease', key: 'p' } })
  })
})

describe('an image', () => {
  it('that expired a nanosecond ago is kept by the parent that it names', () => {
    const of = planOf(
      snapshot({
        images: [image('i', 'x', { expire: past, 'bref.content': 'a' })],
        content: [blob('a', { root: '1' })],
      }),
    )
    expect(removed(of)).toEqual([])
    expect(reasonOf(of, 'Image i')).toMatchObject({ _tag: 'BackReferenced', parent: { key: 'a' } })
  })

  it('that has not expired names no parent', () => {
    const of = exploring(
      snapshot({ images: [image('i', 'x', { 'bref.content': 'a' })], content: [blob('a', { root: '1' })] }),
    )
    expect(of.rootsOf(named('Image', 'i')).map(nameOf)).toEqual(['Image i'])
  })
})

describe('a sandbox', () => {
  it('is no root before 2.0, which first looks where the daemon keeps them', () => {
    const of = snapshot({ sandboxes: [sandbox('x')] })
    expect(exploring(of, presets.containerd_1_6).rootsOf(named('Sandbox', 'x'))).toEqual([])
    expect(exploring(of, presets.containerd_1_7).rootsOf(named('Sandbox', 'x'))).toEqual([])
    expect(exploring(of, presets.containerd_2_0).rootsOf(named('Sandbox', 'x')).map(nameOf)).toEqual(['Sandbox x'])
  })
})

describe('a question about a record', () => {
  it('is answered in its namespace, and in no other', () => {
    const names = ['b', 'd', 'f', 'h']
    const of = exploring(
      snapshot(...names.map((name) => ({ name, images: [image('i', 'a')], content: [blob('a'), blob(name)] }))),
    )
    for (const name of names) {
      expect(of.whyAlive(named('Content', 'a', name)).map(({ node }) => node.id)).toEqual([`${name}/i`, `${name}/a`])
      expect(of.rootsOf(named('Content', 'a', name)).map(({ id }) => id)).toEqual([`${name}/i`])
    }
    for (const name of ['a', 'c', 'e', 'g', 'i', '']) {
      expect(of.whyAlive(named('Content', 'a', name))).toEqual([])
      expect(of.rootsOf(named('Image', 'i', name))).toEqual([])
    }
  })

  it('of what might be leased is answered whatever else the release collects', () => {
    const of = snapshot({ leases: [{ ...lease('p'), resources: unknown }], content: [blob('a')] })
    for (const policy of [presets.containerd_1_6, presets.containerd_1_7, presets.containerd_2_3])
      expect(
        exploring(of, policy)
          .whyAlive(named('Content', 'a'))
          .map(({ reason }) => reason._tag),
      ).toEqual(['MayBeLeased'])
  })
})

describe('a condition', () => {
  const used = (...times: ReadonlyArray<string>): Readonly<Record<string, string>> =>
    Object.fromEntries(times.map((time, index) => [`cond.value-usedat.${index}`, `2026-03-04T${time}Z`]))
  const held = (condition: string, ...times: ReadonlyArray<string>): boolean =>
    kept(
      planOf(
        snapshot({
          images: [image('i', 'x', { 'cond.snapshot.overlayfs': `${condition}|s` })],
          snapshots: [layer('s', '', used(...times))],
        }),
      ),
    ).includes('FsSnapshot overlayfs/s')

  it('looks at the last of several times of use for what was used lately, in whatever order they stand', () => {
    const times = ['01:00:00', '04:30:00', '03:00:00']
    expect(held('usedat<1h', ...times)).toBe(true)
    expect(held('usedat<1h', ...times.toReversed())).toBe(true)
    expect(held('usedat<30m', ...times)).toBe(false)
  })

  it('looks at the first of them for what was used long ago', () => {
    const times = ['03:00:00', '01:00:00', '04:30:00']
    expect(held('usedat>4h', ...times)).toBe(true)
    expect(held('usedat>4h', ...times.toReversed())).toBe(true)
    expect(held('usedat>5h', ...times)).toBe(false)
  })

  it('of one holder may hold several snapshots', () => {
    const of = planOf(
      snapshot({
        images: [
          image('i', 'x', { 'cond.snapshot.overlayfs/1': 'usedat<2h|s', 'cond.snapshot.overlayfs/2': 'usedat<2h|t' }),
        ],
        snapshots: [layer('s', '', used('04:00:00')), layer('t', '', used('04:00:00'))],
      }),
    )
    expect(removed(of)).toEqual([])
    expect(reasonOf(of, 'FsSnapshot overlayfs/t')).toMatchObject({
      _tag: 'ConditionHolds',
      label: 'containerd.io/gc.cond.snapshot.overlayfs/2',
      condition: 'usedat<2h',
    })
  })
})

describe('wakeAt', () => {
  it('is the next expiry, whichever list it stands in', () => {
    const wake = (lists: Partial<Namespace>): unknown => planOf(snapshot(lists)).wakeAt
    const [soon, later] = ['2026-03-04T06:00:00Z', '2026-03-04T07:00:00Z']
    const first = O.some(new Date('2026-03-04T06:00:00.001Z'))
    expect(wake({ leases: [lease('p', [], { expire: soon })], images: [image('i', 'x', { expire: later })] })).toEqual(
      first,
    )
    expect(wake({ leases: [lease('p', [], { expire: later })], images: [image('i', 'x', { expire: soon })] })).toEqual(
      first,
    )
    expect(wake({ streams: [stream('s')], images: [image('i', 'x')] })).toEqual(O.none)
  })

  const using = (conditions: ReadonlyArray<readonly [string, string]>, rest: Partial<Namespace> = {}): unknown =>
    planOf(
      snapshot({
        images: conditions.map(([condition, key], index) =>
          image(`i${index}`, 'x', { 'cond.snapshot.overlayfs': `${condition}|${key}` }),
        ),
        snapshots: ['s', 't'].map((key) => layer(key, '', { 'cond.value-usedat': '2026-03-04T04:00:00Z' })),
        ...rest,
      }),
    ).wakeAt

  it('is the first turn of a condition that decides, in whatever order they stand', () => {
    const first = O.some(new Date('2026-03-04T06:00:00Z'))
    for (const conditions of [
      [
        ['usedat<3h', 's'],
        ['usedat<2h', 't'],
      ],
      [
        ['usedat<2h', 's'],
        ['usedat<3h', 't'],
      ],
    ] as const)
      expect(using(conditions)).toEqual(first)
  })

  it('is no turn that lies behind', () => {
    expect(
      using([
        ['usedat>10m', 's'],
        ['usedat>20m', 't'],
      ]),
    ).toEqual(O.none)
  })

  it('is the expiry before a turn', () => {
    const leases = [lease('p', [], { expire: '2026-03-04T05:30:00Z' })]
    expect(using([['usedat<3h', 's']], { leases })).toEqual(O.some(new Date('2026-03-04T05:30:00.001Z')))
  })

  it('is no turn of what a flat lease holds all the same', () => {
    const leases = [lease('p', ['snapshots/overlayfs s'], { flat: '1' })]
    expect(using([['usedat<3h', 's']], { leases })).toEqual(O.none)
  })

  it('is a turn at which something else holds the same', () => {
    const used = { 'cond.value-usedat': '2026-03-04T04:00:00Z' }
    const snapshots = [layer('s', '', used), layer('t', 's', used)]
    const conditions = [
      ['usedat<2h', 's'],
      ['usedat<3h', 't'],
    ] as const
    expect(using(conditions, { snapshots })).toEqual(O.some(new Date('2026-03-04T06:00:00Z')))
  })
})
