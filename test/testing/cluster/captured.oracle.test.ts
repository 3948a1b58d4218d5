/**
 * A minute of real controllers, played on a fake cluster: it begins as captured, others do what the log says they did, and
 * it ends as captured.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import * as History from '../../../src/controllers/history/index.js'
import * as PodGc from '../../../src/controllers/pod/index.js'
import { fakeCluster } from '../../../src/testing/index.js'
import { traits } from '../../apiserver/traits.js'

const read = (file: string): string => readFileSync(`captures/kubectl/${file}`, 'utf8')

/** What `kubectl get -o json` printed, as it printed it. */
const printed = (when: 'before' | 'after'): ReadonlyArray<string> => [
  read(`cluster-${when}.all.json`),
  read(`cluster-${when}.clusterroles.json`),
]

/** The instant at which the controllers were started. */
const started = '2026-11-21T03:01:11.8Z'

const cluster = fakeCluster(printed('before'), {
  at: started,
  policies: { pod: { ...PodGc.defaultPolicy, terminatedPodGcThreshold: 3 }, history: History.defaultPolicy },
})
const end = fakeCluster(printed('after'), { at: started })

/** Others of the control plane: a Deployment that was changed is seen to have been, before its history is cleared up. */
for (const deployment of cluster.objects({ kind: 'Deployment' }))
  cluster.change(deployment, (object) => ({
    ...object,
    status: { ...(object.status as object), observedGeneration: object.metadata.generation },
  }))
/** A script that played kubelet. */
cluster.delete('Pod/shop/terminating-on-node', { gracePeriodSeconds: 0, propagationPolicy: 'Background' })
cluster.advance({ seconds: 48.2 })
/** Other controllers make what they made at 03:02:00. */
const before = new Set(
  fakeCluster(printed('before'))
    .objects()
    .map(({ metadata }) => metadata.uid),
)
for (const object of end.objects(({ metadata }) => !before.has(metadata.uid))) cluster.create(object)
cluster.advance({ seconds: 26.8 })

describe('a fake cluster that begins as a real one did', () => {
  it('has after 75 seconds the objects, owners, finalizers and marks that the real one had', () => {
    expect(traits(cluster.objects())).toEqual(traits(end.objects()))
    expect(end.objects().length).toBe(117)
  })

  it('has nothing more to do', () => {
    const names = cluster.names()
    cluster.settle()
    expect(cluster.names()).toEqual(names)
  })
})
