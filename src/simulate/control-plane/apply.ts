/** Predicts the cluster after a plan: collectors carry it out on a server in memory, one after the other. */
import { type Plan as OfFamily, amendmentsOf } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import { remember } from '../../controllers/lifecycle/apply.js'
import type { ClusterFamily } from './reason.js'
import type { Decision } from './controllers.js'
import { simulationOf } from './simulation.js'
import type { Memory, Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: objects keep their order and their resource versions. Calls for objects already gone have no effect. Nobody
 * else acts. The API server follows the rules of 1.36, unless others are given.
 */
export const apply =
  (plan: OfFamily<ClusterFamily>, server?: ServerPolicy) =>
  (snapshot: Snapshot): Snapshot =>
    after(decisionsOf(plan), snapshot, server)

/** The snapshot after the calls that succeeded, by a report; of a failed removal, those before the failure. */
export const applyReport =
  <Err>(report: Report<ClusterFamily, Err>, server?: ServerPolicy) =>
  (snapshot: Snapshot): Snapshot => {
    const left = after(
      report.passes.flatMap(({ amended = [], outcomes }) => [
        ...amended.flatMap((outcome) => (outcome._tag === 'Amended' ? [outcome.amendment] : [])),
        ...outcomes.flatMap((outcome): ReadonlyArray<Decision> => {
          if (outcome._tag === 'Skipped' || outcome._tag === 'Refused') return []
          const { removal } = outcome
          if (outcome._tag === 'Removed') return [removal]
          return [{ ...removal, actions: removal.actions.slice(0, removal.actions.indexOf(outcome.action)) }]
        }),
      ]),
      snapshot,
      server,
    )
    return snapshotWithoutGone(report)('objects', left)
  }

/** The calls of a plan, amendments first. */
export const decisionsOf = ({ passes }: OfFamily<ClusterFamily>): ReadonlyArray<Decision> =>
  passes.flatMap((pass): ReadonlyArray<Decision> => [...amendmentsOf(pass), ...pass.removals])

/** The memory after calls that succeeded; the very same where the lifecycle collector made none. */
export const rememberCalls =
  (decisions: ReadonlyArray<Decision>) =>
  (memory: Memory): Memory => {
    const calls = decisions.flatMap(({ actions }) =>
      actions.flatMap((call) => (call._tag === 'Lifecycle' ? [call.action] : [])),
    )
    return calls.length === 0 ? memory : { ...memory, lifecycle: remember(calls)(memory.lifecycle) }
  }

const after = (decisions: ReadonlyArray<Decision>, snapshot: Snapshot, server?: ServerPolicy): Snapshot => {
  if (decisions.length === 0) return snapshot
  const simulation = simulationOf(snapshot, server)
  const changed = simulation.play(decisions, snapshot.at)
  const memory = rememberCalls(decisions)(snapshot.memory)
  return changed.size === 0 && memory === snapshot.memory
    ? snapshot
    : { ...snapshot, objects: changed.size === 0 ? snapshot.objects : simulation.objects(), memory }
}
