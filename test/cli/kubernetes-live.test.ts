import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Acting } from '../../src/cli/world.js'
import { configMap, deployment, pod, replicaSet } from '../../src/testing/index.js'
import { askCluster } from '../testing/http/ask.js'
import type { Trouble } from '../adapters/kubernetes/troubled.js'
import { call } from './call.js'
import { clusterOf, reaching } from './reaching.js'

const web = deployment('web')
const set = replicaSet('web-1', { ownedBy: web })
const objects = [web, set, pod('web-1-a', { ownedBy: set }), configMap('other')]

/** All that a command notes where nothing is missing. */
const stated = 'gcplan: rules of Kubernetes 1.36, as the API server states (v1.36.0+gcplan)'

describe('a command without files', () => {
  it('reads the current context', async () => {
    const { stdout, stderr } = await call('cascade delete deploy/web', {}, reaching(clusterOf(objects)))
    expect(stderr.trim().split('\n')).toStrictEqual([stated])
    expect(stdout).toContain('ReplicaSet default/web-1 is removed')
    expect(stdout).not.toContain('unknown')
  })

  it('takes the object of the namespace of the context where a name is in several', async () => {
    const cluster = clusterOf([...objects, deployment('web', { namespace: 'shop' })])
    const { stdout } = await call('cascade delete deploy/web', {}, reaching(cluster))
    expect(stdout).toContain('delete Deployment default/web')
    const other = await call('cascade delete deploy/web -n shop', {}, reaching(cluster))
    expect(other.stdout).toContain('delete Deployment shop/web')
  })

  it('reads all pages of a list', async () => {
    // Besides these, every cluster has four namespaces.
    const many = Array.from({ length: 1100 }, (_, place) => configMap(`c-${place}`))
    const { stdout, stderr } = await call('plan kubernetes-owners', {}, reaching(clusterOf(many)))
    expect(stderr.trim().split('\n')).toStrictEqual([stated])
    expect(stdout).toContain('1104 kept')
  })

  it('says which kinds it could not list, and keeps what depends on them', async () => {
    const cluster = clusterOf(objects)
    askCluster(cluster, 'DELETE /apis/apps/v1/namespaces/default/deployments/web')
    const forbidden: Trouble = ({ path }) => (path === '/apis/apps/v1/deployments' ? { status: 403 } : undefined)
    const { stdout, stderr } = await call('plan kubernetes-owners --only remove', {}, reaching(cluster, forbidden))
    expect(stderr).toContain('not listed, so unknown (403 HTTP 403): deployments')
    expect(stdout).not.toContain('web-1')
    const whole = await call('plan kubernetes-owners --only remove', {}, reaching(cluster))
    expect(whole.stdout).toContain('ReplicaSet default/web-1')
  })

  it('reads files where they are given, and no cluster', async () => {
    const refuses: Acting = {
      ...reaching(clusterOf([])),
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
    const { stderr, exitCode } = await call('cascade delete deploy/web', { '-': '' }, reaching(clusterOf(objects)))
    expect([exitCode, stderr]).toStrictEqual([
      1,
      expect.stringContaining('nothing came through the pipe; --context NAME reads a cluster'),
    ])
  })

  it('says that no credentials are taken', async () => {
    const acting = reaching(clusterOf(objects), () => ({ status: 401 }))
    const { stderr } = await call('cascade delete deploy/web', {}, acting)
    expect(stderr).toContain('kind-test: the credentials are refused (401')
  })
})
