import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { later, look, planned, pod, policyOf, stats, threshold } from './build.js'

describe('one look of the eviction manager', () => {
  it('does nothing at the threshold, and acts below it', () => {
    expect(planned(policyOf(threshold(0.15)), look(15))).toMatchObject({ conditions: [], met: [] })
    const { conditions, relief, nextLook } = planned(policyOf(threshold(0.15)), look(14))
    expect(conditions).toEqual(['DiskPressure'])
    expect(relief?.reclaim).toEqual(['containers', 'images'])
    expect(relief?.event).toEqual({
      type: 'Warning',
      reason: 'EvictionThresholdMet',
      message: 'Attempting to reclaim ephemeral-storage',
    })
    expect(relief).not.toHaveProperty('eviction')
    expect(nextLook).toEqual(later(10))
  })

  it('waits for the grace of a soft threshold, but reports the condition at once', () => {
    const policy = policyOf(threshold(0.3, { gracePeriod: millis(20_000) }))
    const first = planned(policy, look(25))
    expect([first.conditions, first.relief]).toEqual([['DiskPressure'], undefined])
    const second = planned(policy, look(25, {}, later(19)), first.memory)
    expect(second.relief).toBeUndefined()
    const third = planned(policy, look(25, {}, later(20)), second.memory)
    expect(third.relief?.threshold.signal).toBe('imagefs.available')
  })

  it('forgets since when a threshold is met as soon as it is not', () => {
    const policy = policyOf(threshold(0.3, { gracePeriod: millis(20_000) }))
    const first = planned(policy, look(25))
    const relieved = planned(policy, look(40, {}, later(10)), first.memory)
    expect(relieved.memory.metSince.size).toBe(0)
    expect(planned(policy, look(25, {}, later(20)), relieved.memory).relief).toBeUndefined()
  })

  it('keeps the condition for the transition period after it was last seen, and no longer', () => {
    const policy = policyOf(threshold(0.15))
    const { memory } = planned(policy, look(10))
    const still = planned(policy, look(50, {}, later(299)), memory)
    expect([still.conditions, still.relief]).toEqual([['DiskPressure'], undefined])
    expect(planned(policy, look(50, {}, later(300)), still.memory).conditions).toEqual([])
  })

  it('holds a threshold that was met until the least amount to reclaim is free as well', () => {
    const policy = policyOf(threshold(0.1, { minReclaim: { _tag: 'Quantity', quantity: '5' } }))
    const { memory } = planned(policy, look(9))
    expect(planned(policy, look(14, {}, later(10)), memory).relief).toBeDefined()
    expect(planned(policy, look(15, {}, later(10)), memory).relief).toBeUndefined()
    expect(planned(policy, look(14)).relief).toBeUndefined()
    const relieved = Eviction.isRelieved(policy)(Eviction.oneFilesystem)
    expect([14, 15].map((available) => relieved(look(available).observations))).toEqual([false, true])
  })

  it('acts on statistics that are newer than those of the last look only', () => {
    const policy = policyOf(threshold(0.15))
    const { memory } = planned(policy, look(10))
    const stale = look(10, { observations: look(10).observations }, later(10))
    expect(planned(policy, stale, memory).relief).toBeUndefined()
    expect(planned(policy, look(10, {}, later(10)), memory).relief).toBeDefined()
    const untimed = new Map([['imagefs.available', { available: 10, capacity: 100 }]] as const)
    expect(planned(policy, look(10, { observations: untimed }, later(10)), memory).relief).toBeDefined()
  })

  it('waits with a hard threshold too while the clock stands before the instant since which it is met', () => {
    const policy = policyOf(threshold(0.15))
    const { memory } = planned(policy, look(10))
    expect(planned(policy, look(10, {}, later(-1)), memory)).toMatchObject({ met: [], conditions: ['DiskPressure'] })
  })

  it('evicts the first pod in rank that is not critical, with the grace of a hard threshold', () => {
    const pods = [
      pod('static', { priority: -5 }, { 'kubernetes.io/config.source': 'file' }),
      pod('important', { priority: 10 }),
      pod('small'),
      pod('large'),
    ]
    const podStats = [stats('static', 50), stats('important', 40), stats('small', 5), stats('large', 9)]
    const { relief } = planned(policyOf(threshold(0.15)), look(10, { pods, podStats }))
    expect(relief?.ranked.map((one) => one.pod.metadata.name)).toEqual(['static', 'large', 'small', 'important'])
    expect(relief?.eviction?.pod.metadata.name).toBe('large')
    expect(relief?.eviction?.gracePeriodSeconds).toBe(1)
    expect(relief?.eviction?.event.message).toContain('The node was low on resource: ephemeral-storage. ')
    expect(relief?.eviction?.event.annotations?.['offending_containers']).toBe('c')
  })

  it('grants a pod that goes for a soft threshold the lesser of its own grace and the maximum, and once the maximum', () => {
    const soft = threshold(0.3, { gracePeriod: millis(1) })
    const graceOf = (own: number | undefined, policy: Partial<Eviction.EvictionPolicy>): number | undefined => {
      const rules = { ...policyOf(soft), maxPodGracePeriod: 30, ...policy }
      const pods = [pod('p', own === undefined ? {} : { terminationGracePeriodSeconds: own })]
      const { memory } = planned(rules, look(20, { pods, podStats: [stats('p', 1)] }))
      const plan = planned(rules, look(20, { pods, podStats: [stats('p', 1)] }, later(10)), memory)
      return plan.relief?.eviction?.gracePeriodSeconds
    }
    expect([graceOf(10, {}), graceOf(60, {}), graceOf(undefined, {})]).toEqual([10, 30, 30])
    expect(graceOf(10, { softGrace: 'maximum' })).toBe(30)
  })

  it('turns to memory before anything else', () => {
    const memory = threshold(0.5, { signal: 'memory.available' })
    const snapshot = look(10)
    const observations = new Map([
      ...snapshot.observations,
      ['memory.available', { available: 1, capacity: 100 }] as const,
    ])
    const { relief, conditions } = planned(policyOf(threshold(0.15), memory), { ...snapshot, observations })
    expect([relief?.resource, relief?.reclaim]).toEqual(['memory', []])
    expect(conditions).toEqual(['DiskPressure', 'MemoryPressure'])
  })

  it('evicts pods over their own limits before anything else, unless it does not isolate local storage', () => {
    const over = pod('over', {
      containers: [{ name: 'c', resources: { limits: { 'ephemeral-storage': '5' } } }],
    })
    const snapshot = look(10, { pods: [over], podStats: [stats('over', 6)] })
    const { overOwnLimits, relief } = planned(policyOf(threshold(0.15)), snapshot)
    expect(overOwnLimits.map((one) => one.pod.metadata.name)).toEqual(['over'])
    expect(relief).toBeUndefined()
    const without = planned({ ...policyOf(threshold(0.15)), localStorageIsolation: false }, snapshot)
    expect([without.overOwnLimits, without.relief === undefined]).toEqual([[], false])
  })

  it('keeps the layout of its first look', () => {
    const split = { dedicatedImageFs: true, splitContainerImageFs: true }
    const { memory } = planned(policyOf(threshold(0.15)), look(50, { layout: split }))
    expect(planned(policyOf(threshold(0.15)), look(10, {}, later(10)), memory).relief?.reclaim).toEqual(['images'])
  })

  it('fails once on split filesystems where these are not handled, then evicts pods over their own limits only', () => {
    const split = { dedicatedImageFs: false, splitContainerImageFs: true }
    const policy = { ...policyOf(threshold(0.15)), separateDiskGC: false }
    const full = { layout: split, pods: [pod('p')], podStats: [stats('p', 9)] }
    const first = planned(policy, look(10, full))
    expect(first).toMatchObject({ refusal: { _tag: 'SplitFilesystems' }, conditions: [], met: [], overOwnLimits: [] })
    expect(first).not.toHaveProperty('relief')
    const second = planned(policy, look(10, full, later(10)), first.memory)
    expect(second).not.toHaveProperty('refusal')
    expect(second.conditions).toEqual(['DiskPressure'])
    expect(second.relief).toMatchObject({ event: { reason: 'EvictionThresholdMet' }, reclaim: [], ranked: [] })
    expect(second.relief).not.toHaveProperty('eviction')
    const limited = pod('over', { containers: [{ name: 'c', resources: { limits: { 'ephemeral-storage': '5' } } }] })
    const over = { ...full, pods: [limited], podStats: [stats('over', 6)] }
    expect(planned(policy, look(10, over, later(20)), second.memory).overOwnLimits).toHaveLength(1)
  })

  it('does not fail elsewhere where split filesystems are not handled', () => {
    const policy = { ...policyOf(threshold(0.15)), separateDiskGC: false }
    expect(planned(policy, look(10)).relief?.reclaim).toEqual(['containers', 'images'])
  })
})
