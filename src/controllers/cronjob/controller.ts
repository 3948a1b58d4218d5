/**
 * CronJobs make a Job when one is due: the last one that was missed, whatever came before. One that is suspended or being
 * deleted makes none. Without a time zone of its own, a schedule is one in UTC.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob
 */
import { type WholeObject, isBeingDeleted, namespaceOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { after, epochOfRfc3339, instant, millis } from '../../core/time.js'
import { ownField } from '../../internal/lists.js'
import { deleteOf } from '../acts.js'
import { type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { type Program, andThen, call, done, inTurn } from '../program.js'
import { countIn, fieldsOf, isJobFinished, listIn } from '../workload/fields.js'
import { controllerReference, controllersIn } from '../workload/ownership.js'
import { createEach, isOf } from '../workload/pods.js'
import { labelsIn } from '../workload/selector.js'
import { type Schedule, lastOf, nextOf, scheduleIn } from './schedule.js'

/** Why a CronJob makes or deletes a Job. */
export type CronWhy =
  /**
   * Its schedule has a time that has come.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob
   */
  | { readonly _tag: 'CronJobDue'; readonly cronJob: string }
  /**
   * The next Job is due, and replaces it.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob
   */
  | { readonly _tag: 'CronJobReplaced'; readonly cronJob: string }
  /**
   * Its status names the Job that was made.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob
   */
  | { readonly _tag: 'CronJobReported'; readonly cronJob: string }

/** The rules of one CronJob controller. */
export interface CronRules {
  /** Whether it looks again when the next Job is due; nothing ever comes to rest then. Default: false. */
  readonly waitsForSchedule?: boolean | undefined
}

const isCronJob: ReturnType<typeof isOf> = isOf('batch', 'CronJob')
const isJob: ReturnType<typeof isOf> = isOf('batch', 'Job')

/** The controller; its keys are uids of CronJobs. */
export const cronJobController = ({ waitsForSchedule = false }: CronRules = {}): Controller<CronWhy> => ({
  name: 'cronjob-controller',
  /** @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go processNextWorkItem */
  retries: 'refusals',
  watches: ['CronJob', 'Job'],
  keysOf: (change) => {
    const { _tag, object } = change
    if (isCronJob(object)) return _tag === 'Deleted' ? noKeys : [object.metadata.uid]
    // A Job that ends or goes may have kept the next one from being made.
    return isJob(object) ? controllersIn(change, isCronJob) : noKeys
  },
  reconcile: (view) => (uid) => {
    const cronJob = view.find(uid)
    const schedule = cronJob === undefined ? undefined : scheduleOf(cronJob)
    if (cronJob === undefined || schedule === undefined) return done(ended(uid, undefined))
    const next = waitsForSchedule ? nextOf(schedule, view.at) : undefined
    return andThen(sync(view, cronJob, schedule), () => done(ended(cronJob.metadata.name, next)))
  },
})

const ended = (cronJob: string, next: Date | undefined): Reconciled<CronWhy> => ({
  why: ({ request }) => [{ _tag: tags[request._tag] ?? 'CronJobReported', cronJob }],
  again: next === undefined ? undefined : { _tag: 'At', at: next },
})

const tags: Readonly<Partial<Record<ApiRequest['_tag'], CronWhy['_tag']>>> = {
  Create: 'CronJobDue',
  Delete: 'CronJobReplaced',
}

/** The schedule of a CronJob that makes Jobs; nothing where it makes none, or its time zone is another one. */
const scheduleOf = (cronJob: WholeObject): Schedule | undefined => {
  const { spec } = cronJob
  const zone = ownField(spec, 'timeZone') ?? 'UTC'
  const isIdle = isBeingDeleted(cronJob) || ownField(spec, 'suspend') === true || (zone !== 'UTC' && zone !== 'Etc/UTC')
  return isIdle || ownField(spec, 'jobTemplate') === undefined ? undefined : scheduleIn(ownField(spec, 'schedule'))
}

/** Where Jobs may be that are not shown, nothing: none is deleted that nothing replaces. */
const sync = (view: View, cronJob: WholeObject, schedule: Schedule): Program<unknown> => {
  const due = dueOf(view, cronJob, schedule)
  if (due === undefined || !view.covers('batch/v1', 'Job', namespaceOf(cronJob))) return done(undefined)
  const job = newJob(cronJob, due)
  if (job === undefined || jobLike(view, job) !== undefined) return done(undefined)
  const active = activeOf(view, cronJob)
  const concurrency = ownField(cronJob.spec, 'concurrencyPolicy')
  if (concurrency === 'Forbid' && active.length > 0) return done(undefined)
  return inTurn([
    ...(concurrency === 'Replace' ? active.map((one) => () => removed(view, one)) : []),
    () => createEach(view, [job]),
    () => reported(view, cronJob, job, due),
  ])
}

/** Its pods go with it. */
const removed = (view: View, job: WholeObject): Program<unknown> =>
  inTurn(deleteOf(view, job, { propagationPolicy: 'Background' }).map((request) => () => call(request)))

/**
 * The time for which a Job is due. Where nothing says from when on to reckon, none is.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/utils.go nextScheduleTime
 */
const dueOf = (view: View, { metadata, spec, status }: WholeObject, schedule: Schedule): Date | undefined => {
  const since = timeIn(ownField(status, 'lastScheduleTime')) ?? metadata.creationTimestamp
  if (since === undefined) return undefined
  const deadline = countIn(spec, 'startingDeadlineSeconds')
  const earliest = deadline === undefined ? since : after(view.at, millis(-1000 * deadline))
  return lastOf(schedule, earliest > since ? earliest : since, view.at)
}

const timeIn = (value: unknown): Date | undefined => {
  if (value instanceof Date) return value
  const epoch = typeof value === 'string' ? epochOfRfc3339(value) : null
  return epoch === null ? undefined : instant(epoch)
}

/**
 * The Job of a time; its name ends in the minutes since 1970.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/utils.go getJobFromTemplate2
 */
const newJob = (cronJob: WholeObject, due: Date): WholeObject | undefined => {
  const { namespace, name } = cronJob.metadata
  const template = ownField(cronJob.spec, 'jobTemplate')
  const labels = labelsIn(ownField(ownField(template, 'metadata'), 'labels'))
  const annotations = labelsIn(ownField(ownField(template, 'metadata'), 'annotations'))
  if (labels === undefined || annotations === undefined) return undefined
  const scheduled = { 'batch.kubernetes.io/cronjob-scheduled-timestamp': due.toISOString().replace('.000Z', 'Z') }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      namespace,
      name: `${name}-${due.getTime() / 60_000}`,
      uid: '',
      labels,
      annotations: { ...annotations, ...scheduled },
      ownerReferences: [controllerReference(cronJob)],
    },
    spec: fieldsOf(ownField(template, 'spec')),
  }
}

/** The Job of the name of this one. */
const jobLike = (view: View, job: WholeObject): WholeObject | undefined => {
  const address = view.addressOf(job)
  return address === undefined ? undefined : view.get(address)
}

/** The Jobs that its status names and that have not finished. */
const activeOf = (view: View, { metadata: { namespace }, status }: WholeObject): ReadonlyArray<WholeObject> => {
  const named = new Set(listIn(status, 'active').map((one) => ownField(one, 'uid')))
  return view.listOf('batch', 'Job', namespace).filter((job) => named.has(job.metadata.uid) && !isJobFinished(job))
}

const reported = (view: View, cronJob: WholeObject, made: WholeObject, due: Date): Program<unknown> => {
  const job = jobLike(view, made)
  if (job === undefined) return done(undefined)
  const { apiVersion, kind } = job
  const { namespace, name, uid } = job.metadata
  const active = [...listIn(cronJob.status, 'active'), { apiVersion, kind, namespace, name, uid }]
  const status = { ...fieldsOf(cronJob.status), lastScheduleTime: due, active }
  return call({ _tag: 'Update', object: { ...cronJob, status }, subresource: 'status' })
}
