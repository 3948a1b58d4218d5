import { describe, expect, it } from 'vitest'

import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { pod, policyOf, stats, look, planned, threshold } from './build.js'

const container = (name: string, request?: string): Eviction.PodContainer =>
  request === undefined ? { name } : { name, resources: { requests: { 'ephemeral-storage': request, cpu: '7' } } }
const sidecar = (name: string, request: string): Eviction.PodContainer => ({
  ...container(name, request),
  restartPolicy: 'Always',
})

const requestOf = (spec: Partial<Eviction.Pod['spec']>): unknown =>
  Eviction.rankPods(Eviction.oneFilesystem, 'nodefs.available')([pod('p', spec)], [])[0]?.request

describe('what a pod asks for', () => {
  it('is what its containers ask for together', () => {
    expect(requestOf({ containers: [container('a', '1Ki'), container('b'), container('c', '1500m')] })).toBe(1026)
    expect(requestOf({ containers: [] })).toBe(0)
  })

  it('is no less than its largest init container, with those that run beside it by then', () => {
    const containers = [container('a', '10')]
    expect(requestOf({ containers, initContainers: [container('i', '30'), container('j', '20')] })).toBe(30)
    expect(requestOf({ containers, initContainers: [container('i', '9')] })).toBe(10)
    expect(requestOf({ containers, initContainers: [sidecar('s', '5'), container('i', '30')] })).toBe(35)
    expect(requestOf({ containers, initContainers: [container('i', '30'), sidecar('s', '5')] })).toBe(30)
    expect(requestOf({ containers: [], initContainers: [container('i', '30')] })).toBe(30)
  })

  it('counts init containers that run beside the others as containers', () => {
    expect(
      requestOf({ containers: [container('a', '10')], initContainers: [sidecar('s', '5'), sidecar('t', '6')] }),
    ).toBe(21)
    const onFailure = { ...container('s', '5'), restartPolicy: 'OnFailure' }
    expect(requestOf({ containers: [container('a', '10')], initContainers: [onFailure] })).toBe(10)
  })

  it('has the overhead of the pod on top, unless it comes to nothing', () => {
    const overhead = { 'ephemeral-storage': '3' }
    expect(requestOf({ containers: [container('a', '10')], overhead })).toBe(13)
    expect(requestOf({ containers: [container('a', '10')], overhead: { memory: '3' } })).toBe(10)
    expect(requestOf({ containers: [container('a', '0')], overhead })).toBe(0)
    expect(requestOf({ containers: [container('a')], overhead })).toBe(0)
  })

  it('is the largest 64-bit number where it is more', () => {
    const large = requestOf({ containers: [container('a', '1e30')] })
    expect(large).toBe('9223372036854775807')
    expect(requestOf({ containers: [container('a', '1e2000000000'), container('b', '1')] })).toBe(large)
  })

  it('is read from amounts of its own, not from what every object has', () => {
    expect(requestOf({ containers: [{ name: 'a', resources: { requests: {} } }] })).toBe(0)
    const inherited = Object.create({ 'ephemeral-storage': '5' }) as Eviction.Amounts
    expect(requestOf({ containers: [{ name: 'a', resources: { requests: inherited } }] })).toBe(0)
    expect(requestOf({ containers: [{ name: 'a', resources: { requests: { 'ephemeral-storage': 'much' } } }] })).toBe(0)
  })

  it('keeps a pod that asked for more than there can be behind one that is over its request', () => {
    const pods = [pod('modest', { containers: [container('c', '1e30')] }), pod('over', { priority: 5 })]
    const { relief } = planned(
      policyOf(threshold(0.15)),
      look(10, { pods, podStats: [stats('modest', 50), stats('over', 1)] }),
    )
    expect(relief?.eviction?.pod.metadata.name).toBe('over')
  })
})
