/** What a fake cluster does in one release and not in another. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Owner from '../../../src/controllers/owner/index.js'
import { cascadePresets } from '../../../src/simulate/cascade/index.js'
import { exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import {
  configMap,
  defaultPolicies,
  fakeCluster,
  followCourse,
  kubeObject,
  namespace,
  pod,
} from '../../../src/testing/index.js'

const held = { finalizers: ['example.com/hold'] }

describe('a fake cluster of a release', () => {
  const shop = namespace('shop')
  const content = [shop, pod('web-0', { ...held, namespace: 'shop' }), configMap('settings', { namespace: 'shop' })]

  it('empties a namespace at once up to 1.32, and pods first since 1.33', () => {
    const left = (release: string) => {
      const cluster = fakeCluster(content, { release })
      cluster.delete(shop)
      cluster.settle()
      return cluster.names()
    }
    expect(left('1.32')).toEqual(['Namespace/shop', 'Pod/shop/web-0'])
    expect(left('v1.33.4+k3s1')).toEqual(['Namespace/shop', 'Pod/shop/web-0', 'ConfigMap/shop/settings'])
  })

  it('ends a pod that is hurried too late in the past up to 1.32, and at once since 1.33', () => {
    const end = (release: string) => {
      const cluster = fakeCluster([pod('web-0', { ...held, node: 'worker-1' })], {
        release,
        kubelets: 'never',
      })
      cluster.delete('Pod/web-0', { gracePeriodSeconds: 60 })
      cluster.advance({ seconds: 60 })
      cluster.delete('Pod/web-0', { gracePeriodSeconds: 50 })
      return cluster.get('Pod/web-0')?.metadata.deletionTimestamp?.toISOString()
    }
    expect(end('1.32')).toBe('2026-01-01T12:00:50.000Z')
    expect(end('1.33')).toBe('2026-01-01T12:01:00.000Z')
  })

  it('answers options that cannot be read with 500 up to 1.34, and with 400 since 1.35', () => {
    const code = (release: string) =>
      fakeCluster([configMap('a')], { release }).api.delete('ConfigMap/a', { gracePeriodSeconds: 1e30 }).code
    expect([code('1.34'), code('1.35')]).toEqual([500, 400])
  })

  it('has the collectors of the release', () => {
    const { owner, pod: pods, history, lifecycle } = fakeCluster([], { release: '1.33' }).policies
    expect([owner.deletePreconditions, pods.observedGeneration, history, lifecycle]).toEqual([
      'uid',
      'renewed',
      'off',
      'off',
    ])
    expect(fakeCluster().policies).toEqual(defaultPolicies)
    expect(fakeCluster([], { release: '1.36' }).policies).toEqual(defaultPolicies)
    const given = fakeCluster([], { release: '1.33', policies: { owner: Owner.defaultPolicy } }).policies
    expect(given).toEqual({ ...defaultPolicies, owner: Owner.defaultPolicy, pod: pods })
  })

  it('serves the kinds of the release', () => {
    const dependent = configMap('child', {
      ownedBy: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', kind: 'FlowSchema', name: 'f', uid: 'gone' },
    })
    const left = (release: string) => {
      const cluster = fakeCluster([dependent], { release })
      cluster.settle()
      return cluster.names()
    }
    expect(left('1.31')).toEqual([])
    expect(left('1.32')).toEqual(['ConfigMap/child'])
  })

  it.each(['cascade', 'recorded'] as const)('runs those of the set %s that the release has', (controllerSet) => {
    const gold = kubeObject('storage.k8s.io/v1', 'VolumeAttributesClass', 'gold', {
      namespace: '',
      finalizers: ['kubernetes.io/vac-protection'],
    })
    const served = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      resource: 'volumeattributesclasses',
    }
    const left = (release: string) => {
      const scopes = [{ ...served, namespaced: false, strategicMergePatch: true }]
      const cluster = fakeCluster([gold], { release, controllerSet, scopes })
      cluster.delete(gold)
      cluster.settle()
      return cluster.names()
    }
    expect(left('1.33')).toEqual(['VolumeAttributesClass/gold'])
    expect(left('1.34')).toEqual([])
  })

  it('follows a course that was found by the rules of the release', () => {
    const begun = () => fakeCluster(content, { release: '1.32' })
    const { kubernetes_1_32: rules } = cascadePresets
    const explored = exploreOutcomes(begun().policies.owner, { rules })([
      { requests: [{ _tag: 'Delete', uid: shop.metadata.uid, options: {} }] },
    ])(begun().snapshot())
    const ends = E.isRight(explored) ? (explored.right.phases[0] ?? []) : []
    expect(ends.length).toBeGreaterThan(0)
    for (const { course } of ends) {
      const cluster = begun()
      followCourse(cluster, course)
      expect(cluster.names()).toEqual(['Namespace/shop', 'Pod/shop/web-0'])
    }
  })

  it('is of a release whose rules are known', () => {
    expect(() => fakeCluster([], { release: '1.27' })).toThrow(
      'release: expected one of 1.20, 1.26, 1.31 … 1.36, got "1.27"',
    )
    expect(() => fakeCluster([], { release: 'new' })).toThrow('release: expected a version such as 1.33')
  })
})
