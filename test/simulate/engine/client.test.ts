import { expect, it } from 'vitest'

import { apiError } from '../../../src/apiserver/answer.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import { noon, object } from '../../controllers/owner/build.js'
import { cluster, namespace } from '../cascade/cluster.js'

const serving = (...objects: ReadonlyArray<WholeObject>) => {
  const server = serverOf(noon, scopeTable(cluster([]).scopes))(objects)
  return { server, client: clientOf(server, (_apiVersion, kind) => kind !== 'Secret') }
}
const a = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'ns', name: 'a' }

it('finds what is there, and tells what is not there from what is not covered', () => {
  const { client } = serving(object('a'))
  expect(client.get(a)).toMatchObject({ _tag: 'Found' })
  expect(client.get({ ...a, name: 'b' })).toEqual({ _tag: 'NotFound' })
  expect(client.get({ ...a, kind: 'Secret', resource: 'secrets' })).toEqual({ _tag: 'NotCovered' })
})

it('gives an object that is created a uid of its own', () => {
  const { server, client } = serving(object('a'))
  const created = (name: string, uid: string) =>
    client.send('me', { _tag: 'Create', object: object(uid, [], { name, uid }) }).effect?.before.metadata.uid
  expect([created('x', ''), created('y', 'a'), created('z', 'z')]).toEqual(['configmap-x', 'a-2', 'z'])
  expect(server.list().length).toBe(4)
})

it('refuses to create what is there, and to change what is not', () => {
  const { client } = serving(object('a'))
  expect(client.send('me', { _tag: 'Create', object: object('a') })).toEqual({
    answer: { _tag: 'Conflict', message: 'configmaps a already exists' },
    code: 409,
  })
  const missing = client.send('me', { _tag: 'Delete', object: { ...a, name: 'b' }, options: {} })
  expect(missing).toEqual({ answer: { _tag: 'NotFound' }, code: 404 })
  expect(client.send('me', { _tag: 'Update', object: object('b') }).code).toBe(404)
})

it('puts a whole object in the place of another, of the version that it names', () => {
  const { server, client } = serving(object('a'))
  const labels = { app: 'web' }
  const update = (resourceVersion: string | undefined) =>
    client.send('me', { _tag: 'Update', object: object('a', [], { labels, resourceVersion }) })
  expect([update('other').code, update(undefined).effect?.after?.metadata.labels]).toEqual([409, labels])
  expect(server.find('a')?.metadata.labels).toEqual(labels)
})

it('takes the status alone through its subresource', () => {
  const { server, client } = serving(object('a'))
  const given = { ...object('a', [], { labels: { app: 'web' } }), status: { phase: 'Failed' } }
  const update = (uid: string) =>
    client.send('me', {
      _tag: 'Update',
      object: { ...given, metadata: { ...given.metadata, uid } },
      subresource: 'status',
    })
  expect([update('b').code, update('a').code]).toEqual([409, 200])
  expect([server.find('a')?.status, server.find('a')?.metadata.labels]).toEqual([{ phase: 'Failed' }, undefined])
})

it('lets a namespace go that nothing else holds', () => {
  const { server, client } = serving(namespace('ns', { deletionTimestamp: noon, deletionGracePeriodSeconds: 0 }))
  const request = {
    _tag: 'FinalizeNamespace' as const,
    object: { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'ns' },
    finalizers: [],
  }
  expect([client.send('me', request).answer, server.list()]).toEqual([{ _tag: 'Accepted' }, []])
})

it('says of a refusal to create an object what whoever creates it says', () => {
  const { server } = serving()
  const refusing = clientOf(
    server,
    () => true,
    () => apiError(403, 'Forbidden', 'the namespace is being terminated'),
  )
  expect(refusing.send('me', { _tag: 'Create', object: object('a') })).toEqual({
    answer: { _tag: 'Conflict', message: 'the namespace is being terminated' },
    code: 403,
  })
  expect(server.list()).toEqual([])
})
