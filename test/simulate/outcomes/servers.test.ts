/** Worlds in which namespaces end only while a server answers for an APIService. */
import { expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { namespaceControllerName } from '../../../src/controllers/namespace/controller.js'
import { full } from '../../runs.js'
import { comparedAt } from './compare.js'
import { plain, pod } from './parts.js'
import type { SmallWorld } from './worlds.js'

const space = (name: string, more: object = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: name, ...more },
  spec: { finalizers: ['kubernetes'] },
})
const inApis = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, namespace: 'apis', labels: { app: 'api' } },
})
const service = inApis({ ...plain('service'), kind: 'Service', spec: { selector: { app: 'api' } } })
const api: WholeObject = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: 'v1.a.example', uid: 'api' },
  spec: { group: 'a.example', version: 'v1', service: { namespace: 'apis', name: 'service' } },
  status: { conditions: [{ type: 'Available', status: 'True' }] },
}
const server = inApis(pod('server', 30, undefined))
const deletes = (uid: string): SmallWorld['requests'][number] => ({ _tag: 'Delete', uid, options: {} })
const others = (ends: number, objects: ReadonlyArray<WholeObject>, ...uids: ReadonlyArray<string>) =>
  ({ ends, objects, requests: uids.map(deletes) }) as const

it.each([
  others(1, [space('shop'), service, api, server], 'server', 'shop'),
  others(2, [space('shop'), service, api, server], 'shop', 'server'),
  ...(full ? [others(1, [space('apis'), service, api, server], 'apis')] : []),
  others(1, [space('shop'), service, api], 'shop', 'service'),
  others(1, [space('shop'), service, api], 'shop', 'api'),
  others(1, [space('shop'), service, api, server], 'service', 'shop'),
  others(2, [space('shop'), service, api, server], 'shop', 'service'),
])('every end is found (%#)', ({ objects, requests, ends }) => {
  const compared = comparedAt({ objects, requests }, 200_000, [namespaceControllerName, 'kubelet'])
  expect(compared).toMatchObject({ missed: [], invented: [], ends })
})
