import { describe, expect, it } from 'vitest'

import {
  apiError,
  configMap,
  customResourceDefinition,
  fails,
  fakeCluster,
  job,
  kubeObject,
  dropsResponse,
  namespace,
  persistentVolume,
  persistentVolumeClaim,
  pod,
} from '../../../src/testing/index.js'

describe('a request to delete a collection', () => {
  const maps = () => [
    configMap('b', { labels: { app: 'web', tier: 'front' } }),
    configMap('a', { labels: { app: 'web' } }),
    configMap('c', { labels: { app: 'db' } }),
    configMap('other', { namespace: 'shop', labels: { app: 'web' } }),
    pod('a', { labels: { app: 'web' } }),
  ]

  it('deletes everything of a kind in a namespace', () => {
    const cluster = fakeCluster(maps())
    expect(cluster.deleteCollection({ kind: 'ConfigMap' })).toEqual([])
    expect(cluster.names()).toEqual(['ConfigMap/shop/other', 'Pod/a'])
    cluster.deleteCollection({ kind: 'ConfigMap', namespace: 'shop' })
    expect(cluster.names()).toEqual(['Pod/a'])
  })

  it('deletes what bears all labels, with their values', () => {
    const cluster = fakeCluster(maps())
    cluster.deleteCollection({ kind: 'ConfigMap', labels: { app: 'web', tier: 'front' } })
    expect(cluster.names({ kind: 'ConfigMap' })).toEqual(['ConfigMap/a', 'ConfigMap/c', 'ConfigMap/shop/other'])
    cluster.deleteCollection({ kind: 'ConfigMap', labels: { app: 'web' } })
    expect(cluster.names({ kind: 'ConfigMap' })).toEqual(['ConfigMap/c', 'ConfigMap/shop/other'])
  })

  it('deletes kinds of the cluster, and one version of a kind', () => {
    const cluster = fakeCluster([
      persistentVolume('pv'),
      kubeObject('a.example.com/v1', 'Widget', 'w'),
      kubeObject('b.example.com/v1', 'Widget', 'w', { uid: 'b' }),
    ])
    expect(cluster.deleteCollection({ kind: 'PersistentVolume' }).length).toBe(1)
    cluster.deleteCollection({ apiVersion: 'b.example.com/v1', kind: 'Widget' })
    expect(cluster.objects({ kind: 'Widget' }).map(({ apiVersion }) => apiVersion)).toEqual(['a.example.com/v1'])
  })

  it('deletes each object as a request for it would', () => {
    const owner = job('owner')
    const cluster = fakeCluster([owner, pod('child', { ownedBy: owner }), configMap('held', { finalizers: ['a/b'] })])
    expect(cluster.deleteCollection({ kind: 'Job' }).map(({ metadata }) => metadata.finalizers)).toEqual([['orphan']])
    cluster.settle()
    expect(cluster.names()).toEqual(['Pod/child', 'ConfigMap/held'])
    expect(cluster.deleteCollection({ kind: 'ConfigMap' }, 'foreground')[0]?.metadata.finalizers).toEqual([
      'a/b',
      'foregroundDeletion',
    ])
  })

  it('is one request of the log, and finds nothing wrong with nothing', () => {
    const cluster = fakeCluster(maps())
    cluster.deleteCollection({ kind: 'Secret', namespace: 'shop' })
    expect(cluster.requests()).toMatchObject([
      { by: 'test', verb: 'deletecollection', name: 'Secret/shop/*', code: 200 },
    ])
  })

  it('is refused for namespaces and for options that contradict themselves', () => {
    const { api } = fakeCluster([namespace('shop')])
    expect(api.deleteCollection({ kind: 'Namespace' })).toMatchObject({ code: 405, reason: 'MethodNotAllowed' })
    const both = { propagationPolicy: 'Orphan', orphanDependents: true }
    expect(api.deleteCollection({ kind: 'ConfigMap' }, both)).toMatchObject({ code: 422 })
  })

  it('ends with the first object that is refused', () => {
    const cluster = fakeCluster([configMap('b', { uid: 'u' }), configMap('a', { uid: 'other' })])
    expect(cluster.api.deleteCollection({ kind: 'ConfigMap' }, { preconditions: { uid: 'u' } }).code).toBe(409)
    expect(cluster.names()).toEqual(['ConfigMap/b', 'ConfigMap/a'])
  })

  it('fails as its script says', () => {
    const busy = apiError(503, 'ServiceUnavailable')
    const failures = { deletecollection: { 'ConfigMap/*': fails(1, busy), 'ConfigMap/shop/*': dropsResponse(1, busy) } }
    const cluster = fakeCluster(maps(), { failures })
    expect(() => cluster.deleteCollection({ kind: 'ConfigMap' })).toThrow('ServiceUnavailable (503)')
    expect(cluster.names({ kind: 'ConfigMap' }).length).toBe(4)
    expect(cluster.api.deleteCollection({ kind: 'ConfigMap', namespace: 'shop' }).code).toBe(503)
    expect(cluster.names({ kind: 'ConfigMap' }).length).toBe(3)
  })

  it('ends the test for a kind that nobody serves', () => {
    const { deleteCollection } = fakeCluster()
    expect(() => deleteCollection({ kind: 'Gadget' })).toThrow(/no kind Gadget is served here$/)
    expect(() => deleteCollection({ kind: 'configmaps' })).toThrow('served here; there is ConfigMap of v1')
    expect(() => fakeCluster().get('configmap/a')).toThrow('no kind configmap is served here; there is ConfigMap of v1')
  })

  it('ends the test for a value of --cascade that there is not', () => {
    expect(() => fakeCluster([configMap('a')]).delete('ConfigMap/a', 'Foreground' as 'foreground')).toThrow(
      '"Foreground" is no value of --cascade; there are background, foreground, orphan',
    )
  })
})

describe('claims and volumes of a fake cluster', () => {
  it('get the finalizer that protects them when they are created', () => {
    const cluster = fakeCluster()
    const bare = { apiVersion: 'v1', metadata: { name: 'data' } }
    expect(cluster.create({ ...bare, kind: 'PersistentVolumeClaim' }).metadata.finalizers).toEqual([
      'kubernetes.io/pvc-protection',
    ])
    expect(cluster.create({ ...bare, kind: 'PersistentVolume' }).metadata.finalizers).toEqual([
      'kubernetes.io/pv-protection',
    ])
  })

  it('stay until somebody takes it off', () => {
    const objects = [persistentVolumeClaim('data'), persistentVolume('pv')]
    const cluster = fakeCluster(objects, { controllerSet: 'none' })
    cluster.delete('PersistentVolumeClaim/data')
    cluster.delete('PersistentVolume/pv')
    cluster.settle()
    expect(cluster.terminating()).toEqual(['PersistentVolumeClaim/data', 'PersistentVolume/pv'])
    cluster.removeFinalizer('PersistentVolumeClaim/data', 'kubernetes.io/pvc-protection')
    cluster.patch('PersistentVolume/pv', [{ op: 'remove', path: '/metadata/finalizers/0' }])
    expect(cluster.names()).toEqual([])
  })
})

describe('a patch of an object in a fake cluster', () => {
  const widget = () =>
    kubeObject('example.com/v1', 'Widget', 'a', { finalizers: ['a/b', 'c/d'], labels: { app: 'web' } })

  it('is a JSON Patch where it is a list, and a merge patch otherwise', () => {
    const cluster = fakeCluster([widget()])
    const test = { op: 'test', path: '/metadata/finalizers/0', value: 'a/b' }
    cluster.patch('Widget/a', [test, { op: 'remove', path: '/metadata/finalizers/0' }])
    expect(cluster.patch('Widget/a', { metadata: { labels: { app: null, tier: 'front' } } })?.metadata).toMatchObject({
      finalizers: ['c/d'],
      labels: { tier: 'front' },
    })
    expect(cluster.api.patch('Widget/a', [test])).toMatchObject({ code: 422, reason: 'Invalid' })
  })

  it('lets an object go whose last finalizer it takes off', () => {
    const cluster = fakeCluster([widget()])
    cluster.delete('Widget/a')
    expect(cluster.api.patch('Widget/a', [{ op: 'remove', path: '/metadata/finalizers' }])).toMatchObject({
      _tag: 'Gone',
    })
    expect(cluster.names()).toEqual([])
  })

  it('is refused with everything that is wrong with the result', () => {
    const { api } = fakeCluster([widget()])
    const answer = api.patch('Widget/a', { metadata: { finalizers: 'a/b', labels: { a: 1 } } })
    expect(answer).toMatchObject({ code: 422, message: expect.stringMatching(/finalizers.*labels|labels.*finalizers/) })
  })

  it('insists on the version that it names', () => {
    const cluster = fakeCluster([widget()])
    const patch = [{ op: 'replace', path: '/metadata/resourceVersion', value: '999' }]
    expect(cluster.api.patch('Widget/a', patch)).toMatchObject({ code: 409, reason: 'Conflict' })
  })

  it.each([
    ['another name', { metadata: { name: 'b' } }, undefined, 400],
    ['another kind', { kind: 'Gadget' }, undefined, 400],
    ['text', '{}', undefined, 400],
    ['finalizers that are no list', { metadata: { finalizers: 'a/b' } }, undefined, 422],
    [
      'an owner without uid',
      [{ op: 'add', path: '/metadata/ownerReferences', value: [{ name: 'x' }] }],
      undefined,
      422,
    ],
    ['a list as a merge patch', [], 'application/merge-patch+json', 400],
    ['an object as a JSON Patch', {}, 'application/json-patch+json', 400],
    ['a strategic patch of a custom resource', {}, 'application/strategic-merge-patch+json', 415],
    ['a type that the fake does not know', {}, 'application/apply-patch+yaml', 415],
  ])('is refused for %s', (_what, patch, type, code) => {
    const cluster = fakeCluster([widget()])
    expect(cluster.api.patch('Widget/a', patch as object, type as undefined)).toMatchObject({ _tag: 'Refused', code })
    expect(cluster.names()).toEqual(['Widget/a'])
  })
})

describe('custom resources of a fake cluster', () => {
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', uid: 'u' } }
  const child = configMap('child', {
    ownedBy: { ...widget.metadata, apiVersion: widget.apiVersion, kind: widget.kind },
  })

  it('live where their definition says, before or after it', () => {
    const definition = customResourceDefinition({ group: 'example.com', kind: 'Widget' })
    for (const objects of [
      [definition, widget, child],
      [child, widget, definition],
    ]) {
      const cluster = fakeCluster(objects)
      expect(cluster.get('Widget/w')?.metadata.namespace).toBe('default')
      cluster.settle()
      expect(cluster.names()).toContain('ConfigMap/child')
      cluster.delete(widget)
      cluster.settle()
      expect(cluster.names()).toEqual(['CustomResourceDefinition/widgets.example.com'])
    }
  })

  it('live in the cluster where nothing says that they have a namespace', () => {
    const cluster = fakeCluster([widget, child])
    expect(cluster.get('Widget/w')?.metadata.namespace).toBeUndefined()
    cluster.settle()
    expect(cluster.names()).toEqual(['Widget/w', 'ConfigMap/child'])
  })
})
