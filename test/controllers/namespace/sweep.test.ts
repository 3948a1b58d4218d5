import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { conditionsOf } from '../../../src/apiserver/definition.js'
import type { NamespaceRules } from '../../../src/controllers/namespace/controller.js'
import { namespaceController, namespaceNamed } from '../../../src/controllers/namespace/controller.js'
import { clocked, widgets } from '../clocked.js'
import type { Clocked, Rules } from '../clocked.js'
import { deleted, noon, object } from '../owner/build.js'
import { namespace, pod } from '../../simulate/cascade/cluster.js'

const going = namespace('ns', { deletionTimestamp: noon })
const sweeping = (objects: ReadonlyArray<WholeObject>, rules: NamespaceRules = {}, around: Rules = {}): Clocked =>
  clocked([namespaceController(rules)], [going, ...objects], around)
/** The messages of its conditions that are True, by type. */
const troubles = ({ server }: Clocked): ReadonlyArray<readonly [string, string | undefined]> =>
  conditionsOf(server.get(namespaceNamed('ns')) ?? going).flatMap(({ type, status, message }) =>
    status === 'True' ? [[type, message] as const] : [],
  )
const podAddress = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'p' }
const unbound: WholeObject = { ...pod('p', []), spec: {} }
const held = (uid: string) => object(uid, [], { finalizers: ['x/y'] })

describe('a sweep of a namespace', () => {
  it('comes five seconds after it began to terminate, and ends it when nothing is left', () => {
    const cluster = sweeping([object('a'), object('o', [], { namespace: 'other' })])
    expect(cluster.acts(4.9)).toEqual([])
    expect(cluster.acts()).toEqual([
      '5 s: NamespaceDeleted, ConfigMap a gone',
      '5 s: NamespaceReported, Namespace ns changed',
      '5 s: NamespaceEmpty, Namespace ns gone',
    ])
  })

  it('deletes pods first, and nothing else while one is left', () => {
    const cluster = sweeping([object('a'), pod('p', []), object('b')])
    expect(cluster.acts(6)).toEqual([
      '5 s: NamespaceDeleted, Pod p changed',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
    // What is left beside pods is not counted: surprise 1 of the specification.
    expect(troubles(cluster)).toEqual([])
    cluster.server.delete(podAddress, { gracePeriodSeconds: 0 })
    expect(cluster.acts()).toEqual([
      '10 s: NamespaceDeleted, ConfigMap a gone',
      '10 s: NamespaceDeleted, ConfigMap b gone',
      '10 s: NamespaceEmpty, Namespace ns gone',
    ])
  })

  it('goes on at once with everything else where its pods go at once', () => {
    expect(sweeping([object('a'), unbound]).acts()).toEqual([
      '5 s: NamespaceDeleted, Pod p gone',
      '5 s: NamespaceDeleted, ConfigMap a gone',
      '5 s: NamespaceReported, Namespace ns changed',
      '5 s: NamespaceEmpty, Namespace ns gone',
    ])
  })

  it('deletes everything at once under the rules before 1.33', () => {
    const cluster = sweeping([object('a'), pod('p', [])], { orderedDeletion: false })
    expect(cluster.acts(6)).toEqual([
      '5 s: NamespaceDeleted, Pod p changed',
      '5 s: NamespaceDeleted, ConfigMap a gone',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
    expect(troubles(cluster)).toEqual([
      ['NamespaceContentRemaining', 'Some resources are remaining: pods. has 1 resource instances'],
    ])
  })

  it('counts a pod that is left for an error once its grace period is over', () => {
    const cluster = sweeping([pod('p', [])])
    cluster.acts(41)
    expect(troubles(cluster)).toEqual([])
    expect(cluster.acts(43)).toEqual(['42 s: NamespaceReported, Namespace ns changed'])
    expect(troubles(cluster)).toEqual([
      [
        'NamespaceDeletionContentFailure',
        'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: ns for gvr: /v1, Resource=pods',
      ],
    ])
  })

  it('takes the longest grace period of pods that have not ended, thirty seconds where one says none', () => {
    const withGrace = (uid: string, seconds: unknown, phase = 'Running'): WholeObject => ({
      ...pod(uid, [], phase),
      spec: { nodeName: 'n', terminationGracePeriodSeconds: seconds },
      metadata: { ...pod(uid, []).metadata, finalizers: [] },
    })
    const reportsOf = (...pods: ReadonlyArray<WholeObject>) =>
      sweeping(pods)
        .acts()
        .filter((act) => act.includes('NamespaceReported'))
        .map((act) => act.split(':')[0])
    expect(reportsOf(withGrace('p', 60), withGrace('q', 40))).toEqual(['5 s', '72 s'])
    expect(reportsOf(withGrace('p', 'long'))).toEqual(['5 s', '42 s'])
    expect(reportsOf(withGrace('p', 1))).toEqual(['5 s'])
  })

  it('does not count a pod for an error that a finalizer holds', () => {
    const ended = { ...pod('p', [], 'Succeeded'), metadata: { ...pod('p', []).metadata, ...deleted('x/y') } }
    const cluster = sweeping([ended])
    expect(cluster.acts()).toEqual(['5 s: NamespaceReported, Namespace ns changed'])
    expect(troubles(cluster)).toEqual([])
  })

  it('waits for what finalizers hold, counts it, and ends once they are off', () => {
    const cluster = sweeping([held('h'), held('i')])
    expect(cluster.acts()).toEqual([
      '5 s: NamespaceDeleted, ConfigMap h changed',
      '5 s: NamespaceDeleted, ConfigMap i changed',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
    expect(troubles(cluster)).toEqual([
      ['NamespaceContentRemaining', 'Some resources are remaining: configmaps. has 2 resource instances'],
      [
        'NamespaceFinalizersRemaining',
        'Some content in the namespace has finalizers remaining: x/y in 2 resource instances',
      ],
    ])
    for (const name of ['h', 'i'])
      cluster.server.update({ ...podAddress, kind: 'ConfigMap', resource: 'configmaps', name }, { finalizers: [] })
    // It looked once more five seconds after it had written its conditions, and then every eight seconds.
    expect(cluster.acts()).toEqual([
      '18 s: NamespaceReported, Namespace ns changed',
      '18 s: NamespaceEmpty, Namespace ns gone',
    ])
  })

  it('comes again after half of the longest grace period and a second', () => {
    const cluster = sweeping([pod('p', [])])
    cluster.acts(11)
    cluster.server.delete(podAddress, { gracePeriodSeconds: 0 })
    expect(cluster.acts()).toEqual(['26 s: NamespaceEmpty, Namespace ns gone'])
  })

  it('comes again as for any finalizer, whatever the grace period, where the only pod has ended', () => {
    const ended = { ...pod('p', [], 'Succeeded'), metadata: { ...pod('p', []).metadata, ...deleted('x/y') } }
    const cluster = sweeping([ended])
    cluster.acts(11)
    cluster.server.update(podAddress, { finalizers: [] })
    expect(cluster.acts()).toEqual(['18 s: NamespaceEmpty, Namespace ns gone'])
  })

  it('takes the finalizers of the collector off what it deletes', () => {
    const waiting = object('w', [], { finalizers: ['foregroundDeletion'], deletionTimestamp: noon })
    expect(sweeping([waiting]).acts()).toContain('5 s: NamespaceDeleted, ConfigMap w gone')
  })

  it('tells of a refused delete once for each resource, and goes on', () => {
    const cluster = sweeping(
      [object('a'), object('b'), object('s', [], {}, 'Secret')],
      {},
      { admitDelete: ({ kind, metadata }) => (kind === 'ConfigMap' ? `not ${metadata.name}` : undefined) },
    )
    expect(cluster.acts()).toEqual([
      '5 s: NamespaceDeleted, Secret s gone',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
    expect(troubles(cluster)).toEqual([
      [
        'NamespaceDeletionContentFailure',
        'Failed to delete all resource types, 1 remaining: configmaps "Unknown" is forbidden: not a',
      ],
    ])
  })

  // Surprise 14 of the specification.
  it('goes on with everything else where it is refused to delete pods', () => {
    const cluster = sweeping(
      [object('a'), pod('p', [])],
      {},
      { admitDelete: ({ kind }) => (kind === 'Pod' ? 'no' : undefined) },
    )
    expect(cluster.acts()).toContain('5 s: NamespaceDeleted, ConfigMap a gone')
    expect(troubles(cluster).map(([type]) => type)).toEqual(['NamespaceDeletionContentFailure'])
  })

  it('deletes what it finds though a group can not be discovered, but does not end the namespace', () => {
    const apiService: WholeObject = {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.gone.example', uid: 'api' },
      spec: { group: 'gone.example', version: 'v1', service: { namespace: 'other', name: 'nobody' } },
    }
    const cluster = sweeping([object('a'), apiService])
    expect(cluster.acts()).toEqual([
      '5 s: NamespaceDeleted, ConfigMap a gone',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
    expect(troubles(cluster)).toEqual([
      [
        'NamespaceDeletionDiscoveryFailure',
        'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: gone.example/v1: stale GroupVersion discovery: gone.example/v1',
      ],
    ])
  })

  it('leaves the finalizers of others in the specification, and sweeps again while one is there', () => {
    const cluster = clocked(
      [namespaceController()],
      [{ ...going, spec: { finalizers: ['z.example/x', 'kubernetes', 'a.example/x'] } }],
    )
    expect(cluster.acts()).toEqual([
      '5 s: NamespaceReported, Namespace ns changed',
      '5 s: NamespaceEmpty, Namespace ns changed',
    ])
    expect(cluster.server.get(namespaceNamed('ns'))?.spec).toEqual({ finalizers: ['a.example/x', 'z.example/x'] })
    cluster.server.finalizeNamespace(namespaceNamed('ns'), [])
    expect(cluster.server.list()).toEqual([])
  })

  it('does not come where no finalizer is left in the specification', () => {
    for (const finalizers of [[], [7]]) {
      const free = { ...going, metadata: { ...going.metadata, finalizers: ['x/y'] }, spec: { finalizers } }
      expect(clocked([namespaceController()], [free, object('a')]).acts()).toEqual([])
    }
  })

  it('takes a namespace that shows no specification for held by the controller', () => {
    for (const spec of [undefined, null, 'text', { finalizers: 'kubernetes' }])
      expect(clocked([namespaceController()], [{ ...going, spec }]).acts()).toContain(
        '5 s: NamespaceEmpty, Namespace ns gone',
      )
  })

  it('empties a namespace that is not wholly shown, and does not end it', () => {
    expect(sweeping([object('a')], { showsContent: (name) => name !== 'ns' }).acts()).toEqual([
      '5 s: NamespaceDeleted, ConfigMap a gone',
      '5 s: NamespaceReported, Namespace ns changed',
    ])
  })

  it('deletes custom resources like any content', () => {
    expect(sweeping([object('w', [], {}, widgets.kind, widgets.apiVersion)]).acts()).toContain(
      '5 s: NamespaceDeleted, Widget w gone',
    )
  })
})
