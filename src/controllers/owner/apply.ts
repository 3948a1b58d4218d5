/**
 * The snapshot after a plan or a report. The simulated API server decides what a call does: a delete removes an object,
 * or marks it while a finalizer or a pod's grace period holds it.
 */
import { type Plan, amendmentsOf } from '../../core/plan.js'
import type { Report } from '../../core/report.js'
import { type Answer, objectAfter } from '../../apiserver/answer.js'
import { deleteAsAsked } from '../../apiserver/delete.js'
import { changed, withoutFinalizer } from '../../apiserver/update.js'
import { snapshotWithoutGone } from '../../apiserver/gone.js'
import { type KubeObject, ownersOf } from '../../apiserver/object.js'
import { type Action, uidsIn, unblocked } from './action.js'
import { referencesWithout } from './decide.js'
import type { Amendment, OwnerFamily, Removal } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: objects keep their order and resource versions. No kubelet and no other controller acts: pods with grace and
 * other finalizers stay.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const owner = { apiVersion: 'v1', kind: 'Node', name: 'worker', uid: 'u-1' }
 * const lease = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'kube-system', name: 'worker', uid: 'u-2', ownerReferences: [owner] } }
 * const snapshot: Owner.Snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [lease],
 *   scopes: [
 *     { apiVersion: 'v1', kind: 'Node', resource: 'nodes', namespaced: false, strategicMergePatch: true },
 *     { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true, strategicMergePatch: true },
 *   ],
 *   coverage: { _tag: 'Everything' },
 * }
 * const planned = Owner.plan(Owner.defaultPolicy)(snapshot)
 * if (E.isRight(planned)) console.log(Owner.apply(planned.right)(snapshot).objects.length) // 0
 * ```
 */
export const apply =
  (plan: Plan<OwnerFamily>) =>
  (snapshot: Snapshot): Snapshot =>
    after(
      plan.passes.flatMap((pass) => [...amendmentsOf(pass), ...pass.removals]),
      snapshot,
    )

/** The snapshot after the calls that succeeded, by a report. */
export const applyReport =
  <Err>(report: Report<OwnerFamily, Err>) =>
  (snapshot: Snapshot): Snapshot => {
    const left = after(
      report.passes.flatMap(({ amended = [], outcomes }) => [
        ...amended.flatMap((outcome) => (outcome._tag === 'Amended' ? [outcome.amendment] : [])),
        ...outcomes.flatMap((outcome) => (outcome._tag === 'Removed' ? [outcome.removal] : [])),
      ]),
      snapshot,
    )
    return snapshotWithoutGone(report)('objects', left)
  }

const after = (decisions: ReadonlyArray<Removal | Amendment>, snapshot: Snapshot): Snapshot => {
  if (decisions.length === 0) return snapshot
  const actions = new Map<string, Action[]>()
  for (const { target, actions: more } of decisions) {
    const before = actions.get(target.id)
    if (before === undefined) actions.set(target.id, [...more])
    else before.push(...more)
  }
  return {
    ...snapshot,
    objects: snapshot.objects.flatMap((object) => {
      const due = actions.get(object.metadata.uid)
      if (due === undefined) return [object]
      const last = due.reduce(
        (now: KubeObject | undefined, action) =>
          now === undefined ? now : objectAfter(now, answerTo(snapshot.at, action, now)),
        object,
      )
      return last === undefined ? [] : [last]
    }),
  }
}

const answerTo = (at: Date, action: Action, object: KubeObject): Answer => {
  switch (action._tag) {
    case 'Delete':
      // The version is that of before the calls that came first.
      return deleteAsAsked(at, { propagationPolicy: action.options.propagationPolicy }, object)
    case 'RemoveFinalizer':
      return withoutFinalizer(action.finalizer)(object)
    case 'RemoveOwnerReferences':
      return changed({ ownerReferences: referencesWithout(uidsIn(action.strategic))(object) })(object)
    case 'UnblockOwnerReferences':
      return changed({ ownerReferences: ownersOf(object).map(unblocked) })(object)
  }
}
