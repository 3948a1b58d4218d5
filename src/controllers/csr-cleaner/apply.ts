/**
 * The requests after a plan or a report. The simulated API server decides what a delete does: a request with finalizers
 * stays, marked.
 */
import { type Plan as AnyPlan, removalsOf } from '../../core/plan.js'
import { type Report, removedTargets } from '../../core/report.js'
import { afterDeletes } from '../../apiserver/delete.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import type { CsrFamily } from './family.js'
import type { Target } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: requests keep their order; finalizers stay.
 */
export const apply =
  (plan: AnyPlan<CsrFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    without(
      removalsOf(plan).map(({ target }) => target),
      snapshot,
    )

/** The snapshot without what a report says was deleted. */
export const applyReport =
  <Err>(report: Report<CsrFamily, Err>) =>
  (snapshot: Snapshot): Snapshot =>
    snapshotWithoutGone(report)('requests', without(removedTargets(report), snapshot))

const without = (targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (targets.length === 0) return snapshot
  const going = new Set(targets.map(({ id }) => id))
  const deletes = afterDeletes(snapshot.at, ({ metadata }) => (going.has(metadata.uid) ? {} : undefined))
  return { ...snapshot, requests: deletes(snapshot.requests) }
}
