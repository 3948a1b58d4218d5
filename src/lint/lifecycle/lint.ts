import type { either as E } from 'fp-ts'

import { checkCapacities, checkPolicies, checkPoliciesIn } from '../../controllers/lifecycle/check-policies.js'
import { plan } from '../../controllers/lifecycle/plan.js'
import type { Policy } from '../../controllers/lifecycle/policy.js'
import type { Plan } from '../../controllers/lifecycle/reason.js'
import type { Snapshot } from '../../controllers/lifecycle/snapshot.js'
import { map } from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type LifecycleFinding, levelled } from './finding.js'

/**
 * Lints a lifecycle policy by itself: rules that are wrong in any cluster.
 *
 * Order: as in the policy.
 *
 * @example
 * ```ts
 * import * as Lifecycle from 'gcplan/controllers/lifecycle'
 * import { explainLifecycleFinding, lintLifecycle } from 'gcplan/lint'
 *
 * const policy: Lifecycle.Policy = {
 *   ...Lifecycle.defaultPolicy,
 *   period: { _tag: 'Enabled', epoch: '2026-11' },
 *   kinds: [{ of: { group: 'batch', kind: 'Job' }, rules: { enabled: true, afterFinished: true } }],
 * }
 * for (const finding of lintLifecycle(policy)) console.log(finding.level, explainLifecycleFinding(finding))
 * // advice kinds[0].rules: no TTL is set and no limit counts these objects; unless they set a TTL themselves, they are kept forever
 * ```
 */
export const lintLifecycle = (policy: Policy): ReadonlyArray<LifecycleFinding> => checkPolicies(policy).map(levelled)

/**
 * Lints a lifecycle policy against a cluster: first by itself, then rules that match nothing there, then limits that
 * TTLs and retention make impossible to keep.
 *
 * Order: as in the policy, each time.
 * Fails: as `Lifecycle.plan`.
 */
export const lintLifecycleIn =
  (policy: Policy) =>
  (snapshot: Snapshot): E.Either<InvalidInput, ReadonlyArray<LifecycleFinding>> =>
    map((planned: Plan) => [
      ...lintLifecycle(policy),
      ...[...checkPoliciesIn(snapshot)(policy), ...checkCapacities(policy)(planned)].map(levelled),
    ])(plan(policy)(snapshot))
