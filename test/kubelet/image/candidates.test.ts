import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { spanSince, zeroTime } from '../../../src/kubelet/image/candidates.js'
import { evictionOrder, defaultPolicy } from '../../../src/kubelet/image/index.js'
import { known, unknown } from '../../../src/core/index.js'
import { instant } from '../../../src/core/time.js'
import {
  container,
  image,
  minute,
  minutes,
  node,
  passOf,
  planned,
  reasonsOf,
  record,
  removed,
  reserved,
  tagsOf,
  unused,
} from './build.js'

const order = evictionOrder(defaultPolicy)

describe('the eviction order', () => {
  it('goes by last use, the never used first, and what nobody knows last', () => {
    const mystery = { image: image('a'), record: record('a', null, { lastUsed: unknown }) }
    expect(order(node([mystery, unused('b', 9), unused('c', null), unused('d', 8)]))).toEqual([
      ['c'],
      ['d'],
      ['b'],
      ['a'],
    ])
  })

  it('goes by first detection where last use is equal, the zero time first, and what nobody knows last', () => {
    const detected = (id: string, at: number | null) => ({
      image: image(id),
      record: record(id, 30, { firstDetected: known(at === null ? O.none : O.some(minute(at))) }),
    })
    const mystery = { image: image('a'), record: record('a', 30, { firstDetected: unknown }) }
    expect(order(node([mystery, detected('b', 9), detected('c', null), detected('d', 8)]))).toEqual([
      ['c'],
      ['d'],
      ['b'],
      ['a'],
    ])
  })

  it('puts images into one group whose order is random upstream, by key', () => {
    expect(order(node([unused('b', 9), unused('B', 9), unused('a', 9), unused('z', 8)]))).toEqual([
      ['z'],
      ['B', 'a', 'b'],
    ])
  })

  it('lists neither used nor pinned images, nor any without an id under the gate', () => {
    const snapshot = node([unused('a', 1), unused('b', 2), unused('', 3)], { containers: [container('x', 'a')] })
    expect(order({ ...snapshot, images: [...snapshot.images, image('p', { pinned: true })] })).toEqual([['b'], ['']])
    expect(evictionOrder({ ...defaultPolicy, runtimeClassInImageCriApi: true })(snapshot)).toEqual([['b']])
  })
})

describe('images that stay whatever the pass', () => {
  it('stand behind the candidates, by key', () => {
    const snapshot = node([unused('z', 60)], {
      images: [image('z'), image('c', { pinned: true }), image('a', { pinned: true }), image('b')],
      containers: [container('x', 'b')],
    })
    const { kept } = passOf('space', planned(snapshot))
    expect(kept.map(({ target }) => target.id)).toEqual(['z', 'a', 'b', 'c'])
  })

  it('say every reason, use first', () => {
    const snapshot = node([], {
      images: [image('a', { pinned: true, tags: ['pause'] })],
      containers: [container('x', 'a')],
    })
    expect(tagsOf('space', 'a', planned(snapshot, { sandboxImage: 'pause' }))).toEqual([
      'InUse',
      'SandboxImage',
      'Pinned',
    ])
    expect(reasonsOf('space', 'a', planned(snapshot, { sandboxImage: 'pause' }))[1]).toEqual({
      _tag: 'SandboxImage',
      sandboxImage: 'pause',
    })
  })

  it('have one event each for an id that is none, by key', () => {
    const images = ['runc', 'kata'].map((runtimeHandler) => image('', { runtimeHandler }))
    const decided = planned(node([], { images: [...images, image('p', { pinned: true })] }), {
      runtimeClassInImageCriApi: true,
    })
    expect(passOf('space', decided).events.map(({ message }) => message)).toEqual([
      'ImageID is not valid, skipping, image: ,kata',
      'ImageID is not valid, skipping, image: ,runc',
    ])
    expect(reasonsOf('space', ',kata', decided)).toEqual([{ _tag: 'InvalidImageID', key: ',kata' }])
  })
})

describe('images of unknown history', () => {
  const mystery = (id: string, size: number) => ({
    image: image(id, { size }),
    record: record(id, null, { lastUsed: unknown, size }),
  })

  it('are kept, with everything that is unknown of them', () => {
    const blank = { image: image('a'), record: record('a', null, { firstDetected: unknown, lastUsed: unknown }) }
    expect(tagsOf('space', 'a', planned(node([blank])))).toEqual(['LastUsedUnknown', 'FirstDetectedUnknown'])
    const undated = { image: image('a'), record: record('a', 60, { firstDetected: unknown }) }
    expect(tagsOf('space', 'a', planned(node([undated])))).toEqual(['UsedSinceRunBegan', 'FirstDetectedUnknown'])
    const aged = planned(node([blank]), { maxAge: minutes(1) })
    expect([tagsOf('age', 'a', aged), removed('age', aged)]).toEqual([['LastUsedUnknown'], []])
  })

  it('go by age whenever they were detected', () => {
    const undated = { image: image('a'), record: record('a', 1, { firstDetected: unknown }) }
    const aged = planned(node([undated]), { maxAge: minutes(30) })
    expect(removed('age', aged)).toEqual(['a'])
    expect(passOf('space', aged).kept).toEqual([])
  })

  it('might free what is to be freed, so that others stay until it is certain that they go', () => {
    const rest = [unused('b', 2), unused('c', 3), unused('d', 4)]
    const decided = (size: number) => planned(node([mystery('a', size), ...rest]))
    expect(removed('space', decided(99))).toEqual(['b', 'c'])
    expect(removed('space', decided(100))).toEqual(['b'])
    expect(removed('space', decided(199))).toEqual(['b'])
    expect(removed('space', decided(200))).toEqual([])
    expect(reserved(decided(100))).toEqual([])
    expect(reasonsOf('space', 'c', decided(100))).toEqual([
      { _tag: 'UnknownImagesMayFreeEnough', unknownBytes: 100, bytesToFree: 200 },
    ])
  })

  it('count to the byte where they hold more than a number says exactly', () => {
    const decided = planned(node([mystery('a', Number.MAX_SAFE_INTEGER), mystery('b', 2), unused('c', 3)]))
    expect(reasonsOf('space', 'c', decided)).toEqual([
      { _tag: 'UnknownImagesMayFreeEnough', unknownBytes: '9007199254740993', bytesToFree: 200 },
    ])
  })

  it('count by their bytes if only their detection is unknown, and not if age takes them', () => {
    const undated = { image: image('a'), record: record('a', 40, { firstDetected: unknown }) }
    const list = [undated, unused('b', 41), unused('c', 42)]
    expect(removed('space', planned(node(list)))).toEqual(['b'])
    expect(removed('space', planned(node([...list.slice(1), undated]), { maxAge: minutes(19.5) }))).toEqual(['b', 'c'])
  })

  it('count by all their bytes together', () => {
    const decided = planned(node([mystery('a', 60), mystery('b', 60), unused('c', 1), unused('d', 2)]))
    expect(removed('space', decided)).toEqual(['c'])
    expect(reasonsOf('space', 'd', decided)).toMatchObject([{ unknownBytes: 120 }])
  })

  it('stop nothing when the eviction manager asks for everything', () => {
    const decided = planned(node([mystery('a', 500), unused('b', 1)]), { entrance: 'DeleteUnusedImages' })
    expect(removed('space', decided)).toEqual(['b'])
  })
})

describe('a span', () => {
  it('runs from the moment to the look, and is negative for one that lies ahead', () => {
    expect(spanSince(minute(58).getTime(), minute(60))).toBe(120_000)
    expect(spanSince(minute(61).getTime(), minute(60))).toBe(-60_000)
  })

  it('ends at 292 years, where the zero time is', () => {
    const farthest = 9_223_372_036_855
    expect(spanSince(zeroTime, minute(60))).toBe(farthest)
    expect(spanSince(-8.64e15, minute(60))).toBe(farthest)
    expect(spanSince(0, instant(farthest - 1))).toBe(farthest - 1)
  })
})
