/**
 * Consecutive runs: each folds its listing into the memory of the run before.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { findLookProblems, findMemoryProblems } from './check.js'
import { type Memory, observe } from './memory.js'
import { plan } from './plan.js'
import type { Policy } from './policy.js'
import type { Plan } from './reason.js'
import type { Observation } from './snapshot.js'

/** The plan of one run, and its memory. */
export interface Run {
  readonly plan: Plan
  /** For the next run. */
  readonly memory: Memory
}

/**
 * One run: folds the observation into the memory, then plans. The real component does this every 20 seconds.
 *
 * Shape, order: those of {@link observe} and {@link plan}.
 * Fails: `InvalidInput` for an invalid policy, observation or memory.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go Run
 *
 * @example
 * ```ts
 * import { known, removalsOf } from 'gcplan'
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web-0', uid: 'u-1' }, spec: { nodeName: 'gone' }, status: { phase: 'Running' } }
 * let memory = PodGc.emptyMemory
 * for (const second of [0, 20, 40]) {
 *   const at = new Date(Date.UTC(2026, 0, 1, 12, 0, second))
 *   const run = PodGc.step(PodGc.defaultPolicy)({ at, pods: [pod], nodes: [], coverage: { _tag: 'Everything' }, apiNodes: known([]) })(memory)
 *   if (run._tag === 'Left') throw new Error('broken look')
 *   memory = run.right.memory
 *   console.log(second, removalsOf(run.right.plan).map(({ reasons }) => PodGc.explain(reasons[0])).join())
 *   // 0
 *   // 20
 *   // 40 its node gone was missing for the whole quarantine and does not exist
 * }
 * ```
 */
export const step =
  (policy: Policy) =>
  (look: Observation) =>
  (memory: Memory): E.Either<InvalidInput, Run> => {
    const invalid = findLookProblems(look) ?? findMemoryProblems(memory)
    if (invalid !== null) return fp.left(invalid)
    const next = observe(policy)(look)(memory)
    return fp.map((decided: Plan): Run => ({ plan: decided, memory: next }))(plan(policy)({ ...look, memory: next }))
  }
