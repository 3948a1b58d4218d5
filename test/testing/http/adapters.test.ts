import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import { collect, discover, look, ports, watchCluster } from '../../../src/adapters/kubernetes/index.js'
import { known, unknown } from '../../../src/core/index.js'
import { configMap, deployment, job, namespace, node, pod, replicaSet } from '../../../src/testing/index.js'
import { clientOf, servedCluster } from '../../../src/testing/http/index.js'
import { namesAt } from './ask.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const right = <A>(found: E.Either<unknown, A>): A => {
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

/** Lets everything run that waits for nothing. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}

describe('the adapters without sockets', () => {
  const owner = configMap('owner')
  const objects = [owner, configMap('child', { ownedBy: owner }), pod('web-0')]

  it('discover what is served', async () => {
    const { kinds, undiscoveredGroups } = right(await discover(clientOf(servedCluster()).send)())
    expect(undiscoveredGroups).toStrictEqual([])
    expect(kinds.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      apiVersion: 'apps/v1',
      resource: 'deployments',
      namespaced: true,
    })
  })

  it('look at the cluster', async () => {
    const { snapshot } = right(await look('cluster')(clientOf(servedCluster(objects)).send)())
    const seen = snapshot.objects
      .filter(({ kind }) => kind !== 'Namespace')
      .map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    expect(seen).toStrictEqual(['ConfigMap/child', 'ConfigMap/owner', 'Pod/web-0'])
  })

  it('watch the cluster', async () => {
    const cluster = servedCluster(objects)
    const watched = right(await watchCluster(clientOf(cluster), { clock: cluster.clock })())
    closing.push(watched.stop)
    const told: string[] = []
    watched.subscribe(({ _tag, object }) => told.push(`${_tag} ${object.metadata.name}`))
    await turns()
    cluster.handle({ method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/owner' })
    await turns()
    expect(told).toStrictEqual(['Deleted owner', 'Deleted child'])
  })

  it('do not know of a node that watches do not show, but a pod names, whether it is there', async () => {
    const apiNodes = async (...names: ReadonlyArray<string>) => {
      const cluster = servedCluster([...names.map((name) => node(name)), pod('web-0', { node: 'a' })])
      const watched = right(await watchCluster(clientOf(cluster), { clock: cluster.clock })())
      closing.push(watched.stop)
      return watched.snapshot().apiNodes
    }
    expect([await apiNodes('a'), await apiNodes('b')]).toStrictEqual([known([]), unknown])
  })

  it('act through ports, and not in a dry run', async () => {
    const cluster = servedCluster(objects)
    const path = '/api/v1/namespaces/default/configmaps'
    const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'owner' }
    right(await ports(clientOf(cluster).send, { dryRun: true }).owner.delete(address, {})())
    expect(namesAt(cluster, path)).toStrictEqual(['child', 'owner'])
    right(await ports(clientOf(cluster).send).owner.delete(address, {})())
    expect(namesAt(cluster, path)).toStrictEqual([])
  })

  it('collect where nobody else does', async () => {
    const web = deployment('web')
    const set = replicaSet('web-1', { ownedBy: { ...web, blockOwnerDeletion: true } as never })
    const cluster = servedCluster([web, set, namespace('shop'), configMap('a', { namespace: 'shop' })], {
      collectors: 'off',
    })
    const { clock } = cluster
    const running = right(await collect(clientOf(cluster), { clock })())
    closing.push(running.stop)
    cluster.handle({
      method: 'DELETE',
      path: '/apis/apps/v1/namespaces/default/deployments/web',
      query: { propagationPolicy: 'Foreground' },
    })
    cluster.handle({ method: 'DELETE', path: '/api/v1/namespaces/shop' })
    for (let second = 0; second < 30; second++) {
      await turns()
      await clock.advance({ seconds: 1 })
    }
    expect([
      namesAt(cluster, '/apis/apps/v1/deployments'),
      namesAt(cluster, '/apis/apps/v1/replicasets'),
    ]).toStrictEqual([[], []])
    expect(namesAt(cluster, '/api/v1/namespaces')).not.toContain('shop')
  })

  it('end a watch and a request by their signal', async () => {
    const cluster = servedCluster()
    const end = new AbortController()
    const events = clientOf(cluster).open({
      method: 'GET',
      path: '/api/v1/pods',
      query: { watch: '1' },
      signal: end.signal,
    })
    const next = events[Symbol.asyncIterator]().next()
    await turns()
    end.abort()
    await expect(next).rejects.toMatchObject({ _tag: 'Aborted' })
    expect(await clientOf(cluster).send({ method: 'GET', path: '/api', signal: end.signal })()).toMatchObject({
      left: { _tag: 'Aborted' },
    })
  })

  it('are told why a watch is refused', async () => {
    const events = clientOf(servedCluster()).open({ method: 'GET', path: '/api/v1/nothings', query: { watch: '1' } })
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      _tag: 'Refused',
      code: 404,
      reason: 'NotServed',
    })
  })
})

describe('a served cluster', () => {
  it('lets pods end in time, and finished Jobs go when theirs is up', () => {
    const done = job('done', { ttlSecondsAfterFinished: 60, finished: { at: '2026-01-01T12:00:00Z' } } as never)
    const cluster = servedCluster([pod('web-0', { node: 'a' }), done])
    cluster.handle({ method: 'DELETE', path: '/api/v1/namespaces/default/pods/web-0' })
    cluster.advance({ seconds: 29 })
    expect(namesAt(cluster, '/api/v1/pods')).toStrictEqual(['web-0'])
    cluster.advance({ seconds: 1 })
    expect(namesAt(cluster, '/api/v1/pods')).toStrictEqual([])
  })

  it('follows a clock', () => {
    let at = new Date('2026-01-01T12:00:00Z')
    const cluster = servedCluster([pod('web-0', { node: 'a' })], { now: () => at })
    cluster.handle({ method: 'DELETE', path: '/api/v1/namespaces/default/pods/web-0' })
    at = new Date('2026-01-01T12:00:30Z')
    expect(namesAt(cluster, '/api/v1/pods')).toStrictEqual([])
  })

  it('begins at the clock that it follows, so that nothing is overdue', () => {
    const now = new Date('2026-11-28T08:00:00Z')
    const done = job('done', { ttlSecondsAfterFinished: 60, finished: { at: now.toISOString() } } as never)
    const cluster = servedCluster([done], { now: () => now })
    expect([cluster.now(), cluster.state().at]).toStrictEqual([now, now])
    expect(namesAt(cluster, '/apis/batch/v1/jobs')).toStrictEqual(['done'])
    const early = servedCluster([], { now: () => now, at: '2026-11-28T07:00:00Z' })
    expect(early.state().at).toStrictEqual(new Date('2026-11-28T07:00:00Z'))
  })

  it('takes a state from outside', () => {
    const owner = configMap('a')
    const cluster = servedCluster([owner, configMap('b', { ownedBy: owner })])
    const before = cluster.state()
    const path = '/api/v1/namespaces/default/configmaps/a'
    cluster.handle({ method: 'DELETE', path })
    cluster.change(() => before)
    expect(namesAt(cluster, '/api/v1/configmaps')).toStrictEqual(['a', 'b'])
    cluster.handle({ method: 'DELETE', path })
    expect(namesAt(cluster, '/api/v1/configmaps')).toStrictEqual([])
  })
})
