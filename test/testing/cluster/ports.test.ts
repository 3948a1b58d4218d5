import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import * as History from '../../../src/controllers/history/index.js'
import type { Action, ClusterFamily, Plan } from '../../../src/simulate/control-plane/index.js'
import { defaultPolicies, perform, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import type { Report } from '../../../src/core/report.js'
import { execute } from '../../../src/execute/index.js'
import type { ApiError, FakeCluster } from '../../../src/testing/index.js'
import {
  apiError,
  configMap,
  cronJob,
  fakeCluster,
  hangs,
  job,
  kubeObject,
  node,
  ownerReference,
  pod,
  secret,
} from '../../../src/testing/index.js'
import { right } from '../../decode/reading.js'

const policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, quarantine: 0 as never } }

const carryOut = async (cluster: FakeCluster): Promise<Report<ClusterFamily, ApiError>> => {
  const plan: Plan = right(planKubernetes(policies)(cluster.snapshot()))
  return await execute<Action, ApiError>(perform(cluster.ports))<ClusterFamily>(plan)()
}

const failuresOf = ({ passes }: Report<ClusterFamily, ApiError>): ReadonlyArray<unknown> =>
  passes.flatMap(({ outcomes }) =>
    outcomes.flatMap((outcome) => (outcome._tag === 'Failed' ? [[outcome.removal.target.name, outcome.error]] : [])),
  )

const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'gone' }
const noon = '2026-01-01T12:00:00Z'

describe('plans that are carried out on a fake cluster', () => {
  it('remove what they say, through the port of every collector', async () => {
    const nightly = cronJob('nightly', { spec: { successfulJobsHistoryLimit: 0 } })
    const cluster = fakeCluster([
      configMap('lost', { ownedBy: gone }),
      kubeObject('example.com/v1', 'Widget', 'half', { ownedBy: [configMap('here'), gone] }),
      configMap('here'),
      pod('unscheduled', { deletedAt: noon, finalizers: ['x/y'] }),
      job('done', { finishedAt: noon, ttl: 0 }),
      nightly,
      job('nightly-1', { finishedAt: noon, ownedBy: nightly }),
    ])
    const report = await carryOut(cluster)
    expect(failuresOf(report)).toEqual([])
    expect(cluster.names()).toEqual(['Widget/half', 'ConfigMap/here', 'Pod/unscheduled', 'Job/done', 'CronJob/nightly'])
    expect(cluster.terminating()).toEqual(['Pod/unscheduled', 'Job/done'])
    expect(cluster.get('Widget/half')?.metadata.ownerReferences).toEqual([ownerReference(configMap('here'))])
    expect(cluster.requests().map(({ by, verb, name, code }) => [by, verb, name, code])).toContainEqual([
      'port',
      'patch',
      'Widget/half',
      415,
    ])
  })

  it('mark a pod as failed before it goes', async () => {
    const cluster = fakeCluster([node('here'), pod('lost', { node: 'gone', finalizers: ['x/y'] })])
    cluster.settle()
    cluster.advance({ seconds: 40 })
    expect(cluster.get('Pod/lost')).toMatchObject({
      metadata: { deletionGracePeriodSeconds: 0 },
      status: {
        phase: 'Failed',
        conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' }],
      },
    })
    await Promise.resolve()
  })

  it('find the errors of a script in their report', async () => {
    const forbidden = apiError(403, 'Forbidden')
    const cluster = fakeCluster([configMap('lost', { ownedBy: gone })], {
      failures: { delete: { 'ConfigMap/lost': forbidden } },
    })
    const [pass] = (await carryOut(cluster)).passes
    expect(pass?.outcomes).toMatchObject([{ _tag: 'Failed', error: forbidden }])
    expect(cluster.names()).toEqual(['ConfigMap/lost'])
  })

  it('look a Job up before it goes', async () => {
    const cluster = fakeCluster([job('done', { finishedAt: noon, ttl: 0 })])
    const plan = right(planKubernetes(policies)(cluster.snapshot()))
    cluster.change('Job/done', (object) => ({ ...object, spec: { ttlSecondsAfterFinished: 3600 } }))
    const report = await execute<Action, ApiError>(perform(cluster.ports))<ClusterFamily>(plan)()
    expect(report.passes[0]?.outcomes).toMatchObject([{ _tag: 'Failed', error: { reason: 'Stays' } }])
    cluster.delete('Job/done', 'background')
    const again = await execute<Action, ApiError>(perform(cluster.ports))<ClusterFamily>(plan)()
    expect(again.passes[0]?.outcomes).toMatchObject([{ _tag: 'Failed', error: { message: 'the Job is gone' } }])
  })

  it('never hear of a call that hangs', async () => {
    const cluster = fakeCluster([configMap('a')], { failures: { delete: { '*': hangs(1, apiError(504, 'Timeout')) } } })
    const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'a' }
    const remove = cluster.ports.history.delete(address, {})
    const deadline = cluster.clock.sleep(5000 as never)
    const first = await cluster.clock.until(() => Promise.race([remove(), deadline().then(() => 'too late')]))
    expect([first, cluster.now().toISOString(), cluster.names()]).toEqual([
      'too late',
      '2026-01-01T12:00:05.000Z',
      ['ConfigMap/a'],
    ])
    expect(E.isRight(await remove())).toBe(true)
  })
})

describe('collectors that take part where their policy is given', () => {
  it('clear up a history', () => {
    const nightly = cronJob('nightly', { spec: { successfulJobsHistoryLimit: 1 } })
    const runs = ['10', '11', '12'].map((hour) =>
      job(`nightly-${hour}`, {
        ownedBy: nightly,
        createdAt: `2026-01-01T${hour}:00:00Z`,
        finishedAt: `2026-01-01T${hour}:00:10Z`,
      }),
    )
    const cluster = fakeCluster([nightly, ...runs], { policies: { history: History.defaultPolicy } })
    cluster.settle()
    expect(cluster.names()).toEqual(['CronJob/nightly', 'Job/nightly-12'])
  })

  it('count a lifecycle from when nobody uses an object any more', () => {
    const rules: Lifecycle.Rules = { enabled: true, ttlSeconds: 60, afterUnused: true }
    const lifecycle: Lifecycle.Policy = {
      ...Lifecycle.defaultPolicy,
      period: { _tag: 'Enabled', epoch: 'one' },
      namespaces: [{ namespace: 'default', of: { group: '', kind: 'Secret' }, rules }],
    }
    const user = pod('user', { spec: { volumes: [{ name: 'v', secret: { secretName: 'key' } }] } })
    const cluster = fakeCluster([secret('key'), user], { policies: { lifecycle } })
    cluster.advance({ minutes: 10 })
    cluster.delete('Pod/user')
    cluster.settle()
    expect(cluster.names()).toEqual(['Secret/key'])
    cluster.advance({ hours: 1 })
    expect(cluster.names()).toEqual([])
    expect(cluster.requests()[1]).toMatchObject({ by: 'lifecycle-collector', at: new Date('2026-01-01T12:11:00Z') })
  })
})
