import { describe, expect, it } from 'vitest'

import { configMap, customResourceDefinition, deployment, node, pod } from '../../../src/testing/index.js'
import { apiState } from '../../../src/testing/http/index.js'
import { ask, configMaps, merge, pods } from './ask.js'

const owner = configMap('owner')

describe('creating', () => {
  it('sets uid, version and time, and nothing of what the client says of these', () => {
    const body = {
      metadata: { name: 'a', uid: 'mine', creationTimestamp: '2000-01-01T00:00:00Z', managedFields: [{}] },
      data: { k: 'v' },
    }
    const { status, body: made } = ask(apiState(), `POST ${configMaps}`, { body })
    expect([status, made]).toStrictEqual([
      201,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'a',
          namespace: 'default',
          uid: '00000000-0000-4000-8000-000000000004',
          resourceVersion: '5',
          creationTimestamp: '2026-01-01T12:00:00Z',
        },
        data: { k: 'v' },
      },
    ])
  })

  it('makes names of generateName that are not taken', () => {
    const body = { metadata: { generateName: 'web-' } }
    const first = ask(apiState(), `POST ${pods}`, { body })
    const second = ask(first.state, `POST ${pods}`, { body })
    const names = [first, second].map((said) => said.body.metadata.name)
    expect(names.every((name) => /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(name))).toBe(true)
    expect(names[0]).not.toBe(names[1])
    const path = `${pods}/${names[0]}`
    const labelled = ask(second.state, `PATCH ${path}`, {
      contentType: merge,
      body: { metadata: { labels: { a: 'b' } } },
    })
    expect(labelled.body.metadata).toMatchObject({ generateName: 'web-', labels: { a: 'b' } })
  })

  it('cuts off a generateName that would make a name of more than 63 signs', () => {
    const { body } = ask(apiState(), `POST ${configMaps}`, { body: { metadata: { generateName: 'a'.repeat(70) } } })
    expect(body.metadata.name).toMatch(/^a{58}[a-z0-9]{5}$/)
    expect(body.metadata.generateName).toHaveLength(70)
  })

  it('ignores the status of a pod', () => {
    const body = { metadata: { name: 'a' }, status: { phase: 'Running' } }
    expect(ask(apiState(), `POST ${pods}`, { body }).body.status).toStrictEqual({ phase: 'Pending' })
  })

  it.each([
    [
      'a name that is taken',
      { metadata: { name: 'owner' } },
      409,
      'AlreadyExists',
      'configmaps "owner" already exists',
    ],
    [
      'no name',
      { metadata: {} },
      422,
      'Invalid',
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    ['another kind', { kind: 'Pod', metadata: { name: 'a' } }, 400, 'BadRequest', undefined],
    [
      'another version',
      { apiVersion: 'apps/v1', metadata: { name: 'a' } },
      400,
      'BadRequest',
      'the API version in the data (apps/v1) does not match the expected API version (v1)',
    ],
    [
      'another namespace',
      { metadata: { name: 'a', namespace: 'shop' } },
      400,
      'BadRequest',
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    ['a name in capitals', { metadata: { name: 'A' } }, 422, 'Invalid', undefined],
    ['labels that are no texts', { metadata: { name: 'a', labels: { a: 1 } } }, 400, 'BadRequest', undefined],
    [
      'what says it is a refusal',
      { _tag: 'Failure', code: 200, metadata: { name: 'owner' } },
      409,
      'AlreadyExists',
      undefined,
    ],
    ['text', 'no json', 400, 'BadRequest', undefined],
    ['nothing', undefined, 400, 'BadRequest', 'EOF'],
  ])('refuses %s', (_what, body, code, reason, message) => {
    const said = ask(apiState([owner]), `POST ${configMaps}`, { body })
    expect([said.status, said.body.reason]).toStrictEqual([code, reason])
    if (message !== undefined) expect(said.body.message).toBe(message)
    expect(said.body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code })
  })

  it('clears the namespace of what is in none, as the server does', () => {
    const said = ask(apiState(), 'POST /api/v1/nodes', { body: { metadata: { name: 'a', namespace: 'shop' } } })
    expect([said.status, said.body.metadata.name, said.body.metadata.namespace]).toStrictEqual([201, 'a', undefined])
  })

  it('refuses a namespace that is not there, and one that is terminating', () => {
    const body = { metadata: { name: 'a' } }
    const missing = ask(apiState(), 'POST /api/v1/namespaces/shop/configmaps', { body })
    expect(missing.body).toMatchObject({ code: 404, details: { name: 'shop', kind: 'namespaces' } })
    const made = ask(apiState(), 'POST /api/v1/namespaces', { body: { metadata: { name: 'shop' } } })
    const going = ask(made.state, 'DELETE /api/v1/namespaces/shop')
    expect(going.body.status.phase).toBe('Terminating')
    const late = ask(going.state, 'POST /api/v1/namespaces/shop/configmaps', { body })
    expect(late.body).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      details: { name: 'a', kind: 'configmaps', causes: [{ reason: 'NamespaceTerminating' }] },
    })
  })
})

describe('replacing', () => {
  const state = apiState([owner])
  const { body: held } = ask(state, `GET ${configMaps}/owner`)

  it('needs the version that is there, where one is named', () => {
    const stale = ask(state, `PUT ${configMaps}/owner`, {
      body: { ...held, metadata: { ...held.metadata, resourceVersion: '1' } },
    })
    expect(stale.body).toStrictEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'Operation cannot be fulfilled on configmaps "owner": the object has been modified; please apply your changes to the latest version and try again',
      reason: 'Conflict',
      details: { name: 'owner', kind: 'configmaps' },
      code: 409,
    })
    const fresh = ask(state, `PUT ${configMaps}/owner`, { body: { ...held, data: { a: 'b' } } })
    expect([fresh.status, fresh.body.data]).toStrictEqual([200, { a: 'b' }])
    expect(Number(fresh.body.metadata.resourceVersion)).toBeGreaterThan(Number(held.metadata.resourceVersion))
  })

  it('gives the same version for the same object', () => {
    const again = ask(state, `PUT ${configMaps}/owner`, { body: held })
    expect(again.body).toStrictEqual(held)
    expect(again.state).toBe(state)
  })

  it('needs the name of the path, and the uid', () => {
    const named = ask(state, `PUT ${configMaps}/owner`, { body: { metadata: { name: 'other' } } })
    expect(named.body.message).toBe('the name of the object (other) does not match the name on the URL (owner)')
    const other = ask(state, `PUT ${configMaps}/owner`, { body: { metadata: { name: 'owner', uid: 'u' } } })
    expect(other.body).toMatchObject({ code: 409, reason: 'Conflict' })
  })

  it('needs a version of Leases', () => {
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    const body = {
      metadata: { name: 'leader' },
      spec: { holderIdentity: 'a', renewTime: '2026-01-01T12:00:00.123456Z' },
    }
    const made = ask(apiState(), `POST ${path}`, { body })
    expect(made.body.spec.renewTime).toBe('2026-01-01T12:00:00.123456Z')
    expect(ask(made.state, `PUT ${path}/leader`, { body }).body.code).toBe(422)
    const mine = ask(made.state, `PUT ${path}/leader`, { body: { ...made.body, spec: { holderIdentity: 'b' } } })
    expect(mine.status).toBe(200)
    expect(ask(mine.state, `PUT ${path}/leader`, { body: made.body }).body.reason).toBe('Conflict')
  })
})

describe('patching', () => {
  const state = apiState([pod('web-0', { node: 'a' })])

  it('merges, and removes what is null', () => {
    const labelled = ask(state, `PATCH ${pods}/web-0`, {
      contentType: merge,
      body: { metadata: { labels: { a: 'b', c: 'd' } } },
    })
    expect(labelled.body.metadata.labels).toStrictEqual({ a: 'b', c: 'd' })
    const less = ask(labelled.state, `PATCH ${pods}/web-0`, {
      contentType: merge,
      body: { metadata: { labels: { a: null } } },
    })
    expect(less.body.metadata.labels).toStrictEqual({ c: 'd' })
  })

  it('takes operations, and none of them where one fails', () => {
    const contentType = 'application/json-patch+json'
    const add = { op: 'add', path: '/metadata/labels', value: { a: 'b' } }
    expect(ask(state, `PATCH ${pods}/web-0`, { contentType, body: [add] }).body.metadata.labels).toStrictEqual({
      a: 'b',
    })
    const failing = ask(state, `PATCH ${pods}/web-0`, {
      contentType,
      body: [add, { op: 'test', path: '/kind', value: 'x' }],
    })
    expect([failing.status, failing.body.reason, failing.state === state]).toStrictEqual([422, 'Invalid', true])
  })

  it('merges lists by their keys', () => {
    const contentType = 'application/strategic-merge-patch+json'
    const body = { spec: { containers: [{ name: 'side', image: 'x' }] } }
    const patched = ask(state, `PATCH ${pods}/web-0`, { contentType, body })
    const again = ask(patched.state, `PATCH ${pods}/web-0`, {
      contentType,
      body: { spec: { containers: [{ name: 'side', image: 'y' }] } },
    })
    expect(again.body.spec.containers.filter(({ name }: { name: string }) => name === 'side')).toStrictEqual([
      { name: 'side', image: 'y' },
    ])
  })

  it('refuses another type, and server-side apply', () => {
    for (const contentType of ['application/apply-patch+yaml', 'text/plain', 'application/json'])
      expect(ask(state, `PATCH ${pods}/web-0`, { contentType, body: {} }).body).toMatchObject({
        code: 415,
        reason: 'UnsupportedMediaType',
      })
  })

  it('keeps the status at its own path, which takes metadata too', () => {
    const body = { status: { phase: 'Failed' }, metadata: { labels: { a: 'b' } } }
    const rest = ask(state, `PATCH ${pods}/web-0`, { contentType: merge, body })
    expect([rest.body.status?.phase, rest.body.metadata.labels]).toStrictEqual(['Running', { a: 'b' }])
    const status = ask(state, `PATCH ${pods}/web-0/status`, { contentType: merge, body })
    expect([status.body.status.phase, status.body.metadata.labels]).toStrictEqual(['Failed', { a: 'b' }])
  })

  it('takes no labels of a Deployment at the path of its status', () => {
    const state = apiState([deployment('web', { labels: { app: 'web' } })])
    const path = '/apis/apps/v1/namespaces/default/deployments/web'
    const body = { metadata: { labels: { app: 'other' }, annotations: { a: 'b' } } }
    const said = ask(state, `PATCH ${path}/status`, { contentType: merge, body })
    expect(said.body.metadata).toMatchObject({ labels: { app: 'web' }, annotations: { a: 'b' } })
  })

  it('does not rename', () => {
    expect(ask(state, `PATCH ${pods}/web-0`, { contentType: merge, body: { metadata: { name: 'b' } } }).status).toBe(
      400,
    )
  })
})

describe('deleting', () => {
  it('answers with a Status, and for pods with the pod', () => {
    const state = apiState([owner, pod('web-0')])
    const map = ask(state, `DELETE ${configMaps}/owner`)
    expect(map.body).toStrictEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'owner', kind: 'configmaps', uid: 'configmap.default.owner' },
    })
    expect(ask(state, `DELETE ${pods}/web-0`, { body: { gracePeriodSeconds: 0 } }).body.kind).toBe('Pod')
  })

  it('waits for finalizers and for pods that run', () => {
    const state = apiState([configMap('held', { finalizers: ['a.example.com/b'] }), pod('web-0', { node: 'a' })])
    const held = ask(state, `DELETE ${configMaps}/held?propagationPolicy=Foreground`)
    expect(held.body.metadata).toMatchObject({
      deletionTimestamp: '2026-01-01T12:00:00Z',
      deletionGracePeriodSeconds: 0,
      finalizers: ['a.example.com/b', 'foregroundDeletion'],
    })
    const going = ask(state, `DELETE ${pods}/web-0`)
    expect(going.body.metadata.deletionGracePeriodSeconds).toBe(30)
    const gone = ask(held.state, `PATCH ${configMaps}/held`, {
      contentType: merge,
      body: { metadata: { finalizers: null } },
    })
    expect([gone.status, ask(gone.state, `GET ${configMaps}/held`).status]).toStrictEqual([200, 404])
  })

  it('takes options from the body before the query', () => {
    const said = ask(apiState([owner]), `DELETE ${configMaps}/owner?propagationPolicy=Foreground`, {
      body: { propagationPolicy: 'Background' },
    })
    expect(said.body.status).toBe('Success')
  })

  it.each([
    [{ preconditions: { uid: 'other' } }, 409],
    [{ preconditions: { resourceVersion: '1' } }, 409],
    [{ propagationPolicy: 'Sideways' }, 422],
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, 422],
    [{ gracePeriodSeconds: 'soon' }, 400],
    [{ kind: 'Pod' }, 400],
    ['text', 400],
  ])('refuses %j', (body, code) => {
    const state = apiState([owner])
    const said = ask(state, `DELETE ${configMaps}/owner`, { body })
    expect([said.status, said.state === state]).toStrictEqual([code, true])
  })

  it('refuses the namespaces that a cluster needs, and all namespaces at once', () => {
    expect(ask(apiState(), 'DELETE /api/v1/namespaces/default').body).toMatchObject({ code: 403, reason: 'Forbidden' })
    expect(ask(apiState(), 'DELETE /api/v1/namespaces').body).toMatchObject({ code: 405, reason: 'MethodNotAllowed' })
    expect(ask(apiState(), 'DELETE /api/v1/pods').status).toBe(405)
  })

  it('takes what a selector means of a collection', () => {
    const state = apiState([
      configMap('a', { labels: { x: '1' } }),
      configMap('b'),
      configMap('c', { labels: { x: '1' } }),
    ])
    const said = ask(state, `DELETE ${configMaps}?labelSelector=x%3D1`)
    expect([said.body.kind, said.body.items.length]).toStrictEqual(['ConfigMapList', 2])
    expect(ask(said.state, `GET ${configMaps}`).body.items).toHaveLength(1)
  })
})

describe('subresources', () => {
  it('evict a pod, unless a budget forbids it', () => {
    const budget = (disruptionsAllowed: number) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed },
    })
    const web = pod('web-0', { labels: { app: 'web' } })
    const body = { metadata: { name: 'web-0' }, deleteOptions: { gracePeriodSeconds: 0 } }
    const held = ask(apiState([web, budget(0)]), `POST ${pods}/web-0/eviction`, { body })
    expect(held.body).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      details: { causes: [{ reason: 'DisruptionBudget' }] },
    })
    const free = ask(apiState([web, budget(1)]), `POST ${pods}/web-0/eviction`, { body })
    expect([free.status, ask(free.state, `GET ${pods}/web-0`).status]).toStrictEqual([201, 404])
  })

  it('bind a pod once', () => {
    const body = { target: { kind: 'Node', name: 'a' } }
    const bound = ask(
      apiState([node('a'), configMap('x'), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {} }]),
      `POST ${pods}/p/binding`,
      { body },
    )
    expect([bound.status, ask(bound.state, `GET ${pods}/p`).body.spec.nodeName]).toStrictEqual([201, 'a'])
    expect(ask(bound.state, `POST ${pods}/p/binding`, { body }).status).toBe(409)
  })

  it('scale a workload', () => {
    const path = '/apis/apps/v1/namespaces/default/deployments/web'
    const state = apiState([
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', generation: 1 },
        spec: { replicas: 1, selector: { matchLabels: { a: 'b' } } },
      },
    ])
    const scaled = ask(state, `PATCH ${path}/scale`, { contentType: merge, body: { spec: { replicas: 3 } } })
    expect(scaled.body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 }, status: { selector: 'a=b' } })
    expect(ask(scaled.state, `GET ${path}`).body).toMatchObject({ spec: { replicas: 3 }, metadata: { generation: 2 } })
  })

  it('let a namespace go', () => {
    const made = ask(apiState(), 'POST /api/v1/namespaces', { body: { metadata: { name: 'shop' } } })
    const going = ask(made.state, 'DELETE /api/v1/namespaces/shop')
    const gone = ask(going.state, 'PUT /api/v1/namespaces/shop/finalize', {
      body: { metadata: { name: 'shop' }, spec: { finalizers: [] } },
    })
    expect([gone.status, ask(gone.state, 'GET /api/v1/namespaces/shop').status]).toStrictEqual([200, 404])
  })
})

describe('custom resources', () => {
  const definition = customResourceDefinition({ group: 'shop.example.com', kind: 'Cache' })
  const caches = '/apis/shop.example.com/v1/namespaces/default/caches'

  it('come and go with their definition', () => {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const body = JSON.parse(JSON.stringify(definition))
    expect(ask(apiState(), `GET ${caches}`).status).toBe(404)
    const made = ask(apiState(), `POST ${path}`, { body })
    expect(made.body.status.conditions.map(({ type }: { type: string }) => type)).toStrictEqual([
      'NamesAccepted',
      'Established',
    ])
    const cache = ask(made.state, `POST ${caches}`, {
      body: { apiVersion: 'shop.example.com/v1', kind: 'Cache', metadata: { name: 'main' }, spec: { size: 1 } },
    })
    expect([cache.status, cache.body.kind, cache.body.metadata.generation]).toStrictEqual([201, 'Cache', 1])
    const larger = ask(cache.state, `PATCH ${caches}/main`, { contentType: merge, body: { spec: { size: 2 } } })
    expect(larger.body.metadata.generation).toBe(2)
    const contentType = 'application/strategic-merge-patch+json'
    expect(ask(larger.state, `PATCH ${caches}/main`, { contentType, body: {} }).status).toBe(415)
    const going = ask(larger.state, `DELETE ${path}/${body.metadata.name}`)
    const gone = ask(going.state, `PATCH ${path}/${body.metadata.name}`, {
      contentType: merge,
      body: { metadata: { finalizers: null } },
    })
    expect(ask(gone.state, `GET ${caches}`).status).toBe(404)
  })
})
