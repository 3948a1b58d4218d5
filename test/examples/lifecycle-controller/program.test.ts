import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { printMetrics } from '../../../src/document/index.js'
import { configMap, job, kubeObject, pod } from '../../../src/testing/index.js'
import { type Meddle, anHour, clientOf, clusterOf, policyOf, run, space } from './running.js'

const markOf = (object: { readonly metadata: { readonly annotations?: unknown } } | undefined): unknown =>
  (object?.metadata.annotations as Record<string, string> | undefined)?.['lifecycle.gcplan.io/candidate-since']

const claim = kubeObject('v1', 'PersistentVolumeClaim', 'data', { namespace: 'shop' })

const user = pod('web-0', {
  namespace: 'shop',
  spec: { containers: [], volumes: [{ name: 'a', configMap: { name: 'used' } }] },
})

describe('the lifecycle controller', () => {
  it('marks what nobody uses, and deletes it an hour later, bound to uid and version', async () => {
    const cluster = clusterOf([
      ...[policyOf(), space('shop', 'enforce'), user],
      ...[configMap('used', { namespace: 'shop' }), configMap('old', { namespace: 'shop' })],
    ])
    const log: string[] = []
    const running = run(cluster, clientOf(cluster, log))
    await cluster.clock.advance({ minutes: 1 })
    expect(markOf(cluster.get('ConfigMap/shop/old'))).toBe('2026-01-01T12:00:00.000Z first')
    expect(markOf(cluster.get('ConfigMap/shop/used'))).toBeUndefined()
    await cluster.clock.advance({ minutes: 58 })
    expect(cluster.get('ConfigMap/shop/old')).toBeDefined()
    await cluster.clock.advance({ minutes: 2 })
    expect(cluster.names('ConfigMap')).toStrictEqual(['ConfigMap/shop/used'])
    expect(running.events.map(({ regarding: { name }, reason, action }) => [name, action, reason])).toStrictEqual([
      ['old', 'Mark', 'BecameCandidate'],
      ['old', 'Delete', 'TtlExpired'],
    ])
    expect(log.filter((line) => line.includes('/configmaps/'))).toStrictEqual([
      'PATCH /api/v1/namespaces/shop/configmaps/old 200',
      'DELETE /api/v1/namespaces/shop/configmaps/old 200',
    ])
    running.stop()
    await cluster.clock.until(() => running.done)
  })

  it('takes the end of a Job, and the condition Unused of a claim, for their time', async () => {
    const at = '2026-01-01T11:30:00Z'
    const cluster = clusterOf([
      ...[policyOf(), space('shop', 'enforce')],
      {
        ...job('nightly', { namespace: 'shop' }),
        status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: at }] },
      },
      {
        ...claim,
        status: { conditions: [{ type: 'Unused', status: 'True', lastTransitionTime: at }] },
      },
    ])
    const running = run(cluster, clientOf(cluster))
    await cluster.clock.advance({ minutes: 29 })
    expect(cluster.get('Job/shop/nightly')).toBeDefined()
    await cluster.clock.advance({ minutes: 2 })
    expect(cluster.get('Job/shop/nightly')).toBeUndefined()
    expect(cluster.names('PersistentVolumeClaim')).toStrictEqual([])
    running.stop()
  })

  it('rehearses where a namespace has not opted in: it tells what would go, and writes nothing there', async () => {
    const cluster = clusterOf([policyOf(), space('shop'), configMap('old', { namespace: 'shop' })])
    const log: string[] = []
    const running = run(cluster, clientOf(cluster, log))
    await cluster.clock.advance({ minutes: 70 })
    expect(log.filter((line) => line.includes('/namespaces/shop/'))).toStrictEqual([])
    const { status } = cluster.get('LifecyclePolicy/default') ?? {}
    expect(status).toMatchObject({ counts: { due: 1, allowed: 0, deleted: 0 } })
    expect(printMetrics(running.metrics.all())).toContain(
      'gcplan_plan_removals{collector="lifecycle",pass="expire",reason="TtlExpired"} 1',
    )
    // Whoever opts in is not overtaken by what was rehearsed: the hour begins then.
    cluster.patch('Namespace/shop', { metadata: { labels: { 'lifecycle.gcplan.io/mode': 'enforce' } } })
    await cluster.clock.advance({ minutes: 55 })
    expect(cluster.get('ConfigMap/shop/old')).toBeDefined()
    await cluster.clock.advance({ minutes: 15 })
    expect(cluster.get('ConfigMap/shop/old')).toBeUndefined()
    running.stop()
  })

  it('keeps what is protected by label, annotation, kind, namespace or its own place', async () => {
    const marked = { labels: { 'lifecycle.gcplan.io/protected': '' } }
    const cluster = clusterOf([
      ...[policyOf(anHour, { protectedNamespaces: ['bank'], protectedKinds: ['PersistentVolumeClaim'] })],
      ...['shop', 'bank', 'tools'].map((name) => space(name, 'enforce')),
      configMap('precious', { namespace: 'shop', metadata: marked }),
      configMap('noted', { namespace: 'shop', metadata: { annotations: marked.labels } }),
      ...[configMap('a', { namespace: 'bank' }), configMap('a', { namespace: 'tools' }), claim],
      configMap('old', { namespace: 'shop' }),
    ])
    const running = run(cluster, clientOf(cluster))
    await cluster.clock.advance({ hours: 3 })
    expect([...cluster.names('ConfigMap'), ...cluster.names('PersistentVolumeClaim')]).toStrictEqual([
      ...['ConfigMap/bank/a', 'ConfigMap/shop/noted', 'ConfigMap/shop/precious', 'ConfigMap/tools/a'],
      'PersistentVolumeClaim/shop/data',
    ])
    running.stop()
  })

  it('removes nothing at all when more is due than the limit, says so in its status, and still marks', async () => {
    const maps = ['a', 'b', 'c'].map((name) => configMap(name, { namespace: 'shop' }))
    const cluster = clusterOf([policyOf(anHour, { maxCount: 2 }), space('shop', 'enforce'), ...maps])
    const running = run(cluster, clientOf(cluster))
    await cluster.clock.advance({ minutes: 70 })
    expect(cluster.names('ConfigMap').length).toBe(3)
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({
      counts: { due: 3, deleted: 0 },
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'WithinLimits', status: 'False', message: '3 removals, more than 2' },
      ],
    })
    cluster.patch('LifecyclePolicy/default', { spec: { guards: { maxCount: 3 } } })
    await cluster.clock.advance({ minutes: 6 })
    expect(cluster.names('ConfigMap')).toStrictEqual([])
    running.stop()
  })

  it('counts against its limit only what it may remove', async () => {
    const maps = ['a', 'b', 'c'].map((name) => configMap(name, { namespace: 'shop' }))
    const cluster = clusterOf([
      ...[policyOf(anHour, { maxCount: 1 }), space('shop'), space('bank', 'enforce')],
      ...[...maps, configMap('old', { namespace: 'bank' })],
    ])
    const running = run(cluster, clientOf(cluster))
    await cluster.clock.advance({ minutes: 65 })
    expect(cluster.names('ConfigMap')).toStrictEqual(['ConfigMap/shop/a', 'ConfigMap/shop/b', 'ConfigMap/shop/c'])
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ conditions: [{}, { status: 'True' }] })
    running.stop()
  })

  it('rehearses anew what was marked before its namespace opted out', async () => {
    const annotations = { 'lifecycle.gcplan.io/candidate-since': '2026-01-01T09:00:00.000Z first' }
    const cluster = clusterOf([
      ...[policyOf(), space('shop'), configMap('old', { namespace: 'shop', metadata: { annotations } })],
    ])
    const running = run(cluster, clientOf(cluster))
    await cluster.clock.advance({ minutes: 1 })
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ counts: { due: 0, rehearsed: 1 } })
    await cluster.clock.advance({ minutes: 65 })
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ counts: { due: 1, allowed: 0 } })
    running.stop()
  })

  it('decides when its policy changes', async () => {
    const maps = ['a', 'b'].map((name) => configMap(name, { namespace: 'shop' }))
    const cluster = clusterOf([policyOf(anHour, { maxCount: 1 }), space('shop', 'enforce'), ...maps])
    const running = run(cluster, clientOf(cluster), { interval: 10_800_000 })
    await cluster.clock.advance({ minutes: 65 })
    expect(cluster.names('ConfigMap')).toHaveLength(2)
    cluster.patch('LifecyclePolicy/default', { spec: { guards: { maxCount: 2 } } })
    await cluster.clock.advance({ seconds: 15 })
    expect(cluster.names('ConfigMap')).toStrictEqual([])
    running.stop()
  })

  it('counts marks that can not be set', async () => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce'), configMap('old', { namespace: 'shop' })])
    const refusing: Meddle = ({ method, path }) =>
      method === 'PATCH' && path.endsWith('/configmaps/old')
        ? () => Promise.resolve(E.right({ status: 403, body: { kind: 'Status', reason: 'Forbidden' } }))
        : undefined
    const running = run(cluster, clientOf(cluster), {}, refusing)
    await cluster.clock.advance({ minutes: 1 })
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ counts: { marked: 0, failed: 1 } })
    running.stop()
  })

  it('says in the status what is wrong with a policy, and does nothing', async () => {
    const cluster = clusterOf([
      policyOf({ ...anHour, cluster: { ttlSeconds: -1 } }),
      ...[space('shop', 'enforce'), configMap('old', { namespace: 'shop' })],
    ])
    const log: string[] = []
    const running = run(cluster, clientOf(cluster, log))
    await cluster.clock.advance({ hours: 2 })
    expect(log.filter((line) => line.includes('/shop/'))).toStrictEqual([])
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({
      conditions: [{ type: 'Ready', status: 'False', reason: 'NoPlan' }, { type: 'WithinLimits' }],
    })
    expect(JSON.stringify(cluster.get('LifecyclePolicy/default')?.status)).toContain('ttlSeconds')
    running.stop()
  })

  it('reads the policy from a ConfigMap as well', async () => {
    const data = { 'policy.yaml': `policy: ${JSON.stringify(anHour)}\nguards: { maxCount: 5 }\n` }
    const cluster = clusterOf([
      { ...configMap('policy', { namespace: 'tools' }), data },
      ...[space('shop', 'enforce'), configMap('old', { namespace: 'shop' })],
    ])
    const policy = { _tag: 'ConfigMap' as const, namespace: 'tools', name: 'policy' }
    const running = run(cluster, clientOf(cluster), { policy })
    await cluster.clock.advance({ minutes: 65 })
    expect(cluster.names('ConfigMap')).toStrictEqual(['ConfigMap/tools/policy'])
    running.stop()
  })

  it('decides when the cluster changes, and not at its own doing', async () => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce')])
    const log: string[] = []
    const running = run(cluster, clientOf(cluster, log), { interval: 3_600_000 })
    await cluster.clock.advance({ minutes: 5 })
    const turns = log.filter((line) => line.includes('/status')).length
    expect(turns).toBe(1)
    const path = '/api/v1/namespaces/shop/configmaps'
    cluster.served.handle({ method: 'POST', path, body: { metadata: { name: 'new' } } })
    await cluster.clock.advance({ seconds: 15 })
    expect(markOf(cluster.get('ConfigMap/shop/new'))).toBe('2026-01-01T12:05:00.000Z first')
    await cluster.clock.advance({ minutes: 10 })
    // The mark that it set is a change once.
    expect(log.filter((line) => line.includes('/status')).length).toBeLessThanOrEqual(turns + 2)
    running.stop()
  })

  it('changes the time of a condition only with its status, and keeps the counts of the last plan', async () => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce'), configMap('old', { namespace: 'shop' })])
    const running = run(cluster, clientOf(cluster))
    const ready = (): unknown => {
      const { conditions = [] } = (cluster.get('LifecyclePolicy/default')?.status ?? {}) as { conditions?: unknown[] }
      return conditions[0]
    }
    await cluster.clock.advance({ minutes: 1 })
    const first = { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T12:00:00Z' }
    expect(ready()).toMatchObject(first)
    await cluster.clock.advance({ minutes: 21 })
    expect(ready()).toMatchObject(first)
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ lastPlanTime: '2026-01-01T12:20:10.000Z' })
    cluster.patch('LifecyclePolicy/default', { spec: { policy: { cluster: { ttlSeconds: -1 } } } })
    await cluster.clock.advance({ minutes: 6 })
    const second = { type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T12:22:00Z', observedGeneration: 2 }
    expect(ready()).toMatchObject(second)
    await cluster.clock.advance({ minutes: 6 })
    expect(ready()).toMatchObject(second)
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({ counts: { considered: expect.any(Number) } })
    running.stop()
  })

  it.each(['watchCluster', 'look'])('does not fail where it is ended in the middle of %s', async (during) => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce'), configMap('old', { namespace: 'shop' })])
    const log: string[] = []
    // The first list of ConfigMaps is that of the watches; the next is the look before something goes.
    let lists = during === 'look' ? 1 : 0
    let writes = NaN
    const running = run(cluster, clientOf(cluster, log), {}, ({ path }) => {
      if (path !== '/api/v1/configmaps' || lists-- > 0) return undefined
      running.stop()
      writes = log.length
      return () => Promise.resolve(E.left({ _tag: 'Aborted', message: 'aborted' }))
    })
    await cluster.clock.until(() => running.done)
    expect(running.lines.filter(({ level }) => level !== 'info')).toStrictEqual([])
    expect(log.length).toBe(writes)
    expect(printMetrics(running.metrics.all())).toContain('gcplan_lifecycle_failed_turns_total 0')
  })

  it('tells where its status cannot be written, and works all the same', async () => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce'), configMap('old', { namespace: 'shop' })])
    const refusing: Meddle = ({ path }) =>
      path.endsWith('/status') ? () => Promise.resolve(E.right({ status: 403, body: {} })) : undefined
    const running = run(cluster, clientOf(cluster), {}, refusing)
    await cluster.clock.advance({ minutes: 65 })
    expect(cluster.names('ConfigMap')).toStrictEqual([])
    expect(running.lines).toContainEqual({
      level: 'warn',
      message: expect.stringContaining('the status was not written: 403'),
    })
    expect(printMetrics(running.metrics.all())).toMatch(/gcplan_lifecycle_failed_status_writes_total [1-9]/)
    running.stop()
  })

  it.each([
    ['users of what would go', '/apis/apps/v1/statefulsets', 'StatefulSet.apps'],
    ['a kind of the policy', '/apis/batch/v1/jobs', 'Job.batch'],
    ['namespaces', '/api/v1/namespaces', 'Namespace'],
  ])('removes nothing while %s cannot be listed', async (_what, hidden, named) => {
    const cluster = clusterOf([policyOf(), space('shop', 'enforce'), configMap('old', { namespace: 'shop' })])
    let isHidden = true
    const hiding: Meddle = ({ method, path }) =>
      isHidden && method === 'GET' && path === hidden
        ? () => Promise.resolve(E.right({ status: 403, body: { kind: 'Status', reason: 'Forbidden' } }))
        : undefined
    const running = run(cluster, clientOf(cluster), {}, hiding)
    await cluster.clock.advance({ minutes: 70 })
    expect(cluster.names('ConfigMap')).toStrictEqual(['ConfigMap/shop/old'])
    expect(cluster.get('LifecyclePolicy/default')?.status).toMatchObject({
      conditions: [
        { status: 'True' },
        { type: 'WithinLimits', status: 'False', message: expect.stringContaining(named) },
      ],
    })
    isHidden = false
    await cluster.clock.advance({ minutes: 70 })
    expect(cluster.names('ConfigMap')).toStrictEqual([])
    running.stop()
  })
})
