import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import type { Server } from '../../src/apiserver/server.js'
import { serverOf } from '../../src/apiserver/server.js'
import type { Address } from '../../src/apiserver/scope.js'
import { scopeTable } from '../../src/apiserver/scope.js'
import { deleted, noon, object, to } from '../controllers/owner/build.js'
import { blocking, cluster, namespace, pod } from '../simulate/cascade/cluster.js'

const serving = (...objects: ReadonlyArray<WholeObject>): Server =>
  serverOf(noon, scopeTable(cluster([]).scopes))(objects)
const configMap = (name: string): Address => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespace: 'ns',
  name,
})
const pods = (name: string): Address => ({ ...configMap(name), kind: 'Pod', resource: 'pods' })
const space: Address = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'ns' }
const ghost = object('g', [], {}, 'Ghost', 'gone.example.com/v1')
const uidsOf = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  objects.map(({ metadata }) => metadata.uid)

describe('the store', () => {
  it('gives every change a version of its own, and tells of it once', () => {
    const server = serving(object('a'), object('b'))
    server.update(configMap('a'), { finalizers: ['x/y'] })
    server.update(configMap('b'), { finalizers: ['x/y'] })
    expect(server.list().map(({ metadata }) => metadata.resourceVersion)).toEqual(['after-1', 'after-2'])
    expect(server.drain()).toMatchObject([
      { _tag: 'Updated', object: { metadata: { uid: 'a', finalizers: ['x/y'] } }, old: object('a') },
      { _tag: 'Updated', object: { metadata: { uid: 'b', resourceVersion: 'after-2' } }, old: object('b') },
    ])
    expect(server.drain()).toEqual([])
  })

  it('lists a kind everywhere or in one namespace, with what comes and without what goes', () => {
    const server = serving(object('a'), object('b', [], { namespace: 'other' }), pod('p', []))
    expect(uidsOf(server.listOf('', 'ConfigMap'))).toEqual(['a', 'b'])
    expect(uidsOf(server.listOf('', 'ConfigMap', 'ns'))).toEqual(['a'])
    server.create(object('c'))
    server.delete(configMap('a'), {})
    expect(uidsOf(server.listOf('', 'ConfigMap', 'ns'))).toEqual(['c'])
  })

  it.each([
    ['no finalizers', object('a'), {}],
    ['the same finalizers', object('a', [], { finalizers: ['x/y', 'v/w'] }), { finalizers: ['x/y', 'v/w'] }],
    ['equal owners', object('a', [blocking('o'), to('p')]), { ownerReferences: [blocking('o'), to('p')] }],
    ['an empty list', object('a', [], { finalizers: [] }), { finalizers: [] }],
  ])('makes no version of a change that states %s', (_what, before, change) => {
    const server = serving(before)
    expect(server.update(configMap('a'), change)).toEqual({ _tag: 'Stays', code: 200, object: before })
    expect(server.find('a')).toBe(before)
    expect(server.drain()).toEqual([])
  })

  const owner = to('o', { controller: false, blockOwnerDeletion: false })
  it.each([
    ['a finalizer', { finalizers: ['x/z'] }],
    ['one of two finalizers', { finalizers: ['x/y', 'v/z'] }],
    ['one finalizer less', { finalizers: ['x/y'] }],
    ['the order of finalizers', { finalizers: ['v/w', 'x/y'] }],
    ['the uid of an owner', { ownerReferences: [{ ...owner, uid: 'p' }] }],
    ['the name of an owner', { ownerReferences: [{ ...owner, name: 'p' }] }],
    ['the kind of an owner', { ownerReferences: [{ ...owner, kind: 'Secret' }] }],
    ['the version of an owner', { ownerReferences: [{ ...owner, apiVersion: 'v2' }] }],
    ['who controls it', { ownerReferences: [{ ...owner, controller: true }] }],
    ['who waits for it', { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] }],
    ['its last owner', { ownerReferences: [] }],
  ])('makes a version of a change of %s', (_what, change) => {
    const server = serving(object('a', [owner], { finalizers: ['x/y', 'v/w'] }))
    server.update(configMap('a'), change)
    expect(server.find('a')?.metadata.resourceVersion).toBe('after-1')
  })

  it.each([
    ['no list of finalizers', {}, { finalizers: [] }],
    ['no list of owners', {}, { ownerReferences: [] }],
  ])('tells %s from an empty one', (_what, more, change) => {
    const server = serving(object('a', [], more))
    server.update(configMap('a'), change)
    expect(server.drain().length).toBe(1)
  })

  it('makes a version of a time that is shortened, and none of a request that changes nothing', () => {
    const running = { ...pod('p', []), metadata: { ...pod('p', []).metadata, generation: 1 } }
    const server = serving(running)
    const versionAfter = (gracePeriodSeconds: number): unknown => {
      server.delete(pods('p'), { gracePeriodSeconds })
      return server.find('p')?.metadata.resourceVersion
    }
    expect([30, 30, 10].map(versionAfter)).toEqual(['after-1', 'after-1', 'after-2'])
    expect(server.find('p')?.metadata).toMatchObject({ generation: 2, deletionGracePeriodSeconds: 10 })
  })

  it('makes a version of a grace period that ends late, in the very second of the mark', () => {
    const held = pod('p', [])
    const deletionTimestamp = new Date(noon.getTime() + 30_000)
    const stopping = {
      ...held,
      metadata: { ...held.metadata, finalizers: ['x/y'], deletionTimestamp, deletionGracePeriodSeconds: 30 },
    }
    const late = serverOf(new Date(deletionTimestamp.getTime() + 500), scopeTable(cluster([]).scopes))([stopping])
    late.delete(pods('p'), { gracePeriodSeconds: 0 })
    expect(late.find('p')?.metadata).toMatchObject({
      resourceVersion: 'after-1',
      deletionTimestamp,
      deletionGracePeriodSeconds: 0,
    })
  })

  it('finds an object under all versions of its resource, and no longer when it is gone', () => {
    const scaler = object('h', [], {}, 'HorizontalPodAutoscaler', 'autoscaling/v1')
    const server = serving(scaler)
    const address = server.addressOf(scaler)
    expect(address && server.get({ ...address, apiVersion: 'autoscaling/v2' })).toBe(scaler)
    expect(address && server.vanish(address)).toEqual({ _tag: 'Gone', code: 200, last: scaler })
    expect(address && server.get(address)).toBeUndefined()
    expect(server.find('h')).toBeUndefined()
    expect(server.drain()).toEqual([{ _tag: 'Deleted', object: scaler }])
  })

  it('tells apart objects of one name and one resource whose groups differ', () => {
    const service = (uid: string, apiVersion: string) => object(uid, [], { name: 'web' }, 'Service', apiVersion)
    const at = (apiVersion: string): Address => ({
      ...configMap('web'),
      apiVersion,
      kind: 'Service',
      resource: 'services',
    })
    const scope = { kind: 'Service', resource: 'services', namespaced: true, strategicMergePatch: false }
    const [core, knative] = ['v1', 'serving.knative.dev/v1'] as const
    const table = scopeTable([core, knative].map((apiVersion) => ({ ...scope, apiVersion })))
    const [plain, serverless] = [service('s', core), service('k', knative)]
    const server = serverOf(noon, table)([plain, serverless])
    expect([server.get(at(core)), server.get(at(knative))]).toEqual([plain, serverless])
    server.delete(at(knative), {})
    expect([server.list(), server.get(at(core))]).toEqual([[plain], plain])
    expect([server.isGone(at(core)), server.isGone(at(knative))]).toEqual([false, true])
  })

  it('holds objects of kinds that nothing serves, which have no address', () => {
    const server = serving(ghost, object('a'))
    expect(uidsOf(server.list())).toEqual(['g', 'a'])
    expect(server.addressOf(ghost)).toBeUndefined()
  })

  it('answers for what is not there by its resource and name', () => {
    const server = serving()
    const message = 'configmaps a not found'
    const absent = { _tag: 'Refused', code: 404, reason: 'NotFound', message }
    expect([
      server.update(configMap('a'), {}),
      server.delete(configMap('a'), {}),
      server.vanish(configMap('a')),
    ]).toEqual([absent, absent, absent])
    expect(server.refuse({})).toMatchObject({ code: 404 })
  })
})

describe('creation', () => {
  it('tells of the object as it is stored', () => {
    const server = serving()
    const created = { ...object('a'), metadata: { ...object('a').metadata, resourceVersion: 'after-1' } }
    expect(server.create(object('a'))).toEqual({ _tag: 'Stays', code: 201, object: created })
    expect(server.get(configMap('a'))).toEqual(created)
    expect(server.drain()).toEqual([{ _tag: 'Added', object: created }])
  })

  it.each([
    ['a name that is taken', object('a', [], { uid: 'other' }), 409, 'configmaps a already exists'],
    ['a kind that nothing serves', ghost, 404, 'gone.example.com/v1 Ghost not found'],
    [
      'an owner without a name',
      object('b', [to('o', { name: '' })]),
      422,
      'metadata.ownerReferences[0].name: required',
    ],
  ])('is refused for %s', (_what, asked, code, message) => {
    const server = serving(object('a'))
    expect(server.create(asked)).toMatchObject({ _tag: 'Refused', code, message })
    expect(uidsOf(server.list())).toEqual(['a'])
    expect(server.drain()).toEqual([])
  })
})

describe('the objects of one namespace', () => {
  it('are told in the order of creation, also those that come later, and none that are gone', () => {
    const server = serving(object('b'), object('a'), object('o', [], { namespace: 'other' }), namespace('ns'))
    expect(uidsOf(server.listIn('ns'))).toEqual(['b', 'a'])
    server.create(object('c'))
    server.delete(configMap('b'), {})
    expect([uidsOf(server.listIn('ns')), uidsOf(server.listIn('ns'))]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ])
    expect([uidsOf(server.listIn('other')), server.listIn('nowhere')]).toEqual([['o'], []])
  })

  it('are told as they are now', () => {
    const server = serving(object('a'))
    server.listIn('ns')
    server.update(configMap('a'), { finalizers: ['x/y'] })
    expect(server.listIn('ns')).toMatchObject([{ metadata: { finalizers: ['x/y'] } }])
  })
})

describe('an index', () => {
  const byFinalizer = ({ metadata }: WholeObject): string | undefined => metadata.finalizers?.[0]

  it('tells the objects of a key, also as they come, move to another key and go', () => {
    const server = serving(object('a', [], { finalizers: ['x/y'] }), object('b'))
    const keyed = (key: string): ReadonlyArray<string> => uidsOf(server.listBy(byFinalizer, key))
    expect([keyed('x/y'), keyed('z/z')]).toEqual([['a'], []])
    server.create(object('c', [], { finalizers: ['x/y'] }))
    server.update(configMap('b'), { finalizers: ['x/y'] })
    expect(keyed('x/y')).toEqual(['a', 'c', 'b'])
    server.update(configMap('c'), { finalizers: ['z/z'] })
    server.vanish(configMap('a'))
    expect([keyed('x/y'), keyed('z/z'), keyed('x/y')]).toEqual([['b'], ['c'], ['b']])
    server.update(configMap('c'), { finalizers: ['x/y'] })
    expect([keyed('x/y'), keyed('z/z')]).toEqual([['b', 'c'], []])
  })
})

describe('the hold on a namespace', () => {
  it('is taken off, and the namespace goes', () => {
    const server = serving(namespace('ns', deleted()))
    expect(server.finalizeNamespace(space, [])._tag).toBe('Gone')
    expect(server.list()).toEqual([])
  })

  it('is not changed to what it is already', () => {
    const server = serving({ ...namespace('ns', deleted()), spec: { finalizers: ['a', 'b'] } })
    expect(server.finalizeNamespace(space, ['a', 'b'])).toMatchObject({ _tag: 'Stays' })
    expect(server.drain()).toEqual([])
    expect(server.finalizeNamespace(space, ['b', 'a'])).toMatchObject({ _tag: 'Stays' })
    expect(server.drain().length).toBe(1)
  })

  it('is changed to the finalizers of somebody else, and the namespace stays', () => {
    const server = serving(namespace('ns', deleted()))
    expect(server.finalizeNamespace(space, ['example.com/x'])).toMatchObject({
      _tag: 'Stays',
      object: { spec: { finalizers: ['example.com/x'] } },
    })
  })

  it.each([
    ['a specification', { finalizers: ['kubernetes'], other: 7 }, { finalizers: [], other: 7 }],
    ['none', undefined, { finalizers: [] }],
    ['one that is null', null, { finalizers: [] }],
    ['one that is text', 'text', { finalizers: [] }],
  ])('is taken off of a namespace with %s', (_what, spec, expected) => {
    const server = serving({ ...namespace('ns', deleted('x/y')), spec })
    expect(server.finalizeNamespace(space, [])).toMatchObject({ _tag: 'Stays' })
    expect(server.find('uid-ns')?.spec).toEqual(expected)
    expect(server.drain().length).toBe(1)
  })
})

describe('a patch', () => {
  const widgets: Address = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    resource: 'widgets',
    namespace: 'ns',
    name: 'w',
  }
  const widget = object('w', [to('o')], {}, 'Widget', 'example.com/v1')
  const body = { metadata: { uid: 'w', ownerReferences: [] } }

  it('of the strategic type is not taken of a custom kind', () => {
    const patch = { patchType: 'application/strategic-merge-patch+json', body } as const
    expect(serving(widget).patch(widgets, patch)).toEqual({ _tag: 'UnsupportedMediaType', code: 415 })
  })

  it('of the merge type is taken of every kind', () => {
    const server = serving(widget)
    expect(server.patch(widgets, { patchType: 'application/merge-patch+json', body })).toMatchObject({ _tag: 'Stays' })
    expect(server.find('w')?.metadata.ownerReferences).toEqual([])
  })
})
