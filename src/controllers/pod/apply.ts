/**
 * The snapshot after a plan or a report. The simulated API server decides what a call does: a pod with finalizers
 * stays, and the next run deletes it again.
 */
import type { Plan as AnyPlan } from '../../core/plan.js'
import { type Report, goneTargets } from '../../core/report.js'
import { objectAfter } from '../../apiserver/answer.js'
import { deleteAsAsked } from '../../apiserver/delete.js'
import type { Action } from './action.js'
import { type Pod, type Snapshot, keyOf } from './snapshot.js'
import { failedStatus } from './mark.js'
import type { PodFamily } from './reason.js'

/**
 * The snapshot after a plan, if every call succeeds. `at` stays, and is the deletion timestamp of what is now being
 * deleted.
 *
 * Shape: pods keep their order. Nodes and the memory stay as they are.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { known } from 'gcplan'
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'shop', name: 'web-0', uid: 'u-1', deletionTimestamp: at } }
 * const snapshot: PodGc.Snapshot = { at, pods: [pod], nodes: [], coverage: { _tag: 'Everything' }, apiNodes: known([]), memory: PodGc.emptyMemory }
 * const planned = PodGc.plan(PodGc.defaultPolicy)(snapshot)
 * if (E.isRight(planned)) console.log(PodGc.apply(planned.right)(snapshot).pods.length) // 0
 * ```
 */
export const apply =
  (plan: AnyPlan<PodFamily>) =>
  <P extends Pod>(snapshot: Snapshot<P>): Snapshot<P> =>
    after(
      plan.passes.flatMap(({ removals }) => removals.map(({ target, actions }) => ({ id: target.id, actions }))),
      snapshot,
    )

/** The snapshot after the calls that succeeded, by a report; of a failed removal, those before the failure. */
export const applyReport =
  <Err>(report: Report<PodFamily, Err>) =>
  <P extends Pod>(snapshot: Snapshot<P>): Snapshot<P> => {
    const left = after(
      report.passes.flatMap(({ outcomes }) =>
        outcomes.flatMap((outcome): ReadonlyArray<Done> => {
          const { target, actions } = outcome.removal
          if (outcome._tag === 'Skipped' || outcome._tag === 'Refused') return []
          if (outcome._tag === 'Removed') return [{ id: target.id, actions }]
          const done = actions.slice(0, actions.indexOf(outcome.action))
          return done.length === 0 ? [] : [{ id: target.id, actions: done }]
        }),
      ),
      snapshot,
    )
    const gone = new Set(goneTargets(report).map(({ id }) => id))
    return gone.size === 0 ? left : { ...left, pods: left.pods.filter((pod) => !gone.has(keyOf(pod))) }
  }

interface Done {
  readonly id: string
  readonly actions: ReadonlyArray<Action>
}

const after = <P extends Pod>(done: ReadonlyArray<Done>, snapshot: Snapshot<P>): Snapshot<P> => {
  if (done.length === 0) return snapshot
  const calls = new Map<string, Action[]>()
  for (const { id, actions } of done) {
    const before = calls.get(id)
    if (before === undefined) calls.set(id, [...actions])
    else before.push(...actions)
  }
  return {
    ...snapshot,
    pods: snapshot.pods.flatMap((pod) => {
      let now: P | undefined = pod
      for (const action of calls.get(keyOf(pod)) ?? []) now = podAfter(snapshot.at, action, now)
      return now === undefined ? [] : [now]
    }),
  }
}

const podAfter = <P extends Pod>(at: Date, action: Action, pod: P | undefined): P | undefined => {
  if (pod === undefined) return undefined
  if (action._tag === 'MarkFailed') return { ...pod, status: failedStatus(at, pod, action.patch) }
  // The server gives every object a uid; a pod without one has its key there, and is without one again afterwards.
  const { uid } = pod.metadata
  const stored = { ...pod, metadata: { ...pod.metadata, uid: keyOf(pod) } }
  const next = objectAfter(stored, deleteAsAsked(at, action.options, stored))
  return next === undefined ? undefined : next === stored ? pod : { ...pod, metadata: { ...next.metadata, uid } }
}
