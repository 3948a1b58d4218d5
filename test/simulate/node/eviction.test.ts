import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import {
  conditionsOf,
  corners,
  evictionsOf,
  forecastOf,
  growing,
  hard,
  imageOf,
  later,
  nodeOf,
  onlyEviction,
  podsOf,
  policiesOf,
  runsOf,
  seconds,
  tagsOf,
} from './build.js'

describe('eviction', () => {
  it('removes every unused image first, and no pod if that was enough', () => {
    const pressure = podsOf({ one: 200, two: 300 })
    const made = forecastOf(
      nodeOf({ growth: growing(2), usedBytes: 8800, pressure }),
      policiesOf({ highThresholdPercent: 95 }),
      1500,
    )
    expect(runsOf(made)).toEqual([[110, 'images', 'eviction', 91, undefined, 3800, 2800, 'a b c']])
    expect([evictionsOf(made), conditionsOf(made)]).toEqual([[], [['DiskPressure', 110, 410]]])
  })

  it('takes one pod at a look, the largest first, and looks again as soon as it is gone', () => {
    const made = forecastOf(
      nodeOf({
        growth: growing(2),
        usedBytes: 8800,
        images: [],
        pressure: podsOf({ small: 50, big: 300, middle: 100 }),
      }),
      policiesOf(onlyEviction),
      1500,
    )
    expect(evictionsOf(made)).toEqual([
      [110, 'big', 'pressure', 1, 300],
      [251, 'middle', 'pressure', 1, 100],
      [302, 'small', 'pressure', 1, 50],
    ])
    expect(made.evictions[0]).toMatchObject({
      pod: { name: 'big', namespace: 'shop', uid: 'uid of big' },
      event: { type: 'Warning', reason: 'Evicted' },
    })
    expect(corners(made).slice(0, 4)).toEqual([
      [0, 8800],
      [110, 9020],
      [110, 8720],
      [251, 9002],
    ])
    expect(conditionsOf(made)).toEqual([['DiskPressure', 110, null]])
    expect(tagsOf(made)).toEqual(['PodsGiveBackWhatIsCounted'])
  })

  it('says that the first threshold decided where the kubelet might have taken another, with another effect', () => {
    const pressure = podsOf({ one: 200, two: 300 })
    const by = (containerFsReclaim: Eviction.EvictionPolicy['containerFsReclaim']) =>
      forecastOf(
        nodeOf({ growth: growing(2), usedBytes: 8800, pressure }),
        policiesOf({ highThresholdPercent: 95 }, { containerFsReclaim, thresholds: [hard('10%', 'nodefs.available')] }),
        1500,
      )
    expect(runsOf(by('nothing'))).toEqual(runsOf(by('as-layers')))
    expect([tagsOf(by('nothing')), tagsOf(by('as-layers'))]).toEqual([['FirstThresholdDecides'], []])
  })

  it('takes pods over limits of their own without any pressure', () => {
    const pressure = podsOf({ own: 50, big: 300 })
    const limits = { 'ephemeral-storage': '10' }
    const pods = pressure.pods.map((one) =>
      one.metadata.name === 'own' ? { ...one, spec: { containers: [{ name: 'c', resources: { limits } }] } } : one,
    )
    const made = forecastOf(nodeOf({ images: [], pressure: { ...pressure, pods } }), policiesOf(onlyEviction), 100)
    expect([evictionsOf(made), conditionsOf(made)]).toEqual([[[0, 'own', 'own-limits', 1, 50]], []])
    expect(tagsOf(made)).toEqual(['PodsGiveBackWhatIsCounted', 'NothingElseIsWritten'])
    const pressed = nodeOf({ usedBytes: 9100, images: [], pressure: { ...pressure, pods } })
    expect(evictionsOf(forecastOf(pressed, policiesOf(onlyEviction), 100))).toEqual([
      [0, 'own', 'own-limits', 1, 50],
      [1, 'big', 'pressure', 1, 300],
    ])
  })

  it('waits for the grace of a soft threshold, while the condition stands, and grants pods theirs', () => {
    const soft = { ...hard('10%'), gracePeriod: millis(60_000) }
    const made = forecastOf(
      nodeOf({ growth: growing(2), usedBytes: 8800, images: [], pressure: podsOf({ small: 50 }) }),
      policiesOf(onlyEviction, { thresholds: [soft], maxPodGracePeriod: 7 }),
      400,
    )
    expect([evictionsOf(made), conditionsOf(made)]).toEqual([
      [[170, 'small', 'pressure', 7, 50]],
      [['DiskPressure', 110, null]],
    ])
  })

  it('goes on until the least to reclaim is free as well', () => {
    const thresholds = [{ ...hard('10%'), minReclaim: { _tag: 'Quantity', quantity: '900' } as const }]
    const node = nodeOf({
      growth: growing(2),
      usedBytes: 8800,
      images: ['c'],
      pressure: podsOf({ small: 50, big: 300 }),
    })
    expect(evictionsOf(forecastOf(node, policiesOf(onlyEviction, { thresholds }), 400))).toEqual([
      [110, 'big', 'pressure', 1, 300],
    ])
    expect(evictionsOf(forecastOf(node, policiesOf(onlyEviction), 400))).toEqual([])
  })

  it('counts inodes that a pod gives back, and leaves what else takes them as it was', () => {
    const pressure = podsOf({ small: 10, big: 20 })
    const podStats = pressure.podStats.map((stats, index) => ({
      ...stats,
      containers: [{ name: 'c', rootfs: { usedBytes: 10 * (index + 1), inodesUsed: 30 * (index + 1) } }],
    }))
    const others = new Map([['imagefs.inodesFree', { available: 20, capacity: 1000 }]] as const)
    const made = forecastOf(
      nodeOf({ usedBytes: 3000, images: ['a'], pressure: { ...pressure, podStats, others } }),
      policiesOf(onlyEviction, { thresholds: [hard('5%', 'imagefs.inodesFree')] }),
      700,
    )
    expect(runsOf(made)).toEqual([[0, 'images', 'eviction', 30, undefined, 1500, 1500, 'a']])
    expect(evictionsOf(made)).toEqual([[0, 'big', 'pressure', 1, 20]])
    expect(conditionsOf(made)).toEqual([['DiskPressure', 0, 301]])
  })

  it('of a disk of the kubelet beside that of the images removes no image', () => {
    const layout = { dedicatedImageFs: true, splitContainerImageFs: false }
    const others = new Map([['nodefs.available', { available: 20, capacity: 1000 }]] as const)
    const pressure = { ...podsOf({ one: 50, two: 300 }), layout, others }
    const made = forecastOf(
      nodeOf({ usedBytes: 3000, images: ['a'], pressure }),
      policiesOf(onlyEviction, { thresholds: [hard('5%', 'nodefs.available')] }),
      100,
    )
    expect(runsOf(made)).toEqual([])
    // Writable layers lie with the images: what they give back does not help the other disk.
    expect(evictionsOf(made)).toEqual([
      [0, 'one', 'pressure', 1, 50],
      [1, 'two', 'pressure', 1, 300],
    ])
  })

  it('wants no bytes in particular, however full the disk', () => {
    const spans = { firstImageRun: millis(60_000) }
    const made = forecastOf(nodeOf({ usedBytes: 9100 }), policiesOf({}, {}, { spans }), 50)
    expect(runsOf(made)).toEqual([[0, 'images', 'eviction', 91, undefined, 3800, 2800, 'a b c']])
  })

  it('of memory collects nothing, and tells its condition from that of the disk', () => {
    const pressure = podsOf({ one: 10, two: 20 })
    const podStats = pressure.podStats.map((stats) => ({ ...stats, memory: { workingSetBytes: 70 } }))
    const others = new Map([['memory.available', { available: 50, capacity: 1000 }]] as const)
    const made = forecastOf(
      nodeOf({
        growth: growing(2),
        images: ['c'],
        usedBytes: 8600,
        pressure: { ...pressure, podStats, others },
        demands: [
          { at: later(5), until: later(6), image: imageOf('c') },
          { at: later(215), until: later(216), image: imageOf('c') },
        ],
      }),
      policiesOf(onlyEviction, { thresholds: [hard('10%', 'memory.available'), hard('10%')] }),
      1000,
    )
    expect(evictionsOf(made)).toEqual([
      [0, 'one', 'pressure', 1, 10],
      [561, 'two', 'pressure', 1, 20],
    ])
    expect(made.refusals.map(({ at }) => seconds(at))).toEqual([215])
    expect(conditionsOf(made)).toEqual([
      ['MemoryPressure', 0, 301],
      ['DiskPressure', 211, 511],
      ['DiskPressure', 561, null],
    ])
  })

  it('gets nothing from a pod without statistics', () => {
    const pressure = { ...podsOf({ one: 10 }), podStats: [] }
    const made = forecastOf(nodeOf({ usedBytes: 9100, images: [], pressure }), policiesOf(onlyEviction), 100)
    expect(evictionsOf(made)).toEqual([[0, 'one', 'pressure', 1, 0]])
  })

  it('remembers what it saw before the forecast began', () => {
    const seen = { ...Eviction.emptyEvictionMemory, conditionsSeen: new Map([['DiskPressure', later(-100)]] as const) }
    const made = forecastOf(nodeOf({ pressure: { ...podsOf({}), memory: seen } }))
    expect(conditionsOf(made)).toEqual([['DiskPressure', 0, 200]])
  })
})
