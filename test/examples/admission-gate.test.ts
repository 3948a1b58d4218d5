import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Config, configOf } from '../../examples/admission-gate/config.js'
import { metricsFrom } from '../../examples/admission-gate/metrics.js'
import { type Gate, admissionGate } from '../../examples/admission-gate/program.js'
import type { WholeObject } from '../../src/apiserver/object.js'
import { type Caller, clientOf, servedCluster } from '../../src/testing/http/index.js'
import { withGroups, withStale } from '../adapters/kubernetes/groups.js'
import { deployment, objects, reviewOf, verdictOn } from '../guard/admission/cluster.js'

/** A cluster whose deletions a gate reviews. */
const gated = async (settings = '{}', more: ReadonlyArray<WholeObject> = []) => {
  const held: { gate?: Gate } = {}
  let isCut = (_path: string): boolean => false
  const cuts = new Map<AbortController, string>()
  let away: string | undefined
  const cluster = servedCluster([...objects, ...more], {
    collectors: 'off',
    validate: (review) => {
      const answer = held.gate?.review(JSON.parse(JSON.stringify(review)))
      return answer !== undefined && E.isRight(answer) ? answer.right.response : undefined
    },
  })
  const config = configOf(settings, { POD_NAMESPACE: 'gate' })
  if (E.isLeft(config)) throw new Error(JSON.stringify(config.left))
  const lines: Readonly<Record<string, unknown>>[] = []
  const ending = new AbortController()
  const cancel = (): void => {
    ending.abort()
  }
  const client = withGroups((groups) => withStale(away, groups))(clientOf(cluster))
  const started = await admissionGate({
    client: {
      ...client,
      send: (call) =>
        isCut(call.path)
          ? () => Promise.resolve(E.left({ _tag: 'Unreachable', message: 'cut off' }))
          : client.send(call),
      open: (call) => {
        const end = new AbortController()
        cuts.set(end, call.path)
        if (isCut(call.path)) end.abort()
        call.signal?.addEventListener('abort', () => end.abort())
        return client.open({ ...call, signal: end.signal })
      },
    },
    ...{ clock: cluster.clock, signal: ending.signal, config: config.right, metrics: metricsFrom() },
    log: (line) => {
      lines.push(line)
    },
  })()
  if (E.isLeft(started)) throw new Error(started.left.message)
  held.gate = started.right
  const ask = (method: 'GET' | 'DELETE' | 'PATCH' | 'POST', path: string, rest: object = {}) => {
    const response = cluster.handle({ method, path, ...rest })
    if (response._tag !== 'Reply') throw new Error('a watch')
    const body = response.body as { readonly message?: string; readonly items?: ReadonlyArray<unknown> }
    return { status: response.status, message: body.message ?? '', body }
  }
  /** Nothing of these paths is heard any more. */
  const cut = (of = ''): void => {
    isCut = (path) => path.includes(of)
    for (const [one, path] of cuts) if (isCut(path)) one.abort()
  }
  /** A group can't be asked any more what it serves. */
  const hide = (group: string): void => {
    away = group
  }
  return { ask, cancel, cluster, gate: started.right, lines, cut, hide }
}

/** Lets watches tell what they have. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const shop = '/api/v1/namespaces/shop'

describe('the admission gate', () => {
  it('refuses the deletion of a namespace with pods, and says what to do', async () => {
    const { ask, cancel, gate, lines } = await gated()
    const refused = ask('DELETE', shop)
    expect(refused.status).toBe(403)
    expect(refused.message).toContain('namespace shop goes with 2 pods')
    expect(ask('GET', shop).status).toBe(200)
    expect(lines.map(({ level, outcome }) => [level, outcome])).toEqual([['warn', 'refused']])
    expect(gate.printMetrics()).toContain('gcplan_gate_reviews_total{because="DataLost",outcome="refused"} 1')
    cancel()
  })

  it('lets through what its annotation approves, and no more', async () => {
    const { ask, cancel } = await gated()
    const path = `${shop}/persistentvolumeclaims/data`
    const [, digest] = /approved-cascade=(\w+)/.exec(ask('DELETE', path).message) ?? []
    const annotate = (value: string | undefined): number =>
      ask('PATCH', path, {
        contentType: 'application/merge-patch+json',
        body: { metadata: { annotations: { 'gcplan.dev/approved-cascade': value } } },
      }).status
    expect(annotate('of another cascade')).toBe(200)
    expect(ask('DELETE', path).message).toContain('The approval is for another cascade')
    expect(annotate(digest)).toBe(200)
    // A foreground deletion is another request than the one that was approved.
    expect(ask('DELETE', path, { body: { propagationPolicy: 'Foreground' } }).status).toBe(403)
    expect(ask('DELETE', path).status).toBe(200)
    cancel()
  })

  it('gives a dry run the real answer, and nothing happens', async () => {
    const { ask, cancel, cluster } = await gated()
    const before = cluster.state()
    const [rehearsed, real] = [{ query: { dryRun: 'All' } }, {}].map((rest) => ask('DELETE', shop, rest))
    expect(rehearsed).toEqual(real)
    expect(cluster.state()).toBe(before)
    cancel()
  })

  it('decides each object of a collection by itself', async () => {
    const { ask, cancel } = await gated('{"caps":[{"kind":"Pod","count":0}]}')
    expect(ask('DELETE', `${shop}/pods`).message).toContain('1 of 2 Pod go, more than 0')
    expect(ask('DELETE', `${shop}/configmaps`).status).toBe(200)
    expect(ask('GET', `${shop}/configmaps`).body.items).toEqual([])
    cancel()
  })

  it('follows the cluster: what was made since it started is counted', async () => {
    const { ask, cancel } = await gated('{"limit":4}')
    const deployment = '/apis/apps/v1/namespaces/shop/deployments/web'
    expect(ask('DELETE', deployment, { query: { dryRun: 'All' } }).status).toBe(200)
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'Deployment/web' }
    const metadata = { namespace: 'shop', name: 'more', ownerReferences: [owner] }
    expect(ask('POST', `${shop}/configmaps`, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata } }).status).toBe(
      201,
    )
    await settle()
    expect(ask('DELETE', deployment).message).toContain('more than 4 objects may be touched')
    cancel()
  })

  it('passes what the control plane deletes, and counts it', async () => {
    const { ask, cancel, gate, lines } = await gated()
    const user: Caller = { user: 'system:serviceaccount:kube-system:namespace-controller', groups: [] }
    expect(ask('DELETE', `${shop}/persistentvolumeclaims/data`, { by: user }).status).toBe(200)
    expect(gate.printMetrics()).toContain('gcplan_gate_reviews_total{because="ControlPlane",outcome="passed"} 1')
    expect(lines).toEqual([])
    cancel()
  })

  it('never stands in its own way', async () => {
    const metadata = { namespace: 'gate', name: 'x', uid: 'x', labels: { 'gcplan.dev/protected': 'true' } }
    const { ask, cancel } = await gated('{}', [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }])
    expect(ask('DELETE', '/api/v1/namespaces/gate/configmaps/x').status).toBe(200)
    expect(ask('DELETE', '/api/v1/namespaces/gate').status).toBe(200)
    cancel()
  })

  it.each([
    ['refuse', 503],
    ['allow', 200],
  ])(
    'once the API server is gone for a minute, says %s as configured, and is not ready',
    async (whenUnknown, status) => {
      const { ask, cancel, cluster, cut, gate } = await gated(JSON.stringify({ whenUnknown }))
      await cluster.clock.advance({ seconds: 150 })
      expect(gate.notReady()).toBeUndefined()
      cut()
      await cluster.clock.advance({ seconds: 61 })
      expect(gate.notReady()).toMatch(/^nothing was heard of the cluster for \d+ s$/)
      expect(ask('DELETE', `${shop}/configmaps/settings`).status).toBe(status)
      cancel()
    },
  )
})

describe('a gate that hears of a part of its cluster alone', () => {
  it('stays ready, and says of the rest that it is not known', async () => {
    const { ask, cancel, cluster, cut, gate } = await gated()
    cut('/configmaps')
    await cluster.clock.advance({ seconds: 150 })
    expect(gate.notReady()).toBeUndefined()
    expect(ask('DELETE', `${shop}/configmaps/settings`).message).toContain('nothing was heard of ConfigMap for')
    cancel()
  })

  it('says so once a group could not be asked for a minute what it serves', async () => {
    const { ask, cancel, cluster, hide } = await gated()
    const rehearsed = () => ask('DELETE', `${shop}/configmaps/settings`, { query: { dryRun: 'All' } })
    hide('example.com')
    await cluster.clock.advance({ seconds: 31 })
    expect(rehearsed().status).toBe(200)
    await cluster.clock.advance({ seconds: 60 })
    expect(rehearsed()).toMatchObject({ status: 403, message: expect.stringContaining('example.com') as string })
    cancel()
  })
})

describe('an object that a watch has not told of yet', () => {
  const metadata = { name: 'fresh', labels: { 'gcplan.dev/protected': 'true' } }

  it('is judged as the review shows it', async () => {
    const { ask, cancel } = await gated()
    const path = `${shop}/configmaps`
    ask('POST', path, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'free' } } })
    ask('POST', path, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata } })
    // No turn of the loop has passed, so that nothing was told.
    expect(ask('DELETE', `${path}/free`).status).toBe(200)
    expect(ask('DELETE', `${path}/fresh`).message).toContain('label gcplan.dev/protected=true')
    cancel()
  })

  it('is unknown once it is older than a snapshot may be, and clients ask again', async () => {
    const { ask, cancel, cluster, cut } = await gated('{"maxAge":60000}')
    cut()
    ask('POST', `${shop}/configmaps`, { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fresh' } } })
    cluster.advance({ seconds: 61 })
    const response = cluster.handle({ method: 'DELETE', path: `${shop}/configmaps/fresh` })
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    cancel()
  })
})

describe('settings of the gate', () => {
  it.each([
    ['no JSON', {}, ''],
    ['[]', {}, ''],
    ['{"limits":3}', {}, 'limits'],
    ['{"limit":"3"}', {}, 'limit'],
    ['{"guard":1}', {}, 'guard'],
    ['{"caps":[{}]}', {}, 'caps[0]'],
    ['{}', { PORT: '70000' }, 'PORT'],
  ])('%s with %j are refused at %j', (file, environment, path) => {
    const config = configOf(file, environment)
    expect(E.isLeft(config) ? config.left.problems[0].path : config.right).toBe(path)
  })
})

describe('the settings of the gate', () => {
  it('name its own namespace before the one in which it runs', () => {
    const ownOf = (settings: string) =>
      E.map(({ policy }: Config) => policy.ownNamespace)(configOf(settings, { POD_NAMESPACE: 'gate' }))
    expect([ownOf('{}'), ownOf('{"ownNamespace":"guards"}')]).toStrictEqual([E.right('gate'), E.right('guards')])
  })
})

describe('the metrics of the gate', () => {
  it('count a cascade among those of at most as many objects as it touches', () => {
    const metrics = metricsFrom()
    metrics.reviewed({ ...verdictOn(reviewOf(deployment)), touched: 10 })
    const text = metrics.print({ objects: 0, ages: [] })
    expect([1, 10, 100].map((le) => new RegExp(`bucket\\{le="${le}"\\} (\\d)`).exec(text)?.[1])).toStrictEqual([
      '0',
      '1',
      '1',
    ])
  })
})
