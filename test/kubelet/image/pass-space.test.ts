import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, plan } from '../../../src/kubelet/image/index.js'
import { known, millis, unknown } from '../../../src/core/index.js'
import { instant } from '../../../src/core/time.js'
import {
  container,
  disk,
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

const three = [unused('c', 30), unused('a', 10), unused('b', 20)]

describe('how far the space pass goes', () => {
  it('removes the least recently used until the low threshold is reached, and holds the next in line', () => {
    const decided = planned(node(three))
    expect(passOf('space', decided).goal).toEqual({ _tag: 'FreeBytes', bytes: 200 })
    expect(removed('space', decided)).toEqual(['a', 'b'])
    expect(reserved(decided)).toEqual(['c'])
  })

  it('stops at the very amount', () => {
    expect(removed('space', planned(node([unused('a', 1, 200), unused('b', 2)])))).toEqual(['a'])
    expect(removed('space', planned(node([unused('a', 1, 199), unused('b', 2)])))).toEqual(['a', 'b'])
  })

  it('removes one image even if the amount to free is zero or less', () => {
    const zero = planned(node(three, { imageFs: disk(1000, 200) }), { highThresholdPercent: 80 })
    expect(passOf('space', zero).goal).toEqual({ _tag: 'FreeBytes', bytes: 0 })
    expect(removed('space', zero)).toEqual(['a'])
    // A tenth of a percent free is no whole percent: 100 % in use, and less than nothing to free.
    const below = planned(node(three, { imageFs: disk(1000, 1) }), {
      highThresholdPercent: 100,
      lowThresholdPercent: 100,
    })
    expect(passOf('space', below).goal).toEqual({ _tag: 'FreeBytes', bytes: -1 })
    expect(removed('space', below)).toEqual(['a'])
  })

  it('removes everything it may when that is not enough', () => {
    expect(removed('space', planned(node([unused('a', 1, 1), unused('b', 2, 1)])))).toEqual(['a', 'b'])
  })

  it('begins at the high threshold and not below', () => {
    const at = (available: number) => planned(node(three, { imageFs: disk(1000, available) }))
    expect(removed('space', at(150))).toEqual(['a'])
    expect(removed('space', at(160))).toEqual([])
    expect(reasonsOf('space', 'a', at(160))).toEqual([
      { _tag: 'DiskUnderHighThreshold', usagePercent: 84, highThresholdPercent: 85 },
    ])
  })

  it('rounds usage up: 84.1 percent in use count as 85', () => {
    expect(removed('space', planned(node(three, { imageFs: disk(1000, 159) })))).toEqual(['a'])
  })

  it('does nothing between the thresholds', () => {
    const between = planned(node(three, { imageFs: disk(1000, 180) }))
    expect(passOf('space', between)).toMatchObject({ goal: { _tag: 'RemoveAll' }, removals: [], reserve: [] })
  })

  it('says how full the disk was, how much is to go, and whose turn it is', () => {
    expect(reasonsOf('space', 'b', planned(node(three)))).toEqual([
      {
        _tag: 'DiskOverHighThreshold',
        usagePercent: 100,
        highThresholdPercent: 85,
        bytesToFree: 200,
        rank: 2,
        lastUsed: O.some(minute(20)),
        unusedFor: O.some(minutes(40)),
      },
    ])
    expect(reasonsOf('space', 'c', planned(node(three)))).toMatchObject([{ rank: 3 }])
  })

  it('removes by plain id, one call each, and counts the listed size', () => {
    const [first] = passOf('space', planned(node([unused('a', 1, 70)]))).removals
    expect(first?.target).toEqual({
      _tag: 'Image',
      id: 'a',
      imageId: 'a',
      runtimeHandler: O.none,
      tags: [],
      size: 70,
    })
    expect(first).toMatchObject({ actions: [{ _tag: 'RemoveImage', id: 'a' }], requires: [], frees: 70 })
  })
})

describe('the order', () => {
  it('puts the never used first', () => {
    expect(removed('space', planned(node([unused('used', 1), unused('never', null)])))).toEqual(['never', 'used'])
  })

  it('breaks equal last use by first detection, and that by key', () => {
    const detected = (id: string, at: number | null) => ({
      image: image(id),
      record: record(id, 30, { firstDetected: known(at === null ? O.none : O.some(minute(at))) }),
    })
    const list = [detected('z', 5), detected('a', 5), detected('y', 4), detected('x', null)]
    expect(removed('space', planned(node(list, { imageFs: disk(400, 0) }), { lowThresholdPercent: 0 }))).toEqual([
      'x',
      'y',
      'a',
      'z',
    ])
  })
})

describe('what the space pass passes over', () => {
  it('keeps an image younger than the minimum age, to the millisecond', () => {
    const bornAt = (ms: number) => ({
      image: image('a'),
      record: record('a', null, { firstDetected: known(O.some(instant(minute(60).getTime() - ms))) }),
    })
    expect(removed('space', planned(node([bornAt(120_000)])))).toEqual(['a'])
    expect(reasonsOf('space', 'a', planned(node([bornAt(119_999)])))).toEqual([
      {
        _tag: 'YoungerThanMinAge',
        age: 119_999,
        minAge: 120_000,
        eligibleAt: instant(minute(60).getTime() + 1),
      },
    ])
  })

  it('counts an image that nothing is remembered of as detected now', () => {
    const decided = planned(node([], { images: [image('new')] }))
    expect(tagsOf('space', 'new', decided)).toEqual(['YoungerThanMinAge'])
    expect(removed('space', planned(node([], { images: [image('new')] }), { minAge: millis(0) }))).toEqual(['new'])
  })

  it('takes an image of the zero time for infinitely old', () => {
    const old = { image: image('a'), record: record('a', null, { firstDetected: known(O.none) }) }
    expect(removed('space', planned(node([old]), { minAge: millis(9_223_372_036_854) }))).toEqual(['a'])
  })

  it('keeps an image used at the instant the run began, or later', () => {
    expect(tagsOf('space', 'a', planned(node([unused('a', 60)])))).toEqual(['UsedSinceRunBegan'])
    expect(tagsOf('space', 'a', planned(node([unused('a', 61)])))).toEqual(['UsedSinceRunBegan'])
    expect(removed('space', planned(node([unused('a', 59)])))).toEqual(['a'])
  })

  it('goes on behind an image it passed over', () => {
    const young = {
      image: image('young'),
      record: record('young', null, { firstDetected: known(O.some(minute(59))) }),
    }
    expect(removed('space', planned(node([young, unused('a', 1), unused('b', 2)])))).toEqual(['a', 'b'])
  })

  it('keeps what is in use or pinned, and never holds it in line', () => {
    const snapshot = node(
      [unused('a', 1), { image: image('b', { pinned: true }), record: record('b', 1) }, unused('c', 1)],
      { containers: [container('one', 'a'), container('two', 'a')] },
    )
    const decided = planned(snapshot)
    expect(reasonsOf('space', 'a', decided)).toEqual([{ _tag: 'InUse', containers: 2, first: 'one' }])
    expect(tagsOf('space', 'b', decided)).toEqual(['Pinned'])
    expect([...removed('space', decided), ...reserved(decided)]).toEqual(['c'])
  })
})

describe('the disk', () => {
  it('is refused without capacity, with the event the kubelet records', () => {
    for (const imageFs of [disk(0, 0), disk(0, 5), known({ capacityBytes: O.none, availableBytes: O.some(5) })]) {
      const space = passOf('space', planned(node(three, { imageFs })))
      expect(space.refusal).toEqual(O.some({ _tag: 'InvalidDiskCapacity', capacityBytes: 0 }))
      expect(space.events).toEqual([{ _tag: 'InvalidDiskCapacity', message: 'invalid capacity 0 on image filesystem' }])
      expect(space.removals).toEqual([])
      expect(space.goal).toEqual({ _tag: 'RemoveAll' })
      expect(space.kept.map(({ reasons }) => reasons[0]._tag)).toEqual(Array(3).fill('NoDiskCapacity'))
    }
  })

  it('counts missing available bytes as none', () => {
    const imageFs = known({ capacityBytes: O.some(1000), availableBytes: O.none })
    expect(removed('space', planned(node(three, { imageFs })))).toEqual(['a', 'b'])
  })

  it('counts more available than there is as all of it', () => {
    expect(tagsOf('space', 'a', planned(node(three, { imageFs: disk(1000, 5000) })))).toEqual([
      'DiskUnderHighThreshold',
    ])
  })

  it('keeps everything when nobody observed it', () => {
    const space = passOf('space', planned(node(three, { imageFs: unknown })))
    expect(space).toMatchObject({ goal: { _tag: 'RemoveAll' }, removals: [], reserve: [], refusal: O.none })
    expect(space.kept.map(({ reasons }) => reasons[0]._tag)).toEqual(Array(3).fill('DiskUnknown'))
  })

  it('is refused where the arithmetic leaves 64 bits, unless the policy follows the kubelet', () => {
    const snapshot = node(three, { imageFs: disk('284602504684597965', '25872954971327087') })
    expect(plan({ ...defaultPolicy, lowThresholdPercent: 33 })(snapshot)).toEqual(
      E.left({
        _tag: 'Int64Overflow',
        path: 'imageFs.capacityBytes',
        expected: 'capacityBytes * (100 - lowThresholdPercent) within 64 bits',
        actual: '19068367813868063655',
      }),
    )
    expect(plan(defaultPolicy)(node(three, { imageFs: disk('900000000000000000', '92233720368547759') }))).toEqual(
      E.left({
        _tag: 'Int64Overflow',
        path: 'imageFs.availableBytes',
        expected: 'availableBytes * 100 within 64 bits',
        actual: '9223372036854775900',
      }),
    )
    const wrapped = planned(snapshot, { lowThresholdPercent: 33, int64: 'wrap' })
    expect(passOf('space', wrapped).goal).toEqual({ _tag: 'FreeBytes', bytes: '-19656717569741967' })
  })
})

describe('the eviction manager', () => {
  const asked = { entrance: 'DeleteUnusedImages' } as const

  it('removes everything unused and old enough, whatever the disk says', () => {
    const decided = planned(node([...three, unused('young', null)], { imageFs: unknown }), {
      ...asked,
      minAge: minutes(60),
    })
    expect(removed('space', decided)).toEqual(['young', 'a', 'b', 'c'])
    expect(passOf('space', decided)).toMatchObject({ goal: { _tag: 'RemoveAll' }, observesAgain: false })
    expect(tagsOf('space', 'a', decided)).toEqual(['EvictionManagerAsks'])
  })

  it('holds to the minimum age and ignores the maximum age', () => {
    const decided = planned(node(three), { ...asked, minAge: minutes(61), maxAge: minutes(1) })
    expect(decided.passes.map(({ name }) => name)).toEqual(['space'])
    expect(removed('space', decided)).toEqual([])
    expect(tagsOf('space', 'a', decided)).toEqual(['YoungerThanMinAge'])
  })
})

it('plans a node without images', () => {
  expect(passOf('space', planned(node()))).toMatchObject({ removals: [], reserve: [], kept: [] })
})
