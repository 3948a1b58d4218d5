/**
 * The tokens after a plan or a report. The simulated API server decides what a delete does: a Secret with finalizers stays,
 * marked for deletion.
 */
import { type Plan as AnyPlan, amendmentsOf, removalsOf } from '../../core/plan.js'
import { type Report, removedTargets } from '../../core/report.js'
import { afterDeletes } from '../../apiserver/delete.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import type { Action } from './action.js'
import type { TokenFamily } from './family.js'
import { invalidSinceLabel } from './expiry.js'
import type { Target } from './reason.js'
import type { Secret, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: Secrets keep their order; finalizers and resource versions stay.
 */
export const apply =
  (plan: AnyPlan<TokenFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    afterwards(
      plan.passes.flatMap(amendmentsOf).flatMap(({ actions }) => actions),
      removalsOf(plan).map(({ target }) => target),
      snapshot,
    )

/** The snapshot after what a report says was marked and deleted. */
export const applyReport =
  <Err>(report: Report<TokenFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const marks = report.passes.flatMap(({ amended = [] }) =>
      amended.flatMap((outcome) => (outcome._tag === 'Amended' ? outcome.amendment.actions : [])),
    )
    return snapshotWithoutGone(report)('secrets', afterwards(marks, removedTargets(report), snapshot))
  }

const afterwards = (marks: ReadonlyArray<Action>, targets: ReadonlyArray<Target>, snapshot: Snapshot): Snapshot => {
  if (marks.length + targets.length === 0) return snapshot
  const going = new Set(targets.map(({ id }) => id))
  const deletes = afterDeletes(snapshot.at, ({ metadata }) => (going.has(metadata.uid) ? {} : undefined))
  const days = new Map(marks.flatMap((mark) => (mark._tag === 'MarkInvalid' ? [[mark.uid, mark.since]] : [])))
  return { ...snapshot, secrets: deletes(snapshot.secrets.map(marked(days))) }
}

const marked =
  (days: ReadonlyMap<string, string>) =>
  (secret: Secret): Secret => {
    const day = days.get(secret.metadata.uid)
    const labels = { ...secret.metadata.labels, [invalidSinceLabel]: day ?? '' }
    return day === undefined ? secret : { ...secret, metadata: { ...secret.metadata, labels } }
  }
