/**
 * The snapshot and the memory after a plan or a report. The simulated API server decides what a delete does.
 */
import { type Plan, amendmentsOf } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { afterDeletes } from '../../apiserver/delete.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import type { Action, DeleteOptions } from './action.js'
import type { LifecycleFamily } from './reason.js'
import type { Mark, Memory, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan whose every call succeeded; the instant stays.
 *
 * Shape: objects keep their order and resource versions; no other controller acts. `observe` later drops marks of
 * deleted objects.
 */
export const apply =
  (plan: Plan<LifecycleFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    after(
      plan.passes.flatMap((pass) => [...amendmentsOf(pass), ...pass.removals].flatMap(({ actions }) => actions)),
      snapshot,
    )

/** The snapshot after the calls that succeeded, by a report. */
export const applyReport =
  <Err>(report: Report<LifecycleFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const left = after(
      report.passes.flatMap(({ amended = [], outcomes }) => [
        ...amended.flatMap((outcome) => (outcome._tag === 'Amended' ? outcome.amendment.actions : [])),
        ...outcomes.flatMap((outcome) => (outcome._tag === 'Removed' ? outcome.removal.actions : [])),
      ]),
      snapshot,
    )
    return snapshotWithoutGone(report)('objects', left)
  }

const after = (actions: ReadonlyArray<Action>, snapshot: Snapshot): Snapshot => {
  if (actions.length === 0) return snapshot
  const deletes = new Map<string | undefined, DeleteOptions>()
  for (const action of actions)
    if (action._tag === 'Delete') deletes.set(action.options.preconditions.uid, action.options)
  return {
    ...snapshot,
    objects: afterDeletes(snapshot.at, ({ metadata }) => deletes.get(metadata.uid))(snapshot.objects),
    memory: remember(actions)(snapshot.memory),
  }
}

/** The memory after calls that succeeded: marks keep their order, new ones come last. */
export const remember =
  (actions: ReadonlyArray<Action>) =>
  (memory: Memory): Memory => {
    const marks = new Map<string, Mark>(memory.marks.map((mark) => [mark.uid, mark]))
    for (const action of actions)
      if (action._tag === 'SetMark') marks.set(action.mark.uid, action.mark)
      else if (action._tag === 'ClearMark') marks.delete(action.uid)
    return { marks: [...marks.values()] }
  }
