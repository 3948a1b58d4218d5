import { describe, expect, it } from 'vitest'

import { decodePressurePods, decodePressureStats } from '../../../src/decode/index.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { capture, right, wrongIn } from '../reading.js'

const list = (...items: ReadonlyArray<object>): unknown => ({ kind: 'PodList', apiVersion: 'v1', items })
const pod = (given: object): object => ({ metadata: { uid: 'u', name: 'n' }, spec: {}, ...given })

describe('the pods that eviction looks at', () => {
  it('are read from a recording, in which all are static and none may go', () => {
    const pods = right(decodePressurePods(capture('kubelet-1.36.2/1-running.pods.json')))
    expect(pods.map(({ metadata: { name, namespace } }) => `${namespace}/${name}`)).toEqual([
      'shop/web-node-a',
      'shop/crash-node-a',
    ])
    expect(pods.map(Eviction.isCritical)).toEqual([true, true])
    expect(pods[0]?.spec.initContainers?.map(({ name }) => name)).toEqual(['init'])
  })

  it('are those that have not ended, and those that are being deleted', () => {
    const phases = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']
    const read = (metadata: object): ReadonlyArray<string> =>
      right(
        decodePressurePods(
          list(...phases.map((phase) => pod({ metadata: { uid: phase, name: 'n', ...metadata }, status: { phase } }))),
        ),
      ).map(({ metadata: { uid } }) => uid)
    expect(read({})).toEqual(['Pending', 'Running', 'Unknown'])
    expect(read({ deletionTimestamp: '0001-01-01T00:00:00Z' })).toEqual(['Pending', 'Running', 'Unknown'])
    expect(read({ deletionTimestamp: '2026-01-01T00:00:00Z' })).toEqual(phases)
  })

  it('may say next to nothing, and hold only what is read', () => {
    expect(right(decodePressurePods(list(pod({}))))).toEqual([
      { metadata: { uid: 'u', name: 'n', namespace: '' }, spec: { containers: [] } },
    ])
    expect(right(decodePressurePods({ kind: 'PodList', items: null }))).toEqual([])
  })

  it('carry what they ask for, and which volumes lie on the disk', () => {
    const spec = {
      priority: 10,
      terminationGracePeriodSeconds: 30,
      containers: [{ name: 'c', image: 'i', resources: { requests: { 'ephemeral-storage': 1024, memory: '1Gi' } } }],
      initContainers: [{ name: 'i', restartPolicy: 'Always' }],
      overhead: { memory: '1Mi' },
      volumes: [
        { name: 'v', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'h', hostPath: { path: '/x' } },
        { name: 's', secret: {} },
      ],
    }
    expect(right(decodePressurePods(list(pod({ spec }))))[0]?.spec).toEqual({
      ...spec,
      containers: [{ name: 'c', resources: { requests: { 'ephemeral-storage': '1024', memory: '1Gi' } } }],
      volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }, { name: 'h', hostPath: { path: '/x' } }, { name: 's' }],
    })
  })

  it('have no quantity that is a number with a fraction, or too large to be exact', () => {
    for (const cpu of [0.5, 2 ** 53]) {
      const spec = { containers: [{ name: 'c', resources: { requests: { cpu } } }] }
      expect(wrongIn(decodePressurePods(list(pod({ spec }))))).toEqual([
        expect.stringMatching(/^items\[0\]\.spec\.containers\[0\]\.resources\.requests\.cpu: expected /),
      ])
    }
  })

  it('are refused with every problem', () => {
    const spec = { priority: 'high', containers: [{ resources: { requests: { memory: 'much' } } }] }
    expect(wrongIn(decodePressurePods(list(pod({ metadata: { name: 'n', annotations: { a: 1 } }, spec }))))).toEqual([
      'items[0].metadata.uid: expected a string, not empty, got nothing',
      'items[0].metadata.annotations.a: expected a string, got 1',
      expect.stringMatching(/^items\[0\]\.spec\.priority: expected /),
      'items[0].spec.containers[0].name: expected a string, got nothing',
      'items[0].spec.containers[0].resources.requests.memory: expected a Kubernetes quantity such as "10Gi", got "much"',
    ])
  })
})

describe('the statistics of pressure', () => {
  const stats = right(decodePressureStats(capture('kubelet-1.36.2/1-running.stats-summary.json')))

  it('are read from a recording, with the time of each', () => {
    expect(stats.nodeName).toBe('node-a')
    expect([...stats.observations.keys()].sort()).toEqual([
      'allocatableMemory.available',
      'containerfs.available',
      'containerfs.inodesFree',
      'imagefs.available',
      'imagefs.inodesFree',
      'memory.available',
      'nodefs.available',
      'nodefs.inodesFree',
      'pid.available',
    ])
    expect(stats.observations.get('imagefs.available')).toEqual({
      available: 65_232_384_000,
      capacity: 270_553_174_016,
      at: new Date('2026-11-21T03:02:28Z'),
    })
    expect(stats.observations.get('nodefs.inodesFree')).toMatchObject({ available: 15_929_365, capacity: 16_777_216 })
  })

  it('name pods by the uid under which the kubelet lists them, and leave out those of which nothing runs', () => {
    const pods = right(decodePressurePods(capture('kubelet-1.36.2/1-running.pods.json')))
    const measured = stats.podStats.map(({ podRef }) => podRef.uid)
    expect(pods.map(({ metadata }) => measured.includes(metadata.uid))).toEqual([true, false])
    expect(stats.podStats[0]?.containers[0]?.rootfs).toEqual({ usedBytes: 20_480, inodesUsed: 8 })
    expect(stats.podStats[0]?.['ephemeral-storage']).toEqual({ usedBytes: 28_672, inodesUsed: 10 })
  })

  it('are observed only where both what is left and the whole are known', () => {
    const summary = (node: object): unknown => ({ node: { nodeName: 'n', ...node }, pods: null })
    const seen = (node: object): unknown => [...right(decodePressureStats(summary(node))).observations]
    expect(seen({ fs: { availableBytes: 1 }, memory: { availableBytes: 1 }, rlimit: { maxpid: 5 } })).toEqual([])
    expect(
      seen({ fs: { availableBytes: 1, capacityBytes: 2, inodesFree: 3 }, rlimit: { maxpid: 5, curproc: 2 } }),
    ).toEqual([
      ['nodefs.available', { available: 1, capacity: 2 }],
      ['pid.available', { available: 3, capacity: 5 }],
    ])
    expect(seen({ memory: { availableBytes: 1, workingSetBytes: 2 } })).toEqual([
      ['memory.available', { available: 1, capacity: 3 }],
    ])
  })
})
