/** What one release of the API server answers otherwise than another, as the real 1.20.2 does, and what all of them answer. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { configMap, customResourceDefinition, deployment, namespace, pod } from '../../../src/testing/index.js'
import { type ApiState, apiState, nextEvents } from '../../../src/testing/http/index.js'
import { handle } from '../../../src/testing/http/handle.js'
import { ask, configMaps, merge, pods } from './ask.js'

const strategic = 'application/strategic-merge-patch+json'
const jsonPatch = 'application/json-patch+json'
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
const metadataList = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const widgets = '/apis/example.com/v1/namespaces/default/widgets'
const plain = customResourceDefinition({ group: 'example.com', kind: 'Widget' })
const definition = {
  ...plain,
  spec: {
    ...(plain.spec as object),
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true, subresources: { status: {} } },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } }
const deployed = { ...deployment('a'), metadata: { ...deployment('a').metadata, generation: 1 } }
const old = (object: WholeObject): ApiState => apiState([object], { release: '1.20' })

/** What both releases answer: status and what is read of the body. */
const both = (
  objects: Parameters<typeof apiState>[0],
  words: string,
  more: Parameters<typeof ask>[2],
  of: (body: ReturnType<typeof ask>['body']) => unknown = () => undefined,
): ReadonlyArray<unknown> =>
  ['1.20', '1.36'].map((release) => {
    const { status, body } = ask(apiState(objects, { release }), words, more)
    const read = of(body)
    return read === undefined ? status : [status, read]
  })

it('a list at a version that is none is a bad request since 1.33', () => {
  const answers = ['1.26', '1.32', '1.33'].map(
    (release) => ask(apiState([], { release }), `GET ${configMaps}?resourceVersion=x`).status,
  )
  expect(answers).toStrictEqual([500, 500, 400])
})

describe('1.20 and 1.36', () => {
  it.each<readonly [string, Parameters<typeof both>, unknown, unknown]>([
    [
      'show the status of a kind of Kubernetes as the object, and as a table',
      [[deployment('a')], `GET ${deployments}/a/status`, { accept: table }, ({ kind }) => kind],
      [200, 'Deployment'],
      [200, 'Table'],
    ],
    ['read no list at a version that is none', [[], `GET ${configMaps}?resourceVersion=x`, {}], 500, 400],
    ['read no page at a version that is none', [[], `GET ${configMaps}?resourceVersion=x&limit=1`, {}], 400, 400],
    [
      'take no merge patch that is no object',
      [[configMap('a')], `PATCH ${configMaps}/a`, { contentType: merge, body: 'text' }],
      500,
      400,
    ],
    [
      'add null of a strategic patch to annotations that are not there as text, and not at all',
      [
        [configMap('a')],
        `PATCH ${configMaps}/a`,
        { contentType: strategic, body: { metadata: { annotations: { a: null, b: 'c' } } } },
        ({ metadata }) => metadata.annotations,
      ],
      [200, { a: '', b: 'c' }],
      [200, { b: 'c' }],
    ],
    [
      'add what a strategic patch takes from a list that is not there, and leave it',
      [
        [configMap('a')],
        `PATCH ${configMaps}/a`,
        { contentType: strategic, body: { metadata: { '$deleteFromPrimitiveList/finalizers': ['a/b'] } } },
        ({ metadata }) => metadata.finalizers ?? [],
      ],
      [200, ['a/b']],
      [200, []],
    ],
    [
      'replace a field that is not there, and refuse it',
      [
        [configMap('a', { labels: { b: 'c' } })],
        `PATCH ${configMaps}/a`,
        { contentType: jsonPatch, body: [{ op: 'replace', path: '/metadata/labels/x', value: '3' }] },
      ],
      200,
      422,
    ],
    [
      'look first at the namespace of a request, and at that of its body',
      [[], 'POST /api/v1/namespaces/nowhere/configmaps', { body: { metadata: { name: 'a', namespace: 'elsewhere' } } }],
      404,
      400,
    ],
    [
      'show no custom resource as a list of metadata',
      [[definition, widget], `GET ${widgets}/a`, { accept: metadataList }],
      500,
      500,
    ],
    [
      'do not count what remains of a list of metadata, and count it',
      [
        [configMap('a'), configMap('b')],
        `GET ${configMaps}?limit=1`,
        { accept: metadataList },
        ({ metadata }) => metadata.remainingItemCount ?? 'unknown',
      ],
      [200, 'unknown'],
      [200, 1],
    ],
  ])('%s', (_what, request, in120, in136) => {
    expect(both(...request)).toStrictEqual([in120, in136])
  })

  it('read no object and no watch at a version that is none', () => {
    const request = (words: string) => both([configMap('a')], words, {})
    expect(request(`GET ${configMaps}/a?resourceVersion=x`)).toStrictEqual([500, 500])
    expect(request(`GET ${configMaps}?watch=true&resourceVersion=x`)).toStrictEqual([500, 500])
  })

  it('give a pod of a collection the grace of the one before it, and its own', () => {
    const graces = ['1.20', '1.36'].map((release) => {
      const held = { finalizers: ['a/b'] }
      const state = apiState([pod('a', held), pod('b', { ...held, node: 'node-a' })], { release })
      const { body } = ask(ask(state, `DELETE ${pods}`, { body: { gracePeriodSeconds: 7 } }).state, `GET ${pods}/b`)
      return body.metadata.deletionGracePeriodSeconds
    })
    expect(graces).toStrictEqual([0, 7])
  })

  it('pass no grace on from a pod of a collection that has ended already', () => {
    const held = { finalizers: ['a/b'], node: 'node-a' }
    const state = apiState([pod('a', held), pod('b', held)], { release: '1.20' })
    const ended = ask(state, `DELETE ${pods}/a`, { body: { gracePeriodSeconds: 0 } })
    const { body } = ask(ask(ended.state, `DELETE ${pods}`).state, `GET ${pods}/b`)
    expect(body.metadata.deletionGracePeriodSeconds).toBe(30)
  })
})

describe('every release', () => {
  const same = (...request: Parameters<typeof both>): unknown => {
    const [one, other] = both(...request)
    expect(one).toStrictEqual(other)
    return one
  }

  it('keeps the time of creation, whatever a request says', () => {
    const body = {
      ...configMap('a'),
      metadata: { name: 'a', creationTimestamp: '2000-01-01T00:00:00Z', labels: { a: 'b' } },
    }
    const read = (said: ReturnType<typeof ask>['body']): unknown => said.metadata.creationTimestamp
    const before = ask(old(configMap('a')), `GET ${configMaps}/a`).body.metadata.creationTimestamp
    expect(same([configMap('a')], `PUT ${configMaps}/a`, { body }, read)).toStrictEqual([200, before])
  })

  it('names all marks of a deletion that a request would set', () => {
    const marks = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 3 }
    const causes = ({ details }: ReturnType<typeof ask>['body']): unknown =>
      details.causes.map(({ field }: { readonly field: string }) => field)
    expect(
      same([configMap('a')], `PATCH ${configMaps}/a`, { contentType: merge, body: { metadata: marks } }, causes),
    ).toStrictEqual([422, ['metadata.deletionTimestamp', 'metadata.deletionGracePeriodSeconds']])
  })

  it('counts annotations of a Deployment, except through its status', () => {
    const change = { contentType: merge, body: { metadata: { annotations: { a: 'b' } } } }
    const counted = (path: string): unknown =>
      same([deployed], `PATCH ${path}`, change, ({ metadata }) => metadata.generation)
    expect([counted(`${deployments}/a`), counted(`${deployments}/a/status`)]).toStrictEqual([
      [200, 2],
      [200, 1],
    ])
  })

  it('says of a custom resource without a part that it is not there, and creates one at the path of another', () => {
    const of = [definition]
    const message = (body: ReturnType<typeof ask>['body']): unknown => body.message
    expect(same([...of, widget], `GET ${widgets}/a/nothing`, {}, message)).toStrictEqual([
      404,
      'widgets.example.com "a" not found',
    ])
    expect(same([...of, widget], `DELETE ${widgets}/a/status`, {}, message)).toStrictEqual([
      405,
      'delete is not supported on resources of kind "widgets.example.com"',
    ])
    expect(same(of, `POST ${widgets}/b`, { body: widget })).toBe(201)
    expect(same(of, 'POST /apis/example.com/v1/widgets', { body: widget })).toBe(404)
    expect(same(of, `POST ${widgets}`, { body: { ...widget, kind: 'Other' } })).toBe(422)
  })

  it('creates nothing by a PUT at a version that is none', () => {
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/a'
    expect(same([], `PUT ${path}`, { body: { metadata: { name: 'a', resourceVersion: 'five' } } })).toBe(500)
    expect(same([], `PUT ${path}`, { body: { metadata: { name: 'a' } } })).toBe(201)
  })

  it('conflicts where a namespace that is gone is finalized by its uid, and finds none without', () => {
    const body = (metadata: object) => ({ body: { metadata: { name: 'gone', ...metadata }, spec: { finalizers: [] } } })
    expect(same([], 'PUT /api/v1/namespaces/gone/finalize', body({ uid: 'u' }))).toBe(409)
    expect(same([], 'PUT /api/v1/namespaces/gone/finalize', body({}))).toBe(404)
  })

  it('accepts a later request for a namespace that orphans nothing', () => {
    const state = ask(apiState([namespace('shop')]), 'DELETE /api/v1/namespaces/shop').state
    expect(ask(state, 'DELETE /api/v1/namespaces/shop', { body: { orphanDependents: false } }).status).toBe(202)
    const stale = { body: { preconditions: { resourceVersion: '1' } } }
    expect(ask(state, 'DELETE /api/v1/namespaces/shop', stale).body.message).toContain('Precondition failed')
  })

  it('marks a pod before it removes it', () => {
    const eventsOf = (state: ApiState): unknown => {
      const [, watch] = handle(state, {
        method: 'GET',
        path: pods,
        query: { watch: 'true', resourceVersion: String(state.revision) },
      })
      const after = ask(state, `DELETE ${pods}/a`, { body: { gracePeriodSeconds: 0 } })
      return [
        after.body.metadata.deletionGracePeriodSeconds,
        watch._tag === 'Stream' ? nextEvents(after.state, watch.watch).events.map(({ type }) => type) : [],
      ]
    }
    expect([old(pod('a')), apiState([pod('a')])].map(eventsOf)).toStrictEqual([
      [0, ['MODIFIED', 'DELETED']],
      [0, ['MODIFIED', 'DELETED']],
    ])
  })
})
