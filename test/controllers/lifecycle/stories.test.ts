import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { FinishObserver, Rules, Snapshot } from '../../../src/controllers/lifecycle/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, going, job, later, marking, next, object, planOf, reasonsFor, secret } from './build.js'

const hour = 3600

describe('story 1: old jobs', () => {
  const rules: Rules = { enabled: true, afterFinished: true, ttlSeconds: hour }

  it('go one hour after they completed', () => {
    const cluster = clusterOf([
      job('running', null, rules),
      job('fresh', later(-hour + 1), rules),
      job('old', later(-hour), rules),
    ])
    expect(going(planOf(cluster))).toEqual(['old'])
  })

  it('are marked only while they wait: what goes at once costs one call', () => {
    const cluster = clusterOf([job('fresh', later(-1), rules), job('old', later(-hour), rules)])
    expect(marking(planOf(cluster))).toEqual([`set fresh ${later(-1).toISOString()}`])
  })

  it('go by the hundred thousand in one plan', () => {
    const jobs = Array.from({ length: 100_000 }, (_, index) => job(`j${index}`, later(-hour - index), rules))
    const { removals, kept } = planOf(clusterOf(jobs)).passes[0]
    expect([removals.length, kept.length, removals[0]?.target.id]).toEqual([100_000, 0, 'j99999'])
  })
})

describe('story 2: secrets and config maps', () => {
  const rules: Rules = { enabled: true, afterUnused: true, ttlSeconds: hour }
  const config = (name: string): WholeObject => object('v1', 'ConfigMap', name, rules)
  const deployment = (name: string): WholeObject =>
    object(
      'apps/v1',
      'Deployment',
      'web',
      {},
      {
        spec: { template: { spec: { containers: [{ envFrom: [{ configMapRef: { name } }] }] } } },
      },
    )
  const replicas = (name: string): WholeObject => ({
    ...deployment(name),
    kind: 'ReplicaSet',
    metadata: { ...deployment(name).metadata, name: `web-${name}`, uid: `web-${name}` },
  })

  it('go one hour after the last revision that refers to them', () => {
    const at = (seconds: number, ...objects: ReadonlyArray<WholeObject>): Snapshot =>
      clusterOf([config('v1'), config('v2'), ...objects], { at: later(seconds) })
    const rolledOut = at(0, deployment('v2'), replicas('v1'), replicas('v2'))
    expect(reasonsFor(planOf(rolledOut), 'v1')).toEqual(['InUse'])
    const forgotten = at(10, deployment('v2'), replicas('v2'))
    const plan = planOf(forgotten)
    expect(marking(plan)).toEqual([`set v1 ${later(10).toISOString()}`])
    expect(going(planOf(next(plan, forgotten, later(10 + hour - 1))))).toEqual([])
    expect(going(planOf(next(plan, forgotten, later(10 + hour))))).toEqual(['v1'])
  })

  it('may be used by another application before their hour is over', () => {
    const alone = clusterOf([config('v1')])
    const plan = planOf(alone)
    const shared = { ...next(plan, alone, later(hour)), objects: [config('v1'), deployment('v1')] }
    expect(marking(planOf(shared))).toEqual(['clear v1'])
  })
})

describe('story 3: custom resources and their definitions', () => {
  const observer: FinishObserver = {
    _tag: 'ByPhase',
    group: 'example.com',
    kind: 'Build',
    path: 'status.phase',
    finishedValues: ['Done'],
    finishTimePath: 'status.doneAt',
  }
  const build = object(
    'example.com/v1',
    'Build',
    'b',
    { enabled: true, afterFinished: true, ttlSeconds: hour },
    {
      status: { phase: 'Done', doneAt: '2026-01-01T10:00:00Z' },
    },
  )
  const definition = object(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'builds.example.com',
    { enabled: true, afterUnused: true, ttlSeconds: 0 },
    {
      spec: { group: 'example.com', names: { kind: 'Build' } },
      metadata: { namespace: undefined },
    },
  )

  it('go after they are done, and the definition after the last of them', () => {
    const policy = enabled({ finished: [observer] })
    const cluster = clusterOf([build, definition])
    const first = planOf(cluster, policy)
    expect(going(first)).toEqual(['b'])
    expect(going(planOf(next(first, cluster, later(1)), policy))).toEqual(['builds.example.com'])
  })
})

describe('what was rejected', () => {
  it('owner references for use: a thousand pods use a config map whose owners nobody writes', () => {
    const shared = object('v1', 'ConfigMap', 'shared', { enabled: true, afterUnused: true, ttlSeconds: 0 })
    const pods = Array.from({ length: 1000 }, (_, index) =>
      object('v1', 'Pod', `p${index}`, {}, { spec: { volumes: [{ name: 'v', configMap: { name: 'shared' } }] } }),
    )
    const plan = planOf(clusterOf([shared, ...pods]))
    expect(plan.passes[0].kept.find(({ target }) => target.id === 'shared')?.reasons).toMatchObject([
      { _tag: 'InUse', users: 1000 },
    ])
    expect(plan.passes[0].amendments).toEqual([])
  })

  it('a policy of the cluster alone: without users who opt in, nothing goes', () => {
    const everyKind = [
      secret('x'),
      job('j', later(-1e6)),
      object('v1', 'Pod', 'p', {}, { status: { phase: 'Failed' } }),
    ]
    const cluster: Rules = { ttlSeconds: 0, afterFinished: true, afterUnused: true }
    expect(going(planOf(clusterOf(everyKind), enabled({ cluster })))).toEqual([])
  })
})

describe('a failure', () => {
  it('ends nothing, records nothing, and comes again with the next plan', () => {
    const cluster = clusterOf([secret('x', { enabled: true, afterUnused: true, ttlSeconds: 0 })])
    const plan = planOf(cluster)
    const nothing = { passes: [] }
    expect(Lifecycle.conclude(String)(plan)(nothing)).toEqual({ events: [], error: { _tag: 'None' } })
    expect(Lifecycle.applyReport(nothing)(cluster)).toBe(cluster)
    expect(E.right(going(planOf(cluster)))).toEqual(E.right(going(plan)))
  })
})

describe('an object with finalizers', () => {
  it('is asked to go and stays until the last one is taken off', () => {
    const held = secret('x', { enabled: true, afterUnused: true, ttlSeconds: 0 }, { finalizers: ['example.com/x'] })
    const after = Lifecycle.apply(planOf(clusterOf([held])))(clusterOf([held]))
    expect(after.objects[0]?.metadata.deletionTimestamp).toEqual(after.at)
    expect(reasonsFor(planOf(after), 'x')).toEqual(['BeingDeleted'])
  })
})

describe('a user and what it uses', () => {
  const rules: Rules = { enabled: true, afterUnused: true, ttlSeconds: hour }
  const web = object(
    'v1',
    'Pod',
    'web',
    {},
    { spec: { volumes: [{ name: 'v', secret: { secretName: 'x' } }] }, metadata: { uid: 'unknown before' } },
  )

  it('may be made in either order: a name is enough, and the time to live waits for the user', () => {
    const alone = clusterOf([secret('x', rules)])
    const marks = planOf(alone)
    const together = { ...next(marks, alone, later(hour - 1)), objects: [secret('x', rules), web] }
    expect([going(marks), going(planOf(together)), marking(planOf(together))]).toEqual([[], [], ['clear x']])
    expect(reasonsFor(planOf(clusterOf([web, secret('x', rules)])), 'x')).toEqual(['InUse'])
  })

  it('may be many to one: taking the only user away clears up all that it used', () => {
    const names = ['a', 'b', 'c']
    const volumes = names.map((name) => ({ name, secret: { secretName: name } }))
    const app = object('v1', 'Pod', 'app', {}, { spec: { volumes } })
    const used = names.map((name) => secret(name, { ...rules, ttlSeconds: 0 }))
    expect(going(planOf(clusterOf([app, ...used])))).toEqual([])
    expect(going(planOf(clusterOf(used)))).toEqual(names)
  })
})
