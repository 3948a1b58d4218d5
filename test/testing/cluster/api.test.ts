import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import {
  apiError,
  configMap,
  customResourceDefinition,
  deployment,
  fails,
  fakeCluster,
  job,
  kubeObject,
  dropsResponse,
  namespace,
  ownerReference,
  pod,
} from '../../../src/testing/index.js'

const meta = (object: WholeObject | undefined) => object?.metadata

describe('an object that is created', () => {
  it('gets a version, a time and a generation, and keeps its uid', () => {
    const cluster = fakeCluster()
    cluster.advance({ seconds: 1.5 })
    expect(
      meta(cluster.create({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', uid: 'u' } })),
    ).toEqual({
      namespace: 'default',
      name: 'web',
      uid: 'u',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: new Date('2026-01-01T12:00:01Z'),
    })
  })

  it('gets a uid of its own where another object had it', () => {
    const cluster = fakeCluster([configMap('a')])
    const child = configMap('child', { ownedBy: configMap('a') })
    cluster.delete('ConfigMap/a')
    const again = cluster.create(configMap('a'))
    cluster.create(child)
    expect(again.metadata.uid).toBe('configmap.default.a-2')
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/a'])
  })

  it('is not deleted yet, whatever it says', () => {
    const cluster = fakeCluster()
    expect(
      meta(cluster.create(configMap('a', { deletedAt: '2026-01-01T12:00:00Z' })))?.deletionTimestamp,
    ).toBeUndefined()
  })

  it('gets its name from generateName', () => {
    const cluster = fakeCluster()
    const made = [1, 2].map(() => cluster.create({ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'web-' } }))
    expect(new Set(made.map(({ metadata }) => metadata.name)).size).toBe(2)
    expect(made.every(({ metadata }) => metadata.name.startsWith('web-'))).toBe(true)
  })

  it('is refused where its name is taken, and where its references are broken', () => {
    const { api } = fakeCluster([configMap('a')])
    expect(api.create(configMap('a'))).toMatchObject({ code: 409, reason: 'AlreadyExists' })
    const two = [ownerReference(configMap('a')), ownerReference(configMap('b'))]
    expect(api.create(configMap('c', { ownedBy: two }))).toMatchObject({ code: 422, reason: 'Invalid' })
  })

  it('may be of a kind that another object defines', () => {
    const cluster = fakeCluster()
    cluster.create(customResourceDefinition({ group: 'example.com', kind: 'Fleet', scope: 'Cluster' }))
    cluster.create({ apiVersion: 'example.com/v1', kind: 'Fleet', metadata: { name: 'a' } })
    expect(cluster.names({ kind: 'Fleet' })).toEqual(['Fleet/a'])
  })

  it('ends the test where nothing serves its kind', () => {
    expect(() => fakeCluster().create({ apiVersion: 'v1', kind: 'Pot', metadata: { name: 'a' } })).toThrow('Pot')
  })
})

describe('an object that is put in the place of another', () => {
  const cluster = () => fakeCluster([deployment('web', { labels: { app: 'web' } })])
  const current = (of: ReturnType<typeof cluster>) => of.get('Deployment/web') as WholeObject

  it('counts a generation where what is wanted changes, and none where it does not', () => {
    const of = cluster()
    of.change('Deployment/web', (object) => ({ ...object, spec: { ...(object.spec as object), replicas: 3 } }))
    of.change('Deployment/web', (object) => ({ ...object, status: { replicas: 3 } }))
    expect(current(of)).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 }, status: { replicas: 3 } })
  })

  it('keeps its version where nothing changes', () => {
    const of = cluster()
    const { resourceVersion } = current(of).metadata
    of.update(structuredClone(current(of)))
    expect(current(of).metadata.resourceVersion).toBe(resourceVersion)
  })

  it('is refused in an older version', () => {
    const of = cluster()
    const old = current(of)
    of.change('Deployment/web', (object) => ({ ...object, metadata: { ...object.metadata, labels: {} } }))
    expect(of.api.update({ ...old, spec: {} })).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(() => of.update({ ...old, spec: {} })).toThrow('Conflict (409)')
  })

  it('is refused under another uid, and with other marks of a deletion, and keeps its time of creation', () => {
    const of = cluster()
    const { metadata, ...rest } = current(of)
    expect(of.api.update({ ...rest, metadata: { ...metadata, uid: 'other' } }).code).toBe(409)
    expect(of.api.update({ ...rest, metadata: { ...metadata, creationTimestamp: new Date(0) } }).code).toBe(200)
    expect(current(of).metadata.creationTimestamp).toEqual(metadata.creationTimestamp)
    expect(of.api.update({ ...rest, metadata: { ...metadata, deletionTimestamp: new Date(0) } }).code).toBe(422)
  })

  it('needs no version, unless it is a custom resource', () => {
    const of = fakeCluster([deployment('web'), kubeObject('example.com/v1', 'Widget', 'a')])
    expect(of.api.update(deployment('web', { labels: { a: 'b' } })).code).toBe(200)
    expect(of.api.update(kubeObject('example.com/v1', 'Widget', 'a', { labels: { a: 'b' } })).code).toBe(422)
  })

  it('goes with its last finalizer once its deletion was asked for', () => {
    const of = fakeCluster([configMap('a', { finalizers: ['x/y'] })])
    of.delete('ConfigMap/a')
    expect(
      of.update({ ...(of.get('ConfigMap/a') as WholeObject), metadata: { name: 'a', finalizers: [] } }),
    ).toBeUndefined()
    expect(of.names()).toEqual([])
  })

  it('is not found where there is none', () => {
    expect(fakeCluster().api.update(configMap('a'))).toMatchObject({ code: 404, message: 'ConfigMap/a not found' })
    expect(fakeCluster().api.delete(configMap('a'))).toMatchObject({ code: 404, message: 'ConfigMap/a not found' })
  })
})

describe('a patch', () => {
  it('states lists whole as a merge patch, and adds to them as a strategic one', () => {
    const of = fakeCluster([configMap('a', { finalizers: ['x/y'], labels: { a: 'b', c: 'd' } })])
    of.patch('ConfigMap/a', { metadata: { finalizers: ['x/z'] } }, 'application/strategic-merge-patch+json')
    expect(meta(of.get('ConfigMap/a'))?.finalizers).toEqual(['x/z', 'x/y'])
    of.patch('ConfigMap/a', { metadata: { finalizers: ['x/z'], labels: { a: null } } })
    expect(meta(of.get('ConfigMap/a'))).toMatchObject({ finalizers: ['x/z'], labels: { c: 'd' } })
  })

  it('takes one entry out of a list, and changes another by its key', () => {
    const of = fakeCluster([
      pod('a', { ownedBy: [configMap('one'), configMap('two')], conditions: [{ type: 'Ready', status: 'True' }] }),
    ])
    const ownerReferences = [{ $patch: 'delete', uid: 'configmap.default.one' }]
    const conditions = [
      { type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T12:00:00Z' },
      { type: 'DisruptionTarget', status: 'True' },
    ]
    of.patch(
      'Pod/a',
      { metadata: { ownerReferences }, status: { conditions } },
      'application/strategic-merge-patch+json',
    )
    expect(of.get('Pod/a')).toMatchObject({
      metadata: { ownerReferences: [{ name: 'two' }] },
      status: {
        phase: 'Running',
        conditions: [
          { type: 'Ready', status: 'False', lastTransitionTime: new Date('2026-01-01T12:00:00Z') },
          { type: 'DisruptionTarget', status: 'True' },
        ],
      },
    })
  })

  it('is for the uid and the version that it names', () => {
    const { api } = fakeCluster([configMap('a')])
    expect(api.patch('ConfigMap/a', { metadata: { uid: 'other' } }).code).toBe(409)
    expect(api.patch('ConfigMap/a', { metadata: { resourceVersion: '77' } }).code).toBe(409)
  })

  it.each([{ kind: 'Secret' }, { apiVersion: 'v2' }, { metadata: { name: 'b' } }, { metadata: { namespace: 'n' } }])(
    'that makes another object of it is refused: %j',
    (patch) => {
      const { api } = fakeCluster([configMap('a')])
      expect(api.patch('ConfigMap/a', patch)).toMatchObject({
        code: 400,
        message: 'a patch changes neither the kind of an object nor its name or namespace',
      })
    },
  )

  it('is not taken as a strategic one by custom resources', () => {
    const { api } = fakeCluster([kubeObject('example.com/v1', 'Widget', 'a')])
    expect(api.patch('Widget/a', {}, 'application/strategic-merge-patch+json').code).toBe(415)
    expect(api.patch('Widget/a', { metadata: { labels: { a: 'b' } } }).code).toBe(200)
  })
})

describe('a request to delete', () => {
  it('is refused for another uid or version, and with two policies', () => {
    const { api } = fakeCluster([configMap('a')])
    expect(api.delete('ConfigMap/a', { preconditions: { uid: 'other' } }).code).toBe(409)
    expect(api.delete('ConfigMap/a', { preconditions: { resourceVersion: '77' } }).code).toBe(409)
    expect(api.delete('ConfigMap/a', { propagationPolicy: 'Orphan', orphanDependents: true }).code).toBe(422)
    expect(api.delete('ConfigMap/b').code).toBe(404)
  })

  it('marks a pod on a node with the end of its time, which a later one may shorten', () => {
    const of = fakeCluster([pod('a', { node: 'n' })])
    expect(meta(of.delete('Pod/a'))).toMatchObject({
      deletionTimestamp: new Date('2026-01-01T12:00:30Z'),
      generation: 2,
    })
    expect(meta(of.delete('Pod/a', { gracePeriodSeconds: 5 }))).toMatchObject({
      deletionTimestamp: new Date('2026-01-01T12:00:05Z'),
      deletionGracePeriodSeconds: 5,
    })
  })

  it('ends the test with the code where it is refused', () => {
    const error = ((): unknown => {
      try {
        return fakeCluster().delete('ConfigMap/a')
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({ code: 404, reason: 'NotFound', message: 'NotFound (404): ConfigMap/a not found' })
  })

  it('finds an object by name in any version of its kind, and by uid', () => {
    const of = fakeCluster([configMap('a'), configMap('b', { uid: 'the-uid' })])
    of.delete('ConfigMap/a')
    of.delete('the-uid')
    expect(of.names()).toEqual([])
    expect(() => of.delete('nonsense')).toThrow('neither a uid here nor a name')
  })
})

describe('a script of failures', () => {
  const forbidden = apiError(403, 'Forbidden', 'a webhook denied it')

  it('stands in the way of everybody, collectors among them', () => {
    const owner = configMap('owner')
    const cluster = fakeCluster([owner, configMap('child', { ownedBy: owner })], {
      failures: { delete: { 'ConfigMap/child': forbidden } },
    })
    cluster.delete(owner)
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/child'])
    expect(cluster.requests().filter(({ by }) => by === 'owner-collector')[0]).toMatchObject({ code: 403 })
    expect(() => cluster.delete('ConfigMap/child')).toThrow('Forbidden (403): a webhook denied it')
  })

  it('may end: what failed is tried again', () => {
    const owner = configMap('owner')
    const cluster = fakeCluster(
      [owner, configMap('child', { ownedBy: owner }), job('done', { finishedAt: '2026-01-01T12:00:00Z', ttl: 0 })],
      {
        failures: { delete: { 'ConfigMap/child': fails(30, forbidden), 'Job/done': fails(2, forbidden) } },
      },
    )
    cluster.delete(owner)
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/child', 'Job/done'])
    cluster.advance({ minutes: 2 })
    expect(cluster.names()).toEqual([])
  })

  it('may lose the answer of what was done', () => {
    const cluster = fakeCluster([configMap('a')], {
      failures: { delete: { '*': dropsResponse(1, apiError(504, 'Timeout')) } },
    })
    expect(cluster.api.delete('ConfigMap/a').code).toBe(504)
    expect(cluster.names()).toEqual([])
  })

  it('lets no namespace go whose content can not be deleted', () => {
    const cluster = fakeCluster([namespace('shop'), configMap('a', { namespace: 'shop' })], {
      failures: { delete: { 'ConfigMap/shop/a': forbidden } },
    })
    cluster.delete('Namespace/shop')
    cluster.settle()
    expect(cluster.terminating()).toEqual(['Namespace/shop'])
  })
})
