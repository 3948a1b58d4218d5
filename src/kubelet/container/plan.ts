/**
 * Plans one container collection of the kubelet:
 *
 * 1. containers over the limits, and those of pods that are gone (`pass-containers.ts`, `over-limits.ts`);
 * 2. after listing again, unused sandboxes (`pass-sandboxes.ts`);
 * 3. log directories of pods that are gone, and dead log links (`pass-logs.ts`).
 *
 * A step that fails does not stop the next one, and a removal that fails is only logged. Follows `GarbageCollect` of
 * the kubelet's generic runtime manager.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Plan as PlanOf } from '../../core/plan.js'
import type { InvalidInput } from '../../core/problem.js'
import { instant, lastInstant } from '../../core/time.js'
import { assumptionsOf } from './assumptions.js'
import { type Policy, findPolicyProblems } from './policy.js'
import { type Snapshot, findItemProblems, findSnapshotProblems } from './snapshot.js'
import { indexNode } from './node-index.js'
import { containersByLink } from './linked.js'
import { occupantsOf } from './occupants.js'
import { passContainers } from './pass-containers.js'
import { passLogs } from './pass-logs.js'
import { passSandboxes } from './pass-sandboxes.js'
import { podVerdicts } from './pod-state.js'
import type { Family } from './reason.js'

/** A plan of this collector. */
export type Plan = PlanOf<Family>

/** The policy or the snapshot is invalid. */
export type PlanError = InvalidInput

/**
 * Decides what one container collection would remove and keep.
 *
 * Shape: every container, sandbox, log directory and link of the snapshot is decided exactly once in its pass; an empty
 * snapshot gives a plan without removals. An unlisted pod uid is unknown, so nothing counts as belonging to a gone pod.
 * Order: containers by phase, units by pod uid and name (upstream visits them in random order), inside a unit as the
 * kubelet does; of equal ages the later in the list counts as the older; sandboxes by pod uid; logs by name.
 * Fails: `InvalidInput` for an invalid policy or snapshot; its `source` says which.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, removalsOf } from 'gcplan'
 * import { defaultPolicy, explain, plan } from 'gcplan/kubelet/container'
 *
 * const dead = (id: string, minute: number) => ({
 *   id,
 *   sandboxId: 's',
 *   podUid: 'u',
 *   name: 'app',
 *   state: 'CONTAINER_EXITED' as const,
 *   createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
 *   identified: true,
 * })
 * const planned = plan(defaultPolicy)({
 *   at: new Date('2026-01-01T13:00:00Z'),
 *   allSourcesReady: true,
 *   pods: [{ uid: 'u', contentRemoved: known(false), runtimeRemoved: known(false) }],
 *   containers: [dead('newer', 30), dead('older', 10)],
 *   sandboxes: [],
 *   logDirectories: [],
 *   logLinks: [],
 * })
 * const removals = E.isRight(planned) ? removalsOf(planned.right) : []
 * console.log(removals.map(({ target, reasons }) => `${target.id}: ${explain(reasons[0])}`).join())
 * // older: 2nd newest dead container of its name in the pod, 1 is kept
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findItemProblems(snapshot)
    if (invalid !== null) return fp.left(invalid)
    const index = indexNode(snapshot)
    const repeated = index.isDistinct ? null : findSnapshotProblems(snapshot)
    if (repeated !== null) return fp.left(repeated)
    const fates = podVerdicts(policy, snapshot, index)
    const pods = { ...index.owners, verdicts: index.owners.uids.map(fates.ofPod) }
    const { pass: containers, going } = passContainers(policy, snapshot, pods)
    const passes = [
      containers,
      passSandboxes(policy, snapshot, pods, occupantsOf(snapshot, index, going)),
      passLogs(policy, snapshot, fates, containersByLink(snapshot, index, going)),
    ] as const
    return fp.right({
      at: snapshot.at,
      passes,
      wakeAt: wakeAt(policy, snapshot),
      assumptions: assumptionsOf(snapshot, fates, passes),
    })
  }

/** Time decides one thing only: whether a dead container is old enough. The first one to become so changes the plan. */
const wakeAt = (policy: Policy, snapshot: Snapshot): O.Option<Date> => {
  const now = snapshot.at.getTime()
  let first = Infinity
  for (const { state, createdAt } of snapshot.containers) {
    const then = createdAt.getTime() + policy.minAge
    if (state !== 'CONTAINER_RUNNING' && then > now && then < first) first = then
  }
  return first <= lastInstant.getTime() ? fp.some(instant(first)) : fp.none
}
