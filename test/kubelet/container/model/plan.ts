/**
 * A naive model of the collector: maps of objects, a sort for every list, fresh reasons for every target. It takes twice the
 * time of the real one and is easier to compare with the kubelet's; a law holds both to the same plans.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../../../src/core/fp.js'
import type { Plan as PlanOf } from '../../../../src/core/plan.js'
import type { InvalidInput } from '../../../../src/core/problem.js'
import { instant, lastInstant } from '../../../../src/core/time.js'
import { assumptionsOf } from '../../../../src/kubelet/container/assumptions.js'
import { type Policy, findPolicyProblems } from '../../../../src/kubelet/container/policy.js'
import { type Snapshot, findSnapshotProblems } from '../../../../src/kubelet/container/snapshot.js'
import { passContainers } from './pass-containers.js'
import { passLogs } from './pass-logs.js'
import { passSandboxes } from './pass-sandboxes.js'
import { podVerdicts } from './pod-state.js'
import type { Family } from '../../../../src/kubelet/container/reason.js'

/** A plan of this collector. */
type Plan = PlanOf<Family>

/** The policy or the snapshot is invalid. */
type PlanError = InvalidInput

export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    if (invalid !== null) return fp.left(invalid)
    const fates = podVerdicts(policy, snapshot)
    const containers = passContainers(policy, snapshot, fates)
    const going = new Map(
      containers.removals.flatMap(({ target }) => (target._tag === 'Container' ? [[target.id, target] as const] : [])),
    )
    const passes = [
      containers,
      passSandboxes(policy, snapshot, fates, going),
      passLogs(policy, snapshot, fates, going),
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
