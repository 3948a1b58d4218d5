import { describe, expect, it } from 'vitest'

import { apply, applyReport } from '../../../src/controllers/history/index.js'
import { carryOut } from '../../laws.js'
import {
  clusterOf,
  cronJob,
  daemonSet,
  deleted,
  deployment,
  job,
  noon,
  planOf,
  pod,
  replicaSet,
  revision,
} from './build.js'

const sets = ['a', 'b', 'c'].map((name, index) => replicaSet(name, `${index}`))
const ofDeployment = clusterOf({ deployments: [deployment()], replicaSets: sets })

describe('after a plan', () => {
  it('what went is gone, and all else is what it was', () => {
    const { replicaSets, deployments } = apply(planOf(ofDeployment))(ofDeployment)
    expect(replicaSets).toEqual([sets[2]])
    expect(replicaSets[0]).toBe(sets[2])
    expect(deployments).toEqual(ofDeployment.deployments)
  })

  it('what a finalizer holds is marked', () => {
    const held = replicaSet('a', '0', {}, { finalizers: ['example.com/hold'] })
    const snapshot = clusterOf({ deployments: [deployment()], replicaSets: [held, ...sets.slice(1)] })
    const [left] = apply(planOf(snapshot))(snapshot).replicaSets
    expect(left?.metadata).toMatchObject({ name: 'a', deletionTimestamp: noon, finalizers: ['example.com/hold'] })
  })

  it('that removes nothing the snapshot is the very same', () => {
    const still = clusterOf({ deployments: [deployment()], replicaSets: sets.slice(2) })
    expect(apply(planOf(still))(still)).toBe(still)
  })

  it('no CronJob lists a Job that went, and one that lists none of them is what it was', () => {
    const jobs = ['j1', 'j2', 'j3'].map((name, start) => job(name, start))
    const listing = cronJob(undefined, ['j1', 'j3'])
    const others = ['idle', 'busy'].map((name) => ({
      ...cronJob({}, name === 'busy' ? ['elsewhere'] : []),
      metadata: { namespace: 'shop', name, uid: name },
    }))
    const snapshot = clusterOf({ cronJobs: [listing, ...others], jobs })
    const after = apply(planOf(snapshot))(snapshot)
    expect(after.jobs.map(({ metadata }) => metadata.name)).toEqual(['j3'])
    expect(after.cronJobs[0]?.status?.active?.map(({ uid }) => uid)).toEqual(['j3'])
    expect(after.cronJobs.slice(1)).toEqual(others)
    expect(after.cronJobs[1]).toBe(others[0])
    expect(after.cronJobs[2]).toBe(others[1])
  })

  it('pods have the label of the revision that stays', () => {
    const revisions = ['new-1', 'new-2'].map((name, index) => revision(daemonSet(), name, index, {}, 'new'))
    const [mine, other] = [pod(daemonSet(), 'agent-0', 'new-1'), pod(null, 'other', 'x')]
    const snapshot = clusterOf({ daemonSets: [daemonSet()], controllerRevisions: revisions, pods: [mine, other] })
    const after = apply(planOf(snapshot))(snapshot)
    expect(after.pods.map(({ metadata }) => metadata.labels)).toEqual([
      { 'controller-revision-hash': 'new-2' },
      { 'controller-revision-hash': 'x' },
    ])
    expect(after.pods[1]).toBe(other)
    expect(after.controllerRevisions.map(({ metadata }) => metadata.name)).toEqual(['new-2'])
  })
})

describe('after a report', () => {
  it('of success it is as after the plan', async () => {
    const { report } = await carryOut(planOf(ofDeployment), () => false)
    expect(applyReport(report)(ofDeployment)).toEqual(apply(planOf(ofDeployment))(ofDeployment))
  })

  it('of a failure what came before it is gone', async () => {
    const { report } = await carryOut(planOf(ofDeployment), (action) => JSON.stringify(action).includes('"b"'))
    expect(applyReport(report)(ofDeployment).replicaSets.map(({ metadata }) => metadata.name)).toEqual(['b', 'c'])
  })

  it('of nothing but failures the snapshot is the very same', async () => {
    const { report } = await carryOut(planOf(ofDeployment), () => true)
    expect(applyReport(report)(ofDeployment)).toBe(ofDeployment)
  })
})

describe('what is being deleted', () => {
  it('is not taken again', () => {
    const going = replicaSet('a', '0', {}, deleted)
    const snapshot = clusterOf({ deployments: [deployment()], replicaSets: [going, ...sets.slice(1)] })
    expect(planOf(snapshot).passes[0].removals.map(({ target }) => target.name)).not.toContain('a')
  })
})
