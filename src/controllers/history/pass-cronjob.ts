/**
 * Finished Jobs of CronJobs: successful and failed ones have separate limits, and the oldest are deleted first. A Job
 * that is already being deleted counts, and is deleted again.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go cleanupFinishedJobs
 */
import { type KubeObject, groupOf } from '../../apiserver/object.js'
import { deleteJob } from './action.js'
import {
  type DecidedPass,
  type Decisions,
  type PassInput,
  compareNames,
  controllerOf,
  decisions,
  keeperless,
  ownerOf,
} from './keeper.js'
import type { Policy } from './policy.js'
import type { Counted, Owner } from './reason.js'
import type { CronJob, Job } from './snapshot.js'

/** The pass over CronJobs, by namespace and name; of each, Jobs that succeeded come first. */
export const passCronJob = (input: PassInput): DecidedPass => {
  const { policy, snapshot, covers } = input
  const to = decisions()
  const key = keyOf(policy)
  const jobs = new Map<string, Job[]>()
  const known = new Set(snapshot.cronJobs.map(key.ofCronJob))
  const why = keeperless('batch', ['CronJob'], covers)
  for (const job of snapshot.jobs) {
    const of = key.ofJob(job)
    const group = of === undefined ? undefined : jobs.get(of)
    if (of === undefined || !known.has(of)) to.keepAs({ object: job, reasons: why(job) })
    else if (group === undefined) jobs.set(of, [job])
    else group.push(job)
  }
  for (const cronJob of snapshot.cronJobs.toSorted(compareNames))
    cleanUp(to, cronJob, jobs.get(key.ofCronJob(cronJob)) ?? [])
  return to.pass('cronjob')
}

/**
 * What a CronJob and its Jobs have in common: the namespace and name, whatever kind the controller is of, or the uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go getJobsToBeReconciled
 */
const keyOf = ({
  jobsOfCronJob,
}: Policy): {
  readonly ofCronJob: (cronJob: CronJob) => string
  readonly ofJob: (job: Job) => string | undefined
} => {
  const named = ({ metadata }: KubeObject, name: string): string => `${metadata.namespace ?? ''}/${name}`
  return jobsOfCronJob === 'controller-name'
    ? {
        ofCronJob: (cronJob) => named(cronJob, cronJob.metadata.name),
        ofJob: (job) => {
          const controller = controllerOf(job)
          return controller === undefined ? undefined : named(job, controller.name)
        },
      }
    : {
        ofCronJob: ({ metadata }) => metadata.uid,
        ofJob: (job) => {
          const controller = controllerOf(job)
          return controller?.kind === 'CronJob' && groupOf(controller.apiVersion) === 'batch'
            ? controller.uid
            : undefined
        },
      }
}

const cleanUp = (to: Decisions, cronJob: CronJob, jobs: ReadonlyArray<Job>): void => {
  const owner = ownerOf(cronJob)
  const [successful, failed]: [Job[], Job[]] = [[], []]
  for (const job of jobs) {
    const outcome = outcomeOf(job)
    if (outcome === undefined) to.keep(job, { _tag: 'NotFinished', owner })
    else (outcome === 'Complete' ? successful : failed).push(job)
  }
  truncate(to, owner, 'successful-jobs', cronJob.spec?.successfulJobsHistoryLimit, successful)
  truncate(to, owner, 'failed-jobs', cronJob.spec?.failedJobsHistoryLimit, failed)
}

/** The first condition that says how a Job ended. */
const outcomeOf = ({ status }: Job): string | undefined =>
  status?.conditions?.find(({ type, status: holds }) => (type === 'Complete' || type === 'Failed') && holds === 'True')
    ?.type

const truncate = (
  to: Decisions,
  owner: Owner,
  counted: Counted,
  limit: number | undefined,
  jobs: ReadonlyArray<Job>,
): void => {
  const of = jobs.length
  jobs.toSorted(compareStarts).forEach((job, index) => {
    const { deletionTimestamp: since, finalizers = [] } = job.metadata
    const deleting = since === undefined ? [] : [{ _tag: 'BeingDeleted', since, finalizers } as const]
    if (limit === undefined) to.keep(job, { _tag: 'NoHistoryLimit', owner, counted }, ...deleting)
    else if (limit < 0) to.keep(job, { _tag: 'NegativeHistoryLimit', owner, limit, controller: 'fails' }, ...deleting)
    else if (index < of - limit)
      to.remove(job, { _tag: 'OverHistoryLimit', owner, counted, rank: index + 1, of, limit }, [deleteJob(job)], [])
    else to.keep(job, { _tag: 'WithinHistoryLimit', owner, counted, rank: of - index, of, limit }, ...deleting)
  })
}

/**
 * By start, then name; a Job that never started comes last.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/utils.go byJobStartTime
 */
const compareStarts = (a: Job, b: Job): number => {
  const [left, right] = [startOf(a), startOf(b)]
  return left === right ? compareNames(a, b) : left < right ? -1 : 1
}

const startOf = ({ status }: Job): number => status?.startTime?.getTime() ?? Infinity
