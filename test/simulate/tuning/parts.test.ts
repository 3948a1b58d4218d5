import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import * as Tuning from '../../../src/simulate/tuning/index.js'
import { settingsOf } from '../../../src/simulate/tuning/setting.js'
import { trialOf } from '../../../src/simulate/tuning/trial.js'
import { later, noon } from '../node/build.js'
import { workloadOf } from './workload.js'

describe('a trial', () => {
  const run = (given: Partial<Forecast.ForecastRun>): Forecast.ForecastRun => ({
    at: noon,
    collector: 'images',
    entrance: 'periodic',
    usagePercent: 80,
    countedBytes: 0,
    freedBytes: 0,
    removed: [],
    failed: [],
    usedBefore: 0,
    usedAfter: 0,
    ...given,
  })
  const forecast: Forecast.Forecast = {
    from: noon,
    until: later(100),
    capacityBytes: 1000,
    runs: [
      run({ removed: ['a', 'b'] }),
      run({}),
      run({}),
      run({ entrance: 'eviction', removed: ['c'] }),
      run({ collector: 'containers', removed: ['d'] }),
      run({ collector: 'containers', entrance: 'eviction', removed: ['e', 'f'] }),
    ],
    evictions: [],
    conditions: [
      { condition: 'DiskPressure', from: later(10), until: later(20) },
      { condition: 'MemoryPressure', from: later(10), until: later(90) },
      { condition: 'DiskPressure', from: later(70) },
    ],
    pulls: [
      { at: noon, imageId: 'a', bytes: 5, again: true },
      { at: noon, imageId: 'b', bytes: 70, again: false },
      { at: noon, imageId: 'c', bytes: 8, again: true },
    ],
    refusals: [{ at: noon, imageId: 'a' }],
    usage: [
      { at: later(0), usedBytes: 100 },
      { at: later(40), usedBytes: 500 },
      { at: later(40), usedBytes: 301 },
      { at: later(100), usedBytes: 301 },
    ],
    assumptions: [],
  }

  it('counts runs of image collection, what went, what was pulled again, and how long the disk was short', () => {
    expect(trialOf(Tuning.kubeletSetting, forecast)).toEqual({
      setting: Tuning.kubeletSetting,
      runs: 3,
      noOpRuns: 2,
      imagesRemoved: 3,
      reclaims: 1,
      podsEvicted: 0,
      refused: 1,
      pressureMillis: 40_000,
      pulledAgain: 2,
      pulledAgainBytes: 13,
      // 40 s at 300 on the average, 60 s at 301.
      meanUsedBytes: 301,
      mostUsedPercent: 50,
    })
  })

  it('of no time has what is in use at its only instant', () => {
    const still = { ...forecast, until: noon, conditions: [], usage: [{ at: noon, usedBytes: 500 }] as const }
    expect(trialOf(Tuning.kubeletSetting, still)).toMatchObject({
      meanUsedBytes: 500,
      mostUsedPercent: 50,
      pressureMillis: 0,
    })
  })
})

describe('the settings that are tried', () => {
  const sweep: Tuning.Sweep = {
    highThresholdPercent: [70, 80],
    lowThresholdPercent: [60, 70],
    minAge: [millis(5), millis(9)],
    maxAge: [millis(0), millis(7)],
  }

  it('are those that a kubelet accepts, in the order of the sweep', () => {
    expect(
      settingsOf(sweep).map((one) => [one.highThresholdPercent, one.lowThresholdPercent, one.minAge, one.maxAge]),
    ).toEqual(
      [
        [70, 60],
        [80, 60],
        [80, 70],
      ].flatMap(([high, low]) => [
        [high, low, 5, 0],
        [high, low, 5, 7],
        [high, low, 9, 0],
      ]),
    )
    expect(settingsOf({ ...sweep, minAge: [millis(7)], maxAge: [millis(7)] })).toEqual([])
  })

  it('are by default those of the kubelet and around them, without a maximum age', () => {
    expect(Tuning.kubeletSetting).toEqual({
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
      minAge: 120_000,
      maxAge: 0,
    })
    const settings = settingsOf(Tuning.defaultSweep)
    expect(settings).toContainEqual(Tuning.kubeletSetting)
    expect(settings).toHaveLength(20)
    expect([...new Set(settings.map(({ maxAge, minAge }) => `${minAge} ${maxAge}`))]).toEqual(['120000 0'])
    expect(Tuning.defaultGoals).toEqual({
      sweep: Tuning.defaultSweep,
      prefer: 'fewest-pulls',
      current: Tuning.kubeletSetting,
    })
  })

  it('are written as documents of the kubelet and of OpenShift', () => {
    expect(Tuning.kubeletConfiguration(Tuning.kubeletSetting)).toEqual({
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      imageGCHighThresholdPercent: 85,
      imageGCLowThresholdPercent: 80,
      imageMinimumGCAge: '2m0s',
    })
    expect(
      Tuning.openshiftKubeletConfig({ name: 'gc', pool: 'infra' })({
        ...Tuning.kubeletSetting,
        maxAge: millis(3_600_000),
      }),
    ).toEqual({
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'KubeletConfig',
      metadata: { name: 'gc' },
      spec: {
        machineConfigPoolSelector: { matchLabels: { 'pools.operator.machineconfiguration.openshift.io/infra': '' } },
        kubeletConfig: {
          imageGCHighThresholdPercent: 85,
          imageGCLowThresholdPercent: 80,
          imageMinimumGCAge: '2m0s',
          imageMaximumGCAge: '1h0m0s',
        },
      },
    })
  })
})

describe('a made-up week', () => {
  const shape: Tuning.WorkloadShape = { ...Tuning.usualShape, services: 40, versions: 4, starts: 600 }
  const { node, policies, horizon } = workloadOf(shape)(7)
  const { layers, images } = node.layers
  const demands = node.demands ?? []

  it('has services on three bases, each version with a layer of its own', () => {
    expect(layers.slice(0, 3).map(({ id, unpacked, parent }) => [id, unpacked.least, unpacked.most, parent])).toEqual([
      ['base-0', 120_000_000, 120_000_000, undefined],
      ['base-1', 260_000_000, 260_000_000, undefined],
      ['base-2', 700_000_000, 700_000_000, undefined],
    ])
    expect([layers.length, images.length, new Set(layers.map(({ id }) => id)).size]).toEqual([163, 160, 163])
    const used = new Set(layers.slice(3).map(({ parent }) => parent))
    expect([...used].sort()).toEqual(['base-0', 'base-1', 'base-2'])
    for (const { id, topLayer, own } of images) expect([topLayer, own]).toEqual([id, { least: 0, most: 0 }])
    for (let service = 0; service < 40; service++) {
      const own = layers.filter(({ id }) => id.startsWith(`service-${service}:`))
      expect(new Set(own.map(({ parent }) => parent)).size).toBe(1)
      const sizes = own.map(({ unpacked }) => Number(unpacked.least))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.min(...sizes) * 1.5 + 1)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16_000_000)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000_000 * Math.exp(3.2) * 1.2)
    }
  })

  it('starts containers all the time, of the version of that day or the one before, for up to a day', () => {
    expect(demands).toHaveLength(600)
    const begin = node.images.at.getTime()
    let before = 0
    for (const { at, until, image } of demands) {
      const share = (at.getTime() - begin) / horizon
      expect(share >= 0 && share < 1).toBe(true)
      const [, version = ''] = image.id.split(':')
      const current = Math.floor(share * 4)
      expect([current, Math.max(0, current - 1)]).toContain(Number(version))
      if (Number(version) < current) before += 1
      const lasts = (until?.getTime() ?? Infinity) - at.getTime()
      expect(lasts >= 0 && lasts < 86_400_000).toBe(true)
      const layer = layers.find(({ id }) => id === image.id)
      const base = layers.find(({ id }) => id === layer?.parent)
      expect(image.size).toBe(Number(layer?.unpacked.least) + Number(base?.unpacked.least))
    }
    expect(before).toBeGreaterThan(90)
    expect(before).toBeLessThan(190)
    expect(new Set(demands.map(({ image }) => image.id.split(':')[0])).size).toBeGreaterThan(35)
    expect(demands.filter(({ at }) => at.getTime() - begin < horizon / 2).length).toBeGreaterThan(240)
  })

  it('begins on a Monday with an empty store, with what else is on the disk, and a pod of each service', () => {
    expect(node.images.at.toISOString()).toBe('2026-01-05T00:00:00.000Z')
    expect(node.images).toMatchObject({
      images: [],
      containers: [],
      memory: { records: [] },
      imageFs: {
        _tag: 'Known',
        value: { capacityBytes: { value: 100_000_000_000 }, availableBytes: { value: 45_000_000_000 } },
      },
    })
    expect(node.growth).toEqual({ _tag: 'Constant', bytesPerSecond: 12_000 })
    expect(node.pressure?.pods.map(({ metadata }) => metadata.uid)).toEqual(
      Array.from({ length: 40 }, (_, service) => `u${service}`),
    )
    expect(node.pressure?.pods[3]?.metadata).toEqual({ name: 'service-3', namespace: 'default', uid: 'u3' })
    expect(node.pressure?.podStats[3]).toEqual({
      podRef: { uid: 'u3' },
      containers: [{ name: 'c', rootfs: { usedBytes: 200_000_000 } }],
    })
    expect([horizon, policies.image.highThresholdPercent]).toEqual([7 * 86_400_000, 85])
  })

  it.each<[object, string]>([
    [{ services: -1 }, 'services: expected an integer from 0 to 100000, got -1'],
    [{ versions: 0.5 }, 'versions: expected an integer from 0 to 100000, got 0.5'],
    [{ starts: 1_000_001 }, 'starts: expected an integer from 0 to 1000000, got 1000001'],
    [{ capacityBytes: 2 ** 53 }, `capacityBytes: expected an integer from 0 to ${2 ** 53 - 1}, got ${2 ** 53}`],
    [{ otherBytes: '5' }, `otherBytes: expected an integer from 0 to ${2 ** 53 - 1}, got "5"`],
    [{ bytesPerSecond: Infinity }, 'bytesPerSecond: expected a finite number, got Infinity'],
    [{ horizon: 36_525 * 86_400_000 + 1 }, `horizon: expected an integer from 0 to 3155760000000, got 3155760000001`],
    [{ services: 2, versions: 50_001 }, ': expected at most 100000 versions of all services, got an object'],
  ])('is not made of a shape with %o', (change, problem) => {
    const made = Tuning.syntheticWorkload({ ...shape, ...change })(1)
    expect(
      E.isLeft(made) &&
        made.left.problems.map(({ path, expected, actual }) => `${path}: expected ${expected}, got ${actual}`),
    ).toEqual([problem])
    expect(E.isLeft(made) && made.left.source).toBe('workload shape')
  })

  it('is made of a shape at its limits', () => {
    const limits = { ...shape, services: 1, versions: 100_000, starts: 0, horizon: millis(36_525 * 86_400_000) }
    expect(E.isRight(Tuning.syntheticWorkload(limits)(1))).toBe(true)
  })

  it('may have no service, and no room', () => {
    const none = workloadOf({ ...shape, services: 0, starts: 5, otherBytes: 2e11 })(1).node
    expect([none.demands, none.images.imageFs]).toMatchObject([[], { value: { availableBytes: { value: 0 } } }])
  })

  it('is the same for whatever is no number as for zero', () => {
    for (const seed of [Number.NaN, Infinity, 0.9]) expect(workloadOf(shape)(seed)).toEqual(workloadOf(shape)(0))
    const sizes = (seed: number): unknown => workloadOf(shape)(seed).node.layers
    expect(sizes(1)).not.toEqual(sizes(2))
  })
})
