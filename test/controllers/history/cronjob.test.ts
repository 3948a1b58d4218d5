import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { CronJob, Job } from '../../../src/controllers/history/index.js'
import { apply, conclude, concludeStatus, defaultPolicy, presets } from '../../../src/controllers/history/index.js'
import { carryOut } from '../../laws.js'
import { clusterOf, cronJob, deleted, job, of, planOf, summary } from './build.js'

const decide = (subject: CronJob, jobs: ReadonlyArray<Job>, policy = defaultPolicy) =>
  summary(planOf(clusterOf({ cronJobs: [subject], jobs }), policy).passes[3])

describe('a CronJob', () => {
  it('loses the oldest Jobs of each outcome over its limit, those that succeeded first', () => {
    const jobs = [job('f1', 1, 'Failed'), job('f2', 2, 'Failed'), job('s2', 4), job('s1', 3), job('run', 0, null)]
    expect(decide(cronJob(), jobs)).toEqual({
      goes: ['s1', 'f1'],
      stays: {
        f2: 'newest of 2 failed Jobs of CronJob shop/nightly, 1 is kept',
        run: 'it has not finished, and CronJob shop/nightly cleans up finished Jobs only',
        s2: 'newest of 2 successful Jobs of CronJob shop/nightly, 1 is kept',
      },
    })
  })

  it('goes by start, then name, and has Jobs last that never started', () => {
    const jobs = [job('d', null), job('b', 1), job('a', 1), job('c', 0)]
    expect(decide(cronJob({ successfulJobsHistoryLimit: 0 }), jobs).goes).toEqual(['c', 'a', 'b', 'd'])
  })

  it('keeps all of an outcome without limit, or with one below zero', () => {
    const jobs = [job('f1', 1, 'Failed'), job('s1', 3)]
    expect(decide(cronJob({ failedJobsHistoryLimit: 0 }), jobs).goes).toEqual(['f1'])
    expect(decide(cronJob({}), jobs).goes).toEqual([])
    expect(decide(cronJob({ failedJobsHistoryLimit: -1, successfulJobsHistoryLimit: -1 }), jobs).goes).toEqual([])
  })

  it('goes by the first condition that says how a Job ended', () => {
    const both = {
      ...job('x', 1),
      status: { conditions: ['Suspended', 'Failed', 'Complete'].map((type) => ({ type, status: 'True' })) },
    }
    const open = { ...job('y', 1), status: { conditions: [{ type: 'Complete', status: 'False' }] } }
    expect(decide(cronJob({ failedJobsHistoryLimit: 0, successfulJobsHistoryLimit: 0 }), [both, open]).goes).toEqual([
      'x',
    ])
    expect(decide(cronJob({ successfulJobsHistoryLimit: 0 }), [both]).goes).toEqual([])
  })

  it('counts a Job that is being deleted, and deletes it again', () => {
    const held = job('s1', 0, 'Complete', { ...of(cronJob()), ...deleted })
    expect(decide(cronJob(), [held, job('s2', 1)]).goes).toEqual(['s1'])
  })

  it('takes Jobs for its own whose controller has its name, whatever kind and uid', () => {
    const foreign = { apiVersion: 'example.com/v1', kind: 'Workflow', metadata: { name: 'nightly', uid: 'other' } }
    const jobs = [job('theirs', 0, 'Complete', of(foreign)), job('ours', 1)]
    expect(decide(cronJob(), jobs).goes).toEqual(['theirs'])
    expect(decide(cronJob(), jobs, { ...defaultPolicy, jobsOfCronJob: 'controller-uid' })).toEqual({
      goes: [],
      stays: {
        ours: 'newest of 1 successful Jobs of CronJob shop/nightly, 1 is kept',
        theirs: 'its controller Workflow nightly keeps no history of such objects',
      },
    })
  })

  it('leaves Jobs of other namespaces and Jobs that it only owns alone', () => {
    const away = job('away', 0, 'Complete', { ...of(cronJob()), namespace: 'elsewhere' })
    const [reference] = of(cronJob()).ownerReferences ?? []
    if (reference === undefined) throw new Error('no reference')
    const owned = job('owned', 0, 'Complete', { ownerReferences: [{ ...reference, controller: false }] })
    expect(decide(cronJob({ successfulJobsHistoryLimit: 0 }), [away, owned])).toEqual({
      goes: [],
      stays: {
        away: 'its controller CronJob nightly does not exist; the garbage collector handles it',
        owned: 'it has no controller',
      },
    })
  })

  const snapshot = clusterOf({
    cronJobs: [cronJob(undefined, ['s1', 's3'])],
    jobs: [1, 2, 3].map((n) => job(`s${n}`, n)),
  })

  it('sends deletes in the background, and goes on after one that failed', async () => {
    const planned = planOf(snapshot)
    const { calls, report } = await carryOut(planned, ({ object }) => object.name === 's1')
    expect(calls).toMatchObject([
      { object: { name: 's1', resource: 'jobs' }, options: { propagationPolicy: 'Background' } },
      { object: { name: 's2', resource: 'jobs' }, options: { propagationPolicy: 'Background' } },
    ])
    const { events, error } = conclude((text: string) => text)(planned)(report)
    expect(events.map(({ _tag, type, message }) => `${type} ${_tag} ${message}`)).toEqual([
      'Warning FailedDelete Deleted job: failed: Delete',
      'Normal SuccessfulDelete Deleted job s2',
    ])
    expect(events[0]?.involvedObject).toMatchObject({ kind: 'CronJob', namespace: 'shop', name: 'nightly' })
    expect(O.isNone(error)).toBe(true)
  })

  it('is written back without deleted Jobs among the active, where something was deleted', async () => {
    const { report } = await carryOut(planOf(snapshot), () => false)
    const update = concludeStatus(defaultPolicy)(snapshot)(report)
    expect(update.map(({ cronJob: { name }, active }) => [name, active.map(({ uid }) => uid)])).toEqual([
      ['nightly', ['s3']],
    ])
    expect(apply(planOf(snapshot))(snapshot).cronJobs[0]?.status?.active?.map(({ uid }) => uid)).toEqual(['s3'])
  })

  it('is written back after every clean-up in 1.20', async () => {
    const { report } = await carryOut(planOf(snapshot), () => true)
    expect(concludeStatus(presets.kubernetes_1_26)(snapshot)(report)).toEqual([])
    expect(concludeStatus(presets.kubernetes_1_20)(snapshot)(report)).toMatchObject([{ active: [{}, {}] }])
    const unlimited = { ...snapshot, cronJobs: [cronJob({})] }
    expect(concludeStatus(presets.kubernetes_1_20)(unlimited)(report)).toEqual([])
  })
})
