/** What a release changes on a node, one snapshot for each rule. */
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/index.js'
import * as Eviction from '../../src/kubelet/eviction/index.js'
import { type Policy, explain } from '../../src/kubelet/image/index.js'
import { type Settings, explainPressure, upgradeEviction, upgradeKubeletImage } from '../../src/upgrade/index.js'
import { later, look, planned, pod, stats, threshold } from '../kubelet/eviction/build.js'
import { container, disk, image, minute, minutes, node, record, unused } from '../kubelet/image/build.js'
import { told } from './told.js'

const toldOfImages = (
  from: string,
  to: string,
  snapshot: Parameters<ReturnType<typeof upgradeKubeletImage>>[0],
  settings: Partial<Policy>,
) => told(explain, upgradeKubeletImage(from, to, (rules) => ({ ...rules, ...settings }))(snapshot))

describe('images', () => {
  const full = { highThresholdPercent: 90, lowThresholdPercent: 80, minAge: millis(0) }

  const mounted = node([unused('i0', 1, 10), unused('i1', 2, 20), unused('i2', 3, 30)], {
    containers: [container('c', 'i0', { imageVolumes: ['i1'] })],
    imageFs: disk(2000, 50),
  })

  it('that are mounted as volumes stay since 1.35, the text of a shortage is another, and records of pulls go', () => {
    expect(toldOfImages('1.34', '1.35', mounted, full)).toEqual([
      [
        'space: Image i1: removed in 1.34 (disk at 98 %, high threshold 90 %: least recently used (last used 58 min ago)), kept in 1.35 (in use by container c)',
        'imageVolumes',
      ],
      [
        'space: Image i2: removed in both: in 1.34 (disk at 98 %, high threshold 90 %: 2nd least recently used (last used 57 min ago)), in 1.35 (disk at 98 %, high threshold 90 %: least recently used (last used 57 min ago))',
        'imageVolumes',
      ],
      [
        "events in 1.34: FreeDiskSpaceFailed: Failed to garbage collect required amount of images. Attempted to free 350 bytes, but only found 50 bytes eligible to free.; in 1.35: FreeDiskSpaceFailed: Insufficient free disk space on the node's image filesystem (98% of 2.0 KiB used). Failed to free sufficient space by deleting unused images (freed 30 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.",
        'imageVolumes and shortage together',
      ],
      [
        "error in 1.34: Failed to garbage collect required amount of images. Attempted to free 350 bytes, but only found 50 bytes eligible to free.; in 1.35: Insufficient free disk space on the node's image filesystem (98% of 2.0 KiB used). Failed to free sufficient space by deleting unused images (freed 30 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.",
        'imageVolumes and shortage together',
      ],
      ['records of pulls in 1.34: stay; in 1.35: go, but for those of no image', 'postGCHooks'],
    ])
  })

  it('that were never used go in the first hour of a kubelet before 1.30', () => {
    const young = node([unused('never', null)], { at: minute(1), imageFs: disk(1000, 900) })
    expect(toldOfImages('1.26', '1.31', young, { maxAge: minutes(60) })).toEqual([
      ['age: a pass that only 1.31 has', 'maxAgePass'],
      [
        'age: Image never: not looked at in 1.26, kept in 1.31 (image GC has run for 1 min and enforces the maximum age only after 1 h)',
        'maxAgePass and maxAgeGrace together',
      ],
    ])
  })

  it('that a dead container names by digest go before 1.30', () => {
    const containers = [container('c', 'sha256:a', { imageRef: 'repo@sha256:b' })]
    const snapshot = node([{ image: image('sha256:a'), record: record('sha256:a', 1) }], {
      containers,
      imageFs: disk(1000, 50),
    })
    expect(toldOfImages('1.26', '1.31', snapshot, full)).toEqual([
      [
        'space: Image sha256:a: removed in 1.26 (disk at 95 %, high threshold 90 %: least recently used (last used 59 min ago)), kept in 1.31 (in use by container c)',
        'containerKey',
      ],
      [
        'events in 1.26: FreeDiskSpaceFailed: Failed to garbage collect required amount of images. Attempted to free 150 bytes, but only found 100 bytes eligible to free.; in 1.31: FreeDiskSpaceFailed: Failed to garbage collect required amount of images. Attempted to free 150 bytes, but only found 0 bytes eligible to free.',
        'containerKey',
      ],
      [
        'error in 1.26: Failed to garbage collect required amount of images. Attempted to free 150 bytes, but only found 100 bytes eligible to free.; in 1.31: Failed to garbage collect required amount of images. Attempted to free 150 bytes, but only found 0 bytes eligible to free.',
        'containerKey',
      ],
    ])
  })
})

describe('eviction', () => {
  const toldOf = (
    from: string,
    to: string,
    snapshot: Eviction.PressureSnapshot,
    memory: Eviction.EvictionMemory,
    settings: Partial<Eviction.EvictionPolicy>,
  ) => {
    const with_: Settings<Eviction.EvictionPolicy> = (rules) => ({ ...rules, ...settings })
    return told(explainPressure, upgradeEviction(from, to, with_)({ snapshot, memory }))
  }

  it('of a pod at once where the container filesystem is looked at first, up to 1.31', () => {
    const thresholds = [threshold(0.1, { signal: 'nodefs.available' })]
    const left = { available: 5, capacity: 100 }
    const observations = new Map([
      ['nodefs.available', left],
      ['containerfs.available', left],
    ] as const)
    const { memory } = planned({ ...Eviction.defaultEvictionPolicy, thresholds }, look(50))
    const snapshot = look(5, { observations, pods: [pod('b')], podStats: [stats('b', 1)] }, later(10))
    expect(toldOf('1.31', '1.32', snapshot, memory, { thresholds })).toEqual([
      ['containerfs.available first: a pass that only 1.31 has', 'containerFsReclaim'],
      [
        'containerfs.available first: Pod b: removed in 1.31 (The node was low on resource: ephemeral-storage. Threshold quantity: 10, available: 5. Container c was using 1, request is 0, has larger consumption of ephemeral-storage.), not looked at in 1.32',
        'containerFsReclaim',
      ],
    ])
  })

  it('for a soft threshold asks for no more than the own grace of a pod since 1.32', () => {
    const thresholds = [threshold(0.5, { signal: 'memory.available', gracePeriod: millis(0) })]
    const soft = thresholds.map((one) => ({ ...one, gracePeriod: millis(1) }))
    const observations = new Map([['memory.available', { available: 1, capacity: 100 }]] as const)
    const settings = { thresholds: soft, maxPodGracePeriod: 60 }
    const said = (terminationGracePeriodSeconds: number) => {
      const seen = (at?: Date) => look(50, { observations, pods: [pod('p', { terminationGracePeriodSeconds })] }, at)
      const { memory } = planned({ ...Eviction.defaultEvictionPolicy, ...settings }, seen())
      return toldOf('1.31', '1.32', seen(later(10)), memory, settings)
    }
    expect(said(10)).toEqual([
      [
        'memory.available first: Pod p: removed in both, by other calls in 1.32: in Evict gracePeriodSeconds is 10 instead of 60, grantedSeconds is 10 instead of 60',
        'softGrace',
      ],
    ])
    expect(said(300)).toEqual([])
  })
})
