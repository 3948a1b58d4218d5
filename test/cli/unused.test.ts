import { describe, expect, it } from 'vitest'

import type { Trouble } from '../adapters/kubernetes/troubled.js'
import { call } from './call.js'
import { clusterOf, reaching } from './reaching.js'

const object = (kind: string, name: string, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind, metadata: { namespace: 'shop', name, ...more } },
})
const pod = {
  ...object('Pod', 'web-0'),
  spec: {
    serviceAccountName: 'web',
    containers: [{ name: 'c', image: 'i', envFrom: [{ configMapRef: { name: 'settings' } }] }],
    volumes: [
      { name: 'v', secret: { secretName: 'tls' } },
      { name: 'd', persistentVolumeClaim: { claimName: 'data' } },
    ],
  },
}
const objects = [
  pod,
  object('Namespace', 'shop'),
  ...['settings', 'old-settings', 'kube-root-ca.crt'].map((name) => object('ConfigMap', name)),
  ...['tls', 'old-tls'].map((name) => object('Secret', name)),
  object('Secret', 'web-token', { annotations: { 'kubernetes.io/service-account.name': 'web' } }),
  ...['data', 'old-data'].map((name) => object('PersistentVolumeClaim', name)),
  ...['web', 'default', 'old'].map((name) => object('ServiceAccount', name)),
]

describe('gcplan unused', () => {
  it('names what nobody refers to, with the exceptions that are built in', async () => {
    const { stdout, exitCode } = await call('unused -n shop -o json', {}, reaching(clusterOf(objects)))
    const found = (JSON.parse(stdout) as { objects: { verdict: string; object: string }[] }).objects
    const named = (verdict: string) => found.filter((each) => each.verdict === verdict).map((each) => each.object)
    expect(named('unused').sort()).toStrictEqual([
      ...['ConfigMap shop/old-settings', 'PersistentVolumeClaim shop/old-data', 'Secret shop/old-tls'],
      'ServiceAccount shop/old',
    ])
    expect(named('exception').sort()).toStrictEqual([
      ...['ConfigMap shop/kube-root-ca.crt', 'Secret shop/web-token', 'ServiceAccount shop/default'],
    ])
    expect(exitCode).toBe(2)
  })

  it('counts the classes that Kubernetes makes itself among the exceptions', async () => {
    const classes = ['system-node-critical', 'batch'].map((name) => ({
      ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name } },
    }))
    const { stdout } = await call('unused --kinds pc', {}, reaching(clusterOf([...objects, ...classes])))
    expect(stdout).toContain('unused     PriorityClass batch')
    expect(stdout).toContain('exception  PriorityClass system-node-critical  (a default of Kubernetes)')
  })

  it.each(['cm', 'ConfigMap', 'configmaps'])('knows a kind by the words of kubectl: %s', async (word) => {
    const { stdout } = await call(`unused --kinds ${word}`, {}, reaching(clusterOf(objects)))
    expect(stdout).toContain('unused     ConfigMap shop/old-settings')
    expect(stdout).not.toContain('Secret')
  })

  it('asks only about the kinds that are named', async () => {
    const { stdout } = await call('unused --kinds secrets', {}, reaching(clusterOf(objects)))
    expect(stdout).toContain('unused     Secret shop/old-tls  (no listed object refers to it)')
    expect(stdout).not.toContain('ConfigMap')
  })

  it('is undecided where those that may refer to it were not listed', async () => {
    const trouble: Trouble = ({ path }) => (path === '/api/v1/pods' ? { status: 403 } : undefined)
    const { stdout } = await call('unused --kinds secrets', {}, reaching(clusterOf(objects), trouble))
    expect(stdout).toContain('undecided  Secret shop/old-tls')
    expect(stdout).toMatch(/in all: 0 unused, [1-9]\d* undecided/)
    const strict = await call('unused --kinds secrets --strict', {}, reaching(clusterOf(objects), trouble))
    expect([strict.exitCode, strict.stderr]).toStrictEqual([1, expect.stringContaining('undecided')])
  })
})
