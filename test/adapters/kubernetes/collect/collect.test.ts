import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import { type Act, type Client, collect, runningManager } from '../../../../src/adapters/kubernetes/index.js'
import { httpClient } from '../../../../src/adapters/kubernetes/http.js'
import { configMap, deployment, job, pod, replicaSet } from '../../../../src/testing/index.js'
import { type ServedCluster, clientOf, compacted, listen, servedCluster } from '../../../../src/testing/http/index.js'
import { askCluster, configMaps, merge, namesAt } from '../../../testing/http/ask.js'
import { type Trouble, troubled } from '../troubled.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A cluster whose own controllers never act. */
const clusterOf = (objects: Parameters<typeof servedCluster>[0]): ServedCluster =>
  servedCluster(objects, { collectors: 'off' })

/** A collection that acts on it, over a socket. */
const collecting = async (cluster: ServedCluster, trouble: Trouble = () => undefined): Promise<ReadonlyArray<Act>> => {
  const { url, close } = await listen(cluster)
  closing.push(close)
  const { hostname, port } = new URL(url)
  const client = httpClient(() => Promise.resolve({ isTls: false, host: hostname, port }))
  const acts: Act[] = []
  const running = await collect(troubled(client, trouble), { onAct: (act) => acts.push(act) })()
  if (E.isLeft(running)) throw new Error(JSON.stringify(running.left))
  closing.push(running.right.stop)
  return acts
}

const isThere = (cluster: ServedCluster, path: string): boolean => askCluster(cluster, `GET ${path}`).status === 200

/** Waits until something holds, or fails. */
const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 400; turn++) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  expect(holds()).toBe(true)
}

describe('a collection', () => {
  it('ends a deletion in the foreground', async () => {
    const web = deployment('web')
    const set = replicaSet('web-1', { ownedBy: { ...web, blockOwnerDeletion: true } as never })
    const cluster = clusterOf([web, set, pod('web-1-a', { ownedBy: set })])
    await collecting(cluster)
    const apps = '/apis/apps/v1/namespaces/default'
    askCluster(cluster, `DELETE ${apps}/deployments/web?propagationPolicy=Foreground`)
    await until(() => namesAt(cluster, `${apps}/deployments`).length === 0)
    expect(namesAt(cluster, `${apps}/replicasets`)).toStrictEqual([])
  })

  it('empties a namespace and lets it go', async () => {
    const cluster = clusterOf([configMap('a', { namespace: 'shop' }), configMap('b')])
    await collecting(cluster)
    askCluster(cluster, `DELETE ${shop}`)
    await until(() => !isThere(cluster, shop))
    expect(namesAt(cluster, '/api/v1/configmaps')).toStrictEqual(['b'])
  })

  it('keeps a namespace while a finalizer keeps something in it, and says so in its conditions', async () => {
    const cluster = clusterOf([configMap('a', { namespace: 'shop', finalizers: ['example.com/hold'] })])
    const acts = await collecting(cluster)
    askCluster(cluster, `DELETE ${shop}`)
    await until(() => acts.some(({ path }) => path === `${shop}/status`))
    const { conditions } = askCluster(cluster, `GET ${shop}`).body.status as { conditions: { type: string }[] }
    expect(conditions.find(({ type }) => type === 'NamespaceFinalizersRemaining')).toMatchObject({ status: 'True' })
    const body = { metadata: { finalizers: null } }
    askCluster(cluster, `PATCH ${shop}/configmaps/a`, { contentType: merge, body })
    await until(() => !isThere(cluster, shop))
    expect(namesAt(cluster, '/api/v1/configmaps')).toStrictEqual([])
  })

  it('keeps a namespace that holds what no watch has shown yet', async () => {
    let [isDeaf, looks] = [true, 0]
    const cluster = clusterOf([configMap('a', { namespace: 'shop' })])
    await collecting(cluster, ({ path, query }) => {
      if (path === `${shop}/configmaps` && query['limit'] === '1') looks++
      return isDeaf && path === '/api/v1/configmaps' && query['watch'] !== undefined ? { status: 429 } : undefined
    })
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } }
    askCluster(cluster, `POST ${shop}/configmaps`, { body })
    askCluster(cluster, `DELETE ${shop}`)
    await until(() => looks > 0)
    expect(namesAt(cluster, `${shop}/configmaps`)).toContain('late')
    expect(isThere(cluster, shop)).toBe(true)
    isDeaf = false
    await until(() => !isThere(cluster, shop))
    expect(namesAt(cluster, `${shop}/configmaps`)).toStrictEqual([])
  })

  it('deletes a finished Job whose time is up', async () => {
    const done = { type: 'Complete', status: 'True', lastTransitionTime: '2026-01-01T11:00:00Z' }
    const cluster = clusterOf([
      { ...job('old'), spec: { ttlSecondsAfterFinished: 60 }, status: { conditions: [done] } },
      { ...job('kept'), status: { conditions: [done] } },
    ])
    const acts = await collecting(cluster)
    const jobs = '/apis/batch/v1/namespaces/default/jobs'
    await until(() => acts.length > 1)
    expect(acts.map(({ by, method, path, outcome }) => [by, method, path, outcome])).toStrictEqual([
      ['jobs', 'DELETE', `${jobs}/old`, 'done'],
      ['owners', 'PATCH', `${jobs}/old`, 'done'],
    ])
    expect(askCluster(cluster, `GET ${jobs}/kept`).body.metadata).not.toHaveProperty('deletionTimestamp')
  })

  it('asks nothing about a Job that somebody deleted before its time was up', async () => {
    const finished = servedCluster([]).now().toISOString()
    const done = { type: 'Complete', status: 'True', lastTransitionTime: finished }
    const old = { ...job('old'), spec: { ttlSecondsAfterFinished: 60 }, status: { conditions: [done] } }
    const cluster = servedCluster([old], { collectors: 'off' })
    const jobs = '/apis/batch/v1/namespaces/default/jobs'
    const { send, open } = clientOf(cluster)
    const asked: string[] = []
    const telling: Client = {
      open,
      send: (call) => {
        if (call.path === `${jobs}/old`) asked.push(call.method)
        return send(call)
      },
    }
    const running = await collect(telling, { clock: cluster.clock, only: ['jobs'] })()
    if (E.isRight(running)) closing.push(running.right.stop)
    await cluster.clock.advance({ seconds: 30 })
    // By default it would orphan its pods, and stay until somebody has.
    cluster.handle({ method: 'DELETE', path: `${jobs}/old`, body: { propagationPolicy: 'Background' } })
    await cluster.clock.advance({ minutes: 2 })
    expect(asked).toStrictEqual([])
  })

  it('lives through watches that expire, conflicts and refusals', async () => {
    let troubles = 0
    const owner = configMap('owner')
    const cluster = clusterOf([owner, ...['a', 'b', 'c'].map((name) => configMap(name, { ownedBy: owner }))])
    await collecting(cluster, ({ method, query }) => {
      if (query['watch'] !== undefined && troubles++ < 40) return { status: 410 }
      if (method === 'DELETE' && troubles++ < 60) return { status: [409, 429, 503][troubles % 3] ?? 503 }
      return undefined
    })
    askCluster(cluster, `DELETE ${configMaps}/owner`)
    cluster.change(compacted)
    await until(() => namesAt(cluster).length === 0)
    expect(troubles).toBeGreaterThan(40)
  })
})

const shop = '/api/v1/namespaces/shop'

describe('a controller manager', () => {
  const lease = (renewTime: string, spec: object = {}) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'kube-system', name: 'kube-controller-manager' },
    spec: { holderIdentity: 'master-0', renewTime, leaseDurationSeconds: 15, ...spec },
  })
  const seen = async (objects: Parameters<typeof servedCluster>[0]) => {
    const client = clientOf(servedCluster(objects))
    const clock = { now: () => new Date('2026-01-01T12:00:10Z'), sleep: () => () => Promise.resolve() }
    return runningManager(client.send, { clock })()
  }

  it('is seen by the Lease that it renews', async () => {
    expect(await seen([lease('2026-01-01T12:00:05.000000Z')])).toMatchObject({ right: { holder: 'master-0' } })
    expect(await seen([lease('2026-01-01T09:00:05.000000Z')])).toMatchObject({ right: undefined })
    // Its clock may be fast: one that renews no more is none.
    expect(await seen([lease('2026-01-01T15:00:05.000000Z')])).toMatchObject({ right: undefined })
    expect(await seen([])).toMatchObject({ right: undefined })
  })

  it('has the usual 15 seconds where its Lease names none, and is none where that names no holder', async () => {
    const at = '2026-01-01T11:59:56.000000Z'
    expect(await seen([lease(at, { leaseDurationSeconds: undefined })])).toMatchObject({
      right: { holder: 'master-0' },
    })
    expect(await seen([lease(at, { leaseDurationSeconds: 10 })])).toMatchObject({ right: undefined })
    expect(await seen([lease(at, { holderIdentity: '' })])).toMatchObject({ right: undefined })
  })
})
