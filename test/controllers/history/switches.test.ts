/** Each switch of each release changes a decision: controllers and what they keep for each, decided by every preset. */
import { expect, it } from 'vitest'

import { type Policy, type Snapshot, concludeStatus, presets } from '../../../src/controllers/history/index.js'
import { switches } from '../../../src/controllers/history/switches.js'
import { type Decisions, decided, unnoticed, untold } from '../../decisions.js'
import { carryOut } from '../../laws.js'
import { since } from '../../since.js'
import {
  clusterOf,
  cronJob,
  daemonSet,
  deployment,
  job,
  minute,
  naming,
  nullCreation,
  of,
  planOf,
  pod,
  replicaSet,
  revision,
  statefulSet,
  summary,
  template,
} from './build.js'

const goes = (pass: 0 | 1 | 2 | 3, snapshot: Partial<Snapshot>, policy: Policy): string =>
  summary(planOf(clusterOf(snapshot), policy).passes[pass]).goes.join()

const agent = daemonSet({ revisionHistoryLimit: 0 })
const db = statefulSet({ revisionHistoryLimit: 0 })
const written = [nullCreation(revision(agent, 'null', 1, {}, 'new')), revision(agent, 'absent', 2, {}, 'new')]
const nightly = clusterOf({ cronJobs: [cronJob()], jobs: [job('s1', 1)] })
const { report } = await carryOut(planOf(nightly), () => false)
const other = { apiVersion: 'example.com/v1', kind: 'Workflow', metadata: { name: 'nightly', uid: 'other' } }

const decisions: Decisions<Policy> = {
  replicaSetOrder: (policy) => {
    const replicaSets = [
      replicaSet('first', '2', {}, { creationTimestamp: minute(0) }),
      replicaSet('last', '1', {}, { creationTimestamp: minute(1) }),
    ]
    return goes(0, { deployments: [deployment()], replicaSets }, policy)
  },
  negativeStatefulSetLimit: (policy) => {
    const set = statefulSet({ revisionHistoryLimit: -1 })
    const said = summary(
      planOf(clusterOf({ statefulSets: [set], controllerRevisions: [revision(set, 'a', 1)] }), policy).passes[1],
    ).stays
    return /controller (ignores|fails on)/.exec(JSON.stringify(said))?.[1]
  },
  jobsOfCronJob: (policy) =>
    goes(3, { cronJobs: [cronJob()], jobs: [job('theirs', 0, 'Complete', of(other)), job('ours', 1)] }, policy),
  cronJobStatus: (policy) => concludeStatus(policy)(nightly)(report).length,
  templateCreation: (policy) => goes(2, { daemonSets: [agent], controllerRevisions: written }, policy),
  revisionOfTemplate: (policy) => {
    const set = statefulSet(
      { template: template('new'), revisionHistoryLimit: 0 },
      { currentRevision: 'r1', updateRevision: 'r2' },
    )
    // Written otherwise than this release writes it.
    const r2 = revision(set, 'r2', 2, {}, 'new')
    const controllerRevisions = [revision(set, 'r1', 1), policy.templateCreation === 'null' ? r2 : nullCreation(r2)]
    return goes(1, { statefulSets: [set], controllerRevisions }, policy)
  },
  podsOfDaemonSet: (policy) => {
    const user = naming(pod(agent, 'agent-0', 'r1'), { name: 'former' })
    const now = revision(agent, 'now', 2, {}, 'new')
    const controllerRevisions = [revision(agent, 'r1', 1), policy.templateCreation === 'null' ? nullCreation(now) : now]
    return goes(2, { daemonSets: [agent], controllerRevisions, pods: [user] }, policy)
  },
  podsOfStatefulSet: (policy) => {
    const user = naming(pod(db, 'db-0', 'a'), { name: 'former' })
    const controllerRevisions = [revision(db, 'a', 1), revision(db, 'current', 2)]
    return goes(1, { statefulSets: [db], controllerRevisions, pods: [user] }, policy)
  },
  revisionsOfStatefulSet: (policy) => {
    const controllerRevisions = [naming(revision(db, 'a', 1), { name: 'former' }), revision(db, 'current', 2)]
    return goes(1, { statefulSets: [db], controllerRevisions }, policy)
  },
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    replicaSetOrder: { '1.20': 'first', '1.26': 'last' },
    negativeStatefulSetLimit: { '1.20': 'fails on', '1.31': 'ignores' },
    jobsOfCronJob: { '1.20': 'theirs' },
    cronJobStatus: { '1.20': 1, '1.26': 0 },
    templateCreation: { '1.20': 'absent', '1.34': 'null' },
    revisionOfTemplate: { '1.20': 'r2', '1.34': '' },
    podsOfDaemonSet: { '1.20': '', '1.33': 'r1' },
    podsOfStatefulSet: { '1.20': '', '1.34': 'a' },
    revisionsOfStatefulSet: { '1.20': 'a', '1.36': '' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions, { jobsOfCronJob: ['controller-uid'] })).toEqual([])
})

it('every switch says what it decides, where upstream does, and what becomes of a situation', () => {
  expect(untold(switches)).toEqual([])
})
