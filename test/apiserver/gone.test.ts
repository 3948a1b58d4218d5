import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as History from '../../src/controllers/history/index.js'
import type { KubeObject } from '../../src/apiserver/object.js'
import * as Owner from '../../src/controllers/owner/index.js'
import * as PodGc from '../../src/controllers/pod/index.js'
import * as Ttl from '../../src/controllers/ttl/index.js'
import { known } from '../../src/core/index.js'
import type { Admit, Family, Plan, Report } from '../../src/core/index.js'
import { executeWith } from '../../src/execute/index.js'
import { clusterOf, object, planOf, to } from '../controllers/owner/build.js'

const at = new Date('2026-01-01T12:00:00Z')
const held = ['example.com/hold']

/** Carries a plan out where everything has gone meanwhile, or, if so told, nothing is admitted. */
const carriedOut = <F extends Family>(plan: Plan<F>, admit?: Admit<F>): Promise<Report<F, unknown>> =>
  executeWith<F, string>({
    perform: () => TE.left('not found'),
    clock: { now: () => at, sleep: () => () => Promise.resolve() },
    classify: () => 'gone',
    admit,
  })(plan)()

const refuse = () => E.left({ _tag: 'NotApproved' })

const planned = <A>(plan: E.Either<unknown, A>): A => {
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

const pod: PodGc.Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'shop', name: 'web-0', uid: 'u-1', deletionTimestamp: at, finalizers: held },
}

const pods: PodGc.Snapshot = {
  at,
  pods: [pod],
  nodes: [],
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  memory: PodGc.emptyMemory,
}

const job: Ttl.Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'batch', name: 'report', uid: 'u-1', finalizers: held },
  spec: { ttlSecondsAfterFinished: 0 },
  status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: at }] },
}

describe('an object that was gone already', () => {
  it('is not in the snapshot afterwards, though a finalizer would have held it: a pod', async () => {
    const plan = planned(PodGc.plan(PodGc.defaultPolicy)(pods))
    expect(PodGc.apply(plan)(pods).pods).toHaveLength(1)
    expect(PodGc.applyReport(await carriedOut<PodGc.PodFamily>(plan))(pods).pods).toEqual([])
    expect(PodGc.applyReport(await carriedOut<PodGc.PodFamily>(plan, refuse))(pods)).toEqual(pods)
  })

  it('is not in the snapshot afterwards, though a finalizer would have held it: a Job', async () => {
    const snapshot = { at, jobs: [job] }
    const plan = planned(Ttl.plan(Ttl.defaultPolicy)(snapshot))
    expect(Ttl.apply(plan)(snapshot).jobs).toHaveLength(1)
    expect(Ttl.applyReport(await carriedOut<Ttl.JobFamily>(plan))(snapshot).jobs).toEqual([])
    expect(Ttl.applyReport(await carriedOut<Ttl.JobFamily>(plan, refuse))(snapshot)).toEqual(snapshot)
  })

  it('is not in the snapshot afterwards, though a finalizer would have held it: a dependent', async () => {
    const dependent: KubeObject = object('b', [to('a')])
    const snapshot = clusterOf([{ ...dependent, metadata: { ...dependent.metadata, finalizers: held } }])
    const plan = planOf(snapshot)
    expect(Owner.apply(plan)(snapshot).objects).toHaveLength(1)
    expect(Owner.applyReport(await carriedOut<Owner.OwnerFamily>(plan))(snapshot).objects).toEqual([])
    expect(Owner.applyReport(await carriedOut<Owner.OwnerFamily>(plan, refuse))(snapshot)).toEqual(snapshot)
  })
})

describe('an object that was not admitted', () => {
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: 'u-c', controller: true }
  const snapshot: History.Snapshot = {
    ...History.emptySnapshot,
    at,
    coverage: { _tag: 'Everything' },
    cronJobs: [
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { namespace: 'batch', name: 'nightly', uid: 'u-c' },
        spec: { successfulJobsHistoryLimit: 0 },
      },
    ],
    jobs: [
      {
        ...job,
        metadata: { namespace: 'batch', name: 'nightly-1', uid: 'u-j', ownerReferences: [owner] },
        status: { conditions: [{ type: 'Complete', status: 'True' }] },
      },
    ],
  }
  const plan = planned(History.plan(History.defaultPolicy)(snapshot))

  it('leaves no event behind', async () => {
    const conclude = History.conclude(String)(plan)
    expect(conclude(await carriedOut<History.HistoryFamily>(plan)).events).toHaveLength(1)
    expect(conclude(await carriedOut<History.HistoryFamily>(plan, refuse)).events).toEqual([])
  })

  it('stays as it was', async () => {
    expect(History.applyReport(await carriedOut<History.HistoryFamily>(plan))(snapshot).jobs).toEqual([])
    expect(History.applyReport(await carriedOut<History.HistoryFamily>(plan, refuse))(snapshot)).toEqual(snapshot)
  })
})
