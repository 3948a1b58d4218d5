import { describe, expect, it } from 'vitest'

import {
  apiError,
  configMap,
  customResourceDefinition,
  deployment,
  fails,
  fakeCluster,
  job,
  kubeObject,
  namespace,
  node,
  ownerReference,
  persistentVolumeClaim,
  pod,
  replicaSet,
  secret,
} from '../../../src/testing/index.js'

const owner = configMap('owner')
const child = configMap('child', { ownedBy: owner })

describe('a fake cluster that settles', () => {
  it('collects what an owner leaves behind', () => {
    const cluster = fakeCluster([owner, child, configMap('other')])
    cluster.delete(owner)
    expect(cluster.names()).toEqual(['ConfigMap/child', 'ConfigMap/other'])
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/other'])
  })

  it.each([
    ['background', ['ConfigMap/child'], []],
    ['foreground', ['ConfigMap/owner', 'ConfigMap/child'], []],
    ['orphan', ['ConfigMap/owner', 'ConfigMap/child'], ['ConfigMap/child']],
  ] as const)('deletes with --cascade=%s as kubectl does', (cascade, atOnce, inTheEnd) => {
    const cluster = fakeCluster([owner, child])
    cluster.delete(owner, cascade)
    expect(cluster.names()).toEqual(atOnce)
    cluster.settle()
    expect(cluster.names()).toEqual(inTheEnd)
  })

  it('leaves dependents of a Job behind where the request says nothing, as the API does', () => {
    const bill = job('bill')
    const cluster = fakeCluster([bill, pod('bill-1', { ownedBy: bill })])
    cluster.delete(bill)
    cluster.settle()
    expect(cluster.names()).toEqual(['Pod/bill-1'])
    expect(cluster.get('Pod/bill-1')?.metadata.ownerReferences).toEqual([])
  })

  it('collects a tree to its leaves', () => {
    const web = deployment('web')
    const set = replicaSet('web-1', { ownedBy: web })
    const cluster = fakeCluster([web, set, pod('web-1-a', { ownedBy: set }), pod('web-1-b', { ownedBy: set })])
    cluster.delete('Deployment/web')
    cluster.settle()
    expect(cluster.names()).toEqual([])
  })

  it('does not move its clock', () => {
    const cluster = fakeCluster([job('done', { finishedAt: '2026-01-01T12:00:00Z', ttl: 60 })])
    cluster.settle()
    expect([cluster.now().toISOString(), cluster.names()]).toEqual(['2026-01-01T12:00:00.000Z', ['Job/done']])
  })

  it('changes nothing when it settles again', () => {
    const cluster = fakeCluster([owner, child, pod('lost', { node: 'gone' }), node('here')])
    cluster.delete(owner, 'foreground')
    cluster.settle()
    const [objects, requests] = [cluster.objects(), cluster.requests().length]
    cluster.settle()
    expect([cluster.objects(), cluster.requests().length]).toEqual([objects, requests])
  })

  it('waits for whoever looks after a finalizer', () => {
    const cluster = fakeCluster([owner, configMap('child', { ownedBy: owner, finalizers: ['example.com/hold'] })])
    cluster.delete(owner, 'foreground')
    cluster.settle()
    expect(cluster.terminating()).toEqual(['ConfigMap/owner', 'ConfigMap/child'])
    expect(cluster.diagnose('ConfigMap/child').blockers.map(({ _tag }) => _tag)).toEqual(['Finalizer'])
    cluster.removeFinalizer('ConfigMap/child', 'example.com/hold')
    cluster.settle()
    expect(cluster.names()).toEqual([])
  })

  it('remembers what it found absent, and forgets it when it starts anew', () => {
    const lost = configMap('lost', { ownedBy: { ...ownerReference(owner), uid: 'never-there' } })
    const cluster = fakeCluster([owner, lost])
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/owner'])
    expect(cluster.requests().map(({ by, verb, name, code }) => [by, verb, name, code])).toEqual([
      ['owner-collector', 'delete', 'ConfigMap/lost', 200],
    ])
    cluster.restart()
    cluster.settle()
    expect(cluster.requests().length).toBe(1)
  })

  it('warns of an owner in another namespace', () => {
    const far = configMap('far', { namespace: 'shop', ownedBy: owner })
    const cluster = fakeCluster([owner, far])
    cluster.settle()
    expect(cluster.warnings().map(({ involvedObject }) => involvedObject.id)).toEqual(['configmap.shop.far'])
  })

  it('empties a namespace, and lets it go', () => {
    const cluster = fakeCluster([namespace('shop'), configMap('a', { namespace: 'shop' }), configMap('b')])
    cluster.delete('Namespace/shop')
    expect(cluster.api.create(configMap('c', { namespace: 'shop' })).code).toBe(403)
    cluster.settle()
    expect(cluster.names()).toEqual(['ConfigMap/b'])
    expect(cluster.api.create(configMap('c', { namespace: 'shop' })).code).toBe(404)
  })

  it('keeps a namespace while something in it is held', () => {
    const cluster = fakeCluster([namespace('shop'), configMap('a', { namespace: 'shop', finalizers: ['x/y'] })])
    cluster.delete('Namespace/shop')
    cluster.settle()
    expect(cluster.names()).toEqual(['Namespace/shop', 'ConfigMap/shop/a'])
    cluster.removeFinalizer('ConfigMap/shop/a', 'x/y')
    cluster.settle()
    expect(cluster.names()).toEqual([])
  })

  it('collects custom resources that are shown without a definition', () => {
    const widget = kubeObject('example.com/v1', 'Widget', 'a')
    const cluster = fakeCluster([widget, configMap('made', { ownedBy: widget }), secret('other')])
    cluster.delete(widget)
    cluster.settle()
    expect(cluster.names()).toEqual(['Secret/other'])
  })

  it.each([
    ['none' as const, ['PersistentVolumeClaim/data']],
    ['cascade' as const, []],
  ])('with the controllers %s is left with the claims %j of a deleted owner', (controllerSet, left) => {
    const cluster = fakeCluster([persistentVolumeClaim('data', { ownedBy: owner }), owner], { controllerSet })
    cluster.delete(owner)
    cluster.settle()
    expect(cluster.terminating()).toEqual(left)
  })
  it.each([
    ['cascade' as const, ['Namespace/shop']],
    ['all' as const, ['Namespace/shop', 'ServiceAccount/shop/default', 'ConfigMap/shop/kube-root-ca.crt']],
  ])('with the controllers %s has %j', (controllerSet, names) => {
    const cluster = fakeCluster([namespace('shop')], { controllerSet })
    cluster.settle()
    expect(cluster.names()).toEqual(names)
  })
  it('makes the pods of a ReplicaSet again with the controllers that make objects', () => {
    const labels = { app: 'web' }
    const spec = { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: {} } }
    const set = kubeObject('apps/v1', 'ReplicaSet', 'web', { spec })
    const cluster = fakeCluster([set], { controllerSet: 'recorded' })
    cluster.settle()
    const [, first = ''] = cluster.names()
    cluster.delete(first)
    cluster.settle()
    expect(cluster.names({ kind: 'Pod' })).toHaveLength(1)
    expect(first).toMatch(/^Pod\/web-/)
  })
})

describe('a definition in a fake cluster', () => {
  it('takes its instances along by no request, so that none is refused', () => {
    const widgets = customResourceDefinition({ group: 'example.com', kind: 'Widget' })
    const cluster = fakeCluster([widgets, kubeObject('example.com/v1', 'Widget', 'w')], {
      failures: { delete: { 'Widget/w': apiError(403, 'Forbidden') } },
    })
    expect(cluster.api.delete('Widget/w')).toMatchObject({ code: 403 })
    cluster.delete(widgets)
    cluster.settle()
    expect(cluster.names()).toEqual([])
  })
})

describe('a fake cluster whose time passes', () => {
  it('has every controller try again what failed, at once and then every 20 seconds', () => {
    const left = (times: number) => {
      const cluster = fakeCluster([persistentVolumeClaim('c', { finalizers: ['kubernetes.io/pvc-protection'] })], {
        failures: { update: { 'PersistentVolumeClaim/c': fails(times, apiError(500, 'InternalError')) } },
      })
      cluster.delete('PersistentVolumeClaim/c')
      cluster.settle()
      const [soon] = cluster.names()
      cluster.advance({ seconds: 20 })
      return [soon, cluster.names()[0]]
    }
    expect([1, 12, 60].map(left)).toEqual([
      [undefined, undefined],
      ['PersistentVolumeClaim/c', undefined],
      ['PersistentVolumeClaim/c', 'PersistentVolumeClaim/c'],
    ])
  })

  it('has a namespace empty what it can, and try again what failed every 20 seconds', () => {
    const shop = namespace('shop')
    const place = { namespace: 'shop' }
    const failures = { delete: { 'Pod/shop/web': fails(12, apiError(500, 'InternalError', 'busy')) } }
    const cluster = fakeCluster([shop, pod('web', place), secret('key', place)], { failures })
    cluster.delete(shop)
    cluster.settle()
    expect(cluster.names()).toEqual(['Namespace/shop', 'Pod/shop/web'])
    expect(cluster.get(shop)?.status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ message: 'Failed to delete all resource types, 1 remaining: busy' }),
      ]),
    })
    cluster.advance({ seconds: 40 })
    expect(cluster.names()).toEqual([])
  })

  it.each([
    [59, ['Job/report']],
    [60, []],
  ])('has after %i of 60 seconds to live %j', (seconds, left) => {
    const cluster = fakeCluster([job('report', { finishedAt: '2026-01-01T12:00:00Z', ttl: 60 })])
    cluster.advance({ seconds })
    expect(cluster.names()).toEqual(left)
    expect(cluster.now().getTime() - Date.UTC(2026, 0, 1, 12)).toBe(seconds * 1000)
  })

  it('does what falls due at its time, not at the end', () => {
    const cluster = fakeCluster([job('report', { finishedAt: '2026-01-01T12:00:00Z', ttl: 60, finalizers: ['x/y'] })])
    cluster.advance({ hours: 3 })
    expect(cluster.get('Job/report')?.metadata.deletionTimestamp?.toISOString()).toBe('2026-01-01T12:01:00.000Z')
  })

  it('gives a pod on a node its time to end, and one on no node none', () => {
    const cluster = fakeCluster([pod('on', { node: 'a' }), pod('off')])
    cluster.delete('Pod/on')
    cluster.delete('Pod/off')
    cluster.settle()
    expect(cluster.names()).toEqual(['Pod/on'])
    cluster.advance({ seconds: 29 })
    expect(cluster.names()).toEqual(['Pod/on'])
    cluster.advance({ seconds: 1 })
    expect(cluster.names()).toEqual([])
  })

  it('ends pods at once, or never, where the test says so', () => {
    const left = (kubelets: 'at-once' | 'never') => {
      const cluster = fakeCluster([pod('on', { node: 'a' })], { kubelets })
      cluster.delete('Pod/on')
      cluster.settle()
      const then = cluster.names()
      cluster.advance({ hours: 1 })
      return [then, cluster.names()]
    }
    expect([left('at-once'), left('never')]).toEqual([
      [[], []],
      [['Pod/on'], ['Pod/on']],
    ])
  })

  it('ends no pods of a node that is not ready', () => {
    const cluster = fakeCluster([node('down', { ready: 'Unknown' }), pod('on', { node: 'down' })])
    cluster.delete('Pod/on')
    cluster.advance({ hours: 1 })
    expect(cluster.terminating()).toEqual(['Pod/on'])
  })

  it('collects the pods of a node that is gone at the first look after 40 seconds', () => {
    const cluster = fakeCluster([node('a'), node('b'), pod('on-a', { node: 'a' }), pod('on-b', { node: 'b' })])
    cluster.settle()
    cluster.delete('Node/a')
    cluster.advance({ seconds: 59 })
    expect(cluster.names({ kind: 'Pod' })).toEqual(['Pod/on-a', 'Pod/on-b'])
    cluster.advance({ seconds: 1 })
    expect(cluster.names({ kind: 'Pod' })).toEqual(['Pod/on-b'])
  })

  it('takes nodes for granted where it shows none', () => {
    const cluster = fakeCluster([pod('on', { node: 'anywhere' })])
    cluster.advance({ hours: 1 })
    expect(cluster.names()).toEqual(['Pod/on'])
  })

  it('goes through a year with nothing to do', () => {
    const cluster = fakeCluster([
      node('a'),
      pod('on', { node: 'a' }),
      job('late', { finishedAt: '2026-01-01T12:00:00Z', ttl: 31_000_000 }),
    ])
    cluster.advance({ days: 365 })
    expect(cluster.names()).toEqual(['Node/a', 'Pod/on'])
  })
})
