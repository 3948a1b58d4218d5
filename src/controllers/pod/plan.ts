/**
 * Plans one run of the pod garbage collector:
 *
 * 1. terminated pods beyond the threshold (`pass-terminated.ts`);
 * 2. terminating pods of nodes that are out of service (`pass-out-of-service.ts`);
 * 3. pods of nodes that are gone (`pass-orphaned.ts`);
 * 4. terminating pods that are bound to no node (`pass-unscheduled.ts`).
 *
 * All passes read the same listing: a pod that goes in one of them goes in a later one again.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gc
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Assumption } from '../../core/plan.js'
import { elementAt } from '../../internal/lists.js'
import type { InvalidInput } from '../../core/problem.js'
import { findSnapshotProblems } from './check.js'
import { passOrphaned } from './pass-orphaned.js'
import { passOutOfService } from './pass-out-of-service.js'
import { passTerminated } from './pass-terminated.js'
import { passUnscheduled } from './pass-unscheduled.js'
import { type Policy, findPolicyProblems } from './policy.js'
import type { DecidedPass, Kept, Pass, Plan } from './reason.js'
import { type Snapshot, keyOf } from './snapshot.js'
import { wakeAt } from './wake.js'
import { type KeptOrder, type PassInput, passInputOf, targetOf } from './pass-input.js'

/** The only errors are an invalid policy and an invalid snapshot. */
export type PlanError = InvalidInput

/**
 * Decides what one run of pod garbage collection would delete.
 *
 * Shape: every pod is in `removals` or in `kept` of each of the four passes; an empty snapshot gives a plan without
 * removals. A pod that has not ended is first marked as failed, and kept if that fails. Finalizers and owners keep no
 * pod. A node that is not covered, in quarantine, or not looked up keeps its pods.
 * Order: terminated pods and pods of out-of-service nodes by the policy; others, and `kept`, by namespace, name and
 * uid. The order of the listing does not matter.
 * Units: `wakeAt` is when the next quarantine of a node that pods name is over.
 * Fails: `InvalidInput` for an invalid policy or snapshot, or a duplicate uid or node name.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gc
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { known, removalsOf } from 'gcplan'
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const pod = (name: string, minute: number): PodGc.Pod => ({
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { namespace: 'batch', name, uid: name, creationTimestamp: new Date(Date.UTC(2026, 0, 1, 12, minute)) },
 *   status: { phase: 'Succeeded' },
 * })
 * const planned = PodGc.plan({ ...PodGc.defaultPolicy, terminatedPodGcThreshold: 2 })({
 *   at: new Date('2026-01-01T13:00:00Z'),
 *   pods: [pod('third', 3), pod('first', 1), pod('second', 2)],
 *   nodes: [],
 *   coverage: { _tag: 'Everything' },
 *   apiNodes: known([]),
 *   memory: PodGc.emptyMemory,
 * })
 * if (E.isRight(planned))
 *   for (const { target, reasons } of removalsOf(planned.right)) console.log(`${target.name}: ${PodGc.explain(reasons[0])}`)
 * // first: 3 terminated pods, threshold 2; it is the first to be deleted
 * ```
 */
export const plan =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<PlanError, Plan> => {
    const invalid = findPolicyProblems(policy) ?? findSnapshotProblems(snapshot)
    return invalid === null ? fp.right(planOf(snapshot, decide(policy, snapshot, 'by-name'))) : fp.left(invalid)
  }

/** What the passes decide, by the places of `pods`, and when that changes for callers that do not see keep reasons. */
export interface Decided {
  readonly pods: PassInput['pods']
  readonly passes: readonly [
    terminated: DecidedPass,
    outOfService: DecidedPass,
    orphaned: DecidedPass,
    unscheduled: DecidedPass,
  ]
  readonly wakeAt: (tells: (key: string) => boolean) => O.Option<Date>
  readonly assumptions: ReadonlyArray<Assumption>
}

/** Decides a sound snapshot; pods may stay in the order of the listing. */
export const decide = (policy: Policy, snapshot: Snapshot, keptOrder: KeptOrder): Decided => {
  const input = passInputOf(policy, snapshot, keptOrder)
  const orphaned = passOrphaned(input)
  return {
    pods: input.pods,
    passes: [passTerminated(input), passOutOfService(input), orphaned, passUnscheduled(input)],
    wakeAt: (tells) => wakeAt(input, tells),
    assumptions: assumptionsOf(snapshot, input.pods, orphaned),
  }
}

/** Each target is made once for all passes. */
const planOf = ({ at }: Snapshot, { pods, passes, wakeAt: changesAt, assumptions }: Decided): Plan => {
  const targets = pods.map(targetOf)
  const [terminated, outOfService, orphaned, unscheduled] = passes
  const whole = (pass: DecidedPass): Pass => {
    const kept: Kept[] = []
    pass.kept.forEach((reasons, place) => {
      if (reasons !== null) kept.push({ target: elementAt(targets, place), reasons })
    })
    return { ...pass, kept }
  }
  return {
    at,
    passes: [whole(terminated), whole(outOfService), whole(orphaned), whole(unscheduled)],
    wakeAt: changesAt(() => true),
    assumptions,
  }
}

const assumptionsOf = (
  { apiNodes }: Snapshot,
  pods: PassInput['pods'],
  { removals, kept }: DecidedPass,
): ReadonlyArray<Assumption> => {
  if (apiNodes._tag !== 'Assumed') return []
  const found = pods.filter((_, place) => kept[place]?.[0]._tag === 'NodeFound')
  const targets = [...removals.map(({ target }) => target.id), ...found.map(keyOf)]
  const { value, because } = apiNodes
  const assumed = value.length === 0 ? 'none' : value.join(', ')
  return targets.length === 0 ? [] : [{ about: 'apiNodes', assumed, because, targets }]
}
