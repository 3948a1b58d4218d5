/**
 * Processes an item of the attemptToOrphan queue: removes the owner's reference from every dependent in the graph, then
 * the owner's finalizer.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go orphanDependents
 */
import { orphanFinalizer } from '../../../apiserver/object.js'
import { type ScopeTable, isUnsearchable, whereToLook } from '../../../apiserver/scope.js'
import { elementAt } from '../../../internal/lists.js'
import { removeOwnerReferences } from '../action.js'
import { type Attempt, type Failure, finished } from './attempt.js'
import { resultOf, requestPatch, requestRemoveFinalizer } from './retry-change.js'
import { type Node, asObject } from './node.js'
import type { Program } from './api-requests.js'
import { type QueueItem, type View, dependentsOfItemIn, nodeOfItemIn } from './graph.js'
import { type Memory, viewOf } from './state.js'

/**
 * The program that orphans the dependents of a queue item's owner.
 *
 * Order: dependents by uid (upstream: all at once), then the owner. If a dependent fails, the others go on, but the
 * owner keeps its finalizer.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker
 */
export const attemptToOrphan =
  (scopes: ScopeTable) =>
  (memory: Memory): (<Err>(item: QueueItem) => Program<Err, Attempt<Err>>) =>
    attemptToOrphanIn(scopes)(viewOf(memory))

/** {@link attemptToOrphan}, of a view. */
export const attemptToOrphanIn =
  (scopes: ScopeTable) =>
  (view: View) =>
  <Err>(item: QueueItem): Program<Err, Attempt<Err>> => {
    const owner = nodeOfItemIn(view, item)
    if (owner === undefined) return finished({ _tag: 'Dropped' }, 'forget')
    const dependents = dependentsOfItemIn(view, item)
    const without = removeOwnerReferences([owner.identity.uid])

    const from = (index: number, before: Failure<Err> | null): Program<Err, Attempt<Err>> => {
      let failure = before
      for (let at = index; at < dependents.length; at++) {
        const dependent = elementAt(dependents, at)
        const object = whereToLook(scopes, dependent.identity.namespace)(dependent.identity)
        if (isUnsearchable(object)) {
          failure ??= object
          continue
        }
        const sofar = failure
        return requestPatch(
          without(object, asObject(dependent)),
          dependent,
          (live) => without(object, live),
          (settled) => from(at + 1, sofar ?? (settled._tag === 'Done' || settled._tag === 'Gone' ? null : settled)),
        )
      }
      return failure === null ? release(scopes, owner) : finished(failure, 'requeue')
    }

    return from(0, null)
  }

const release = <Err>(scopes: ScopeTable, { identity }: Node): Program<Err, Attempt<Err>> => {
  const object = whereToLook(scopes, identity.namespace)(identity)
  return isUnsearchable(object)
    ? finished(object, 'requeue')
    : requestRemoveFinalizer(orphanFinalizer)<Err, Attempt<Err>>(object, identity.uid, (settled) =>
        finished(resultOf(settled), settled._tag === 'Done' ? 'forget' : 'requeue'),
      )
}
