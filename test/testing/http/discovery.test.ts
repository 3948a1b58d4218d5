import { describe, expect, it } from 'vitest'

import { customResourceDefinition } from '../../../src/testing/index.js'
import { apiState } from '../../../src/testing/http/index.js'
import { ask } from './ask.js'

const state = apiState([customResourceDefinition({ group: 'shop.example.com', kind: 'Cache' })])

describe('discovery', () => {
  it('lists groups, and the resources of a version with short names and subresources', () => {
    expect(ask(state, 'GET /api').body.versions).toStrictEqual(['v1'])
    const groups = ask(state, 'GET /apis').body.groups.map(({ name }: { name: string }) => name)
    expect(groups).toContain('apps')
    expect(groups).toContain('shop.example.com')
    const { resources } = ask(state, 'GET /api/v1').body
    expect(resources.find(({ name }: { name: string }) => name === 'pods')).toMatchObject({
      shortNames: ['po'],
      categories: ['all'],
      kind: 'Pod',
      namespaced: true,
    })
    expect(resources.find(({ name }: { name: string }) => name === 'namespaces').verbs).not.toContain(
      'deletecollection',
    )
    expect(resources.map(({ name }: { name: string }) => name)).toStrictEqual(
      expect.arrayContaining(['pods/status', 'pods/eviction', 'namespaces/finalize']),
    )
  })

  it('gives all groups at once to who accepts that', () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'
    const { body } = ask(state, 'GET /apis', { accept })
    expect(body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' })
    const shop = body.items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === 'shop.example.com')
    expect(shop.versions[0].resources[0]).toMatchObject({
      resource: 'caches',
      scope: 'Namespaced',
      responseKind: { kind: 'Cache' },
    })
  })

  it('says its release, and has no OpenAPI', () => {
    expect(ask(apiState([], { release: '1.31' }), 'GET /version').body).toMatchObject({ major: '1', minor: '31' })
    expect(ask(state, 'GET /openapi/v2').status).toBe(404)
    expect(ask(state, 'GET /readyz').body).toBe('ok')
  })

  it.each([
    '/',
    '/api/v2',
    '/apis/none.example.com/v1',
    '/api/v1/nothings',
    '/api/v1/namespaces/a/nodes',
    '/api/v1/pods/a',
    '/api/v1/namespaces/a/pods/b/c',
    '/api/v1/%zz',
  ])('does not serve %s', (path) => {
    expect(ask(state, `GET ${path}`).status).toBe(404)
  })
})
