/** What containerd's own page on its collector leaves out, or says less exactly than the code does it. */
import { describe, expect, it } from 'vitest'

import type { Namespace, Policy } from '../../src/containerd/index.js'
import { cleanup, defaultPolicy, presets, roots } from '../../src/containerd/index.js'
import { defaultConfig, start, step } from '../../src/containerd/scheduler/index.js'
import { made } from '../collectors/plan.js'
import {
  blob,
  container,
  image,
  ingest,
  layer,
  lease,
  mount,
  nameOf,
  planOf,
  removed,
  sandbox,
  snapshot,
  stream,
} from './graph.js'

const past = '2026-01-01T00:00:00Z'
const future = '2027-01-01T00:00:00Z'

const goes = (held: Partial<Namespace>, policy: Policy = defaultPolicy): ReadonlyArray<string> =>
  removed(planOf(snapshot(held), policy))

describe('a root', () => {
  it('is a container, whose image is not held, and no image that expired', () => {
    const of = snapshot({
      containers: [{ ...container('c', 'l'), image: 'old' }],
      snapshots: [layer('l')],
      images: [image('i', 'a'), image('old', 'a', { expire: past })],
      content: [blob('a')],
    })
    const found = made(roots(defaultPolicy)(of))
    expect(found.map(({ node }) => nameOf(node))).toEqual(['Container c', 'Image i'])
    expect(removed(planOf(of))).toEqual(['Image old'])
  })
})

describe('a forward reference', () => {
  const holders = (key: string, value: string): ReadonlyArray<Partial<Namespace>> => [
    { content: [blob('h', { root: 'x', [key]: value })] },
    { snapshots: [layer('h', '', { root: 'x', [key]: value })] },
    { images: [image('h', 'h', { [key]: value })] },
    { containers: [container('h', '', { [key]: value })] },
    { sandboxes: [sandbox('h', { [key]: value })] },
  ]

  it.each(holders('ref.snapshot.overlayfs', 'l').map((held) => [Object.keys(held)[0] ?? '', held] as const))(
    'to a snapshot counts on %s',
    (_, held) => {
      expect(goes({ ...held, snapshots: [...(held.snapshots ?? []), layer('l')] })).toEqual([])
    },
  )

  it.each(holders('ref.content', 'b').map((held) => [Object.keys(held)[0] ?? '', held] as const))(
    'to content counts on %s',
    (_, held) => {
      expect(goes({ ...held, content: [...(held.content ?? []), blob('b')] })).toEqual([])
    },
  )

  it.each([
    ['ref.content.x', []],
    ['ref.content/x', []],
    ['ref.content.', []],
    ['ref.contentx', ['Content b']],
    ['ref.content-x', ['Content b']],
  ])('by %s ends its word at a dot or slash', (key, left) => {
    expect(goes({ content: [blob('a', { root: 'x', [key]: 'b' }), blob('b')] })).toEqual(left)
  })

  it('to a snapshot is numbered behind a slash, for dots belong to the snapshotter', () => {
    const by = (key: string): ReadonlyArray<string> =>
      goes({ content: [blob('a', { root: 'x', [key]: 'l' })], snapshots: [layer('my.snap:l')] })
    expect(by('ref.snapshot.my.snap/1')).toEqual([])
    expect(by('ref.snapshot.my.snap.1')).toEqual(['FsSnapshot my.snap/l'])
    expect(by('ref.snapshot')).toEqual(['FsSnapshot my.snap/l'])
  })

  it('may name images, streams and mounts', () => {
    const of = {
      content: [blob('a', { root: 'x', 'ref.image': 'i', 'ref.stream': 's', 'ref.mount': 'm' })],
      images: [image('i', 'a', { expire: past })],
      streams: [stream('s', 'gone')],
      mounts: [mount('m')],
    }
    expect(goes(of)).toEqual([])
    expect(goes(of, presets.containerd_2_0)).toEqual([])
    expect(goes(of, presets.containerd_1_6)).toEqual([])
    expect(goes({ ...of, content: [blob('a', { root: 'x' })] })).toEqual(['Image i', 'Stream s', 'Mount m'])
  })
})

describe('an expiry', () => {
  it('counts on leases and, from 2.0 on, on images, nowhere else', () => {
    const of = {
      leases: [lease('p', [], { expire: past })],
      images: [image('i', 'a', { expire: past })],
      content: [blob('a', { root: 'x', expire: past })],
      snapshots: [layer('l', '', { root: 'x', expire: past })],
    }
    expect(goes(of)).toEqual(['Lease p', 'Image i'])
    expect(goes(of, presets.containerd_1_7)).toEqual(['Lease p'])
  })

  it('does not count from the creation of the lease', () => {
    const created = (year: number): ReadonlyArray<string> =>
      goes({ leases: [{ ...lease('p', [], { expire: future }), createdAt: new Date(Date.UTC(year, 0)) }] })
    expect(created(1970)).toEqual([])
    expect(created(2030)).toEqual([])
  })

  it('counts for a lease without a time of creation', () => {
    const bare = { ...lease('p', [], { expire: past }), createdAt: undefined }
    expect(goes({ leases: [bare] })).toEqual(['Lease p'])
  })

  it('starts no collection', () => {
    const [state] = [
      { _tag: 'TimerFired', at: 100_000_000 } as const,
      { _tag: 'Collected', at: 103_000_000, pause: 3_000_000 } as const,
    ].reduce((sofar, signal) => step(sofar[0], signal), start(defaultConfig))
    const [, commands] = step(state, { _tag: 'TimerFired', at: 100_000_000_000_000 })
    expect(commands.map(({ _tag }) => _tag)).toEqual(['SetTimer'])
  })
})

describe('a flat lease', () => {
  it('on an image that is not collected takes nothing from what other leases hold', () => {
    const leases = [lease('p', ['snapshots/overlayfs gone']), lease('q', ['images i'], { flat: '1' })]
    const child = blob('a', { 'bref.snapshot.overlayfs': 'gone' })
    const policy = { ...presets.containerd_2_3, imagesCollected: false }
    expect(goes({ content: [child], leases }, policy)).toEqual([])
  })

  it('keeps targets and parents, and lets ingests, streams and mounts be', () => {
    const of = {
      leases: [lease('p', ['images i', 'snapshots/overlayfs l', 'ingests g'], { flat: 'false' })],
      images: [image('i', 'a', { expire: past, 'ref.content': 'b' })],
      content: [blob('a', { 'ref.content': 'b' }), blob('b'), blob('c', { 'ref.content': 'd' }), blob('d')],
      snapshots: [layer('l', 'parent', { 'ref.content': 'b' }), layer('parent')],
      ingests: [ingest('g', 'c')],
      streams: [stream('s', 'p')],
      mounts: [mount('m', 'p')],
    }
    expect(goes(of)).toEqual(['Content b'])
  })

  it('switches off back references and conditions', () => {
    const of = {
      leases: [lease('p', ['content a'], { flat: 'yes' })],
      content: [blob('a', { 'cond.snapshot.overlayfs': 'usedat<1h|l' }), blob('b', { 'bref.content': 'a' })],
      snapshots: [layer('l', '', { 'cond.value-usedat': '2026-03-04T05:06:07Z' })],
    }
    expect(goes(of)).toEqual(['FsSnapshot overlayfs/l', 'Content b'])
    expect(goes({ ...of, leases: [lease('p', ['content a'])] })).toEqual([])
  })
})

describe('a switch', () => {
  it.each(['false', '0', 'no'])('is on with the value %s', (value) => {
    expect(goes({ content: [blob('a', { root: value })] })).toEqual([])
    const leases = [lease('p', ['content a'], { flat: value })]
    expect(goes({ leases, content: [blob('a', { 'ref.content': 'b' }), blob('b')] })).toEqual(['Content b'])
  })
})

describe('the startup delay', () => {
  it('holds back neither a trigger nor the deletion threshold', () => {
    const at = 5_000_000
    expect(step(start(defaultConfig)[0], { _tag: 'Triggered', at, waiter: 'a' })[1]).toEqual([
      { _tag: 'SetTimer', at, delay: 0 },
    ])
    const [ready] = start({ ...defaultConfig, deletionThreshold: 1 })
    expect(step(ready, { _tag: 'Written', at, dirty: true })[1]).toEqual([{ _tag: 'SetTimer', at, delay: 0 }])
    expect(step(start(defaultConfig)[0], { _tag: 'Written', at, dirty: true })[1]).toEqual([])
  })
})

describe('a backend', () => {
  it('is not looked at unless it lost a record', () => {
    const of = snapshot({ images: [image('i', 'a', { expire: past })], content: [blob('b', { root: 'x' })] })
    const done = cleanup(planOf(of))(of)
    expect(done).toEqual({ snapshotters: [], blobs: [], content: false })
  })
})
