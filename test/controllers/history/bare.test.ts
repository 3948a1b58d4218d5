import { describe, expect, it } from 'vitest'

import type { Pass, Snapshot } from '../../../src/controllers/history/index.js'
import { apply, applyReport, concludeStatus, defaultPolicy, presets } from '../../../src/controllers/history/index.js'
import type { KubeObject } from '../../../src/apiserver/object.js'
import {
  clusterOf,
  cronJob,
  daemonSet,
  deployment,
  job,
  minute,
  planOf,
  pod,
  replicaSet,
  revision,
  statefulSet,
  template,
} from './build.js'

const without = <O extends KubeObject>(object: O, ...parts: ReadonlyArray<string>): O =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !parts.includes(name))) as unknown as O

const reasonsIn = ({ removals, kept }: Pass): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...removals, ...kept].map(({ target, reasons }) => [target.name, reasons.map(({ _tag }) => _tag).join(' ')]),
  )

const passesOf = (lists: Partial<Snapshot>, policy = defaultPolicy): readonly [Pass, Pass, Pass, Pass] => {
  const [first, second, third, fourth] = planOf(clusterOf(lists), policy).passes
  return [first, second, third, fourth]
}

describe('a controller without specification and status', () => {
  it('that is a Deployment shows no template', () => {
    const [pass] = passesOf({
      deployments: [without(deployment(), 'spec', 'status')],
      replicaSets: [replicaSet('a', '1')],
    })
    expect(reasonsIn(pass)).toEqual({ a: 'TemplateNotShown' })
  })

  it('that is a Deployment with a template has none of its replicas, of which it wants one', () => {
    const some = without({ ...deployment(), spec: { template: template('new') } }, 'status')
    const [pass] = passesOf({ deployments: [some], replicaSets: [replicaSet('a', '1')] })
    expect(pass.kept[0]?.reasons[0]).toMatchObject({
      _tag: 'RolloutNotComplete',
      rollout: { wanted: 1, replicas: 0, updated: 0, available: 0, generation: 2, observedGeneration: 0 },
    })
  })

  it('that is a StatefulSet has no limit', () => {
    const set = without(statefulSet(), 'spec', 'status')
    const [, pass] = passesOf({ statefulSets: [set], controllerRevisions: [revision(set, 'a', 1)] })
    expect(pass.kept.map(({ reasons }) => reasons)).toEqual([
      [
        {
          _tag: 'NoHistoryLimit',
          owner: { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'shop', name: 'db', uid: 'db' },
          counted: 'unused-revisions',
        },
      ],
    ])
  })

  it('that is a DaemonSet shows no template', () => {
    const set = without(daemonSet(), 'spec')
    const [, , pass] = passesOf({ daemonSets: [set], controllerRevisions: [revision(set, 'a', 1)] })
    expect(pass.kept[0]?.reasons).toEqual([
      {
        _tag: 'TemplateNotShown',
        owner: { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'shop', name: 'agent', uid: 'agent' },
        of: 'controller',
      },
    ])
  })

  it('that is a CronJob has no limit; a Job without status has not finished', () => {
    const [, , , pass] = passesOf({
      cronJobs: [without(cronJob(), 'spec')],
      jobs: [job('a', 1), without(job('b', 1), 'status'), job('c', 1, 'Failed')],
    })
    expect(pass.kept.map(({ reasons: [reason] }) => reason)).toMatchObject([
      { _tag: 'NoHistoryLimit', counted: 'successful-jobs' },
      { _tag: 'NotFinished' },
      { _tag: 'NoHistoryLimit', counted: 'failed-jobs' },
    ])
  })
})

describe('an old ReplicaSet', () => {
  const full = deployment({ revisionHistoryLimit: 0 })

  it('without specification wants one replica, and is busy', () => {
    const [pass] = passesOf({
      deployments: [full],
      replicaSets: [{ ...replicaSet('a', '1'), spec: { template: template('old') } }],
    })
    expect(pass.kept[0]?.reasons[0]).toMatchObject({ _tag: 'Busy', wanted: 1, replicas: 0, rank: 1, of: 1, limit: 0 })
  })

  it('is busy until its status has caught up', () => {
    const behind = { ...replicaSet('a', '1', {}, { generation: 2 }), status: { replicas: 0, observedGeneration: 1 } }
    const [pass] = passesOf({ deployments: [full], replicaSets: [behind] })
    expect(pass.kept[0]?.reasons[0]).toMatchObject({ _tag: 'Busy', generation: 2, observedGeneration: 1 })
    const [then] = passesOf({
      deployments: [full],
      replicaSets: [{ ...behind, status: { replicas: 0, observedGeneration: 2 } }],
    })
    expect(reasonsIn(then)).toEqual({ a: 'OverHistoryLimit' })
  })

  it('that nobody controls belongs to no history', () => {
    const [pass] = passesOf({ deployments: [full], replicaSets: [replicaSet('a', '1', {}, { ownerReferences: [] })] })
    expect(reasonsIn(pass)).toEqual({ a: 'NoController' })
  })

  it('is the current one where it was created first of those with the template', () => {
    const same = (name: string, created: number) =>
      replicaSet(name, '1', { template: template('new', name) }, { creationTimestamp: minute(created) })
    for (const sets of [
      [same('late', 2), same('early', 1)],
      [same('early', 1), same('late', 2)],
    ])
      expect(reasonsIn(passesOf({ deployments: [full], replicaSets: sets })[0])).toEqual({
        early: 'CurrentTemplate',
        late: 'OverHistoryLimit',
      })
  })

  it('stays without a limit, which the largest number stands for', () => {
    const limits = [undefined, 2 ** 31 - 1]
    for (const revisionHistoryLimit of limits) {
      const [pass] = passesOf({
        deployments: [deployment({ revisionHistoryLimit })],
        replicaSets: [replicaSet('a', '1')],
      })
      expect(pass.kept[0]?.reasons[0]).toMatchObject({ _tag: 'NoHistoryLimit', counted: 'old-replica-sets' })
    }
    const [pass] = passesOf({
      deployments: [deployment({ revisionHistoryLimit: -1 })],
      replicaSets: [replicaSet('a', '1')],
    })
    expect(pass.kept[0]?.reasons[0]).toMatchObject({ _tag: 'NegativeHistoryLimit', limit: -1, controller: 'fails' })
  })
})

describe('a controller of another group', () => {
  const foreign = (apiVersion: string, kind: string) => ({
    ownerReferences: [{ apiVersion, kind, name: 'other', uid: 'other', controller: true }],
  })

  it.each<readonly [string, string, string]>([
    ['apps/v1', 'Deployment', 'ControllerAbsent'],
    ['apps/v1beta1', 'Deployment', 'ControllerAbsent'],
    ['apps/v1', 'Rollout', 'OtherController'],
    ['argoproj.io/v1', 'Deployment', 'OtherController'],
  ])('%s %s that is not listed keeps a ReplicaSet: %s', (apiVersion, kind, reason) => {
    const [pass] = passesOf({ replicaSets: [replicaSet('a', '1', {}, foreign(apiVersion, kind))] })
    expect(pass.kept[0]?.reasons).toEqual([{ _tag: reason, owner: { apiVersion, kind, name: 'other', uid: 'other' } }])
  })

  it.each<readonly [string, string]>([
    ['shop', 'ControllerAbsent'],
    ['bank', 'ControllerNotCovered'],
  ])('is absent where its namespace was listed: %s', (namespace, reason) => {
    const [pass] = passesOf({
      replicaSets: [replicaSet('a', '1', {}, foreign('apps/v1', 'Deployment'))],
      coverage: { _tag: 'Resources', resources: [{ group: 'apps', kind: 'Deployment', namespaces: [namespace] }] },
    })
    expect(reasonsIn(pass)).toEqual({ a: reason })
  })

  it.each<readonly [string, string, string]>([
    ['batch/v1', 'CronJob', 'WithinHistoryLimit'],
    ['batch/v1', 'Workflow', 'OtherController'],
    ['example.com/v1', 'CronJob', 'OtherController'],
  ])('%s %s of the uid of a CronJob has Jobs for those who go by uid: %s', (apiVersion, kind, reason) => {
    const owned = { ownerReferences: [{ apiVersion, kind, name: 'else', uid: 'nightly', controller: true }] }
    const policy = { ...defaultPolicy, jobsOfCronJob: 'controller-uid' } as const
    const [, , , pass] = passesOf({ cronJobs: [cronJob()], jobs: [job('a', 1, 'Complete', owned)] }, policy)
    expect(reasonsIn(pass)).toEqual({ a: reason })
    const [, , , stray] = passesOf({ cronJobs: [cronJob()], jobs: [job('a', 1, 'Complete', {})] }, policy)
    expect(reasonsIn(stray)).toEqual({ a: 'NoController' })
  })
})

describe('objects that are in no namespace', () => {
  const nowhere = <O extends KubeObject>(object: O): O => ({
    ...object,
    metadata: { ...object.metadata, namespace: undefined },
  })

  it('have histories of their own, and calls without a namespace', () => {
    const jobs = [job('a', 1), job('b', 2)].map(nowhere)
    const plan = planOf(clusterOf({ cronJobs: [nowhere(cronJob())], jobs }))
    const [removal] = plan.passes[3].removals
    expect(removal?.actions).toEqual([
      {
        _tag: 'Delete',
        object: { apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs', name: 'a' },
        options: { propagationPolicy: 'Background' },
        notFound: 'failure',
      },
    ])
    expect(Object.hasOwn((removal?.actions[0] as { object: object }).object, 'namespace')).toBe(false)
    const apart = [nowhere(job('a', 1)), job('b', 2)]
    expect(planOf(clusterOf({ cronJobs: [nowhere(cronJob())], jobs: apart })).passes[3].removals).toEqual([])
    expect(
      planOf(clusterOf({ cronJobs: [{ ...cronJob(), metadata: { ...cronJob().metadata, namespace: '' } }], jobs }))
        .passes[3].removals,
    ).toHaveLength(1)
  })

  it('have pods that use revisions, and pods that are labelled', () => {
    const set = nowhere(statefulSet({ revisionHistoryLimit: 0 }))
    const revisions = [revision(set, 'a', 1), revision(set, 'b', 2)].map(nowhere)
    const stray = nowhere(pod(null, 'p', 'a'))
    const [, pass] = planOf(clusterOf({ statefulSets: [set], controllerRevisions: revisions, pods: [stray] })).passes
    expect(reasonsIn(pass)).toEqual({ a: 'LiveRevision', b: 'OverHistoryLimit' })
    const agent = nowhere(daemonSet())
    const twins = ['x', 'y'].map((name, index) => nowhere(revision(agent, name, index, {}, 'new')))
    const snapshot = clusterOf({
      daemonSets: [agent],
      controllerRevisions: twins,
      pods: [nowhere(pod(agent, 'p', 'x'))],
    })
    const then = apply(planOf(snapshot))(snapshot)
    expect(then.pods.map(({ metadata: { labels } }) => labels)).toEqual([{ 'controller-revision-hash': 'y' }])
    expect(then.controllerRevisions.map(({ metadata: { name } }) => name)).toEqual(['y'])
  })
})

describe('pods that use a revision', () => {
  it('are told by how many there are, and the first of their names', () => {
    const set = statefulSet()
    const pods = ['db-2', 'db-1', 'db-3'].map((name) => pod(set, name, 'a'))
    const [, pass] = planOf(
      clusterOf({ statefulSets: [set], controllerRevisions: [revision(set, 'a', 1)], pods }),
    ).passes
    expect(pass.kept[0]?.reasons).toMatchObject([
      { _tag: 'LiveRevision', uses: { _tag: 'Pods', pods: 3, first: 'db-1' } },
    ])
  })

  it('are those of its controller, and others that have none only where it has no pod of it', () => {
    const set = statefulSet()
    const controllerRevisions = [revision(set, 'a', 1), revision(set, 'b', 2)]
    const pods = [pod(set, 'db-1', 'a'), pod(null, 'a-stray', 'a'), pod(null, 'b-stray', 'b')]
    const [, pass] = planOf(clusterOf({ statefulSets: [set], controllerRevisions, pods })).passes
    expect(pass.kept.map(({ reasons }) => reasons)).toMatchObject([
      [{ _tag: 'LiveRevision', uses: { _tag: 'Pods', pods: 1, first: 'db-1' } }],
      [{ _tag: 'LiveRevision', uses: { _tag: 'Pods', pods: 1, first: 'b-stray' } }],
    ])
  })

  it.each<readonly [object | undefined, boolean]>([
    [undefined, false],
    [{}, false],
    [{ nodeName: '' }, false],
    [{ nodeName: 'n' }, true],
    [{ affinity: {} }, false],
    [{ affinity: { nodeAffinity: {} } }, false],
    [{ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } } }, false],
    [terms({}), false],
    [terms({ matchFields: [{ key: 'metadata.name', operator: 'In' }] }), false],
    [terms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }), true],
    [terms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n', 'm'] }] }), false],
    [terms({ matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['n'] }] }), false],
    [terms({ matchFields: [{ key: 'spec.name', operator: 'In', values: ['n'] }] }), false],
  ])('of a DaemonSet count where they belong to a node: %j', (spec, counts) => {
    const set = daemonSet({ revisionHistoryLimit: 0 })
    const old = revision(set, 'old', 1)
    const one = { ...pod(set, 'p', 'old'), spec }
    const [, , pass] = planOf(clusterOf({ daemonSets: [set], controllerRevisions: [old], pods: [one] })).passes
    expect(reasonsIn(pass)).toEqual({ old: counts ? 'LiveRevision' : 'OverHistoryLimit' })
  })

  function terms(term: object) {
    return {
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
    }
  }
})

describe('the next revision of a StatefulSet', () => {
  const set = (status: object, generation?: number) => ({
    ...statefulSet({ revisionHistoryLimit: 0, template: template('a') }),
    metadata: { namespace: 'shop', name: 'db', uid: 'db', ...(generation === undefined ? {} : { generation }) },
    status,
  })
  const uses = (...given: Parameters<typeof set>): Readonly<Record<string, string>> => {
    const one = set(...given)
    const revisions = [revision(one, 'a', 1), revision(one, 'b', 2)]
    return reasonsIn(planOf(clusterOf({ statefulSets: [one], controllerRevisions: revisions })).passes[1])
  }

  it('is the one of its template where the status names none', () => {
    expect(uses({ observedGeneration: 2 }, 2)).toEqual({ a: 'LiveRevision', b: 'OverHistoryLimit' })
  })

  it('is the one that the status names, from the generation on that it has seen', () => {
    const named = { a: 'OverHistoryLimit', b: 'LiveRevision' }
    expect(uses({ updateRevision: 'b', observedGeneration: 2 }, 2)).toEqual(named)
    expect(uses({ updateRevision: 'b', observedGeneration: 3 }, 2)).toEqual(named)
    expect(uses({ updateRevision: 'b' })).toEqual(named)
    expect(uses({ updateRevision: 'b', observedGeneration: 1 }, 2)).toEqual({
      a: 'LiveRevision',
      b: 'OverHistoryLimit',
    })
  })

  it('is the one that the status names where none has its template', () => {
    const one = { ...set({ updateRevision: 'b', observedGeneration: 1 }, 2), spec: { revisionHistoryLimit: 0 } }
    const revisions = [revision(one, 'a', 1), revision(one, 'b', 2)]
    const [, pass] = planOf(clusterOf({ statefulSets: [one], controllerRevisions: revisions })).passes
    expect(reasonsIn(pass)).toEqual({ a: 'OverHistoryLimit', b: 'LiveRevision' })
  })
})

describe('a revision that its controller does not select', () => {
  const selector = { matchLabels: { app: 'web' } }

  it.each([
    ['StatefulSet', { ...statefulSet({ selector, revisionHistoryLimit: 0 }) }, 1],
    ['DaemonSet', { ...daemonSet({ selector, revisionHistoryLimit: 0 }) }, 2],
  ] as const)('of a %s stays', (kind, set, index) => {
    const mine = revision(set, 'mine', 1, { labels: { app: 'web', 'controller-revision-hash': 'mine' } })
    const lists = { [`${kind === 'StatefulSet' ? 'stateful' : 'daemon'}Sets`]: [set] }
    const pass = planOf(clusterOf({ ...lists, controllerRevisions: [mine, revision(set, 'free', 2)] })).passes[index]
    expect(reasonsIn(pass)).toEqual({ mine: 'OverHistoryLimit', free: 'NotSelected' })
    expect(pass.kept[0]?.reasons[0]).toMatchObject({ owner: { kind, uid: set.metadata.uid } })
  })
})

describe('an old revision of a DaemonSet', () => {
  const told = (set: ReturnType<typeof daemonSet>, more: Partial<Snapshot> = {}) =>
    planOf(clusterOf({ daemonSets: [set], controllerRevisions: [revision(set, 'old', 1)], ...more })).passes[2]

  it('stays without a limit, also one that pods use', () => {
    const set = { ...daemonSet(), spec: { template: template('new') } }
    expect(told(set).kept[0]?.reasons).toMatchObject([{ _tag: 'NoHistoryLimit', counted: 'old-revisions' }])
    expect(told(set, { pods: [pod(set, 'p', 'old')] }).kept[0]?.reasons).toMatchObject([
      { _tag: 'NoHistoryLimit', counted: 'old-revisions' },
      { _tag: 'LiveRevision' },
    ])
  })

  it('stays where pods were not all listed', () => {
    const set = daemonSet({ revisionHistoryLimit: 0 })
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'shop', name: 'agent', uid: 'agent' }
    expect(told(set, { coverage: { _tag: 'Resources', resources: [] } }).kept[0]?.reasons).toEqual([
      { _tag: 'PodsNotCovered', owner },
    ])
  })

  it('stays within the limit where pods were not all listed as where they were', () => {
    const set = daemonSet({ revisionHistoryLimit: 1 })
    const controllerRevisions = [revision(set, 'a', 1), revision(set, 'b', 2)]
    expect(reasonsIn(told(set, { controllerRevisions, coverage: { _tag: 'Resources', resources: [] } }))).toEqual({
      a: 'PodsNotCovered',
      b: 'WithinHistoryLimit',
    })
  })

  it('without a label is used by no pod, also by none without one', () => {
    const set = daemonSet({ revisionHistoryLimit: 0 })
    const bare = revision(set, 'old', 1, { labels: {} })
    expect(reasonsIn(told(set, { controllerRevisions: [bare], pods: [pod(set, 'p', '')] }))).toEqual({
      old: 'OverHistoryLimit',
    })
  })
})

describe('a Job of a CronJob that is being deleted', () => {
  it('stays within its limit, and says so, with what holds it', () => {
    const since = minute(5)
    const going = (finalizers?: ReadonlyArray<string>) => {
      const more = { deletionTimestamp: since, ...(finalizers === undefined ? {} : { finalizers }) }
      const own = job('a', 1)
      return { ...own, metadata: { ...own.metadata, ...more } }
    }
    const told = (one: ReturnType<typeof going>) =>
      passesOf({ cronJobs: [cronJob()], jobs: [one] })[3].kept[0]?.reasons[1]
    expect(told(going())).toEqual({ _tag: 'BeingDeleted', since, finalizers: [] })
    expect(told(going(['a/b']))).toEqual({ _tag: 'BeingDeleted', since, finalizers: ['a/b'] })
    expect(passesOf({ cronJobs: [cronJob()], jobs: [job('a', 1)] })[3].kept[0]?.reasons).toHaveLength(1)
  })

  it('stays with a negative limit, on which the controller fails', () => {
    const one = cronJob({ successfulJobsHistoryLimit: -1 })
    expect(passesOf({ cronJobs: [one], jobs: [job('a', 1)] })[3].kept[0]?.reasons[0]).toMatchObject({
      _tag: 'NegativeHistoryLimit',
      limit: -1,
      controller: 'fails',
    })
  })
})

describe('the status of CronJobs', () => {
  const written = (policy: typeof defaultPolicy, spec: Parameters<typeof cronJob>[0]) =>
    concludeStatus(policy)(clusterOf({ cronJobs: [cronJob(spec, ['a'])] }))({ passes: [] }).map(({ active }) =>
      active.map(({ uid }) => uid),
    )

  it('is written in 1.20 where there is a limit of either outcome, later only where something was deleted', () => {
    for (const spec of [{ successfulJobsHistoryLimit: 1 }, { failedJobsHistoryLimit: 1 }]) {
      expect(written(presets.kubernetes_1_20, spec)).toEqual([['a']])
      expect(written(defaultPolicy, spec)).toEqual([])
    }
    expect(written(presets.kubernetes_1_20, {})).toEqual([])
  })
})

describe('a clean-up of histories', () => {
  it('assumes that uncovered pods do not exist where something rests on it', () => {
    const set = statefulSet({ revisionHistoryLimit: 0 })
    const lists = { statefulSets: [set], controllerRevisions: [revision(set, 'a', 1)] }
    const policy = { ...defaultPolicy, uncovered: 'absent' } as const
    const nothing = { _tag: 'Resources', resources: [] } as const
    expect(planOf(clusterOf({ ...lists, coverage: nothing }), policy).assumptions).toEqual([
      {
        about: 'coverage',
        assumed: 'pods that the snapshot does not cover do not exist',
        because: 'the policy takes what is not covered for absent',
        targets: ['a'],
      },
    ])
    const daemons = daemonSet({ revisionHistoryLimit: 0 })
    const both = {
      ...lists,
      ...{ daemonSets: [daemons], controllerRevisions: [...lists.controllerRevisions, revision(daemons, 'b', 1)] },
    }
    expect(planOf(clusterOf({ ...both, coverage: nothing }), policy).assumptions.map(({ targets }) => targets)).toEqual(
      [['a', 'b']],
    )
    expect(planOf(clusterOf(lists), policy).assumptions).toEqual([])
    expect(planOf(clusterOf({ coverage: nothing }), policy).assumptions).toEqual([])
    const kept = planOf(clusterOf({ ...lists, coverage: nothing }))
    expect([kept.assumptions, reasonsIn(kept.passes[1])]).toEqual([[], { a: 'PodsNotCovered' }])
  })

  it('fails in older releases on a negative limit of a StatefulSet, which newer ones ignore', () => {
    const set = statefulSet({ revisionHistoryLimit: -1 })
    const lists = { statefulSets: [set], controllerRevisions: [revision(set, 'a', 1)] }
    const told = (policy = defaultPolicy) => passesOf(lists, policy)[1].kept[0]?.reasons[0]
    expect(told()).toMatchObject({ _tag: 'NegativeHistoryLimit', limit: -1, controller: 'ignores' })
    expect(told(presets.kubernetes_1_26)).toMatchObject({ controller: 'fails' })
    expect(told(presets.kubernetes_1_20)).toMatchObject({ controller: 'fails' })
  })

  it('leaves CronJobs as they are that have no active Jobs or lose none of them', () => {
    const snapshot = clusterOf({
      cronJobs: [cronJob(), { ...cronJob(undefined, ['z']), metadata: { namespace: 'other', name: 'o', uid: 'o' } }],
      jobs: [job('a', 1), job('b', 2)],
    })
    const plan = planOf(snapshot)
    const then = apply(plan)(snapshot)
    expect(then.jobs.map(({ metadata: { name } }) => name)).toEqual(['b'])
    expect(then.cronJobs[0]).toBe(snapshot.cronJobs[0])
    expect(then.cronJobs[1]).toBe(snapshot.cronJobs[1])
    expect(applyReport({ ...plan, passes: [] })(snapshot)).toBe(snapshot)
  })
})
