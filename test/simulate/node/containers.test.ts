import { describe, expect, it } from 'vitest'

import { defaultPolicy } from '../../../src/kubelet/container/index.js'
import { known } from '../../../src/core/knowledge.js'
import { millis } from '../../../src/core/time.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import {
  conditionsOf,
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
} from './build.js'

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

it('images are seen at every run, or in early releases only by runs that find the disk too full', () => {
  const demands = [{ at: later(10), until: later(20), image: imageOf('b') }]
  const node = nodeOf({ usedBytes: 5000, images: [], demands, growth: growing(1.5) })
  const removedAt = (rules: Partial<Forecast.NodePolicies['image']>): ReadonlyArray<unknown> =>
    runsOf(forecastOf(node, policiesOf({ minAge: millis(350_000), ...rules }), 1000)).map((run) => [run[0], run[7]])
  expect(removedAt({})).toEqual([[900, 'b']])
  expect(removedAt({ runOrder: 'stats-first', maxAgePass: 'absent' })).toEqual([[900, '']])
  expect(removedAt({ runOrder: 'stats-first', maxAgePass: 'present' })).toEqual([[900, '']])
  expect(removedAt({ runOrder: 'stats-first', maxAge: millis(9_000_000) })).toEqual([[300, 'b']])
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
