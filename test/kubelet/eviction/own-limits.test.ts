import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { look, planned, pod, policyOf } from './build.js'

type Spec = Partial<Eviction.Pod['spec']>
type Stats = Partial<Eviction.PodStats>

const container = (name: string, limit?: string): Eviction.PodContainer =>
  limit === undefined ? { name } : { name, resources: { limits: { 'ephemeral-storage': limit } } }

/** Why a pod goes on a node without pressure. */
const because = (spec: Spec, stats: Stats, layout = Eviction.oneFilesystem): ReadonlyArray<string> => {
  const podStats = [{ podRef: { uid: 'p' }, containers: [], ...stats }]
  const { overOwnLimits } = planned(policyOf(), look(99, { pods: [pod('p', spec)], podStats, layout }))
  return overOwnLimits.map(({ event }) => event.message)
}

describe('a pod that goes for its own limits', () => {
  it('uses more of a volume than its limit says, the first in its own order', () => {
    const volumes = ['a', 'b', 'c'].map((name) => ({ name, emptyDir: { sizeLimit: '1Ki' } }))
    const using = (...used: ReadonlyArray<number>): Stats => ({
      volume: used.map((usedBytes, at) => ({ name: 'abc'.charAt(at), usedBytes })),
    })
    expect(because({ volumes }, using(1024, 1024, 1024))).toEqual([])
    expect(because({ volumes }, using(0, 1025, 1025))).toEqual([
      'Usage of EmptyDir volume "b" exceeds the limit "1Ki". ',
    ])
  })

  it('does not go for a volume without a limit, with one of zero, or without statistics', () => {
    const volume = [{ name: 'v', usedBytes: 9 }]
    for (const emptyDir of [{}, { sizeLimit: '0' }, { sizeLimit: '-1' }])
      expect(because({ volumes: [{ name: 'v', emptyDir }] }, { volume })).toEqual([])
    expect(because({ volumes: [{ name: 'v', hostPath: {} }] }, { volume })).toEqual([])
    expect(because({ volumes: [{ name: 'v', emptyDir: { sizeLimit: '1' } }] }, {})).toEqual([])
    expect(because({ volumes: [{ name: 'v', emptyDir: { sizeLimit: '1' } }] }, { volume: [{ name: 'v' }] })).toEqual([])
    expect(because({}, { volume })).toEqual([])
  })

  it('uses more than its containers may together, of all that the statistics count to it', () => {
    const spec = { containers: [container('a', '512'), container('b'), container('c', '1Ki')] }
    expect(because(spec, { 'ephemeral-storage': { usedBytes: 1536 } })).toEqual([])
    expect(because(spec, { 'ephemeral-storage': { usedBytes: 1537 } })).toEqual([
      'Pod ephemeral local storage usage exceeds the total limit of containers 1536. ',
    ])
    expect(because({ containers: [container('b')] }, { 'ephemeral-storage': { usedBytes: 9 } })).toEqual([])
    expect(because({ containers: [container('a', '0')] }, { 'ephemeral-storage': { usedBytes: 9 } })).toEqual([
      'Pod ephemeral local storage usage exceeds the total limit of containers 0. ',
    ])
  })

  it('may use what an init container may, what runs beside it, and the overhead of the pod', () => {
    const usedBytes = 30
    const over = (spec: Spec): number =>
      because({ containers: [container('a', '10')], ...spec }, { 'ephemeral-storage': { usedBytes } }).length
    expect(over({})).toBe(1)
    expect(over({ initContainers: [container('i', '30')] })).toBe(0)
    expect(over({ initContainers: [{ ...container('s', '20'), restartPolicy: 'Always' }] })).toBe(0)
    expect(over({ initContainers: [{ ...container('s', '19'), restartPolicy: 'Always' }] })).toBe(1)
    expect(over({ overhead: { 'ephemeral-storage': '20' } })).toBe(0)
  })

  it('does not go for what the statistics leave out', () => {
    const parts = { containers: [{ name: 'b', rootfs: { usedBytes: 9 }, logs: { usedBytes: 9 } }] }
    expect(because({ containers: [container('a', '5'), container('b')] }, parts)).toEqual([])
    expect(because({ containers: [container('a', '5')] }, { 'ephemeral-storage': {} })).toEqual([])
    expect(because({ containers: [container('a', '5')] }, { containers: [{ name: 'a' }] })).toEqual([])
  })

  it('has a container that uses more than it may, whose layer counts only where all lies on one filesystem', () => {
    const spec = { containers: [container('a'), container('b', '1Ki')] }
    const using = (layer: number, logs: number): Stats => ({
      containers: [
        { name: 'a', rootfs: { usedBytes: 9999 }, logs: { usedBytes: 9999 } },
        { name: 'b', rootfs: { usedBytes: layer }, logs: { usedBytes: logs } },
        { name: 'unheard of', rootfs: { usedBytes: 9999 } },
      ],
    })
    const over = ['Container b exceeded its local ephemeral storage limit "1Ki". ']
    expect(because(spec, using(1000, 24))).toEqual([])
    expect(because(spec, using(1000, 25))).toEqual(over)
    const dedicated = { dedicatedImageFs: true, splitContainerImageFs: false }
    expect(because(spec, using(1000, 1024), dedicated)).toEqual([])
    expect(because(spec, using(1000, 1025), dedicated)).toEqual(over)
    expect(because({ containers: [container('b', '0')] }, using(0, 9))).toEqual([])
  })

  it('goes for the first of these that holds, at once and before anything else', () => {
    const spec = {
      containers: [container('c', '1')],
      volumes: [{ name: 'v', emptyDir: { sizeLimit: '1' } }],
    }
    const all = {
      'ephemeral-storage': { usedBytes: 9 },
      volume: [{ name: 'v', usedBytes: 9 }],
      containers: [{ name: 'c', logs: { usedBytes: 9 } }],
    }
    const first = (stats: Stats): string => because(spec, stats).join().slice(0, 9)
    expect(first(all)).toBe('Usage of ')
    expect(first({ ...all, volume: [] })).toBe('Pod ephem')
    expect(first({ containers: all.containers })).toBe('Container')
    const plan = planned(policyOf(), look(99, { pods: [pod('p', spec)], podStats: [{ podRef: { uid: 'p' }, ...all }] }))
    expect(plan.overOwnLimits[0]).toMatchObject({
      gracePeriodSeconds: 1,
      event: { type: 'Warning', reason: 'Evicted' },
    })
    expect(plan.overOwnLimits[0]?.event).not.toHaveProperty('annotations')
  })

  it('is none that is critical, and none without statistics', () => {
    const spec = { containers: [container('c', '1')] }
    const podStats = ['plain', 'static'].map((uid) => ({
      podRef: { uid },
      containers: [{ name: 'c', logs: { usedBytes: 9 } }],
    }))
    const pods = [
      pod('static', spec, { 'kubernetes.io/config.source': 'file' }),
      pod('unmeasured', spec),
      pod('plain', spec),
    ]
    const { overOwnLimits } = planned(policyOf(), look(99, { pods, podStats }))
    expect(overOwnLimits.map((one) => one.pod.metadata.name)).toEqual(['plain'])
  })
})
