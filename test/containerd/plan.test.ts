import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Unseen } from '../../src/containerd/index.js'
import { plan, presets } from '../../src/containerd/index.js'
import { assumed, unknown } from '../../src/core/index.js'
import {
  blob,
  container,
  image,
  ingest,
  kept,
  layer,
  lease,
  mount,
  now,
  planOf,
  reasonOf,
  removed,
  sandbox,
  snapshot,
  stream,
} from './graph.js'

const past = '2026-03-04T05:06:07.007999999Z'
const future = '2026-03-04T05:06:07.008000001Z'

describe('an empty database', () => {
  it('gives nothing to remove, keep, publish or wait for', () => {
    const of = planOf(snapshot())
    expect(of.passes.map(({ name, removals, kept: held, events }) => [name, removals, held, events])).toEqual([
      ['sweep', [], [], []],
      ['publish', [], [], []],
    ])
    expect(of.wakeAt).toEqual(O.none)
    expect(of.assumptions).toEqual([])
  })
})

describe('a lease', () => {
  it('keeps its resources while it has not expired', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', ['content a', 'content gone', 'snapshots/overlayfs s', 'ingests w'], { expire: future })],
        content: [blob('a'), blob('b')],
        snapshots: [layer('s')],
        ingests: [ingest('w')],
      }),
    )
    expect(removed(of)).toEqual(['Content b'])
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'HeldByLease', flat: false, lease: { key: 'p' } })
    expect(reasonOf(of, 'Lease p')).toEqual({ _tag: 'LeaseUnexpired', expiresAt: O.some(new Date(now)) })
  })

  it('is alive at the very instant of its expiry and gone a nanosecond after', () => {
    const at = (expire: string) =>
      removed(planOf(snapshot({ leases: [lease('p', ['content a'], { expire })], content: [blob('a')] })))
    expect(at(now)).toEqual([])
    expect(at(past)).toEqual(['Lease p', 'Content a'])
  })

  it('goes with what only it held', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', ['content a'], { expire: past })],
        content: [blob('a', { 'ref.content': 'b' }), blob('b'), blob('c')],
      }),
    )
    expect(reasonOf(of, 'Lease p')).toEqual({ _tag: 'LeaseExpired', expiredAt: new Date('2026-03-04T05:06:07.007Z') })
    expect(reasonOf(of, 'Content b')).toMatchObject({ _tag: 'HeldOnlyByExpired', holder: { _tag: 'Lease', key: 'p' } })
    expect(reasonOf(of, 'Content c')).toEqual({ _tag: 'Unreachable' })
  })

  it('never expires by a malformed or empty expiry', () => {
    for (const expire of ['soon', '', '2026-13-01T00:00:00Z'])
      expect(removed(planOf(snapshot({ leases: [lease('p', [], { expire })] })))).toEqual([])
  })

  it('that is flat follows parents and targets, not labels', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', ['content a', 'snapshots/overlayfs s', 'images i', 'ingests w'], { flat: 'false' })],
        content: [
          blob('a', { 'ref.content': 'b' }),
          blob('b'),
          blob('t', { 'ref.content': 'b' }),
          blob('e', { 'ref.content': 'f' }),
          blob('f'),
        ],
        snapshots: [layer('s', 'r', { 'ref.content': 'b' }), layer('r')],
        images: [image('i', 't', { expire: past, 'ref.content': 'b' })],
        ingests: [ingest('w', 'e')],
      }),
    )
    expect(removed(of)).toEqual(['Content b'])
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'HeldByLease', flat: true })
    expect(reasonOf(of, 'FsSnapshot overlayfs/r')).toMatchObject({ _tag: 'ParentOf', child: { key: 's' } })
    expect(reasonOf(of, 'Content t')).toMatchObject({ _tag: 'TargetOfImage', image: { key: 'i' } })
    expect(reasonOf(of, 'Content f')).toMatchObject({ _tag: 'ReferencedBy', holder: { key: 'e' } })
  })
})

describe('a lease of unknown content', () => {
  const held = {
    leases: [{ ...lease('p'), resources: unknown }],
    content: [blob('a')],
    images: [image('i', 'a', { expire: past })],
    streams: [stream('s', 'gone')],
    mounts: [mount('m', '', { 'bref.content': 'absent' }), mount('n')],
  }

  it('keeps what it might hold and what follows from that', () => {
    const of = planOf(snapshot(held))
    expect(removed(of)).toEqual(['Stream s', 'Mount n'])
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'MayBeLeased', leases: 1, lease: { key: 'p' } })
    expect(reasonOf(of, 'Mount m')).toMatchObject({ _tag: 'MayBeLeased' })
    expect(of.assumptions).toEqual([])
  })

  it('is taken for empty only where the policy says so, and the plan says it', () => {
    const of = planOf(snapshot(held), { ...presets.containerd_2_3, unknownLeaseResources: 'assume-empty' })
    expect(removed(of)).toEqual(['Content a', 'Image i', 'Stream s', 'Mount m', 'Mount n'])
    expect(of.assumptions).toEqual([
      {
        about: 'namespaces["n"].leases["p"].resources',
        assumed: 'no resources',
        because: 'the policy takes leases of unknown content for empty',
        targets: ['n/a', 'n/i', 'n/m'],
      },
    ])
  })

  it('leaves other namespaces alone', () => {
    expect(removed(planOf(snapshot(held, { name: 'm', content: [blob('a')] })))).toContain('Content m/a')
  })

  it('keeps nothing once it has expired', () => {
    const leases = [{ ...lease('p', [], { expire: past }), resources: unknown }]
    expect(removed(planOf(snapshot({ leases, content: [blob('a')] })))).toEqual(['Lease p', 'Content a'])
  })

  it('is an assumption when somebody states its content', () => {
    const leases = [{ ...lease('p'), resources: assumed([], 'nobody pulls here') }]
    expect(planOf(snapshot({ leases, content: [blob('a')] })).assumptions).toMatchObject([
      { assumed: 'no resources', because: 'nobody pulls here', targets: ['n/a'] },
    ])
  })
})

describe('an ingest of which not all is known', () => {
  const content = [blob('a', { 'cond.snapshot.overlayfs': 'usedat<1ms|s', 'ref.content': 'b' }), blob('b')]
  const snapshots = [layer('s', '', { 'cond.value-usedat': past })]

  it('stays while its expiry time is unknown, with what it expects', () => {
    const of = planOf(snapshot({ ingests: [{ ...ingest('w', 'b'), expireAt: unknown }], content }))
    expect(removed(of)).toEqual(['Content a'])
    expect(reasonOf(of, 'Ingest w')).toMatchObject({ _tag: 'MayBeUnexpired', ingest: { key: 'w' } })
    expect(reasonOf(of, 'Content b')).toMatchObject({ _tag: 'MayBeUnexpired', ingest: { key: 'w' } })
  })

  it('might expect any blob, and with it what a condition may lead to', () => {
    const ingests = [
      { ...ingest('w', '', future), expected: unknown },
      { ...ingest('v', '', future), expected: unknown },
    ]
    const of = planOf(snapshot({ ingests, content, snapshots }))
    expect(removed(of)).toEqual([])
    expect(reasonOf(of, 'Content a')).toMatchObject({ _tag: 'MayBeExpected', ingest: { key: 'v' }, ingests: 2 })
    expect(reasonOf(of, 'FsSnapshot overlayfs/s')).toMatchObject({ _tag: 'MayBeExpected' })
    expect(removed(planOf(snapshot({ ingests, content, snapshots }, { name: 'm', content: [blob('a')] })))).toEqual([
      'Content m/a',
    ])
  })

  it('expects nothing once it goes', () => {
    const ingests = [{ ...ingest('w', '', past), expected: unknown }]
    expect(removed(planOf(snapshot({ ingests, content: [blob('a')] })))).toEqual(['Ingest w', 'Content a'])
  })

  it('is an assumption of the plan where it is stated', () => {
    const because = 'nothing is being pulled'
    const ingests = [{ ref: 'w', expected: assumed('', because), expireAt: assumed(past, because) }]
    expect(planOf(snapshot({ ingests, content: [blob('a')] })).assumptions).toEqual([
      { about: 'namespaces["n"].ingests["w"].expireAt', assumed: past, because, targets: ['n/w', 'n/a'] },
      { about: 'namespaces["n"].ingests["w"].expected', assumed: 'no digest', because, targets: ['n/a'] },
    ])
  })
})

describe('what nobody looked at', () => {
  const sandboxes: Unseen = { kind: 'Sandboxes', what: 'the labels of sandboxes', holdsNothing: O.none }
  const held = {
    content: [blob('a')],
    snapshots: [layer('s')],
    images: [image('i', 'gone', { expire: past })],
    ingests: [ingest('w')],
    leases: [lease('p', [], { expire: past })],
    streams: [stream('t', 'gone')],
    mounts: [mount('m', '', { 'bref.container': 'absent' }), mount('o')],
  }

  it('might refer to anything but leases and ingests', () => {
    const of = planOf(snapshot({ ...held, unseen: [sandboxes] }))
    expect(removed(of)).toEqual(['Lease p', 'Ingest w'])
    expect(reasonOf(of, 'Content a')).toEqual({ _tag: 'MayBeHeld', unseen: 'the labels of sandboxes', others: 0 })
  })

  it('counts where the policy reads it', () => {
    const of = planOf(snapshot({ ...held, unseen: [sandboxes] }), presets.containerd_1_6)
    expect(removed(of)).toContain('Content a')
  })

  it('might be a container that a back reference names', () => {
    const others: Unseen = { kind: 'Others', what: 'containers', holdsNothing: O.none }
    const mounts = [mount('m', '', { 'bref.container': 'absent' })]
    const policy = { ...presets.containerd_2_3, mounts: true }
    expect(reasonOf(planOf(snapshot({ mounts, unseen: [others] }), policy), 'Mount m')).toMatchObject({
      _tag: 'MayBeHeld',
      unseen: 'containers',
    })
  })

  it('is an assumption of the plan where it is taken to hold nothing', () => {
    const unseen = [{ ...sandboxes, holdsNothing: O.some('no sandbox has such labels') }]
    expect(planOf(snapshot({ content: [blob('a')], unseen })).assumptions).toEqual([
      {
        about: 'namespaces["n"].unseen["the labels of sandboxes"]',
        assumed: 'nothing',
        because: 'no sandbox has such labels',
        targets: ['n/a'],
      },
    ])
  })
})

describe('an image', () => {
  it('keeps its target and what its labels name', () => {
    const of = planOf(
      snapshot({
        images: [image('i', 'a', { 'ref.content.x': 'b', 'ref.image': 'j' }), image('j', 'gone', { expire: past })],
        content: [blob('a'), blob('b')],
      }),
    )
    expect(removed(of)).toEqual([])
    expect(reasonOf(of, 'Image j')).toMatchObject({
      _tag: 'ReferencedBy',
      holder: { key: 'i' },
      label: 'containerd.io/gc.ref.image',
    })
  })

  it('that expired goes with its tree from 2.0 on, and stays before', () => {
    const of = snapshot({
      images: [image('i', 'a', { expire: past })],
      content: [blob('a', { 'ref.snapshot.overlayfs': 's' })],
      snapshots: [layer('s')],
    })
    expect(removed(planOf(of))).toEqual(['FsSnapshot overlayfs/s', 'Content a', 'Image i'])
    expect(reasonOf(planOf(of), 'Image i')).toMatchObject({ _tag: 'ImageExpired' })
    expect(removed(planOf(of, presets.containerd_1_7))).toEqual([])
    expect(reasonOf(planOf(of, presets.containerd_1_7), 'Image i')).toEqual({ _tag: 'NotCollected' })
  })

  it('is not held by the container that runs it', () => {
    const of = planOf(
      snapshot({
        images: [image('', 'a', { expire: past })],
        containers: [container('c', 's')],
        snapshots: [layer('s', 'r'), layer('r')],
        content: [blob('a')],
      }),
    )
    expect(removed(of)).toEqual(['Content a', 'Image '])
    expect(reasonOf(of, 'FsSnapshot overlayfs/s')).toMatchObject({ _tag: 'UsedByContainer', container: { key: 'c' } })
  })
})

describe('a root label', () => {
  it('counts on content and snapshots alone, with any value but none', () => {
    const of = planOf(
      snapshot({
        content: [blob('a', { root: 'false' }), blob('b', { root: '' })],
        snapshots: [layer('s', '', { root: '1' })],
        images: [image('i', 'x', { root: '1', expire: past })],
        mounts: [mount('m', '', { root: '1' })],
      }),
    )
    expect(removed(of)).toEqual(['Content b', 'Image i', 'Mount m'])
  })

  it('may be longer from 2.2 on', () => {
    const of = snapshot({ content: [blob('a', { 'root.note': '1' })] })
    expect(reasonOf(planOf(of), 'Content a')).toEqual({ _tag: 'RootLabel', label: 'containerd.io/gc.root.note' })
    expect(removed(planOf(of, presets.containerd_2_0))).toEqual(['Content a'])
  })
})

describe('an unfinished write', () => {
  it('is a root until its time and keeps what it expects', () => {
    const at = (expireAt: string) => planOf(snapshot({ ingests: [ingest('w', 'a', expireAt)], content: [blob('a')] }))
    expect(reasonOf(at(future), 'Content a')).toMatchObject({ _tag: 'ExpectedByIngest', ingest: { key: 'w' } })
    expect(removed(at(now))).toEqual([])
    expect(removed(at(past))).toEqual(['Ingest w', 'Content a'])
    expect(reasonOf(at(past), 'Ingest w')).toMatchObject({ _tag: 'IngestExpired' })
  })

  it('without a time is no root', () => {
    expect(removed(planOf(snapshot({ ingests: [ingest('w')] })))).toEqual(['Ingest w'])
  })
})

describe('a back reference', () => {
  it('keeps the child of a kept parent from 2.2 on, dead names between them or not', () => {
    const of = snapshot({
      containers: [container('c')],
      content: [
        blob('a', { 'bref.container': 'c', 'ref.content': 'nobody' }),
        blob('b', { 'bref.content': 'nobody' }),
        blob('d', { 'bref.content': 'else' }),
      ],
    })
    expect(removed(planOf(of))).toEqual(['Content d'])
    expect(reasonOf(planOf(of), 'Content b')).toMatchObject({
      _tag: 'BackReferenced',
      parent: { key: 'nobody' },
      label: 'containerd.io/gc.bref.content',
    })
    expect(removed(planOf(of, presets.containerd_2_0))).toEqual(['Content a', 'Content b', 'Content d'])
  })

  it('is not followed from a flat parent', () => {
    const of = snapshot({
      leases: [lease('p', ['content a'], { flat: '1' })],
      content: [blob('a'), blob('b', { 'bref.content': 'a' })],
    })
    expect(removed(planOf(of))).toEqual(['Content b'])
  })
})

describe('a condition', () => {
  const used = (condition: string, at = '2026-03-04T04:06:07.008Z') =>
    snapshot({
      images: [image('i', 'x', { 'cond.snapshot.overlayfs': `${condition}|s` })],
      snapshots: [layer('s', 'r', { 'cond.value-usedat': at }), layer('r')],
    })

  it('keeps a snapshot while it holds, strictly', () => {
    expect(removed(planOf(used('usedat<1h1ns')))).toEqual([])
    expect(removed(planOf(used('usedat<1h')))).toEqual(['FsSnapshot overlayfs/r', 'FsSnapshot overlayfs/s'])
    expect(removed(planOf(used('usedat<1h1ns'), presets.containerd_2_2))).toHaveLength(2)
  })

  it('is told with its text', () => {
    expect(reasonOf(planOf(used('usedat<2h,usedat>9h')), 'FsSnapshot overlayfs/s')).toMatchObject({
      _tag: 'ConditionHolds',
      condition: 'usedat<2h,usedat>9h',
    })
  })

  it('wakes the plan when it ceases or begins to decide', () => {
    expect(planOf(used('usedat<2h')).wakeAt).toEqual(O.some(new Date('2026-03-04T06:06:07.008Z')))
    expect(planOf(used('usedat>2h')).wakeAt).toEqual(O.some(new Date('2026-03-04T06:06:07.009Z')))
    expect(planOf(used('usedat<2h,usedat>90m')).wakeAt).toEqual(O.none)
  })

  it('does not wake the plan while something else keeps the snapshot', () => {
    const of = used('usedat<2h')
    const [namespace] = of.namespaces
    const held = { ...namespace, containers: [container('c', 's')] }
    expect(planOf(snapshot(held)).wakeAt).toEqual(O.none)
  })
})

describe('streams, mounts and sandboxes', () => {
  it('stay by their lease, a label, or without a lease', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p'), lease('q', [], { expire: past })],
        streams: [stream('a'), stream('b', 'p'), stream('c', 'q'), stream('d', 'gone'), stream('e', 'gone')],
        mounts: [mount('a'), mount('b', 'p'), mount('c', 'gone', { 'bref.container': 'c' })],
        sandboxes: [sandbox('s', { 'ref.stream': 'e' })],
        containers: [container('c')],
      }),
    )
    expect(removed(of)).toEqual(['Lease q', 'Stream c', 'Stream d', 'Mount a'])
    expect(reasonOf(of, 'Stream a')).toEqual({ _tag: 'StreamUnleased' })
    expect(reasonOf(of, 'Stream d')).toEqual({ _tag: 'LeaseGone', lease: 'gone' })
    expect(reasonOf(of, 'Stream c')).toMatchObject({ _tag: 'HeldOnlyByExpired' })
    expect(reasonOf(of, 'Stream e')).toMatchObject({ _tag: 'ReferencedBy', holder: { _tag: 'Sandbox' } })
  })

  it('go from a namespace that the metadata does not know', () => {
    const of = planOf(snapshot({ inMetadata: false, streams: [stream('a')], mounts: [mount('m')] }))
    expect(removed(of)).toEqual(['Stream a', 'Mount m'])
    expect(reasonOf(of, 'Stream a')).toEqual({ _tag: 'NamespaceUnknown' })
  })

  it('are not collected before the release that brought them', () => {
    expect(
      kept(planOf(snapshot({ streams: [stream('a', 'gone')], mounts: [mount('m')] }), presets.containerd_1_6)),
    ).toEqual(['Stream a', 'Mount m'])
  })
})

describe('the sweep', () => {
  it('goes by the bytes of names, kind by kind', () => {
    const all = {
      content: [blob('b'), blob('\u{10000}'), blob('\uffff')],
      snapshots: [layer('b:a'), layer('a-:a'), layer('a:b')],
    }
    const of = planOf(snapshot({ name: 'z', ...all }, { name: 'B', ...all }))
    const one = [
      'FsSnapshot B/a/b',
      'FsSnapshot B/a-/a',
      'FsSnapshot B/b/a',
      'Content B/b',
      'Content B/\uffff',
      'Content B/\u{10000}',
    ]
    expect(removed(of)).toEqual([...one, ...one.map((name) => name.replace('B/', 'z/'))])
  })

  it('publishes snapshots from 1.7 and images from 2.0 on', () => {
    const of = snapshot({ snapshots: [layer('s')], images: [image('i', 'a', { expire: past })] })
    const tags = (policy: typeof presets.containerd_1_6) =>
      planOf(of, policy).passes.flatMap(({ events }) => events.map(({ _tag }) => _tag))
    expect(tags(presets.containerd_1_6)).toEqual([])
    expect(tags(presets.containerd_1_7)).toEqual(['SnapshotRemove'])
    expect(tags(presets.containerd_2_3)).toEqual(['SnapshotRemove', 'ImageDelete'])
  })

  it('never crosses namespaces', () => {
    const of = planOf(snapshot({ name: 'a', images: [image('i', 'x')] }, { name: 'b', content: [blob('x')] }))
    expect(removed(of)).toEqual(['Content b/x'])
  })
})

describe('wakeAt', () => {
  it('is the first millisecond at which something has expired', () => {
    const of = planOf(
      snapshot({
        leases: [lease('p', [], { expire: '2026-03-04T06:00:00.0005Z' })],
        ingests: [ingest('w', '', '2026-03-04T06:00:00.000Z')],
      }),
    )
    expect(of.wakeAt).toEqual(O.some(new Date('2026-03-04T06:00:00.001Z')))
  })
})

describe('a snapshot that is none', () => {
  const problems = (of: unknown) => {
    const planned = plan(presets.containerd_2_3)(of as never)
    return E.isLeft(planned) ? planned.left.problems : []
  }

  it.each([
    ['content[1]', { content: [blob('a'), blob('a')] }],
    ['snapshots[1]', { snapshots: [layer('a'), layer('a')] }],
    ['snapshots[0].snapshotter', { snapshots: [{ ...layer('a'), snapshotter: 'a/b' }] }],
    ['snapshots[0].snapshotter', { snapshots: [{ ...layer('a'), snapshotter: '' }] }],
    ['content[0].size', { content: [{ ...blob('a'), size: -1 }] }],
    ['content[0].size', { content: [{ ...blob('a'), size: 2 ** 53 }] }],
    ['content[0].labels[0]', { content: [{ ...blob('a'), labels: [['a']] }] }],
    [
      'content[0].labels[1][0]',
      {
        content: [
          {
            ...blob('a'),
            labels: [
              ['a', '1'],
              ['a', '2'],
            ],
          },
        ],
      },
    ],
    ['leases[0].resources.value[0].type', { leases: [lease('p', ['snapshots/a/b x'])] }],
    ['leases[0].createdAt', { leases: [{ ...lease('p'), createdAt: new Date(NaN) }] }],
    ['ingests[0].expireAt.value', { ingests: [ingest('w', '', 'soon')] }],
    ['content', { inMetadata: false, content: [blob('a')] }],
    ['name', { name: 'a/b' }],
    ['images', { images: null }],
  ])('names the place %s', (path, held) => {
    expect(problems(snapshot(held as never)).map((problem) => problem.path)).toEqual([`namespaces[0].${path}`])
  })

  it('may not hold a namespace twice', () => {
    expect(problems(snapshot({}, {}))).toHaveLength(1)
  })

  it.each([undefined, null, 1, 'x', [], {}, { at: new Date(0) }])('is refused: %j', (of) => {
    expect(problems(of).length).toBeGreaterThan(0)
  })

  it('lists at most a hundred problems', () => {
    expect(problems(snapshot({ content: Array.from({ length: 5000 }, () => null) as never }))).toHaveLength(100)
  })
})
