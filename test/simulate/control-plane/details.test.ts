import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { serverPresets } from '../../../src/apiserver/index.js'
import * as History from '../../../src/controllers/history/index.js'
import { annotationNames } from '../../../src/controllers/lifecycle/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import * as PodGc from '../../../src/controllers/pod/index.js'
import type { ClusterFamily, Plan, Policies, Schedule, Snapshot } from '../../../src/simulate/control-plane/index.js'
import {
  applyReport,
  defaultPolicies,
  explain,
  explainKubernetes,
  planKubernetes,
  presets,
  timeline,
} from '../../../src/simulate/control-plane/index.js'
import * as Ttl from '../../../src/controllers/ttl/index.js'
import type { Report } from '../../../src/core/index.js'
import { assumed, millis } from '../../../src/core/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, goingIn, job, metadata, ownedBy, pod } from './building.js'

const planOf = (snapshot: Snapshot, policies: Policies = defaultPolicies): Plan =>
  right(planKubernetes(policies)(snapshot))
const enabled: Policies = {
  ...defaultPolicies,
  lifecycle: { ...defaultPolicies.lifecycle, period: { _tag: 'Enabled', epoch: 'first' } },
}
const marked = (snapshot: Snapshot, ...names: ReadonlyArray<string>): Snapshot => ({
  ...snapshot,
  memory: {
    ...snapshot.memory,
    lifecycle: { marks: names.map((name) => ({ uid: `u-${name}`, since: after(-10), epoch: 'first' })) },
  },
})
const annotations = {
  [annotationNames.enabled]: 'true',
  [annotationNames.afterFinished]: 'true',
  [annotationNames.ttlSeconds]: '30',
}

describe('the presets', () => {
  it('are those of every collector, each acting on its own', () => {
    for (const release of ['kubernetes_1_20', 'kubernetes_1_26', 'kubernetes_1_36'] as const)
      expect(presets[release]).toEqual({
        agreement: 'each-on-its-own',
        pod: PodGc.presets[release],
        ttl: Ttl.presets[release],
        history: History.presets[release],
        lifecycle: Lifecycle.defaultPolicy,
        owner: Owner.presets[release],
        server: serverPresets[release],
      })
  })
})

describe('the plan of all collectors', () => {
  it('is one pass that goes on after a failure and has nothing in reserve', () => {
    expect(planOf(cluster()).passes).toEqual([
      {
        name: 'cluster',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals: [],
        amendments: [],
        reserve: [],
        kept: [],
        events: [],
        refusal: O.none,
      },
    ])
  })

  it('says so of an object in which nobody has a say', () => {
    const policies: Policies = { ...defaultPolicies, stopped: ['garbage-collector'] }
    const config: WholeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('settings') }
    expect(planOf(cluster(config), policies).passes[0].kept.map(({ reasons }) => reasons)).toEqual([
      [{ _tag: 'NobodysMatter' }],
    ])
  })

  it('states what the plans of the collectors rest on', () => {
    const lost = pod('lost', {}, { nodeName: 'gone' }, 'Running')
    const ripe = { waiting: [], ripe: ['gone'] }
    const looked = { ...cluster(lost), apiNodes: assumed<ReadonlyArray<string>>([], 'nobody looked') }
    const { assumptions } = planOf({ ...looked, memory: { ...looked.memory, pod: ripe } })
    expect(assumptions).toEqual([{ about: 'apiNodes', assumed: 'none', because: 'nobody looked', targets: ['u-lost'] }])
  })

  it('states nothing that only controllers rest on that do not run', () => {
    const set = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: metadata('db'),
      spec: { revisionHistoryLimit: 0 },
      status: {},
    }
    const revision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: metadata('db-1', {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u-db', controller: true }],
      }),
      revision: 1,
      data: {},
    }
    const blind: Snapshot = { ...cluster(set, revision), coverage: { _tag: 'Resources', resources: [] } }
    const history = { ...defaultPolicies.history, uncovered: 'absent' } as const
    const resting = (stopped: Policies['stopped']) =>
      planOf(blind, { ...defaultPolicies, history, stopped }).assumptions.map(({ targets }) => targets)
    expect([resting([]), resting(['statefulset'])]).toEqual([[['u-db-1']], []])
  })
})

describe('a lifecycle that is disabled', () => {
  const withMarks = (marks: 'leave' | 'clear'): Policies => ({
    ...defaultPolicies,
    lifecycle: { ...defaultPolicies.lifecycle, period: { _tag: 'Disabled', marks } },
  })
  const cleared = (snapshot: Snapshot, policies: Policies): ReadonlyArray<string> =>
    planOf(snapshot, policies).passes[0].amendments.flatMap(({ target, actions }) =>
      actions.map((call) => `${target.name} ${call.action._tag}`),
    )

  it('takes part only to clear marks, if there are any', () => {
    const bill = cluster(job('bill'))
    expect(cleared(marked(bill, 'bill'), withMarks('clear'))).toEqual(['bill ClearMark'])
    expect(cleared(marked(bill, 'bill'), withMarks('leave'))).toEqual([])
    const collectors = (snapshot: Snapshot, policies: Policies) =>
      planOf(snapshot, policies).passes[0].kept[0]?.reasons.map(({ _tag }) => _tag)
    expect(collectors(marked(bill, 'bill'), withMarks('clear'))).toContain('Lifecycle')
    expect(collectors(marked(bill, 'bill'), withMarks('leave'))).not.toContain('Lifecycle')
    expect(collectors(bill, withMarks('clear'))).not.toContain('Lifecycle')
  })
})

describe('where all have to agree', () => {
  const held = (snapshot: Snapshot, more: Partial<Policies['pod']>): Plan =>
    planOf(snapshot, { ...defaultPolicies, agreement: 'all-agree', pod: { ...defaultPolicies.pod, ...more } })
  const owned = { ownerReferences: ownedBy('Job', 'bill') }

  it('a share of a namespace is no fact of a node: the owner is heard', () => {
    const snapshot = cluster(job('bill'), pod('a', owned), pod('b', owned))
    const plan = held(snapshot, { terminatedPodGcThreshold: 1, terminatedShares: 'namespace' })
    expect(goingIn(plan)).toEqual([])
    expect(plan.passes[0].kept.filter(({ reasons: [first] }) => first._tag === 'Held')).toHaveLength(1)
  })

  it('one fact of a node is enough, whatever else takes the pod', () => {
    const snapshot = cluster(job('bill'), pod('a', owned, { nodeName: 'gone' }), pod('b', owned))
    const lost = { ...snapshot, memory: { ...snapshot.memory, pod: { waiting: [], ripe: ['gone'] } } }
    expect(goingIn(held(lost, { terminatedPodGcThreshold: 1 }))).toEqual(['a'])
    expect(goingIn(held(snapshot, { terminatedPodGcThreshold: 1 }))).toEqual([])
  })
})

describe('what is said of one object', () => {
  const node: WholeObject = { apiVersion: 'v1', kind: 'Node', metadata: { ...metadata('n'), namespace: undefined } }

  it('is a vote to keep only of those who object', () => {
    const explanation = explainKubernetes(
      planOf(cluster(node, job('bill'), pod('a', { ownerReferences: ownedBy('Job', 'bill') }, { nodeName: 'n' }))),
    )('u-a')
    const votes = explanation?.answers.map(({ collector, vote, reasons }) => [collector, vote, reasons.length > 0])
    expect(votes).toEqual([
      ['Pod', 'Abstain', true],
      ['Ttl', 'Abstain', false],
      ['History', 'Abstain', false],
      ['Lifecycle', 'Abstain', false],
      ['Owner', 'Keep', true],
    ])
    expect([explanation?.becomes, explanation?.amendments]).toEqual(['Kept', []])
  })

  it('is that it goes, by whom, and the changes to it alone', () => {
    const plan = planOf(
      cluster(job('one', { annotations }, {}, complete), job('two', {}, { ttlSecondsAfterFinished: 0 }, complete)),
      enabled,
    )
    const [one, two] = ['u-one', 'u-two'].map((uid) => explainKubernetes(plan)(uid))
    expect([one?.becomes, one?.amendments.map(({ reason }) => reason._tag)]).toEqual(['Kept', ['BecameCandidate']])
    expect([two?.becomes, two?.amendments, two?.nextChange]).toEqual(['Removed', [], O.none])
    expect(two?.answers.filter(({ vote }) => vote === 'Collect').map(({ collector }) => collector)).toEqual(['Ttl'])
  })

  it('is said in the words of who keeps a history', () => {
    const reason = { _tag: 'NoController' } as const
    expect(explain({ _tag: 'History', reason })).toBe('it has no controller')
  })
})

describe('the moments of a timeline', () => {
  const atOnce: Schedule = { pod: { _tag: 'AtOnce' }, cronJob: { _tag: 'AtOnce' } }
  const told = (snapshot: Snapshot, policies: Policies, schedule: Schedule = atOnce): ReadonlyArray<string> =>
    right(timeline(policies, schedule)(snapshot, after(3600))).moments.flatMap(({ at, removals, amendments }) =>
      [
        ...amendments.flatMap(({ target, actions }) => actions.map(({ action }) => `${target.name} ${action._tag}`)),
        ...removals.map(({ target }) => `${target.name} goes`),
      ].map((text) => `${(at.getTime() - after(0).getTime()) / 1000} ${text}`),
    )

  it('have marks as they are set, and what follows from them', () => {
    const bill = job('bill', { annotations }, {}, complete)
    expect(told(cluster(bill), enabled)).toEqual([
      '0 bill SetMark',
      '30 bill goes',
      '30 bill ClearMark',
      '30 bill goes',
    ])
    expect(told(marked(cluster(bill), 'bill'), enabled)).toEqual(['20 bill goes', '20 bill ClearMark', '20 bill goes'])
  })

  it('do not tell again what is asked for again while others go', () => {
    const held = job('held', { finalizers: ['example.com/hold'] }, { ttlSecondsAfterFinished: 0 }, complete)
    const later = job('later', {}, { ttlSecondsAfterFinished: 60 }, complete)
    expect(told(cluster(held, later), defaultPolicies)).toEqual([
      '0 held goes',
      '0 held RemoveFinalizer',
      '60 later goes',
      '60 later goes',
    ])
  })

  it('have the histories of Deployments while those of CronJobs are not looked at', () => {
    const rules: Policies = {
      ...defaultPolicies,
      history: { ...defaultPolicies.history, jobsOfCronJob: 'controller-uid' },
    }
    const schedule: Schedule = { ...atOnce, cronJob: { _tag: 'Every', period: millis(10_000), from: after(4) } }
    const template = (app: string) => ({ metadata: { labels: { app } } })
    const web: WholeObject = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata('web', { generation: 1 }),
      spec: { revisionHistoryLimit: 0, paused: true, template: template('x') },
      status: { observedGeneration: 1 },
    }
    const old: WholeObject = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: metadata('web-1', {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-web', controller: true }],
      }),
      spec: { replicas: 0, template: template('y') },
      status: { replicas: 0, observedGeneration: 0 },
    }
    const nightly: WholeObject = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: metadata('nightly'),
      spec: { successfulJobsHistoryLimit: 0 },
    }
    const done = job('done', { ownerReferences: ownedBy('CronJob', 'nightly') }, {}, complete)
    expect(told(cluster(web, old, nightly, done), rules, schedule)).toEqual(['0 web-1 goes', '4 done goes'])
  })
})

describe('a report on all collectors', () => {
  const bill = job('bill', {}, { ttlSecondsAfterFinished: 0 }, complete)
  const snapshot = cluster(bill)
  const [removal] = planOf(snapshot).passes[0].removals
  const reportOf = (outcome: unknown): Report<ClusterFamily, string> => ({
    passes: [{ name: 'cluster', state: { _tag: 'Ran' }, outcomes: [outcome as never], freed: 0 }],
  })

  it('changes nothing for what was skipped or refused', () => {
    for (const _tag of ['Skipped', 'Refused'])
      expect(applyReport(reportOf({ _tag, removal, because: { _tag: 'NotApproved' } }))(snapshot)).toEqual(snapshot)
  })

  it('deletes what was removed, and only looked at what failed after the look', () => {
    const then = applyReport(reportOf({ _tag: 'Removed', removal }))(snapshot)
    expect(then.objects[0]?.metadata.deletionTimestamp).toEqual(after(0))
    const action = removal?.actions.at(-1)
    expect(applyReport(reportOf({ _tag: 'Failed', removal, action, error: 'conflict' }))(snapshot)).toEqual(snapshot)
  })
})
