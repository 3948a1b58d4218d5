/**
 * The Jobs after a plan or a report. The simulated API server decides what a delete does: a Job in foreground deletion
 * stays, marked, until its pods are gone.
 */
import { type Plan as AnyPlan, removalsOf } from '../../core/plan.js'
import { type Report, removedTargets } from '../../core/report.js'
import { afterDeletes } from '../../apiserver/delete.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import { optionsFor } from './action.js'
import type { JobFamily } from './family.js'
import type { Target } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: Jobs keep their order. No other controller acts: the Jobs' pods and finalizers stay.
 */
export const apply =
  (plan: AnyPlan<JobFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    without(
      removalsOf(plan).map(({ target }) => target),
      snapshot,
    )

/** The snapshot without what a report says was deleted. */
export const applyReport =
  <Err>(report: Report<JobFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const left = without(removedTargets(report), snapshot)
    return snapshotWithoutGone(report)('jobs', left)
  }

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (targets.length === 0) return snapshot
  const going = new Set(targets.map(({ id }) => id))
  return {
    ...snapshot,
    jobs: afterDeletes(snapshot.at, (job) => (going.has(job.metadata.uid) ? optionsFor(job) : undefined))(
      snapshot.jobs,
    ),
  }
}
