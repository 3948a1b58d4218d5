/** A fake cluster whose APIService loses its server. */
import { describe, expect, it } from 'vitest'

import { configMap, fakeCluster, kubeObject, namespace } from '../../../src/testing/index.js'

const apiService = (status: string) =>
  kubeObject('apiregistration.k8s.io/v1', 'APIService', 'v1.x.example', {
    spec: { group: 'x.example', version: 'v1', service: { namespace: 'metrics', name: 'server' } },
    status: { conditions: [{ type: 'Available', status }] },
  })
const service = kubeObject('v1', 'Service', 'server', { namespace: 'metrics' })
const clusterOf = (status = 'True') =>
  fakeCluster([
    apiService(status),
    service,
    namespace('metrics'),
    namespace('shop'),
    configMap('a', { namespace: 'shop' }),
  ])

describe('a fake cluster whose APIService has a server', () => {
  it('ends namespaces until the Service behind it is gone, and again once the APIService is', () => {
    const cluster = clusterOf()
    cluster.delete('Service/metrics/server')
    cluster.settle()
    cluster.delete('Namespace/shop')
    cluster.settle()
    expect(cluster.terminating()).toEqual(['Namespace/shop'])
    expect(cluster.names()).not.toContain('ConfigMap/shop/a')
    cluster.delete('APIService/v1.x.example')
    cluster.settle()
    expect(cluster.terminating()).toEqual([])
  })
  it('ends none while its condition is False or Unknown', () => {
    const left = (status: string): ReadonlyArray<string> => {
      const cluster = clusterOf(status)
      cluster.delete('Namespace/shop')
      cluster.settle()
      return cluster.terminating()
    }
    expect([left('True'), left('False'), left('Unknown')]).toEqual([[], ['Namespace/shop'], ['Namespace/shop']])
  })
})
