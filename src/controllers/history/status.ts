/**
 * Updates of CronJob statuses after the clean-up: deleted Jobs are no longer active.
 */
import type { Report } from '../../core/report.js'
import { ownerOf } from './keeper.js'
import type { Policy } from './policy.js'
import type { HistoryFamily, Owner } from './reason.js'
import type { ActiveJob, Snapshot } from './snapshot.js'

/** A request to replace the status of a CronJob. */
export interface StatusUpdate {
  readonly cronJob: Owner
  /** The Jobs still active, in the same order. */
  readonly active: ReadonlyArray<ActiveJob>
}

/**
 * The status updates after a run, in the order of the snapshot: after every clean-up, or only after a deletion
 * (`cronJobStatus`).
 *
 * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go sync
 */
export const concludeStatus =
  ({ cronJobStatus }: Policy) =>
  ({ cronJobs }: Snapshot) =>
  <Err>({ passes }: Report<HistoryFamily, Err>): ReadonlyArray<StatusUpdate> => {
    const removed = new Map<string, Set<string>>()
    for (const { name, outcomes } of passes)
      for (const outcome of name === 'cronjob' ? outcomes : [])
        if (outcome._tag === 'Removed') {
          const { target, reasons } = outcome.removal
          const { uid } = reasons[0].owner
          removed.set(uid, (removed.get(uid) ?? new Set()).add(target.id))
        }
    return cronJobs.flatMap((cronJob) => {
      const gone = removed.get(cronJob.metadata.uid)
      const { successfulJobsHistoryLimit: successful, failedJobsHistoryLimit: failed } = cronJob.spec ?? {}
      const isCleaned = successful !== undefined || failed !== undefined
      if (gone === undefined && (cronJobStatus === 'when-deleted' || !isCleaned)) return []
      const active = cronJob.status?.active ?? []
      return [{ cronJob: ownerOf(cronJob), active: active.filter(({ uid = '' }) => gone?.has(uid) !== true) }]
    })
  }
