/** Pods on nodes that have stopped reporting, or are not there. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { explainCascade } from '../../../src/simulate/cascade/index.js'
import { noon, object } from '../../controllers/owner/build.js'
import { cascadeOf, cluster, diagnosisOf, kubectl, node, pod } from './cluster.js'

const ready = (name: string, status: string, taints: ReadonlyArray<object> = []): WholeObject => ({
  ...node(name),
  spec: { taints },
  status: { conditions: [{ type: 'Ready', status }] },
})
const ends = (...nodes: ReadonlyArray<WholeObject>) => {
  const { stuck, waves } = cascadeOf(cluster([pod('p', []), ...nodes]), kubectl('p'))
  return [waves.map(({ by }) => by), stuck.map(({ blockers: [first] }) => explainCascade(first))]
}

describe('a pod on a node', () => {
  it('that has stopped reporting stays, since nobody confirms that it is stopped', () => {
    expect(ends(ready('worker-1', 'Unknown'))).toEqual([
      ['requests'],
      [
        'the kubelet of worker-1 no longer reports, so nobody confirms that it is stopped: the node has to come back, be deleted, or get the taint node.kubernetes.io/out-of-service',
      ],
    ])
  })

  it('that is out of service is deleted by pod GC', () => {
    const taint = { key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }
    expect(ends(ready('worker-1', 'Unknown', [taint]))).toEqual([['requests', 'pod-garbage-collector'], []])
  })

  it('that is gone is deleted by pod GC, where the nodes are shown', () => {
    const { pending, waves } = cascadeOf(cluster([pod('p', []), ready('worker-2', 'True')]), kubectl('p'))
    expect([pending, waves].map((all) => all.map(({ by }) => by))).toEqual([['pod-garbage-collector'], []])
    expect(ends()).toEqual([['requests', 'kubelets'], []])
  })

  it('that is not ready but reports is stopped by its kubelet', () => {
    expect(ends(ready('worker-1', 'False'))).toEqual([['requests', 'kubelets'], []])
  })

  it('that has stopped reporting is told of in a diagnosis too', () => {
    const going = object('p', [], { deletionTimestamp: noon, deletionGracePeriodSeconds: 30 }, 'Pod')
    const stopped = { ...pod('p', []), metadata: going.metadata }
    const { blockers } = diagnosisOf(cluster([stopped, ready('worker-1', 'Unknown')]), 'p')
    expect(blockers.map(explainCascade)[0]).toContain('no longer reports')
  })
})
