/** Rules of the controllers of a cascade that no recording reaches, each played as the recordings are. */
import { describe, expect, it } from 'vitest'

import { kubernetesCascadeLiveActors } from '../../../conformance/shapes/kubernetes-cascade-live-actors.js'
import type { WholeObject } from '../../../src/apiserver/index.js'

interface Answers {
  readonly statusCodes: ReadonlyArray<ReadonlyArray<number>>
  readonly snapshots: ReadonlyArray<{ readonly objects: Readonly<Record<string, unknown>> }>
}

/** What requests to a cluster come to: its objects after their creation and after each phase, and the answers. */
const played = async (objects: ReadonlyArray<WholeObject>, ...phases: ReadonlyArray<ReadonlyArray<object>>) => {
  const input = { mode: 'warm', objects, phases }
  const replayed = await kubernetesCascadeLiveActors.replay({ name: 'rule', input, expected: undefined })
  if (replayed._tag !== 'Replayed') throw new Error(JSON.stringify(replayed))
  const { statusCodes, snapshots } = replayed.actual as Answers
  return { codes: statusCodes, ends: snapshots.map((one) => one.objects), end: snapshots.at(-1)?.objects ?? {} }
}

/** The fields of an object beside its kind and name. */
interface Rest {
  readonly metadata?: Partial<WholeObject['metadata']>
  readonly spec?: object
  readonly status?: object
  readonly type?: string
  readonly subsets?: ReadonlyArray<object>
}

const make = (apiVersion: string, kind: string, name: string, { metadata, ...fields }: Rest = {}): WholeObject => ({
  apiVersion,
  kind,
  metadata: { name, uid: name, ...metadata },
  ...fields,
})
const space = (more: Rest = {}): WholeObject => make('v1', 'Namespace', 'ns1', more)
const inside = (apiVersion: string, kind: string, name: string, more: Rest = {}): WholeObject =>
  make(apiVersion, kind, name, { ...more, metadata: { namespace: 'ns1', ...more.metadata } })
const held = (...finalizers: ReadonlyArray<string>) => ({ metadata: { finalizers } })
const ask = (uid: string, policy: string | null = 'Background', more: object = {}) => ({
  op: 'delete',
  uid,
  policy,
  ...more,
})
const release = (uid: string, finalizer = 'example.com/hold') => ({ op: 'removeFinalizer', uid, finalizer })
const hold = 'example.com/hold'
const bound = (claim: string) => ({
  nodeName: 'n1',
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: claim } }],
})

describe('a namespace', () => {
  it.each<[string | null, ReadonlyArray<string>]>([
    ['Foreground', [hold]],
    ['Orphan', [hold]],
    ['Background', [hold]],
    [null, [hold]],
  ])('deleted %s keeps of its finalizers what is of somebody else', async (policy, finalizers) => {
    const { end, codes } = await played(
      [space(held('orphan', hold)), inside('v1', 'ConfigMap', 'a')],
      [ask('ns1', policy)],
    )
    expect(codes).toEqual([[200]])
    expect(end).toMatchObject({ ns1: { deleting: true, finalizers, specFinalizers: [] }, a: null })
  })
  it('can be deleted where it is kube-node-lease, and not where it is default', async () => {
    for (const [name, code] of [
      ['kube-node-lease', 200],
      ['kube-public', 403],
      ['kube-system', 403],
      ['default', 403],
    ] as const) {
      const { codes, end } = await played([make('v1', 'Namespace', name)], [ask(name)])
      expect(codes).toEqual([[code]])
      expect(end[name] === null).toBe(code === 200)
    }
  })
  it('counts finalizers and kinds in its conditions, each sorted', async () => {
    const { end } = await played(
      [
        space(),
        inside('v1', 'Secret', 's', held('b.example/y', 'a.example/x')),
        inside('v1', 'ConfigMap', 'c', held('b.example/y')),
        inside('apps/v1', 'Deployment', 'd', held('c.example/z')),
        inside('example.com/v1', 'Widget', 'w', held('b.example/y')),
      ],
      [ask('ns1')],
    )
    expect(end['ns1']).toMatchObject({
      conditions: {
        NamespaceContentRemaining: {
          status: 'True',
          message:
            'Some resources are remaining: configmaps. has 1 resource instances, deployments.apps has 1 resource instances, secrets. has 1 resource instances, widgets.example.com has 1 resource instances',
        },
        NamespaceFinalizersRemaining: {
          status: 'True',
          message:
            'Some content in the namespace has finalizers remaining: a.example/x in 1 resource instances, b.example/y in 3 resource instances, c.example/z in 1 resource instances',
        },
        NamespaceDeletionContentFailure: { status: 'False' },
      },
    })
  })
  it('that was finalized by hand leaves content that only a new one of the name lets go', async () => {
    const { codes, ends } = await played(
      [space(), inside('v1', 'ConfigMap', 'a', held(hold)), inside('v1', 'ConfigMap', 'b', held(hold))],
      [ask('ns1')],
      [{ op: 'removeSpecFinalizer', uid: 'ns1', finalizer: 'kubernetes' }],
      [release('a'), ask('a')],
      [{ op: 'create', object: make('v1', 'Namespace', 'ns1', { metadata: { uid: 'again' } }) }],
      [release('a')],
    )
    expect(codes).toEqual([[200], [200], [404, 200], [201], [200]])
    expect(ends[2]).toMatchObject({ ns1: null, a: { deleting: true } })
    expect(ends[5]).toMatchObject({ again: { phase: 'Active' }, a: null, b: { deleting: true } })
  })
  it('gives the policy of its first delete alone a meaning', async () => {
    const dependent = make('example.com/v1', 'ClusterWidget', 'w', {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'ns1', uid: 'ns1' }] },
    })
    const { codes, ends } = await played(
      [space(), inside('v1', 'ConfigMap', 'a', held(hold)), dependent],
      [ask('ns1')],
      [ask('ns1', 'Orphan')],
      [release('a')],
    )
    expect(codes).toEqual([[200], [200], [200]])
    expect(ends[2]?.['ns1']).toEqual(ends[1]?.['ns1'])
    expect(ends[3]).toMatchObject({ ns1: null, w: null })
  })
})

describe('volumes', () => {
  const claim = (more: Rest = {}): WholeObject =>
    inside('v1', 'PersistentVolumeClaim', 'c', { spec: { volumeName: 'v' }, ...more })
  const volume = (
    persistentVolumeReclaimPolicy: string,
    claimRef: object = { namespace: 'ns1', name: 'c' },
    metadata: object = {},
  ) => make('v1', 'PersistentVolume', 'v', { metadata, spec: { persistentVolumeReclaimPolicy, claimRef } })
  it('released under Retain go once their policy becomes Delete, where a plugin can delete them', async () => {
    const { ends } = await played(
      [space(), volume('Retain'), claim()],
      [ask('c')],
      [{ op: 'patch', uid: 'v', patch: { spec: { persistentVolumeReclaimPolicy: 'Delete' } } }],
    )
    expect(ends[1]).toMatchObject({ v: { phase: 'Released' }, c: null })
    expect(ends[2]).toMatchObject({ v: null })
  })
  it('reserved for a claim that never came are never reclaimed', async () => {
    const { end } = await played([space(), volume('Delete')], [ask('ns1')])
    expect(end).toMatchObject({ ns1: null, v: { phase: 'Available' } })
  })
  it('of drivers stay released, whatever deletes the claim', async () => {
    for (const uid of ['c', 'ns1']) {
      const csi = {
        ...volume('Delete'),
        spec: {
          persistentVolumeReclaimPolicy: 'Delete',
          claimRef: { namespace: 'ns1', name: 'c' },
          csi: { driver: 'd.example', volumeHandle: 'h' },
        },
      }
      const { end } = await played([space(), csi, claim()], [ask(uid)])
      expect(end).toMatchObject({ c: null, v: { phase: 'Released' } })
    }
  })
  it('stay while they are bound and then go by their policy', async () => {
    const { ends } = await played([space(), volume('Retain'), claim()], [ask('v')], [ask('c')])
    expect(ends[1]).toMatchObject({ v: { deleting: true, phase: 'Bound' } })
    expect(ends[2]).toMatchObject({ v: null, c: null })
  })
  it('are held by each pod on a node, and by none without', async () => {
    const pod = (name: string, spec: object) => inside('v1', 'Pod', name, { spec })
    const { ends } = await played(
      [space(), claim(), pod('p', bound('c')), pod('q', { ...bound('c'), nodeName: undefined })],
      [ask('c')],
      [ask('p', null, { grace: 0 })],
    )
    expect(ends[1]).toMatchObject({ c: { deleting: true } })
    expect(ends[2]).toMatchObject({ c: null, q: {} })
  })
})

describe('workloads', () => {
  const set = (spec: object): WholeObject =>
    inside('apps/v1', 'StatefulSet', 'web', {
      spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }], ...spec },
    })
  it('of ordered pods begin with one, and end with one that is not ready', async () => {
    const { ends } = await played(
      [space(), set({ replicas: 2, podManagementPolicy: 'OrderedReady' })],
      [{ op: 'patch', uid: 'web', patch: { spec: { replicas: 0 } } }],
    )
    expect(ends[0]).toHaveProperty('Pod/web-0')
    expect(ends[0]).not.toHaveProperty('Pod/web-1')
    expect(ends[1]).toMatchObject({ 'Pod/web-0': null, 'PersistentVolumeClaim/data-web-0': { phase: 'Pending' } })
  })
  it('that are orphaned and made again take their pods over', async () => {
    const deployment = inside('apps/v1', 'Deployment', 'd', { spec: { replicas: 1 } })
    const template = { metadata: { labels: { app: 'd' } }, spec: { terminationGracePeriodSeconds: 2 } }
    const again = inside('apps/v1', 'Deployment', 'd', {
      metadata: { uid: 'again' },
      spec: { replicas: 1, selector: { matchLabels: { app: 'd' } }, template },
    })
    const { ends } = await played([space(), deployment], [ask('d', 'Orphan')], [{ op: 'create', object: again }])
    expect(ends[1]).toMatchObject({ d: null })
    const owned = { ownerReferences: [{ uid: 'again' }] }
    expect(Object.entries(ends[2] ?? {}).filter(([name]) => name.startsWith('ReplicaSet/'))).toMatchObject([
      [expect.any(String), owned],
    ])
  })
  it('of a CronJob go with it, and their pods with them', async () => {
    const of = (kind: string, name: string, uid = name) => ({
      ownerReferences: [{ apiVersion: 'batch/v1', kind, name, uid, controller: true, blockOwnerDeletion: true }],
    })
    const objects = [
      space(),
      inside('batch/v1', 'CronJob', 'cron', { spec: { schedule: '0 0 1 1 *', suspend: true } }),
      inside('batch/v1', 'Job', 'job', { metadata: of('CronJob', 'cron'), spec: { parallelism: 1 } }),
    ]
    for (const policy of ['Background', 'Foreground', null]) {
      const { ends, end } = await played(objects, [ask('cron', policy)])
      expect(Object.keys(ends[0] ?? {})).toContain('Pod/job')
      expect(end).toMatchObject({ cron: null, job: null, 'Pod/job': null })
    }
    const { end } = await played(objects, [ask('cron', 'Orphan')])
    expect(end).toMatchObject({ cron: null, job: {}, 'Pod/job': { finalizers: ['batch.kubernetes.io/job-tracking'] } })
  })
  it('keep a tracked pod that an absent Job owned from staying, also where the pod waits for its kubelet', async () => {
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'gone', uid: 'gone', controller: true }
    const pod = inside('v1', 'Pod', 'p', {
      metadata: { finalizers: ['batch.kubernetes.io/job-tracking'], ownerReferences: [owner] },
      spec: { nodeName: 'n1', terminationGracePeriodSeconds: 2 },
    })
    const { ends } = await played([space(), pod], [ask('p', null, { grace: 0 })])
    expect(ends[0]).toMatchObject({ p: { deleting: true } })
    expect(ends[0]?.['p']).not.toHaveProperty('finalizers')
    expect(ends[1]).toMatchObject({ p: null })
  })
})

describe('accounts and services', () => {
  const token = (
    name: string,
    annotations: Readonly<Record<string, string>>,
    type = 'kubernetes.io/service-account-token',
  ) => inside('v1', 'Secret', name, { metadata: { annotations }, type })
  it('lose the tokens of an account under Orphan too', async () => {
    const { end } = await played(
      [space(), inside('v1', 'ServiceAccount', 'sa'), token('t', { 'kubernetes.io/service-account.name': 'sa' })],
      [ask('sa', 'Orphan')],
    )
    expect(end).toMatchObject({ sa: null, t: null })
  })
  it('keep the slices of a Service under Orphan, and lose its Endpoints', async () => {
    const service = inside('v1', 'Service', 's', { spec: { selector: { app: 's' } } })
    const { ends, end } = await played([space(), service], [ask('s', 'Orphan')])
    expect(Object.keys(ends[0] ?? {})).toEqual(expect.arrayContaining(['Endpoints/s', 'EndpointSlice/s']))
    expect(end).toMatchObject({ s: null, 'Endpoints/s': null })
    expect(end['EndpointSlice/s']).toEqual({})
  })
  it('lose the mirrored slice with the Endpoints, which go with the Service', async () => {
    const objects = [
      space(),
      inside('v1', 'Service', 's'),
      inside('v1', 'Endpoints', 's', {
        metadata: { uid: 'e' },
        subsets: [{ addresses: [{ ip: '10.9.8.7' }], ports: [{ port: 80 }] }],
      }),
    ]
    for (const [uid, policy] of [
      ['s', 'Orphan'],
      ['s', 'Background'],
      ['e', 'Background'],
    ] as const) {
      const { ends, end } = await played(objects, [ask(uid, policy)])
      const slices = Object.keys(ends[0] ?? {}).filter((name) => name.startsWith('EndpointSlice/'))
      expect(slices).toHaveLength(1)
      expect(end).toMatchObject({ e: null, [slices[0] ?? '']: null })
    }
  })
})

describe('definitions', () => {
  const crd = (more: Rest = {}): WholeObject =>
    make('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'things.example.org', {
      ...more,
      metadata: { uid: 'crd', ...more.metadata },
      spec: {
        group: 'example.org',
        names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    })
  const thing = (name: string, more: Rest = {}) => inside('example.org/v1', 'Thing', name, more)
  it('are not stopped by an object that is created while they end, which is refused', async () => {
    const { codes, ends } = await played(
      [space(), crd(), thing('t', held(hold))],
      [ask('crd', 'Foreground')],
      [
        { op: 'create', object: thing('late') },
        { op: 'create', object: crd({ metadata: { uid: 'crd2' } }) },
      ],
      [release('t')],
      [{ op: 'create', object: crd({ metadata: { uid: 'crd3' } }) }],
    )
    expect(codes).toEqual([[200], [403, 409], [200], [201]])
    expect(ends[1]).toMatchObject({
      crd: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'], deleting: true },
    })
    expect(ends[4]).toMatchObject({ crd: null, t: null, crd3: {} })
  })
  it('and the namespace of their objects may end in either order', async () => {
    for (const uids of [
      ['crd', 'ns1'],
      ['ns1', 'crd'],
    ]) {
      const { end } = await played(
        [space(), crd(), thing('t')],
        uids.map((uid) => ask(uid)),
      )
      expect(end).toMatchObject({ crd: null, ns1: null, t: null })
    }
  })
})

describe('nodes', () => {
  it('that are gone take their pods along, whoever made these, and finalizers hold them', async () => {
    const node = make('v1', 'Node', 'own')
    const pod = (name: string, more: object = {}) => inside('v1', 'Pod', name, { ...more, spec: { nodeName: 'own' } })
    const daemons = inside('apps/v1', 'DaemonSet', 'ds')
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'ds', uid: 'ds', controller: true }]
    const { end } = await played(
      [space(), node, daemons, pod('p'), pod('q', held(hold)), pod('r', { metadata: { ownerReferences } })],
      [ask('own')],
    )
    expect(end).toMatchObject({ own: null, p: null, r: null, q: { deleting: true, finalizers: [hold] } })
  })
  it('that are out of service free the pods that were being stopped, and no others', async () => {
    const node = make('v1', 'Node', 'own', {
      spec: { taints: [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }] },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    })
    const pod = (name: string) => inside('v1', 'Pod', name, { spec: { nodeName: 'own' } })
    const { end } = await played([space(), node, pod('p'), pod('q')], [ask('p', null)])
    expect(end).toMatchObject({ p: null, q: {} })
  })
})
