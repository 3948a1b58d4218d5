import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import { type Act, collect, runningManager } from '../../../../src/adapters/kubernetes/index.js'
import { httpClient } from '../../../../src/adapters/kubernetes/http.js'
import { configMap, deployment, fakeCluster, job, namespace, pod, replicaSet } from '../../../../src/testing/index.js'
import { type ServerOptions, apiServer } from '../server.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A cluster whose own controllers never act, with a collection that does. */
const collecting = async (cluster: ReturnType<typeof fakeCluster>, options: ServerOptions = {}) => {
  const server = apiServer(cluster, options)
  const { url, close } = await server.listen()
  closing.push(close)
  const { hostname, port } = new URL(url)
  const client = httpClient(() => Promise.resolve({ isTls: false, host: hostname, port }))
  const acts: Act[] = []
  const running = await collect(client, { onAct: (act) => acts.push(act) })()
  if (E.isLeft(running)) throw new Error(JSON.stringify(running.left))
  closing.push(running.right.stop)
  return { server, client, acts, running: running.right }
}

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
    const cluster = fakeCluster([web, set, pod('web-1-a', { ownedBy: set })])
    const { server } = await collecting(cluster)
    cluster.delete('Deployment/web', 'foreground')
    server.stir()
    await until(() => cluster.names().length === 0 || cluster.names().every((name) => name.startsWith('Pod/')))
    expect(cluster.names().filter((name) => !name.startsWith('Pod/'))).toStrictEqual([])
  })

  it('empties a namespace and lets it go', async () => {
    const cluster = fakeCluster([namespace('shop'), configMap('a', { namespace: 'shop' }), configMap('b')])
    const { server } = await collecting(cluster)
    cluster.delete('Namespace/shop')
    server.stir()
    await until(() => cluster.names().length === 1)
    expect(cluster.names()).toStrictEqual(['ConfigMap/b'])
  })

  it('keeps a namespace while a finalizer keeps something in it, and says so in its conditions', async () => {
    const cluster = fakeCluster([
      namespace('shop'),
      configMap('a', { namespace: 'shop', finalizers: ['example.com/hold'] }),
    ])
    const { server, acts } = await collecting(cluster)
    cluster.delete('Namespace/shop')
    server.stir()
    await until(() => acts.some(({ path }) => path === '/api/v1/namespaces/shop/status'))
    const held = cluster.get('Namespace/shop')?.status as { conditions: { type: string; status: string }[] }
    expect(held.conditions.find(({ type }) => type === 'NamespaceFinalizersRemaining')?.status).toBe('True')
    cluster.removeFinalizer('ConfigMap/shop/a', 'example.com/hold')
    server.stir()
    await until(() => cluster.names().length === 0)
    expect(cluster.names()).toStrictEqual([])
  })

  it('deletes a finished Job whose time is up', async () => {
    const done = { type: 'Complete', status: 'True', lastTransitionTime: '2026-01-01T11:00:00Z' }
    const cluster = fakeCluster([
      { ...job('old'), spec: { ttlSecondsAfterFinished: 60 }, status: { conditions: [done] } },
      { ...job('kept'), status: { conditions: [done] } },
    ])
    await collecting(cluster)
    await until(() => cluster.terminating().length > 0 || cluster.names().length === 1)
    expect(cluster.get('Job/kept')?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('lives through watches that expire, conflicts and refusals', async () => {
    let troubles = 0
    const cluster = fakeCluster([
      configMap('owner'),
      ...['a', 'b', 'c'].map((name) => configMap(name, { ownedBy: configMap('owner') })),
    ])
    const { server } = await collecting(cluster, {
      trouble: ({ method, query }) => {
        if (query['watch'] === 'true' && troubles++ < 40) return { _tag: 'Reply', status: 410 }
        if (method === 'DELETE' && troubles++ < 60)
          return { _tag: 'Reply', status: [409, 429, 503][troubles % 3] ?? 503 }
        return undefined
      },
    })
    cluster.delete('ConfigMap/owner')
    server.log.compact()
    server.stir()
    await until(() => cluster.names().length === 0)
    expect(cluster.names()).toStrictEqual([])
  })
})

describe('a controller manager', () => {
  const lease = (renewTime: string, spec: object = {}) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'kube-system', name: 'kube-controller-manager' },
    spec: { holderIdentity: 'master-0', renewTime, leaseDurationSeconds: 15, ...spec },
  })
  const seen = async (objects: ReadonlyArray<object>) => {
    const server = apiServer(fakeCluster(objects))
    const { url, close } = await server.listen()
    closing.push(close)
    const { hostname, port } = new URL(url)
    const client = httpClient(() => Promise.resolve({ isTls: false, host: hostname, port }))
    const clock = { now: () => new Date('2026-01-01T12:00:10Z'), sleep: () => () => Promise.resolve() }
    return runningManager(client.send, { clock })()
  }

  it('is seen by the Lease that it renews', async () => {
    expect(await seen([lease('2026-01-01T12:00:05.000000Z')])).toMatchObject({ right: { holder: 'master-0' } })
    expect(await seen([lease('2026-01-01T09:00:05.000000Z')])).toMatchObject({ right: undefined })
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
