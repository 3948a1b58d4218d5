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
import { done, withOthersFirst } from '../../program.js'
import { type Attempt, type Conclude, type Failure, finished } from './attempt.js'
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
  (memory: Memory): (<Err>(item: QueueItem) => Program<Err, Attempt<Err>>) => {
    const attempt = attemptToOrphanIn(scopes)(viewOf(memory))
    return <Err>(item: QueueItem) => attempt<Err, Attempt<Err>>(item, done)
  }

/** {@link attemptToOrphan}, of a view, and what follows it. */
export const attemptToOrphanIn =
  (scopes: ScopeTable) =>
  (view: View) =>
  <Err, A>(item: QueueItem, conclude: Conclude<Err, A>): Program<Err, A> => {
    const owner = nodeOfItemIn(view, item)
    if (owner === undefined) return conclude(finished({ _tag: 'Dropped' }, 'forget'))
    const without = removeOwnerReferences([owner.identity.uid])

    const from = (dependents: ReadonlyArray<Node>, index: number, before: Failure<Err> | null): Program<Err, A> => {
      let failure = before
      for (let at = index; at < dependents.length; at++) {
        const dependent = elementAt(dependents, at)
        const object = whereToLook(scopes, dependent.identity.namespace)(dependent.identity)
        if (isUnsearchable(object)) {
          failure ??= object
          continue
        }
        const sofar = failure
        const patched = requestPatch<Err, A>(without(object, asObject(dependent)), dependent, without, (settled) =>
          from(dependents, at + 1, sofar ?? (settled._tag === 'Done' || settled._tag === 'Gone' ? null : settled)),
        )
        return patched._tag === 'Call'
          ? {
              ...patched,
              alternatives: () => withOthersFirst(dependents, at).map((order) => from(order, 0, sofar)),
            }
          : patched
      }
      return failure === null ? release(scopes, owner, conclude) : conclude(finished(failure, 'requeue'))
    }

    return from(dependentsOfItemIn(view, item), 0, null)
  }

const release = <Err, A>(scopes: ScopeTable, { identity }: Node, conclude: Conclude<Err, A>): Program<Err, A> => {
  const object = whereToLook(scopes, identity.namespace)(identity)
  return isUnsearchable(object)
    ? conclude(finished(object, 'requeue'))
    : requestRemoveFinalizer(orphanFinalizer)<Err, A>(object, identity.uid, (settled) =>
        conclude(finished(resultOf(settled), settled._tag === 'Done' ? 'forget' : 'requeue')),
      )
}
