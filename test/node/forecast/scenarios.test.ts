import { describe, expect, it } from 'vitest'

import { defaultPolicy } from '../../../src/collectors/kubelet-container/index.js'
import { known } from '../../../src/core/knowledge.js'
import { millis } from '../../../src/core/time.js'
import { Eviction } from '../../../src/node/index.js'
import type { Forecast } from '../../../src/node/index.js'
import {
  corners,
  forecastOf,
  hard,
  imageOf,
  later,
  layers,
  nodeOf,
  podsOf,
  policiesOf,
  runsOf,
  seconds,
} from './build.js'

const growing = (bytesPerSecond: number): Forecast.Growth => ({ _tag: 'Constant', bytesPerSecond })
/** Image collection never acts by space. */
const onlyEviction = { highThresholdPercent: 100, lowThresholdPercent: 95 }

const conditionsOf = ({ conditions }: Forecast.Forecast): ReadonlyArray<unknown> =>
  conditions.map(({ condition, from, until }) => [
    condition,
    seconds(from),
    until === undefined ? null : seconds(until),
  ])
const evictionsOf = ({ evictions }: Forecast.Forecast): ReadonlyArray<unknown> =>
  evictions.map((one) => [seconds(one.at), one.pod.name, one.because, one.gracePeriodSeconds, one.freedBytes])
const tagsOf = ({ assumptions }: Forecast.Forecast): ReadonlyArray<string> => assumptions.map(({ _tag }) => _tag)

describe('a disk that fills up', () => {
  it('is collected every five minutes, counts whole images and frees layers, until nothing is left to remove', () => {
    const made = forecastOf(nodeOf({ growth: growing(2) }))
    expect(runsOf(made)).toEqual([
      [600, 'images', 'periodic', 82, 2200, 3100, 2100, 'a b'],
      [1800, 'images', 'periodic', 85, 2500, 700, 700, 'c'],
      ...[
        [2100, 84, 2400],
        [2400, 90, 3000],
        [2700, 96, 3600],
        [3000, 100, 4000],
        [3300, 100, 4000],
        [3600, 100, 4000],
      ].map(([at, percent, wanted]) => [at, 'images', 'periodic', percent, wanted, 0, 0, '']),
    ])
    expect(corners(made)).toEqual([
      [0, 7000],
      [600, 8200],
      [600, 6100],
      [1800, 8500],
      [1800, 7800],
      [2900, 10_000],
      [3600, 10_000],
    ])
    expect([made.capacityBytes, seconds(made.fullAt), seconds(made.from), seconds(made.until)]).toEqual([
      10_000, 2900, 0, 3600,
    ])
    expect([conditionsOf(made), evictionsOf(made), made.pulls, made.refusals, made.assumptions]).toEqual([
      [['DiskPressure', 2410, null]],
      [],
      [],
      [],
      [],
    ])
  })

  it('is full at the instant at which nothing is left, and stays so', () => {
    const made = forecastOf(nodeOf({ growth: growing(2), images: [], usedBytes: 9000 }), policiesOf(), 1800)
    expect(seconds(made.fullAt)).toBe(500)
    expect(corners(made)).toEqual([
      [0, 9000],
      [500, 10_000],
      [1800, 10_000],
    ])
    expect(conditionsOf(made)).toEqual([['DiskPressure', 10, null]])
    expect(forecastOf(nodeOf({ growth: growing(2), images: [], usedBytes: 9000 }), policiesOf(), 499).fullAt).toBe(
      undefined,
    )
  })

  it('may be full by what is pulled, and at the beginning', () => {
    const demands = [{ at: later(30), image: imageOf('c') }]
    const policies = policiesOf({}, { thresholds: [] })
    expect(seconds(forecastOf(nodeOf({ images: [], usedBytes: 9300, demands }), policies).fullAt)).toBe(30)
    expect(forecastOf(nodeOf({ images: [], usedBytes: 9299, demands }), policies).fullAt).toBe(undefined)
  })
})

it('a disk that empties is collected while it is too full, and ends empty', () => {
  const inUse = { x: 'a', y: 'b' }
  const made = forecastOf(nodeOf({ growth: growing(-2), usedBytes: 8500, inUse }), policiesOf(), 6000)
  expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 700, 700, 'c']])
  expect(corners(made)).toEqual([
    [0, 8500],
    [0, 7800],
    [3900, 0],
    [6000, 0],
  ])
})

describe('a recorded course', () => {
  const points = [
    { at: later(300), usedBytes: 600 },
    { at: later(-100), usedBytes: 100 },
    { at: later(200), usedBytes: 400 },
    { at: later(100), usedBytes: 900 },
  ]

  it('is repeated from point to point, whatever the order of the points, and still after the last', () => {
    expect(
      corners(forecastOf(nodeOf({ growth: { _tag: 'Trace', drops: 'repeat', points } }), policiesOf(), 400)),
    ).toEqual([
      [0, 7000],
      [100, 7400],
      [200, 6900],
      [300, 7100],
      [400, 7100],
    ])
  })

  it('may turn between two looks, and is seen as it is at the next', () => {
    const turning = [
      { at: later(0), usedBytes: 0 },
      { at: later(4), usedBytes: 400 },
      { at: later(100), usedBytes: 0 },
    ]
    const growth = { _tag: 'Trace', drops: 'repeat', points: turning } as const
    const made = forecastOf(nodeOf({ usedBytes: 8950, images: [], growth }), policiesOf(onlyEviction), 600)
    // More than 9000 bytes are in use until 88 s.
    expect(conditionsOf(made)).toEqual([['DiskPressure', 10, 380]])
  })

  it('is still where it fell, if falls are left out', () => {
    expect(
      corners(forecastOf(nodeOf({ growth: { _tag: 'Trace', drops: 'leave-out', points } }), policiesOf(), 400)),
    ).toEqual([
      [0, 7000],
      [100, 7400],
      [200, 7400],
      [300, 7600],
      [400, 7600],
    ])
  })
})

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

describe('containers that come and go', () => {
  it('pull what layers are missing, hold their images while they run, and release them', () => {
    const made = forecastOf(
      nodeOf({
        growth: growing(0.5),
        images: ['a'],
        usedBytes: 5000,
        demands: [
          { at: later(10), until: later(100), image: imageOf('b') },
          { at: later(20), image: imageOf('c') },
          { at: later(-20), until: later(50), image: imageOf('a') },
          { at: later(-90), until: later(-20), image: imageOf('b') },
        ],
      }),
      policiesOf({ highThresholdPercent: 60, lowThresholdPercent: 50 }),
    )
    expect(made.pulls.map(({ at, imageId, bytes, again }) => [seconds(at), imageId, bytes, again])).toEqual([
      [10, 'b', 600, false],
      [20, 'c', 700, false],
    ])
    expect(runsOf(made)).toEqual([
      [300, 'images', 'periodic', 65, 1450, 1600, 600, 'b'],
      [600, 'images', 'periodic', 60, 1000, 1500, 1500, 'a'],
      [3600, 'images', 'periodic', 60, 1000, 0, 0, ''],
    ])
  })

  it('pull again what a run removed, and nothing of images that the store lacks', () => {
    const demands = [
      { at: later(400), until: later(500), image: imageOf('c') },
      { at: later(1000), image: imageOf('zzz') },
    ]
    const made = forecastOf(nodeOf({ usedBytes: 8200, images: ['c'], demands }), policiesOf(), 1200)
    expect(made.pulls.map(({ at, imageId, bytes, again }) => [seconds(at), imageId, bytes, again])).toEqual([
      [400, 'c', 700, true],
      [1000, 'zzz', 0, false],
    ])
    expect(runsOf(made).map(([at, , , , , , freed]) => [at, freed])).toEqual([
      [0, 700],
      [600, 700],
    ])
    expect(made.assumptions).toEqual([{ _tag: 'LayersUnknown', images: ['zzz'] }, { _tag: 'NothingElseIsWritten' }])
  })

  it('release nothing when they end if they were turned away', () => {
    const demands = [
      { at: later(0), image: imageOf('c') },
      { at: later(5), until: later(20), image: imageOf('c') },
    ]
    const made = forecastOf(
      nodeOf({ usedBytes: 9800, demands }),
      policiesOf(onlyEviction, { thresholds: [hard('70%')] }),
      100,
    )
    expect(made.refusals.map(({ at }) => seconds(at))).toEqual([5])
    expect(runsOf(made).map(([at, , , , , , , removed]) => [at, removed])).toEqual([[0, 'a b']])
  })

  it('are turned away while the node is under pressure', () => {
    const demands = [
      { at: later(5), until: later(600), image: imageOf('c') },
      { at: later(700), image: imageOf('c') },
    ]
    const made = forecastOf(
      nodeOf({ usedBytes: 9100, images: [], demands, growth: growing(-1) }),
      policiesOf({}, { transitionPeriod: millis(60_000) }),
      1000,
    )
    expect(made.refusals).toEqual([{ at: later(5), imageId: 'c' }])
    expect(made.pulls.map(({ at, bytes }) => [seconds(at), bytes])).toEqual([[700, 700]])
    // Seen last at 90 s, when 990 bytes were free, and again from what was pulled at 700 s on, until 790 s.
    expect(conditionsOf(made)).toEqual([
      ['DiskPressure', 0, 150],
      ['DiskPressure', 700, 850],
    ])
  })
})

describe('runs of image collection', () => {
  it('try the next image where the removal of one fails', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, fails: new Set(['a']) }), policiesOf(), 700)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 2300, 1300, 'b c']])
    expect(made.runs[0]?.failed).toEqual(['a'])
  })

  it('try it again and again', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, images: ['a'], fails: new Set(['a']) }), policiesOf(), 700)
    expect(made.runs.map(({ at, failed }) => [seconds(at), failed])).toEqual([
      [0, ['a']],
      [300, ['a']],
      [600, ['a']],
    ])
  })

  it('stop as soon as exactly enough is counted', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8200 }), policiesOf({ lowThresholdPercent: 67 }), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 82, 1500, 1500, 500, 'a']])
  })

  it('remove one image even where nothing is wanted', () => {
    const same = { highThresholdPercent: 82, lowThresholdPercent: 82 }
    const made = forecastOf(nodeOf({ usedBytes: 8200 }), policiesOf(same), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 82, 0, 1500, 500, 'a']])
  })

  it('get nothing from an image that the store lacks', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500, images: ['zzz'] }), policiesOf(), 10)
    expect(runsOf(made)).toEqual([[0, 'images', 'periodic', 85, 2500, 100, 0, 'zzz']])
  })

  it('remove images that were not used for longer than the maximum age, however empty the disk', () => {
    const made = forecastOf(nodeOf({ usedBytes: 5000 }), policiesOf({ maxAge: millis(299_500_000) }), 4000)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 50, undefined, 1500, 500, 'a'],
      [600, 'images', 'periodic', 45, undefined, 1600, 1600, 'b'],
      [1800, 'images', 'periodic', 29, undefined, 700, 700, 'c'],
    ])
    expect(
      runsOf(
        forecastOf(nodeOf({ usedBytes: 5000 }), policiesOf({ maxAge: millis(299_500_000), maxAgePass: 'absent' })),
      ),
    ).toEqual([])
  })

  it('do both in one, first by age, then by space', () => {
    const made = forecastOf(nodeOf({ usedBytes: 8500 }), policiesOf({ maxAge: millis(299_500_000) }), 200)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 85, 2500, 1500, 500, 'a'],
      [0, 'images', 'periodic', 80, 2000, 2300, 2300, 'b c'],
    ])
  })

  it('end where a removal by age fails', () => {
    const policies = policiesOf({ maxAge: millis(300_000_000) })
    const made = forecastOf(nodeOf({ usedBytes: 8500, fails: new Set(['a']) }), policies, 700)
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 85, 2500, 2300, 1300, 'b c'],
      [300, 'images', 'periodic', 72, undefined, 0, 0, ''],
      [600, 'images', 'periodic', 72, undefined, 0, 0, ''],
    ])
    expect(made.runs.map(({ failed }) => failed)).toEqual([['a'], ['a'], ['a']])
  })

  it('begin and repeat as their spans say', () => {
    const spans = { imagePeriod: 60, firstImageRun: 7, lookPeriod: 5, firstLook: 3 }
    const made = forecastOf(
      nodeOf({ usedBytes: 8500, growth: growing(1), inUse: { x: 'a', y: 'b', z: 'c' } }),
      policiesOf(
        {},
        {},
        { spans: Object.fromEntries(Object.entries(spans).map(([name, one]) => [name, millis(one * 1000)])) },
      ),
      200,
    )
    expect(runsOf(made).map(([at, , , percent]) => [at, percent])).toEqual([
      [7, 86],
      [67, 86],
      [127, 87],
      [187, 87],
    ])
    const pressed = forecastOf(nodeOf({ usedBytes: 8996, images: [], growth: growing(1) }), {
      ...policiesOf(onlyEviction),
      spans: { lookPeriod: millis(5000), firstLook: millis(3000) },
    })
    // More than 9000 bytes are in use after 4 s; looks come at 3, 8, 13.
    expect(conditionsOf(pressed)).toEqual([['DiskPressure', 8, null]])
  })
})

describe('dead containers', () => {
  const container = (
    id: string,
    createdAt: number,
    state: 'CONTAINER_EXITED' | 'CONTAINER_RUNNING' = 'CONTAINER_EXITED',
  ) => ({
    id,
    sandboxId: 's',
    podUid: 'uid of one',
    name: 'x',
    state,
    createdAt: later(createdAt),
    identified: true,
  })
  const containers = (
    list: ReadonlyArray<ReturnType<typeof container>>,
    bytes: Readonly<Record<string, number>>,
    pods: Forecast.ForecastContainers['snapshot']['pods'] = [],
  ): Forecast.ForecastContainers => ({
    snapshot: {
      at: later(0),
      allSourcesReady: true,
      pods,
      containers: list,
      sandboxes: [],
      logDirectories: [],
      logLinks: [],
    },
    bytes: new Map(Object.entries(bytes)),
  })
  const two = [container('d1', -900), container('d2', -100)]

  it('go when they are old enough, with their layers, and let their images go', () => {
    const container = {
      ...policiesOf().container,
      minAge: millis(1_000_000),
    } as Forecast.NodePolicies['container'] & {}
    const made = forecastOf(
      nodeOf({
        usedBytes: 7900,
        growth: growing(1),
        inUse: { d1: 'a', d2: 'b' },
        containers: containers(two, { d1: 40, d2: 30 }),
      }),
      policiesOf({ maxAge: millis(290_000_000) }, {}, { container }),
      1500,
    )
    // One of a container may stay; the younger one counts only from its minimum age on.
    expect(runsOf(made)).toEqual([
      [0, 'images', 'periodic', 79, undefined, 700, 700, 'c'],
      [900, 'containers', 'periodic', 81, undefined, 40, 40, 'd1'],
      [900, 'images', 'periodic', 81, 2060, 1500, 500, 'a'],
      [1500, 'images', 'periodic', 82, 2160, 0, 0, ''],
    ])
    expect(made.runs[1]).toMatchObject({ usedBefore: 8100, usedAfter: 8060, failed: [] })
  })

  it('of pods that have ended go when eviction asks, before images', () => {
    const pods = [{ uid: 'uid of one', contentRemoved: known(false), runtimeRemoved: known(true) }]
    const made = forecastOf(
      nodeOf({ usedBytes: 9100, inUse: { d1: 'a', d2: 'b' }, containers: containers(two, { d1: 40 }, pods) }),
      policiesOf(onlyEviction),
      400,
    )
    expect(runsOf(made)).toEqual([
      [0, 'containers', 'periodic', 91, undefined, 40, 40, 'd1'],
      [0, 'containers', 'eviction', 91, undefined, 0, 0, 'd2'],
      [0, 'images', 'eviction', 91, undefined, 3800, 2800, 'a b c'],
    ])
    expect(conditionsOf(made)).toEqual([['DiskPressure', 0, 300]])
  })

  it('of an evicted pod go at the next look, and give nothing back twice', () => {
    const made = forecastOf(
      nodeOf({
        usedBytes: 9900,
        images: ['a', 'c'],
        inUse: { r1: 'a' },
        containers: containers([container('r1', -900, 'CONTAINER_RUNNING')], { r1: 40 }),
        pressure: podsOf({ one: 100 }),
      }),
      policiesOf(onlyEviction),
      100,
    )
    expect(evictionsOf(made)).toEqual([[0, 'one', 'pressure', 1, 100]])
    expect(runsOf(made)).toEqual([
      [0, 'images', 'eviction', 99, undefined, 700, 700, 'c'],
      [1, 'containers', 'eviction', 91, undefined, 0, 0, 'r1'],
      [1, 'images', 'eviction', 91, undefined, 1500, 1500, 'a'],
    ])
  })

  it('of other pods stay when one is evicted, and so do their sandboxes', () => {
    const of = (uid: string, one: ReturnType<typeof container>) => ({ ...one, podUid: uid })
    const sandbox = (id: string, podUid: string) => ({
      id,
      podUid,
      state: 'SANDBOX_READY' as const,
      createdAt: later(-900),
    })
    const given = containers(
      [
        of('uid of one', container('r1', -900, 'CONTAINER_RUNNING')),
        of('uid of two', container('r2', -900, 'CONTAINER_RUNNING')),
        of('uid of two', { ...container('d2', -900), name: 'y' }),
      ],
      { r1: 40, d2: 7 },
      [
        { uid: 'uid of one', contentRemoved: known(false), runtimeRemoved: known(false) },
        { uid: 'uid of two', contentRemoved: known(false), runtimeRemoved: known(false) },
      ],
    )
    const made = forecastOf(
      nodeOf({
        usedBytes: 9900,
        images: ['a', 'c'],
        inUse: { r1: 'a', r2: 'c' },
        containers: {
          ...given,
          snapshot: {
            ...given.snapshot,
            sandboxes: [sandbox('s1', 'uid of one'), sandbox('s2', 'uid of two'), sandbox('s3', 'uid of two')],
          },
        },
        pressure: podsOf({ one: 950, two: 100 }),
      }),
      policiesOf(
        onlyEviction,
        {},
        {
          container: { ...defaultPolicy, minAge: millis(0), maxPerPodContainer: 0 },
          spans: { firstContainerRun: millis(60_000) },
        },
      ),
      700,
    )
    expect(evictionsOf(made)).toEqual([[0, 'one', 'pressure', 1, 950]])
    // 8950 bytes are in use then, so that eviction has no reason to act again.
    expect(
      runsOf(made).map(([at, collector, entrance, , , , freed, removed]) => [at, collector, entrance, freed, removed]),
    ).toEqual([
      [0, 'containers', 'eviction', 7, 'd2'],
      [60, 'containers', 'periodic', 0, 'r1 s1'],
    ])
  })

  it('let images go as last used before the forecast where the image collector has not looked yet', () => {
    const node = nodeOf({ usedBytes: 5000, images: ['a'], inUse: { d1: 'a' }, containers: containers(two, {}) })
    const spans = { firstImageRun: millis(600_000) }
    const removedBy = (maxAge: number): ReadonlyArray<unknown> =>
      runsOf(forecastOf(node, policiesOf({ maxAge: millis(maxAge * 1000) }, {}, { spans }), 700)).map((run) => run[7])
    expect(removedBy(300_599)).toEqual(['d1', 'a'])
    expect(removedBy(300_600)).toEqual(['d1'])
    expect(removedBy(1_000_000)).toEqual(['d1'])
  })

  it('do not make an image look older that came after the last look', () => {
    const demands = [{ at: later(10), until: later(20), image: imageOf('b') }]
    const node = nodeOf({
      usedBytes: 7900,
      images: ['a'],
      inUse: { d1: 'a' },
      containers: containers(two, {}),
      demands,
    })
    const spans = { firstContainerRun: millis(60_000) }
    const made = forecastOf(node, policiesOf({ minAge: millis(290_000) }, {}, { spans }), 700)
    expect(runsOf(made).map((run) => [run[0], run[7]])).toEqual([
      [60, 'd1'],
      [300, 'a'],
      [600, 'b'],
    ])
  })

  it('leave their images as last used when the collector looked last', () => {
    const node = nodeOf({ usedBytes: 5000, inUse: { d1: 'a', d2: 'b' }, containers: containers(two, {}) })
    const policies = policiesOf({ maxAge: millis(1_000_000) }, {}, { spans: { firstContainerRun: millis(310_000) } })
    // d1 goes at 310 s, after the look at 300 s: its image is too old from 1300 s on, so at the run after that.
    expect(
      runsOf(forecastOf(node, policies, 1600)).map(([at, collector, , , , , , removed]) => [at, collector, removed]),
    ).toEqual([
      [0, 'images', 'c'],
      [310, 'containers', 'd1'],
      [1500, 'images', 'a'],
    ])
  })
})

describe('what a forecast rests on', () => {
  it('is said of sizes that are bounds, of images, layers and downloads', () => {
    const [base, ...rest] = layers.layers
    if (base === undefined) throw new Error('no layer')
    const loose = {
      ...layers,
      layers: [
        { ...base, unpacked: { least: 1000 }, blob: { digest: 'd', size: { least: 10, most: 20 } } },
        ...rest.map((layer) => ({ ...layer, blob: { digest: layer.id, size: { least: 5, most: '5' as const } } })),
      ],
      images: layers.images.map((image, index) => (index === 0 ? { ...image, own: { least: 0, most: 9 } } : image)),
    }
    expect(forecastOf(nodeOf({ layers: loose }), policiesOf(), 10).assumptions).toEqual([
      { _tag: 'SizesAreBounds', sizes: 3 },
      { _tag: 'NothingElseIsWritten' },
    ])
  })
})
