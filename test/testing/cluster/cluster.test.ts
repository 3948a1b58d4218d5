import { describe, expect, it } from 'vitest'

import { configMap, fakeCluster } from '../../../src/testing/index.js'

describe('a fake cluster', () => {
  it('collects what an owner leaves behind', () => {
    const owner = configMap('owner')
    const child = configMap('child', { ownedBy: owner })
    const cluster = fakeCluster([owner, child, configMap('other')])
    cluster.delete(owner)
    expect(cluster.names()).toEqual(['ConfigMap/child', 'ConfigMap/other'])
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/other'])
  })
})
