import { describe, expect, it } from 'vitest'

import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone, updated } from '../../../src/apiserver/answer.js'
import { cronJobController } from '../../../src/controllers/cronjob/controller.js'
import { explainCron } from '../../../src/controllers/cronjob/explain.js'
import { controllerReference } from '../../../src/controllers/workload/ownership.js'
import { fakeCluster } from '../../../src/testing/index.js'
import { acting, actsOf } from '../acting.js'
import { clocked } from '../clocked.js'
import { deleted, noon, object } from '../owner/build.js'

const template = {
  metadata: { labels: { app: 'backup' }, annotations: { a: 'b' } },
  spec: { template: { metadata: {}, spec: {} } },
}
const cron = (spec: object = {}, status: unknown = {}, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object('backup', [], { creationTimestamp: new Date('2026-01-01T09:30:00Z'), ...more }, 'CronJob', 'batch/v1'),
  spec: { schedule: '0 * * * *', jobTemplate: template, ...spec },
  status,
})
const job = (uid: string, conditions: ReadonlyArray<object> = []): WholeObject => ({
  ...object(uid, [controllerReference(cron())], {}, 'Job', 'batch/v1'),
  spec: {},
  status: { conditions },
})
const minutes = noon.getTime() / 60_000
const made = [`CronJobDue: Job backup-${minutes} made`, 'CronJobReported: CronJob backup changed']
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(cronJobController(), objects)

// Hand-derived from section 8 of the specification, and from syncCronJob.
describe('a CronJob', () => {
  it('makes the last Job that was due, and notes it', () => {
    const { server, acts: act } = acting(cronJobController(), [cron()])
    expect(act()).toEqual(made)
    const [fresh] = server.listOf('batch', 'Job')
    expect(fresh?.metadata).toMatchObject({
      labels: { app: 'backup' },
      annotations: { a: 'b', 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T12:00:00Z' },
      ownerReferences: [controllerReference(cron())],
    })
    expect(fresh?.spec).toEqual(template.spec)
    const { uid = '' } = fresh?.metadata ?? {}
    expect(server.find('backup')?.status).toEqual({
      lastScheduleTime: noon,
      active: [{ apiVersion: 'batch/v1', kind: 'Job', namespace: 'ns', name: `backup-${minutes}`, uid }],
    })
    expect(act()).toEqual([])
  })

  it('reckons from the last Job on, else from its own creation', () => {
    expect(acts(cron({}, { lastScheduleTime: noon }))).toEqual([])
    expect(acts(cron({}, { lastScheduleTime: '2026-01-01T12:00:00Z' }))).toEqual([])
    expect(acts(cron({}, { lastScheduleTime: '2026-01-01T11:00:00Z' }))).toEqual(made)
    expect(acts(cron({}, { lastScheduleTime: 'once' }))).toEqual(made)
    expect(acts(cron({}, {}, { creationTimestamp: noon }))).toEqual([])
    expect(acts(cron({}, {}, { creationTimestamp: undefined }))).toEqual([])
  })

  it('makes no Job whose deadline has passed', () => {
    const half = { schedule: '30 * * * *' }
    expect(acts(cron({ ...half, startingDeadlineSeconds: 1799 }))).toEqual([])
    expect(acts(cron({ ...half, startingDeadlineSeconds: 1801 }))).toHaveLength(2)
    expect(acts(cron({ ...half, startingDeadlineSeconds: 100_000 }, { lastScheduleTime: noon }))).toEqual([])
    expect(acts(cron(half))).toHaveLength(2)
  })

  it.each([
    [{ suspend: true }],
    [{ timeZone: 'Europe/Berlin' }],
    [{ schedule: 'often' }],
    [{ schedule: undefined }],
    [{ jobTemplate: undefined }],
    [{ jobTemplate: { metadata: { labels: { a: 1 } } } }],
    [{ jobTemplate: { metadata: { annotations: { a: 1 } } } }],
  ])('makes none with %j', (spec) => {
    expect(acts(cron(spec))).toEqual([])
  })

  it('makes none while it is being deleted, or where Jobs may be that are not shown', () => {
    expect(acts(cron({}, {}, deleted('x/y')))).toEqual([])
    expect(actsOf(cronJobController(), [cron()], (_, kind) => kind !== 'Job')).toEqual([])
    expect(acts(cron(), { ...job('j'), metadata: { ...job('j').metadata, name: `backup-${minutes}` } })).toEqual([])
  })

  it('takes UTC for its time zone', () => {
    for (const timeZone of ['UTC', 'Etc/UTC']) expect(acts(cron({ timeZone, suspend: false }))).toEqual(made)
  })

  it('adds the Job to those that its status names', () => {
    const { server, acts: act } = acting(cronJobController(), [cron({}, { active: [{ uid: 'j' }], other: 1 })])
    expect(act()).toEqual(made)
    expect(server.find('backup')?.status).toMatchObject({
      other: 1,
      active: [{ uid: 'j' }, { name: `backup-${minutes}` }],
    })
  })

  it('deletes no Job where it can make none in its place', () => {
    const replacing = cron({ concurrencyPolicy: 'Replace' }, { active: [{ uid: 'j' }] })
    expect(actsOf(cronJobController(), [replacing, job('j')], (_, kind) => kind !== 'Job')).toEqual([])
    expect(acts(replacing, job('other'))).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Replace' }, { active: 'all' }), job('j'))).toEqual(made)
  })

  it('that is gone by the time it is looked at does nothing', () => {
    const { server, acts: act } = acting(cronJobController(), [])
    server.create(cron({}, { lastScheduleTime: noon }))
    server.vanish({ apiVersion: 'batch/v1', kind: 'CronJob', resource: 'cronjobs', namespace: 'ns', name: 'backup' })
    expect(act()).toEqual([])
  })

  it('heeds Jobs that have not finished as its policy says', () => {
    const status = { active: [{ uid: 'j' }] }
    const finished = job('j', [{ type: 'Complete', status: 'True' }])
    expect(acts(cron({ concurrencyPolicy: 'Forbid' }, status), job('j'))).toEqual([])
    expect(acts(cron({ concurrencyPolicy: 'Forbid' }, status), finished)).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Forbid' }, status))).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Forbid' }), job('j'))).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Allow' }, status), job('j'))).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Replace' }, status), finished)).toEqual(made)
    expect(acts(cron({ concurrencyPolicy: 'Replace' }, status), job('j'))).toEqual([
      'CronJobReplaced: Job j gone',
      ...made,
    ])
    expect(
      actsOf(cronJobController(), [cron({ concurrencyPolicy: 'Forbid' }, status)], (_, kind) => kind !== 'Job'),
    ).toEqual([])
  })

  it('waits for its schedule only where it is told to', () => {
    const fresh = cron({}, { lastScheduleTime: noon })
    expect(clocked([cronJobController()], [fresh]).acts(7200)).toEqual([])
    expect(clocked([cronJobController({ waitsForSchedule: true })], [fresh]).acts(7200)).toEqual(
      [3600, 7200].flatMap((at) => [
        `${at} s: CronJobDue, Job backup-${minutes + at / 60} made`,
        `${at} s: CronJobReported, CronJob backup changed`,
      ]),
    )
  })

  it('makes Jobs in a fake cluster as time passes', () => {
    const cluster = fakeCluster([cron({}, { lastScheduleTime: noon })], { controllerSet: 'recorded', at: noon })
    cluster.advance({ hours: 2 })
    expect(cluster.objects().filter(({ kind }) => kind === 'Job')).toHaveLength(2)
  })

  it('comes to rest where it is not told to wait for its schedule', () => {
    const wakeAt = (waitsForSchedule: boolean) => {
      const cluster = acting(cronJobController({ waitsForSchedule }), [cron({}, { lastScheduleTime: noon })])
      cluster.acts()
      return cluster.wakeAt()
    }
    expect([wakeAt(false), wakeAt(true)]).toEqual([undefined, new Date('2026-01-01T13:00:00Z')])
  })

  it('is woken by CronJobs', () => {
    const { keysOf, name } = cronJobController()
    expect(name).toBe('cronjob-controller')
    expect([added(cron()), updated(cron())].map(keysOf)).toEqual([['backup'], ['backup']])
    expect([gone(cron()), added(object('a', [], {}, 'CronJob', 'x/v1'))].flatMap(keysOf)).toEqual([])
  })

  it('is woken by its Jobs', () => {
    const { keysOf } = cronJobController()
    const free = object('j', [], {}, 'Job', 'batch/v1')
    expect([added(job('j')), updated(job('j')), gone(job('j'))].map(keysOf)).toEqual([
      ['backup'],
      ['backup'],
      ['backup'],
    ])
    expect(keysOf({ _tag: 'Updated', object: free, old: job('j') })).toEqual(['backup'])
    expect(keysOf(added(free))).toEqual([])
    expect(keysOf(added({ ...job('j'), kind: 'Pod', apiVersion: 'v1' }))).toEqual([])
  })

  it('makes the Job that it has missed once the one is gone that kept it from it', () => {
    const waiting = cron({ concurrencyPolicy: 'Forbid' }, { active: [{ uid: 'j' }] })
    const { server, acts: act } = acting(cronJobController(), [waiting, job('j')])
    expect(act()).toEqual([])
    const address = { apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs', namespace: 'ns', name: 'j' }
    server.delete(address, { propagationPolicy: 'Background' })
    expect(act()).toEqual(made)
  })

  it('says why', () => {
    expect(
      (['CronJobDue', 'CronJobReplaced', 'CronJobReported'] as const).map((_tag) =>
        explainCron({ _tag, cronJob: 'backup' }),
      ),
    ).toEqual([
      'it is due by the schedule of CronJob backup',
      'the next Job of CronJob backup is due, and replaces it',
      'its status names the new Job',
    ])
  })
})
