import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { since } from '../../since.js'
import { later, look, noon, planned, pod, policyOf, stats, threshold } from './build.js'

describe('the rules of releases', () => {
  it('have the thresholds that hold on Linux where nothing is configured', () => {
    const written = Eviction.defaultEvictionPolicy.thresholds.map(({ signal, operator, value, gracePeriod }) => [
      signal,
      operator,
      value._tag === 'Share' ? value.share : value.quantity,
      gracePeriod,
    ])
    expect(written).toEqual([
      ['memory.available', 'LessThan', '100Mi', 0],
      ['nodefs.available', 'LessThan', Math.fround(0.1), 0],
      ['imagefs.available', 'LessThan', Math.fround(0.15), 0],
      ['nodefs.inodesFree', 'LessThan', Math.fround(0.05), 0],
      ['imagefs.inodesFree', 'LessThan', Math.fround(0.05), 0],
    ])
    const { signal, value } = Eviction.defaultEvictionPolicy.thresholds[0] ?? threshold(0)
    const observations = new Map([[signal, { available: 104_857_599, capacity: 2 ** 40 }]])
    expect([
      value._tag,
      Eviction.thresholdsMet({ withReclaim: false })(Eviction.defaultEvictionPolicy.thresholds, observations).length,
    ]).toEqual(['Quantity', 1])
  })

  it('are those of the latest release where nothing else is asked for', () => {
    expect(Eviction.defaultEvictionPolicy).toBe(Eviction.evictionPresets.kubernetes_1_36)
  })

  it('state what each release changed', () => {
    expect(Object.keys(Eviction.evictionPresets)).toEqual(
      ['1_26', '1_31', '1_32', '1_33', '1_34', '1_35', '1_36', '1_37_preview'].map(
        (release) => `kubernetes_${release}`,
      ),
    )
    expect(since(Eviction.evictionPresets)).toEqual({
      thresholds: { '1.26': Eviction.defaultEvictionPolicy.thresholds },
      transitionPeriod: { '1.26': 300_000 },
      maxPodGracePeriod: { '1.26': 0 },
      localStorageIsolation: { '1.26': true },
      hardGracePeriod: { '1.26': 0, '1.31': 1 },
      softGrace: { '1.26': 'maximum', '1.32': 'least-of-maximum-and-pod' },
      containerFs: { '1.26': false, '1.31': true },
      containerFsReclaim: { '1.26': 'nothing', '1.32': 'as-layers' },
      separateDiskGC: { '1.26': true },
      sidecarLimits: { '1.26': 'not-looked-at', '1.37_preview': 'enforced' },
    })
  })
})

describe('signals', () => {
  it('are short of a resource, raise a condition, and that a taint', () => {
    const said = Eviction.signals.map((signal) => {
      const condition = Eviction.conditionOf(signal)
      return [signal, Eviction.resourceOf(signal), condition, Eviction.taintOf(condition).key].join(' ')
    })
    expect(said).toEqual([
      'memory.available memory MemoryPressure node.kubernetes.io/memory-pressure',
      'allocatableMemory.available memory MemoryPressure node.kubernetes.io/memory-pressure',
      'pid.available pids PIDPressure node.kubernetes.io/pid-pressure',
      'nodefs.available ephemeral-storage DiskPressure node.kubernetes.io/disk-pressure',
      'nodefs.inodesFree inodes DiskPressure node.kubernetes.io/disk-pressure',
      'imagefs.available ephemeral-storage DiskPressure node.kubernetes.io/disk-pressure',
      'imagefs.inodesFree inodes DiskPressure node.kubernetes.io/disk-pressure',
      'containerfs.available ephemeral-storage DiskPressure node.kubernetes.io/disk-pressure',
      'containerfs.inodesFree inodes DiskPressure node.kubernetes.io/disk-pressure',
    ])
    expect(Eviction.taintOf('DiskPressure').effect).toBe('NoSchedule')
  })

  it('are told from any other text', () => {
    expect(Eviction.signals.every(Eviction.isSignal)).toBe(true)
    expect(['', 'memory', '__proto__', 'constructor'].some(Eviction.isSignal)).toBe(false)
  })
})

describe('conditions', () => {
  it('are reported by name, for less than the period after they were seen', () => {
    const seen = new Map([
      ['PIDPressure', noon],
      ['DiskPressure', noon],
      ['MemoryPressure', later(-1)],
    ] as const)
    expect(Eviction.conditionsSince(millis(1000))(noon, seen)).toEqual(['DiskPressure', 'PIDPressure'])
    expect(Eviction.conditionsSince(millis(1001))(noon, seen)).toEqual([
      'DiskPressure',
      'MemoryPressure',
      'PIDPressure',
    ])
    expect(Eviction.conditionsSince(millis(0))(noon, seen)).toEqual([])
  })
})

describe('a critical pod', () => {
  it.each<[string, boolean, Eviction.Pod]>([
    ['came from a file', true, pod('p', {}, { 'kubernetes.io/config.source': 'file' })],
    ['came from the web', true, pod('p', {}, { 'kubernetes.io/config.source': 'http' })],
    ['came from nobody knows where', true, pod('p', {}, { 'kubernetes.io/config.source': '' })],
    ['came from the API server', false, pod('p', {}, { 'kubernetes.io/config.source': 'api' })],
    ['mirrors a static one', true, pod('p', {}, { 'kubernetes.io/config.mirror': '' })],
    ['has notes of something else', false, pod('p', {}, { 'kubernetes.io/config.hash': 'x' })],
    ['has no notes', false, { metadata: { name: 'p', namespace: 'n', uid: 'u' }, spec: { containers: [] } }],
    ['has the priority of the system', true, pod('p', { priority: 2_000_000_000 })],
    ['has more', true, pod('p', { priority: 2_000_001_000 })],
    ['has nearly that', false, pod('p', { priority: 1_999_999_999 })],
    ['inherits a note', false, pod('p', {}, Object.create({ 'kubernetes.io/config.mirror': 'x' }) as object)],
  ])('%s: %s', (_, critical, one) => {
    expect(Eviction.isCritical(one)).toBe(critical)
    const { relief } = planned(policyOf(threshold(0.15)), look(5, { pods: [one], podStats: [stats('p', 1)] }))
    expect(relief?.eviction === undefined).toBe(critical)
    expect(relief?.ranked).toHaveLength(1)
  })
})

describe('thresholds of the container filesystem', () => {
  const dedicated = { dedicatedImageFs: true, splitContainerImageFs: false }
  const over = { dedicatedImageFs: false, splitContainerImageFs: true }

  it('complain of the last that was configured, and of none where there was none', () => {
    const configured = [
      threshold(0.1, { signal: 'containerfs.available' }),
      threshold(0.2, { signal: 'containerfs.inodesFree', gracePeriod: millis(5) }),
      threshold(0.3),
    ]
    const { notHeeded } = Eviction.withContainerFsThresholds(dedicated)(configured)
    expect(notHeeded).toBe(configured[1])
    expect(Eviction.explainNotHeeded(configured[0] ?? threshold(0))).toBe(
      'found containerfs.available for hard eviction. ignoring',
    )
    expect(Eviction.explainNotHeeded(configured[1] ?? threshold(0))).toBe(
      'found containerfs.inodesFree for soft eviction. ignoring',
    )
    expect(Eviction.withContainerFsThresholds(dedicated)([threshold(0.3)])).not.toHaveProperty('notHeeded')
    expect(Eviction.withContainerFsThresholds(over)([threshold(0.3)])).toEqual({ thresholds: [threshold(0.3)] })
  })

  it('are never met where there is nothing to take over', () => {
    const { thresholds } = Eviction.withContainerFsThresholds(dedicated)([threshold(0.3)])
    expect(
      thresholds.slice(1).map(({ signal, operator, value, gracePeriod }) => [signal, operator, value, gracePeriod]),
    ).toEqual([
      ['containerfs.available', 'LessThan', { _tag: 'Share', share: Math.fround(0.3) }, 0],
      ...['containerfs.available', 'containerfs.inodesFree', 'containerfs.inodesFree'].map((signal) => [
        signal,
        'Never',
        { _tag: 'Share', share: 0 },
        0,
      ]),
    ])
  })
})

describe('a layout', () => {
  it('is one filesystem for all where nothing lies apart', () => {
    expect(Eviction.oneFilesystem).toEqual({ dedicatedImageFs: false, splitContainerImageFs: false })
  })
})

describe('what a node remembers of thresholds', () => {
  const hold = (one: Eviction.Threshold, next: Eviction.Threshold): unknown => {
    const first = planned(policyOf(one), look(5))
    const second = planned(policyOf(next), look(5, {}, later(5)), first.memory)
    return [...second.memory.metSince.values()].map((since) => (since.getTime() - noon.getTime()) / 1000)
  }

  it('holds for the same threshold, and for no other', () => {
    const one = threshold(0.2, { minReclaim: { _tag: 'Quantity', quantity: '1' } })
    expect(hold(one, { ...one })).toEqual([0])
    for (const more of [
      { signal: 'imagefs.inodesFree' },
      { value: { _tag: 'Share', share: 0.3 } },
      { value: { _tag: 'Quantity', quantity: '6' } },
      { gracePeriod: millis(1) },
      { minReclaim: { _tag: 'Quantity', quantity: '2' } },
      { minReclaim: { _tag: 'Share', share: 0.01 } },
    ] as const) {
      // The former one is still met, and counts from its own instant; a signal without a measurement is not met.
      expect(hold(one, { ...one, ...more })).toEqual('signal' in more ? [0] : [5, 0])
    }
    expect(hold(threshold(0.2), one)).toEqual([5, 0])
  })
})
