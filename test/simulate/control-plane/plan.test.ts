import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Plan, Policies, Snapshot } from '../../../src/simulate/control-plane/index.js'
import {
  defaultPolicies,
  emptyMemory,
  explain,
  explainKubernetes,
  planKubernetes,
} from '../../../src/simulate/control-plane/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, goingIn, job, metadata, ownedBy, pod } from './building.js'

const each: Policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 1 } }
const agreed: Policies = { ...each, agreement: 'all-agree' }

const planOf = (policies: Policies, snapshot: Snapshot): Plan => right(planKubernetes(policies)(snapshot))

const ofJob = { ownerReferences: ownedBy('Job', 'bill') }
const running = cluster(job('bill'), pod('bill-1', ofJob), pod('bill-2', ofJob))

describe('terminated pods of a Job that runs', () => {
  it('go where every collector acts on its own', () => {
    expect(goingIn(planOf(each, running))).toEqual(['bill-1'])
  })

  it('stay where all have to agree: their owner needs them', () => {
    const plan = planOf(agreed, running)
    expect(goingIn(plan)).toEqual([])
    const told = explainKubernetes(plan)('u-bill-1')
    expect(told?.becomes).toBe('Held')
    expect(told?.answers.map(({ collector, vote }) => `${collector} ${vote}`)).toEqual([
      'Pod Collect',
      'Ttl Abstain',
      'History Abstain',
      'Lifecycle Abstain',
      'Owner Keep',
    ])
    expect(
      plan.passes[0].kept.flatMap(({ target, reasons: [first] }) => (target.name === 'bill-1' ? [explain(first)] : [])),
    ).toEqual(['pod GC would delete it, but the garbage collector objects'])
  })

  it('go where all have to agree once the Job does not exist, by one call, with the reasons of both', () => {
    const orphans = cluster(...running.objects.slice(1))
    const [removal] = planOf(agreed, orphans).passes[0].removals
    expect(removal?.reasons.map(({ _tag, reason }) => `${_tag} ${reason._tag}`)).toEqual([
      'Pod TerminatedOverThreshold',
      'Owner OwnersAbsent',
    ])
    expect(removal?.actions.map(({ _tag }) => _tag)).toEqual(['Pod'])
    expect(planOf(each, orphans).passes[0].removals[0]?.actions.map(({ _tag }) => _tag)).toEqual(['Pod', 'Owner'])
  })

  it('go although their owner is there when their node is gone', () => {
    const lost = { ...cluster(job('bill'), pod('lost', ofJob, { nodeName: 'gone' }, 'Running')) }
    const ripe = { ...lost, memory: { ...emptyMemory, pod: { waiting: [], ripe: ['gone'] } } }
    expect(goingIn(planOf(agreed, ripe))).toEqual(['lost'])
  })

  it('go by name when their node is gone, in whatever order they are listed', () => {
    const lost = (name: string) => pod(name, {}, { nodeName: 'gone' }, 'Running')
    const listed = cluster(lost('b'), lost('c'), lost('a'))
    const ripe = { ...listed, memory: { ...emptyMemory, pod: { waiting: [], ripe: ['gone'] } } }
    expect(goingIn(planOf(each, ripe))).toEqual(['a', 'b', 'c'])
  })
})

describe('all collectors together', () => {
  const expired = job(
    'old',
    { ownerReferences: ownedBy('CronJob', 'nightly') },
    { ttlSecondsAfterFinished: 0 },
    complete,
  )
  const nightly = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadata('nightly'),
    spec: { successfulJobsHistoryLimit: 0 },
  }

  it('take a controller that clears up its history for the owner that it is', () => {
    const [removal] = planOf(agreed, cluster(nightly, expired)).passes[0].removals
    expect(removal?.reasons.map(({ _tag }) => _tag)).toEqual(['Ttl', 'History'])
    const keeps = { ...nightly, spec: { successfulJobsHistoryLimit: 3 } }
    expect(goingIn(planOf(agreed, cluster(keeps, expired)))).toEqual([])
    expect(goingIn(planOf(each, cluster(keeps, expired)))).toEqual(['old'])
  })

  it('do without controllers that do not run: they want nothing and object to nothing', () => {
    const keeps = { ...nightly, spec: { successfulJobsHistoryLimit: 3 } }
    expect(goingIn(planOf({ ...agreed, stopped: ['cronjob'] }, cluster(keeps, expired)))).toEqual([])
    const stopped = ['cronjob', 'garbage-collector'] as const
    expect(goingIn(planOf({ ...agreed, stopped }, cluster(keeps, expired)))).toEqual(['old'])
    const plan = planOf({ ...each, stopped }, cluster(nightly, expired))
    expect(plan.passes[0].removals.map(({ reasons }) => reasons.map(({ _tag }) => _tag))).toEqual([['Ttl']])
    expect(explainKubernetes(plan)('u-nightly')?.answers.flatMap(({ reasons }) => reasons)).toEqual([])
  })

  it('leave out of the histories only those of controllers that do not run', () => {
    const plan = (stopped: Policies['stopped']) => goingIn(planOf({ ...each, stopped }, cluster(nightly, expired)))
    const reasons = (stopped: Policies['stopped']) =>
      planOf({ ...each, stopped }, cluster(nightly, expired)).passes[0].removals.flatMap((one) =>
        one.reasons.map(({ _tag }) => _tag),
      )
    expect(plan(['deployment'])).toEqual(['old'])
    expect(reasons(['deployment', 'statefulset', 'daemonset'])).toContain('History')
    expect(reasons(['cronjob'])).not.toContain('History')
  })

  it('let an object go that is being deleted, although its controller wants its history', () => {
    const ending = job(
      'old',
      {
        ...{ deletionTimestamp: after(-1), finalizers: ['foregroundDeletion'] },
        ownerReferences: ownedBy('CronJob', 'nightly'),
      },
      {},
      complete,
    )
    const keeps = { ...nightly, spec: { successfulJobsHistoryLimit: 3 } }
    const [removal] = planOf(agreed, cluster(keeps, ending)).passes[0].removals
    expect(removal?.reasons.map(({ reason }) => reason._tag)).toEqual(['NoBlockingDependents'])
  })

  it('have the warnings of the owner collector where nothing goes', () => {
    const elsewhere = { ...job('far'), metadata: metadata('far', { namespace: 'other' }) }
    const owned = pod('near', { ownerReferences: [...ownedBy('Job', 'bill'), ...ownedBy('Job', 'far')] })
    const plan = planOf(each, cluster(job('bill'), elsewhere, owned))
    expect(goingIn(plan)).toEqual([])
    expect(plan.passes[0].events.map(({ _tag, event }) => `${_tag} ${event._tag}`)).toEqual([
      'Owner OwnerRefInvalidNamespace',
    ])
  })

  it('have every object once, gone or kept', () => {
    for (const policies of [each, agreed]) {
      const [{ removals, kept }] = planOf(policies, running).passes
      const ids = [...removals, ...kept].map(({ target }) => target.id)
      expect(ids.toSorted()).toEqual(running.objects.map((object) => object.metadata.uid).toSorted())
    }
  })

  it('ask the lifecycle with what the owner collector says of owners', () => {
    const lifecycle = {
      ...each.lifecycle,
      period: { _tag: 'Enabled', epoch: 'first' },
      cluster: { enabled: true, ttlSeconds: 0 },
    } as const
    const plan = planOf(
      { ...agreed, lifecycle },
      cluster(job('bill'), pod('kept', ofJob), pod('left', { ownerReferences: ownedBy('Job', 'none') })),
    )
    expect(goingIn(plan)).toEqual(['left'])
    const told = explainKubernetes(plan)('u-left')
    expect(told?.answers.flatMap(({ collector, vote }) => (vote === 'Collect' ? [collector] : []))).toEqual([
      'Lifecycle',
      'Owner',
    ])
  })

  it('tell when a Job that stays goes', () => {
    const later = job('later', {}, { ttlSecondsAfterFinished: 90 }, complete)
    const told = explainKubernetes(planOf(each, cluster(later)))('u-later')
    expect(told?.nextChange).toEqual({ _tag: 'Some', value: after(90) })
  })

  it('refuse what is no snapshot and no policy', () => {
    const broken: unknown[] = [
      null,
      {},
      { ...running, memory: undefined },
      { ...running, objects: [...running.objects, job('bill')] },
    ]
    for (const snapshot of broken) expect(planKubernetes(each)(snapshot as Snapshot)._tag).toBe('Left')
    const spoiled: WholeObject[] = [
      pod('lost', {}, { nodeName: 5 }),
      job('bill', {}, { ttlSecondsAfterFinished: -1 }),
      { ...job('bill'), status: { startTime: 'noon' } },
      { ...job('set'), apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { replicas: -1 } },
      { ...job('node'), apiVersion: 'v1', kind: 'Node', spec: { taints: 5 } },
    ]
    for (const object of spoiled) expect(planKubernetes(each)(cluster(object))._tag, object.kind).toBe('Left')
    const twice = { ...pod('twin'), metadata: metadata('twin', { uid: 'u-other' }) }
    expect(planKubernetes(each)(cluster(pod('twin'), twice))._tag).toBe('Left')
    expect(planKubernetes(null as unknown as Policies)(running)._tag).toBe('Left')
  })
})
