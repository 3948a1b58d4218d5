/**
 * The snapshot after a plan or a report. The simulated API server decides what a delete does: it removes the object, or
 * marks it while a finalizer holds it.
 */
import type { Plan } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { afterDeletes } from '../../apiserver/delete.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import type { DeleteOptions, LabelPatch } from './action.js'
import type { HistoryFamily, Removal } from './reason.js'
import type { CronJob, Pod, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: objects keep their order. A CronJob no longer names deleted Jobs as active. No other controller acts:
 * dependents of deleted objects are left to the owner collector.
 */
export const apply =
  (plan: Plan<HistoryFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    after(
      plan.passes.flatMap(({ removals }) => removals),
      snapshot,
    )

/** The snapshot after the calls that succeeded, by a report. */
export const applyReport =
  <Err>(report: Report<HistoryFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const last = after(
      report.passes.flatMap(({ outcomes }) =>
        outcomes.flatMap((outcome) => (outcome._tag === 'Removed' ? [outcome.removal] : [])),
      ),
      snapshot,
    )
    const present = snapshotWithoutGone(report)
    return present('jobs', present('controllerRevisions', present('replicaSets', last)))
  }

const after = (removals: ReadonlyArray<Removal>, snapshot: Snapshot): Snapshot => {
  if (removals.length === 0) return snapshot
  const deletes = new Map<string, DeleteOptions>()
  const relabelled = new Map<string, LabelPatch>()
  for (const { target, actions } of removals)
    for (const action of actions) {
      if (action._tag === 'Delete') deletes.set(`${target.kind} ${target.id}`, action.options)
      else relabelled.set(`${action.object.namespace ?? ''}/${action.object.name}`, action.patch)
    }
  const left = afterDeletes(snapshot.at, ({ kind, metadata }) => deletes.get(`${kind} ${metadata.uid}`))
  return {
    ...snapshot,
    replicaSets: left(snapshot.replicaSets),
    controllerRevisions: left(snapshot.controllerRevisions),
    jobs: left(snapshot.jobs),
    cronJobs: snapshot.cronJobs.map(without(deletes)),
    pods: snapshot.pods.map(relabel(relabelled)),
  }
}

const without =
  (deletes: ReadonlyMap<string, DeleteOptions>) =>
  (cronJob: CronJob): CronJob => {
    const active = cronJob.status?.active
    const left = active?.filter(({ uid = '' }) => !deletes.has(`Job ${uid}`))
    return left === undefined || left.length === active?.length
      ? cronJob
      : { ...cronJob, status: { ...cronJob.status, active: left } }
  }

const relabel =
  (patches: ReadonlyMap<string, LabelPatch>) =>
  (pod: Pod): Pod => {
    const { namespace = '', name, labels } = pod.metadata
    const patch = patches.get(`${namespace}/${name}`)
    return patch === undefined
      ? pod
      : { ...pod, metadata: { ...pod.metadata, labels: { ...labels, ...patch.metadata.labels } } }
  }
