/** One look per rule that changed, decided by the release before the change and by the one that made it. */
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { later, look, planned, pod, stats, threshold } from './build.js'

const { kubernetes_1_26, kubernetes_1_31, kubernetes_1_32 } = Eviction.evictionPresets

const with5PercentLeft = (at?: Date): Eviction.PressureSnapshot => {
  const left = { available: 5, capacity: 100, ...(at === undefined ? {} : { at }) }
  return look(
    5,
    {
      observations: new Map([
        ['nodefs.available', left],
        ['containerfs.available', left],
      ]),
      pods: [pod('b')],
      podStats: [stats('b', 1)],
    },
    at,
  )
}

describe('nodefs.available below 10 % on one filesystem (1.31 and 1.32)', () => {
  const reliefBy = (rules: Eviction.EvictionPolicy): Eviction.Relief | undefined => {
    const policy = { ...rules, thresholds: [threshold(0.1, { signal: 'nodefs.available' })] }
    // The second look: from then on there are thresholds of the container filesystem.
    const { memory } = planned(policy, look(50))
    return planned(policy, with5PercentLeft(later(10)), memory).relief
  }

  it('collects containers and images from 1.32 on, whichever threshold comes first', () => {
    const relief = reliefBy(kubernetes_1_32)
    expect([relief?.reclaim, relief?.orElse]).toEqual([['containers', 'images'], undefined])
  })

  it('does so up to 1.31, or evicts a pod at once if the container filesystem comes first', () => {
    const relief = reliefBy(kubernetes_1_31)
    expect([relief?.threshold.signal, relief?.reclaim]).toEqual(['nodefs.available', ['containers', 'images']])
    expect(
      relief?.orElse?.map(({ threshold: { signal }, reclaim, eviction }) => [
        signal,
        reclaim,
        eviction?.pod.metadata.name,
        eviction?.gracePeriodSeconds,
      ]),
    ).toEqual([['containerfs.available', [], 'b', 1]])
  })
})

it('a pod over a soft memory threshold gets 60 s in 1.31, and at most its own grace from 1.32 on', () => {
  const soft = threshold(0.5, { signal: 'memory.available', gracePeriod: millis(1) })
  const graceOf = (rules: Eviction.EvictionPolicy, own: number): number | undefined => {
    const policy = { ...rules, thresholds: [soft], maxPodGracePeriod: 60 }
    const at = (moment?: Date) =>
      look(
        50,
        {
          observations: new Map([['memory.available', { available: 1, capacity: 100 }]]),
          pods: [pod('p', { terminationGracePeriodSeconds: own })],
        },
        moment,
      )
    const { memory } = planned(policy, at())
    return planned(policy, at(later(10)), memory).relief?.eviction?.gracePeriodSeconds
  }
  expect([graceOf(kubernetes_1_31, 10), graceOf(kubernetes_1_32, 10)]).toEqual([60, 10])
  expect([graceOf(kubernetes_1_31, 300), graceOf(kubernetes_1_32, 300)]).toEqual([60, 60])
})

it.each([
  [kubernetes_1_26, 90, [0, 90]],
  [kubernetes_1_26, undefined, [0, 30]],
  [kubernetes_1_26, 0, [0, 1]],
  [kubernetes_1_31, 90, [1, 1]],
] as const)('asking for no grace leaves a pod its own (%#)', (rules, own, asked) => {
  const pods = [pod('p', own === undefined ? {} : { terminationGracePeriodSeconds: own })]
  const { relief } = planned({ ...rules, thresholds: [threshold(0.1)] }, look(5, { pods }))
  expect([relief?.eviction?.gracePeriodSeconds, relief?.eviction?.grantedSeconds]).toEqual(asked)
})

it('another order matters too where thresholds of different filesystems are met', () => {
  const layout = { dedicatedImageFs: true, splitContainerImageFs: false }
  const left = { available: 5, capacity: 100 }
  const observations = new Map([
    ['nodefs.available', left],
    ['imagefs.available', left],
  ] as const)
  const thresholds = [threshold(0.1), threshold(0.1, { signal: 'nodefs.available' })]
  const plan = planned({ ...kubernetes_1_32, thresholds }, look(5, { layout, observations }))
  expect([plan.relief?.reclaim, plan.relief?.orElse?.map(({ reclaim }) => reclaim)]).toEqual([
    ['containers', 'images'],
    [[]],
  ])
})
