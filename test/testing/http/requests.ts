/** Generated requests about a handful of objects, most of which make sense. */
import fc from 'fast-check'

import { type ApiState, type HttpRequest, apiState } from '../../../src/testing/http/index.js'
import { configMap, pod } from '../../../src/testing/index.js'

const name = fc.constantFrom('a', 'b', 'c', 'd')
const collection = fc.constantFrom(
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/shop/configmaps',
  '/apis/apps/v1/namespaces/default/replicasets',
)
const labels = fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2'), { maxKeys: 2 })
const finalizers = fc.constantFrom([], ['example.com/hold'])
const body = fc.record({
  metadata: fc.record({ name, labels, finalizers }),
  spec: fc.constantFrom({ replicas: 1 }, { replicas: 2 }),
})
const version = fc.option(fc.integer({ min: 1, max: 12 }).map(String), { nil: undefined })

const create = fc.record({ path: collection, body }).map((given): HttpRequest => ({ method: 'POST', ...given }))
const put = fc
  .record({ path: collection, body, version })
  .map(({ path, body: { metadata, ...rest }, version: resourceVersion }): HttpRequest => ({
    method: 'PUT',
    path: `${path}/${metadata.name}`,
    body: { ...rest, metadata: { ...metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) } },
  }))
const patch = fc
  .record({
    path: collection,
    name,
    body: fc.oneof(
      fc.record({ metadata: fc.record({ labels: fc.record({ x: fc.constantFrom('1', null) }) }) }),
      fc.record({ metadata: fc.record({ finalizers: fc.constantFrom(null, ['example.com/hold']) }) }),
      fc.constant({ metadata: { name: 'other' } }),
    ),
    contentType: fc.constantFrom(
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
      'text/plain',
    ),
  })
  .map(({ path, name: of, ...given }): HttpRequest => ({ method: 'PATCH', path: `${path}/${of}`, ...given }))
const remove = fc
  .record({ path: collection, name, policy: fc.constantFrom('Background', 'Foreground', 'Orphan', 'Sideways') })
  .map(({ path, name: of, policy }): HttpRequest => ({
    method: 'DELETE',
    path: `${path}/${of}`,
    query: { propagationPolicy: policy },
  }))
const removeAll = fc
  .record({ path: collection, query: fc.constantFrom({}, { labelSelector: 'x' }) })
  .map((given): HttpRequest => ({ method: 'DELETE', ...given }))
const read = fc
  .record({ path: collection, query: fc.constantFrom({}, { limit: '1' }, { labelSelector: 'x=1' }, { watch: '1' }) })
  .map((given): HttpRequest => ({ method: 'GET', ...given }))

/** One request. */
export const request: fc.Arbitrary<HttpRequest> = fc.oneof(create, create, put, patch, patch, remove, removeAll, read)

/** Requests, one after the other. */
export const requests: fc.Arbitrary<ReadonlyArray<HttpRequest>> = fc.array(request, { maxLength: 25 })

/** What every sequence begins with. */
export const start = (): ApiState => apiState([configMap('a'), configMap('b', { namespace: 'shop' }), pod('c')])

/** The collections that requests are about. */
export const collections = ['/api/v1/configmaps', '/api/v1/pods', '/apis/apps/v1/replicasets']
