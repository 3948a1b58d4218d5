import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { viewsOf } from '../../../src/simulate/control-plane/views.js'
import { targetOf } from '../../../src/apiserver/object.js'
import { cluster, metadata } from './building.js'

const object = (apiVersion: string, kind: string, name: string): WholeObject => ({
  apiVersion,
  kind,
  metadata: metadata(name),
})

const namesIn = (list: ReadonlyArray<{ readonly metadata: { readonly name: string } }>): ReadonlyArray<string> =>
  list.map(({ metadata: { name } }) => name)

describe('the view of a collector', () => {
  const snapshot = cluster(
    object('apps/v1', 'Deployment', 'deployment'),
    object('v1', 'Pod', 'pod-1'),
    object('apps/v1', 'ReplicaSet', 'set'),
    object('v1', 'Pod', 'pod-2'),
    object('apps/v1', 'StatefulSet', 'stateful'),
    object('apps/v1', 'DaemonSet', 'daemon'),
    object('apps/v1', 'ControllerRevision', 'revision'),
    object('batch/v1', 'CronJob', 'nightly'),
    object('batch/v1beta1', 'CronJob', 'older'),
    object('batch/v1', 'Job', 'job'),
    object('v1', 'Node', 'node'),
    object('v1', 'Secret', 'secret'),
    object('example.com/v1', 'Pod', 'other'),
    object('v1', 'Job', 'no-job'),
  )
  const { Pod, Ttl, History, Lifecycle, Owner } = viewsOf(snapshot)

  it('has the kinds that it reads by name, of their group and in any version, in their order', () => {
    expect(namesIn(Pod.pods)).toEqual(['pod-1', 'pod-2'])
    expect(namesIn(Pod.nodes)).toEqual(['node'])
    expect(namesIn(Ttl.jobs)).toEqual(['job'])
    const { deployments, replicaSets, statefulSets, daemonSets, controllerRevisions, cronJobs, jobs, pods } = History
    expect(
      [deployments, replicaSets, statefulSets, daemonSets, controllerRevisions, cronJobs, jobs, pods].map(namesIn),
    ).toEqual([
      ['deployment'],
      ['set'],
      ['stateful'],
      ['daemon'],
      ['revision'],
      ['nightly', 'older'],
      ['job'],
      ['pod-1', 'pod-2'],
    ])
    expect(Object.hasOwn(History, 'nodes')).toBe(false)
  })

  it('has everything for those that read all', () => {
    expect(Lifecycle.objects).toBe(snapshot.objects)
    expect(Owner.objects).toBe(snapshot.objects)
  })

  it('has failed lookups where there are some', () => {
    expect(viewsOf({ ...snapshot, failedLookups: ['lost'] }).Pod.failedLookups).toEqual(['lost'])
    expect(Object.hasOwn(Pod, 'failedLookups')).toBe(false)
  })
})

describe('a target', () => {
  it.each([[undefined], ['']])('of the cluster has no namespace: %o', (namespace) => {
    const node = { ...object('v1', 'Node', 'n'), metadata: metadata('n', { namespace }) }
    expect(Object.entries(targetOf(node))).toEqual(
      Object.entries({ _tag: 'Object', id: 'u-n', apiVersion: 'v1', kind: 'Node', name: 'n' }),
    )
  })
})
