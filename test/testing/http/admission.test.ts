import { describe, expect, it } from 'vitest'

import { configMap } from '../../../src/testing/index.js'
import { type AdmissionReview, type AdmissionResponse, apiState } from '../../../src/testing/http/index.js'
import { ask, configMaps, merge, namesIn } from './ask.js'

const asking = (answer: AdmissionResponse | undefined = { allowed: true }) => {
  const reviews: AdmissionReview['request'][] = []
  const state = apiState([configMap('a'), configMap('b')], {
    validate: ({ request }) => {
      reviews.push(request)
      return answer
    },
  })
  return { state, reviews }
}

describe('validating webhooks', () => {
  it('are asked about every change, with what is there and what is to be', () => {
    const { state, reviews } = asking()
    ask(state, `POST ${configMaps}`, { body: { metadata: { name: 'c' } } })
    ask(state, `PATCH ${configMaps}/a?dryRun=All`, { contentType: merge, body: { data: { k: 'v' } } })
    ask(state, `DELETE ${configMaps}/a`, { body: { propagationPolicy: 'Orphan' } })
    expect(
      reviews.map(({ operation, name, namespace, dryRun, object, oldObject }) => [
        operation,
        name,
        namespace,
        dryRun,
        object === null,
        oldObject === null,
      ]),
    ).toStrictEqual([
      ['CREATE', 'c', 'default', false, false, true],
      ['UPDATE', 'a', 'default', true, false, false],
      ['DELETE', 'a', 'default', false, true, false],
    ])
    expect(reviews[1]).toMatchObject({
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      object: { data: { k: 'v' } },
      userInfo: { username: 'kubernetes-admin' },
    })
    expect(reviews[2]?.options).toStrictEqual({
      kind: 'DeleteOptions',
      apiVersion: 'meta.k8s.io/v1',
      propagationPolicy: 'Orphan',
    })
  })

  it('are asked about each object of a collection', () => {
    const { state, reviews } = asking()
    ask(state, `DELETE ${configMaps}`)
    expect(reviews.map(({ name }) => name)).toStrictEqual(['a', 'b'])
  })

  it('end a deletion of a collection at the first that they refuse', () => {
    const state = apiState([configMap('a'), configMap('b'), configMap('c')], {
      validate: ({ request }) => ({ allowed: request.name !== 'b' }),
    })
    const said = ask(state, `DELETE ${configMaps}`)
    expect(said.body).toMatchObject({ kind: 'Status', code: 400 })
    expect(namesIn(ask(said.state, `GET ${configMaps}`).body)).toStrictEqual(['b', 'c'])
  })

  it('hear of a namespace under its own name', () => {
    const { state, reviews } = asking()
    const made = ask(state, 'POST /api/v1/namespaces', { body: { metadata: { name: 'shop' } } })
    ask(made.state, 'DELETE /api/v1/namespaces/shop')
    expect(reviews.map(({ operation, namespace, name }) => [operation, namespace, name])).toStrictEqual([
      ['CREATE', 'shop', 'shop'],
      ['DELETE', 'shop', 'shop'],
    ])
  })

  it('are not asked about what the server refuses itself', () => {
    const { state, reviews } = asking()
    ask(state, `DELETE ${configMaps}/none`)
    ask(state, `DELETE ${configMaps}/a`, { body: { preconditions: { uid: 'other' } } })
    ask(state, `POST ${configMaps}`, { body: { metadata: {} } })
    ask(state, 'DELETE /api/v1/namespaces/default')
    expect(reviews).toStrictEqual([])
  })

  it('are asked before a name is found to be taken', () => {
    const { state, reviews } = asking()
    expect(ask(state, `POST ${configMaps}`, { body: { metadata: { name: 'a' } } }).status).toBe(409)
    expect(reviews).toHaveLength(1)
  })

  it.each([
    [
      { allowed: false },
      400,
      undefined,
      'admission webhook "validate.gcplan.test" denied the request without explanation',
    ],
    [
      { allowed: false, by: 'keep.example.com', status: { code: 403, reason: 'Forbidden', message: 'it is kept' } },
      403,
      'Forbidden',
      'admission webhook "keep.example.com" denied the request: it is kept',
    ],
    [
      { allowed: false, status: { code: 200, reason: 'Kept' } },
      400,
      'Kept',
      'admission webhook "validate.gcplan.test" denied the request: Kept',
    ],
  ] as const)('refuse with %j', (answer, code, reason, message) => {
    const { state } = asking(answer)
    for (const [words, more] of [
      [`POST ${configMaps}`, { body: { metadata: { name: 'c' } } }],
      [`PATCH ${configMaps}/a`, { contentType: merge, body: { data: { a: 'b' } } }],
      [`DELETE ${configMaps}/a`, {}],
    ] as const) {
      const said = ask(state, words, more)
      expect([said.status, said.body.reason, said.body.message, said.state === state]).toStrictEqual([
        code,
        reason,
        message,
        true,
      ])
    }
  })
})
