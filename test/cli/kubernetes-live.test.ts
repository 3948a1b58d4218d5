import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Acting } from '../../src/cli/world.js'
import { configMap, deployment, fakeCluster, pod, replicaSet } from '../../src/testing/index.js'
import type { ServerOptions } from '../adapters/kubernetes/server.js'
import { call } from './call.js'
import { reaching } from './reaching.js'

const web = deployment('web')
const set = replicaSet('web-1', { ownedBy: web })
const objects = [web, set, pod('web-1-a', { ownedBy: set }), configMap('other')]

describe('a command without files', () => {
  it('reads the current context', async () => {
    const { stdout, stderr } = await call('cascade delete deploy/web', {}, reaching(fakeCluster(objects)))
    expect(stderr).toBe('')
    expect(stdout).toContain('ReplicaSet default/web-1 is removed')
    expect(stdout).not.toContain('unknown')
  })

  it('takes the object of the namespace of the context where a name is in several', async () => {
    const cluster = fakeCluster([...objects, deployment('web', { namespace: 'shop' })])
    const { stdout } = await call('cascade delete deploy/web', {}, reaching(cluster))
    expect(stdout).toContain('delete Deployment default/web')
    const other = await call('cascade delete deploy/web -n shop', {}, reaching(cluster))
    expect(other.stdout).toContain('delete Deployment shop/web')
  })

  it('reads all pages of a list', async () => {
    const many = Array.from({ length: 1100 }, (_, place) => configMap(`c-${place}`))
    const { stdout, stderr } = await call('plan kubernetes-owners', {}, reaching(fakeCluster(many)))
    expect(stderr).toBe('')
    expect(stdout).toContain('1100 kept')
  })

  it('says which kinds it could not list, and keeps what depends on them', async () => {
    const cluster = fakeCluster(objects)
    cluster.delete(web, 'background')
    const options: ServerOptions = {
      trouble: ({ path }) =>
        path === '/apis/apps/v1/deployments' ? { _tag: 'Reply', status: 403, body: {} } : undefined,
    }
    const { stdout, stderr } = await call('plan kubernetes-owners --only remove', {}, reaching(cluster, options))
    expect(stderr).toContain('not listed, so unknown (403 HTTP 403): deployments')
    expect(stdout).not.toContain('web-1')
    const whole = await call('plan kubernetes-owners --only remove', {}, reaching(cluster))
    expect(whole.stdout).toContain('ReplicaSet default/web-1')
  })

  it('reads files where they are given, and no cluster', async () => {
    const refuses: Acting = {
      ...reaching(fakeCluster([])),
      withCluster: () => () => Promise.resolve(E.left('the cluster was asked')),
    }
    const file = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [web] })
    expect(
      (await call('cascade delete deploy/web cluster.json', { 'cluster.json': file }, refuses)).stderr,
    ).not.toContain('asked')
    expect((await call('cascade delete deploy/web', { '-': file }, refuses)).stderr).not.toContain('asked')
    expect((await call('cascade delete deploy/web --context one', { '-': file }, refuses)).stderr).toContain('asked')
  })

  it('does not take an empty pipe for none', async () => {
    const { stderr, exitCode } = await call('cascade delete deploy/web', { '-': '' }, reaching(fakeCluster(objects)))
    expect([exitCode, stderr]).toStrictEqual([
      1,
      expect.stringContaining('nothing came through the pipe; --context NAME reads a cluster'),
    ])
  })

  it('says that no credentials are taken', async () => {
    const options: ServerOptions = { trouble: () => ({ _tag: 'Reply', status: 401, body: {} }) }
    const { stderr } = await call('cascade delete deploy/web', {}, reaching(fakeCluster(objects), options))
    expect(stderr).toContain('kind-test: the credentials are refused (401')
  })
})
