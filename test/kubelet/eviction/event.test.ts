import { describe, expect, it } from 'vitest'

import type * as Eviction from '../../../src/kubelet/eviction/index.js'
import { look, noon, planned, pod, policyOf, threshold } from './build.js'

/** What is recorded on the one pod of a node that is short of what a signal measures. */
const recorded = (
  signal: Eviction.Signal,
  spec: Partial<Eviction.Pod['spec']>,
  stats: Omit<Eviction.PodStats, 'podRef'> | null,
  value: Eviction.ThresholdValue = { _tag: 'Quantity', quantity: '1Gi' },
): Eviction.EvictionEvent | undefined => {
  const observations = new Map([[signal, { available: 2048, capacity: 1_000_000, at: noon }]])
  const podStats = stats === null ? [] : [{ podRef: { uid: 'p' }, ...stats }]
  const snapshot = look(99, { observations, pods: [pod('p', spec)], podStats })
  return planned(policyOf(threshold(0.1, { signal, value })), snapshot).relief?.eviction?.event
}

const asking = (name: string, requests: Eviction.Amounts): Eviction.PodContainer => ({ name, resources: { requests } })
const writing = (name: string, layer: number, logs: number): Eviction.ContainerStats => ({
  name,
  rootfs: { usedBytes: layer },
  logs: { usedBytes: logs },
})

describe('what is recorded on a pod that goes under pressure', () => {
  it('names the threshold and what is left, in the suffixes of each', () => {
    const lowOn = (signal: Eviction.Signal, value?: Eviction.ThresholdValue): string | undefined =>
      recorded(signal, {}, null, value)?.message
    const share = { _tag: 'Share', share: 0.5 } as const
    expect(lowOn('imagefs.available')).toBe(
      'The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 2Ki. ',
    )
    expect(lowOn('memory.available', share)).toBe(
      'The node was low on resource: memory. Threshold quantity: 500000, available: 2Ki. ',
    )
    expect(lowOn('nodefs.inodesFree', share)).toBe(
      'The node was low on resource: inodes. Threshold quantity: 500000, available: 2048. ',
    )
    expect(lowOn('pid.available', { _tag: 'Quantity', quantity: '4k' })).toBe(
      'The node was low on resource: pids. Threshold quantity: 4k, available: 2048. ',
    )
  })

  it('names each container that uses more than it asked for, in the order of the statistics', () => {
    const containers = [
      asking('even', { 'ephemeral-storage': '2Ki' }),
      asking('over', { 'ephemeral-storage': '1Ki', memory: '1Ti' }),
      { name: 'silent' },
    ]
    const stats = { containers: [writing('silent', 1, 0), writing('over', 2048, 1024), writing('even', 1024, 1024)] }
    expect(recorded('nodefs.available', { containers }, stats)).toEqual({
      type: 'Warning',
      reason: 'Evicted',
      message:
        'The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 2Ki. ' +
        'Container silent was using 1, request is 0, has larger consumption of ephemeral-storage. ' +
        'Container over was using 3Ki, request is 1Ki, has larger consumption of ephemeral-storage. ',
      annotations: {
        offending_containers: 'silent,over',
        offending_containers_usage: '1,3Ki',
        starved_resource: 'ephemeral-storage',
      },
    })
  })

  it('names init containers too, whatever their restart policy, and of equal names the first', () => {
    const containers = [asking('twice', { 'ephemeral-storage': '9' })]
    const initContainers = [
      asking('twice', { 'ephemeral-storage': '1' }),
      { name: 'init' },
      { name: 'beside', restartPolicy: 'Always' },
    ]
    const stats = { containers: [writing('twice', 5, 0), writing('init', 5, 0), writing('beside', 0, 5)] }
    const event = recorded('nodefs.available', { containers, initContainers }, stats)
    expect(event?.annotations?.['offending_containers']).toBe('init,beside')
  })

  it('says of memory what the working set is', () => {
    const containers = [asking('c', { memory: '1Ki' }), asking('d', { memory: '1Ki' })]
    const stats = {
      containers: [
        { ...writing('c', 1, 1), memory: { workingSetBytes: 2048 } },
        writing('d', 9999, 9999),
        { name: 'unheard of', memory: { workingSetBytes: 9999 } },
      ],
    }
    expect(recorded('memory.available', { containers }, stats)?.annotations).toEqual({
      offending_containers: 'c',
      offending_containers_usage: '2Ki',
      starved_resource: 'memory',
    })
  })

  it('says nothing of containers whose use is known in part, of inodes and of processes', () => {
    const parts = {
      containers: [
        { name: 'c', rootfs: { usedBytes: 9 } },
        { name: 'c', logs: { usedBytes: 9 } },
      ],
    }
    const none = { offending_containers: '', offending_containers_usage: '' }
    expect(recorded('nodefs.available', {}, parts)?.annotations).toMatchObject(none)
    const all = { containers: [{ ...writing('c', 9, 9), memory: { workingSetBytes: 9 } }] }
    expect(recorded('nodefs.inodesFree', {}, all)?.annotations).toEqual({ ...none, starved_resource: 'inodes' })
    expect(recorded('pid.available', {}, all)?.annotations).toEqual({ ...none, starved_resource: 'pids' })
  })

  it('has no notes of containers where the statistics do not know the pod', () => {
    expect(recorded('nodefs.available', {}, null)).not.toHaveProperty('annotations')
  })
})
