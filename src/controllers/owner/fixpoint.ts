/**
 * Plans and applies again and again, without failures, until nothing is left to do.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { amendmentsOf } from '../../core/plan.js'
import { apply } from './apply.js'
import { type PlanError, plan } from './plan.js'
import type { Policy } from './policy.js'
import type { Plan } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** How a cluster ends. */
export interface Fixpoint {
  /**
   * `Settled`: nothing left to do. `Stuck`: it repeats what the API server rejects. `CutOff`: the limit of rounds was
   * reached.
   */
  readonly _tag: 'Settled' | 'Stuck' | 'CutOff'
  /** The snapshot in the end. */
  readonly snapshot: Snapshot
  /** The plans, in order. */
  readonly plans: readonly [Plan, ...Plan[]]
}

/**
 * Plans and applies until nothing changes, or the limit of rounds is reached. Where real runs race (a foreground
 * deletion around a cycle of non-blocking references, an owner both deleted and orphaned), this is one possible end.
 *
 * Shape: no other controller acts: pods with grace and objects with other finalizers stay.
 * Fails: as {@link plan}.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const metadata = (name: string, owner: string) => ({
 *   name,
 *   uid: name,
 *   ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: owner, uid: owner }],
 * })
 * const settled = Owner.runToFixpoint(Owner.defaultPolicy, 10)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'Node', metadata: metadata('b', 'a') },
 *     { apiVersion: 'v1', kind: 'Node', metadata: metadata('c', 'b') },
 *   ],
 *   scopes: [{ apiVersion: 'v1', kind: 'Node', resource: 'nodes', namespaced: false, strategicMergePatch: true }],
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(settled)) console.log(settled.right._tag, settled.right.plans.length) // Settled 3
 * ```
 */
export const runToFixpoint =
  (policy: Policy, rounds: number) =>
  (snapshot: Snapshot): E.Either<PlanError, Fixpoint> =>
    fp.pipe(plan(policy)(snapshot), fp.flatMap(runFrom(policy, rounds, snapshot)))

const runFrom =
  (policy: Policy, rounds: number, snapshot: Snapshot) =>
  (first: Plan): E.Either<PlanError, Fixpoint> => {
    const plans: [Plan, ...Plan[]] = [first]
    let now = snapshot
    let last = first
    for (let round = 0; round < rounds; round++) {
      if (isIdle(last)) return fp.right({ _tag: 'Settled', snapshot: now, plans })
      const next = apply(last)(now)
      if (isSame(now, next)) return fp.right({ _tag: 'Stuck', snapshot: now, plans })
      const planned = plan(policy)(next)
      if (fp.isLeft(planned)) return planned
      now = next
      last = planned.right
      plans.push(last)
    }
    return fp.right({ _tag: isIdle(last) ? 'Settled' : 'CutOff', snapshot: now, plans })
  }

const isIdle = ({ passes }: Plan): boolean =>
  passes.every((pass) => pass.removals.length === 0 && amendmentsOf(pass).length === 0)

/** Objects that no call changed are the same, not just alike. */
const isSame = (before: Snapshot, after: Snapshot): boolean =>
  before.objects.length === after.objects.length &&
  before.objects.every((object, index) => object === after.objects[index])
