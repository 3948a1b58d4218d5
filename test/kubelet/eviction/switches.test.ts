/** Each switch of each release changes a decision: one look per switch, decided by every preset. */
import { expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { switches } from '../../../src/kubelet/eviction/switches.js'
import { type Decisions, decided, unnoticed } from '../../decisions.js'
import { since } from '../../since.js'
import { later, look, planned, pod, stats, threshold } from './build.js'

const presets = Eviction.evictionPresets
type Policy = Eviction.EvictionPolicy

const split = { dedicatedImageFs: true, splitContainerImageFs: true }
const left = { available: 5, capacity: 100 }
const both = new Map([
  ['nodefs.available', left],
  ['containerfs.available', left],
] as const)

/** The second look at a full node filesystem: from then on thresholds of the container filesystem are there. */
const full = (policy: Policy): Eviction.PressurePlan => {
  const rules = { ...policy, thresholds: [threshold(0.1, { signal: 'nodefs.available' })] }
  const { memory } = planned(rules, look(50))
  return planned(rules, look(5, { observations: both, pods: [pod('b')], podStats: [stats('b', 1)] }, later(10)), memory)
}

const decisions: Decisions<Policy> = {
  hardGracePeriod: (policy) =>
    planned({ ...policy, thresholds: [threshold(0.1)] }, look(5, { pods: [pod('p')] })).relief?.eviction
      ?.gracePeriodSeconds,
  softGrace: (policy) => {
    const soft = threshold(0.5, { signal: 'memory.available', gracePeriod: millis(1) })
    const rules = { ...policy, thresholds: [soft], maxPodGracePeriod: 60 }
    const observations = new Map([['memory.available', { available: 1, capacity: 100 }]] as const)
    const seen = (at?: Date) => look(50, { observations, pods: [pod('p', { terminationGracePeriodSeconds: 10 })] }, at)
    const { memory } = planned(rules, seen())
    return planned(rules, seen(later(10)), memory).relief?.eviction?.gracePeriodSeconds
  },
  containerFs: (policy) =>
    full(policy)
      .met.map(({ signal }) => signal)
      .join(),
  containerFsReclaim: (policy) =>
    full({ ...policy, containerFs: true })
      .relief?.orElse?.map(({ reclaim }) => reclaim.join())
      .join() ?? 'the same in any order',
  separateDiskGC: (policy) =>
    planned({ ...policy, thresholds: [threshold(0.15)] }, look(10, { layout: split, pods: [pod('p')] })).refusal
      ?._tag ?? 'works',
  sidecarLimits: (policy) => {
    const limits = { limits: { 'ephemeral-storage': '10' } }
    const sidecar = { name: 's', restartPolicy: 'Always', resources: limits }
    const spec = { containers: [{ name: 'c', resources: limits }], initContainers: [sidecar] }
    const podStats = [{ podRef: { uid: 'p' }, containers: [{ name: 's', logs: { usedBytes: 11 } }] }]
    return planned(policy, look(50, { pods: [pod('p', spec)], podStats })).overOwnLimits.length
  },
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    hardGracePeriod: { '1.26': 0, '1.31': 1 },
    softGrace: { '1.26': 60, '1.32': 10 },
    containerFs: { '1.26': 'nodefs.available', '1.31': 'nodefs.available,containerfs.available' },
    containerFsReclaim: { '1.26': '', '1.32': 'the same in any order' },
    separateDiskGC: { '1.26': 'works' },
    sidecarLimits: { '1.26': 0, '1.37_preview': 1 },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions, { separateDiskGC: [false] })).toEqual([])
})
