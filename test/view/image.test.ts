import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known } from '../../src/core/index.js'
import { int64ToBigint } from '../../src/core/int64.js'
import { type Plan, type Snapshot, assumeRecords, defaultPolicy, plan } from '../../src/kubelet/image/index.js'
import { containerOf } from '../../src/kubelet/image/snapshot.js'
import * as Layers from '../../src/reclaim/layers/index.js'
import { policies, snapshots } from '../../src/testing/arbitrary/kubelet-image.js'
import { type ImageView, type ImageViewOptions, imageView } from '../../src/view/index.js'
import { nodeWith } from '../reclaim/build.js'
import { stores } from '../reclaim/layers/generate.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

const images = ['a', 'b', 'c', 'd', 'used'].map((id) => ({
  id,
  runtimeHandler: '',
  size: 60,
  pinned: false,
  tags: [`${id}:1`],
}))
const snapshot: Snapshot = {
  at: new Date('2026-01-01T12:00:00Z'),
  beganGC: known(new Date('2025-12-01T00:00:00Z')),
  images,
  containers: [containerOf('c', 'used')],
  imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(100) }),
  memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })(images),
}
/** `a` shares its layer with what is in use, `b` and `c` share one with each other. */
const layers: Layers.LayerStore = {
  layers: [
    { id: 'of used', unpacked: Layers.exactly(60) },
    { id: 'of b', unpacked: Layers.exactly(50) },
    { id: 'of c', parent: 'of b', unpacked: Layers.exactly(10) },
    { id: 'of d', unpacked: Layers.exactly(60) },
  ],
  images: (
    [
      ['a', 'of used'],
      ['b', 'of b'],
      ['c', 'of c'],
      ['d', 'of d'],
      ['used', 'of used'],
    ] as const
  ).map(([id, topLayer]) => ({ id, topLayer, own: Layers.exactly(0) })),
  holders: [],
}
const planned = (of: Snapshot, policy = defaultPolicy): Plan => {
  const found = plan(policy)(of)
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}
const viewOf = (of: Plan, more: Partial<ImageViewOptions> = {}): ImageView => {
  const view = imageView(of, { policy: defaultPolicy, ...more })
  if (E.isLeft(view)) throw new Error(JSON.stringify(view.left))
  expectPlain(view.right)
  return view.right
}
const told = ({ turns }: ImageView) =>
  turns.map(({ label, outcome, countedBytes, freedBytes }) => [label, outcome, countedBytes, freedBytes])
const parts = ({ disk }: ImageView) => Object.fromEntries(disk?.segments.map(({ part, bytes }) => [part, bytes]) ?? [])

describe('an image collection', () => {
  const full = planned(snapshot)

  it('has the images in order of eviction, with what is counted; freed bytes are unknown without layers', () => {
    const view = viewOf(full)
    expect(told(view)).toEqual([
      ['a:1', 'removed', 60, null],
      ['b:1', 'removed', 60, null],
      ['c:1', 'spared', 60, null],
      ['d:1', 'spared', 60, null],
    ])
    expect(view.turns.map(({ place, isReserve }) => [place, isReserve])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, true],
    ])
    expect(view.next?.label).toBe('c:1')
    expect(view.totals).toEqual({
      wantedBytes: 100,
      countedBytes: 120,
      freedBytes: null,
      removed: 2,
      failed: 0,
      isReached: true,
      said: '2 images removed, wanted 100 B, counted 120 B',
    })
    expect(view.turns[0]).toMatchObject({ reasons: ['DiskOverHighThreshold'], pass: 'space', imageId: 'a' })
  })

  it('tells what is really freed where layers are known', () => {
    const view = viewOf(full, { layers })
    expect(told(view)).toEqual([
      ['a:1', 'removed', 60, 0],
      ['b:1', 'removed', 60, 0],
      ['c:1', 'spared', 60, 60],
      ['d:1', 'spared', 60, 60],
    ])
    expect(view.totals).toMatchObject({
      freedBytes: 0,
      said: '2 images removed, wanted 100 B, counted 120 B, freed 0 B',
    })
  })

  it('goes on to the next image when a removal fails', () => {
    const view = viewOf(full, { fails: ['a', 'c'] })
    expect(told(view).map(([, outcome]) => outcome)).toEqual(['failed', 'removed', 'failed', 'removed'])
    expect(view.next).toBeNull()
    expect(view.totals).toMatchObject({ removed: 2, failed: 2, isReached: true, countedBytes: 120 })
    expect(view.turns[0]?.freedBytes).toBe(0)
    const none = viewOf(full, { fails: ['a', 'b', 'c', 'd'], layers })
    expect(none.totals).toEqual({
      wantedBytes: 100,
      countedBytes: 0,
      freedBytes: 0,
      removed: 0,
      failed: 4,
      isReached: false,
      said: '0 images removed, 4 failed, wanted 100 B, counted 0 B, freed 0 B',
    })
  })

  it('frees with a later image no layer that a failed one still needs', () => {
    expect(told(viewOf(full, { layers, fails: ['b', 'd'] }))).toEqual([
      ['a:1', 'removed', 60, 0],
      ['b:1', 'failed', 60, 0],
      ['c:1', 'removed', 60, 10],
      ['d:1', 'spared', 60, 60],
    ])
  })

  it('frees an image of several handlers once', () => {
    const keyed = { ...defaultPolicy, runtimeClassInImageCriApi: true }
    const twice = ['', 'kata'].map((runtimeHandler) => ({ id: 'd', runtimeHandler, size: 60, pinned: false, tags: [] }))
    const memory = assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })(twice)
    const { turns } = viewOf(planned({ ...snapshot, images: twice, memory }, keyed), { layers })
    expect(turns.map(({ imageId, freedBytes }) => [imageId, freedBytes])).toEqual([
      ['d', 60],
      ['d', 0],
    ])
  })

  it('goes on to the next pass after failures in one that goes on', () => {
    const [space] = full.passes
    const twice = viewOf({ ...full, passes: [space, space] }, { fails: ['a'] })
    expect(
      told(twice)
        .map(([, outcome]) => outcome)
        .slice(4),
    ).toEqual(['failed', 'removed', 'removed', 'spared'])
  })

  it('ends after the age pass where a removal fails in it', () => {
    const policy = { ...defaultPolicy, maxAge: 86_400_000 as typeof defaultPolicy.maxAge }
    const some = planned({ ...snapshot, images: images.filter(({ id }) => id !== 'd') }, policy)
    expect(some.passes[0].removals).not.toEqual([])
    const view = viewOf(some, { fails: ['a'] })
    expect(told(view).map(([, outcome]) => outcome)).toEqual(['failed', 'removed', 'removed'])
    expect(view.next).toBeNull()
    const [age] = some.passes
    const [space] = full.passes
    const more = viewOf({ ...some, passes: [age, space, space] }, { fails: ['a'] })
    expect(told(more).map(([, outcome]) => outcome)).toEqual([
      ...['failed', 'removed', 'removed'],
      ...Array.from({ length: 8 }, () => 'spared'),
    ])
    expect(more.next).toBeNull()
  })

  it('cuts the disk into parts that together are all of it', () => {
    expect(parts(viewOf(full))).toEqual({ others: 600, kept: 60, reserve: 120, removable: 120, free: 100 })
    const exact = viewOf(full, { layers })
    expect(parts(exact)).toEqual({ others: 720, kept: 60, reserve: 120, removable: 0, free: 100 })
    expect([exact.disk?.isExact, exact.disk?.usagePercent, exact.disk?.usedBytes]).toEqual([true, 90, 900])
    expect(exact.disk?.thresholds).toEqual([
      { kind: 'low', percent: 80, bytes: 800 },
      { kind: 'high', percent: 85, bytes: 850 },
    ])
  })

  it('counts an image of the disk once, that one pass keeps and the next has in reserve', () => {
    const policy = { ...defaultPolicy, maxAge: 86_400_000_000 as typeof defaultPolicy.maxAge }
    const both = planned(snapshot, policy)
    expect(both.passes[0].kept.map(({ target }) => target.id)).toContain('c')
    expect(parts(viewOf(both))).toEqual({ others: 600, kept: 60, reserve: 120, removable: 120, free: 100 })
  })

  it('takes thresholds as a slider gives them', () => {
    const policy = { highThresholdPercent: 85.5, lowThresholdPercent: NaN }
    const view = imageView(full, { policy })
    expect(E.isRight(view) && view.right.disk?.thresholds.map(({ bytes }) => bytes)).toEqual([0, 855])
  })

  it('cuts images that count for more than is in use', () => {
    const small = planned({ ...snapshot, imageFs: known({ capacityBytes: O.some(100), availableBytes: O.some(0) }) })
    const { others = -1, kept = -1, reserve = -1, removable = -1, free = -1 } = parts(viewOf(small))
    expect([others, kept, reserve, removable, free]).toEqual([0, 0, 40, 60, 0])
  })

  it('has no disk where the collection measures none', () => {
    expect(viewOf(planned({ ...snapshot, imageFs: { _tag: 'Unknown' } })).disk).toBeNull()
    expect(viewOf(planned(snapshot, { ...defaultPolicy, entrance: 'DeleteUnusedImages' })).totals).toMatchObject({
      wantedBytes: null,
      removed: 4,
      isReached: true,
    })
  })

  it('refuses layers that are none', () => {
    const view = imageView(full, {
      policy: defaultPolicy,
      layers: { layers: [], images: [{ id: 'a', topLayer: 'x', own: { least: 0 } }], holders: [] },
    })
    expect(E.isLeft(view) && view.left.problems[0].path).toBe('images[0].topLayer')
  })

  it('is plain for any node, has every removal once in its pass, and parts that come to the capacity', () => {
    fc.assert(
      fc.property(policies, snapshots, fc.subarray(['a', 'b', 'c', 'd']), (policy, any, fails) => {
        const found = plan(policy)(any)
        if (E.isLeft(found)) return
        const view = viewOf(found.right, { policy, fails })
        const all = found.right.passes.flatMap(({ removals, reserve }) => [...removals, ...reserve])
        expect(view.turns.map(({ id }) => id)).toEqual(all.map(({ target }) => target.id))
        expect(
          view.turns
            .filter(({ outcome }) => outcome === 'failed')
            .every(({ imageId }) => fails.includes(imageId as 'a')),
        ).toBe(true)
        if (view.disk === null) return
        const bytes = view.disk.segments.map((segment) => int64ToBigint(segment.bytes))
        expect(bytes.reduce((sum, one) => sum + one, 0n)).toBe(int64ToBigint(view.disk.capacityBytes))
        expect(bytes.every((one) => one >= 0n)).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  it('frees by its turns what the images free together', () => {
    fc.assert(
      fc.property(stores(6), (store) => {
        const { node } = nodeWith(store)
        const { turns, totals } = viewOf(planned(node), { layers: store })
        const removed = turns.filter(({ outcome }) => outcome === 'removed')
        const freed = Layers.freedBy(store)(new Set(removed.map(({ imageId }) => imageId)))
        if (E.isLeft(freed)) throw new Error('not freed')
        expect(totals.freedBytes).toBe(freed.right.bytes.least)
        expect(removed.reduce((sum, turn) => sum + Number(turn.freedBytes), 0)).toBe(totals.freedBytes)
      }),
      { numRuns: runs(200) },
    )
  })
})
