/**
 * Answers what is done with an item of the queue of what is to be looked at:
 *
 * 1. an owner that was only named, and has been observed or has left the graph since, is dropped;
 * 2. an object that is being deleted and waits for nobody is left alone;
 * 3. the object is looked up; one that is gone becomes a virtual delete event;
 * 4. one that waits for its dependents has them looked at, or its finalizer taken off;
 * 5. any other one is decided by how its owner references stand.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 */
import { foregroundFinalizer } from '../../../apiserver/object.js'
import type { ScopeTable } from '../../../apiserver/scope.js'
import type { DependentsInGraph } from '../decide.js'
import { blocksOwner, decide, decideForeground } from '../decide.js'
import type { Policy } from '../policy.js'
import type { Address } from '../../../apiserver/address.js'
import { isUnsearchable, ownersOf, whereToLook } from '../../../apiserver/address.js'
import type { Attempt, Result } from './attempt.js'
import { finished } from './attempt.js'
import { carryOut, resultOf } from './carry-out.js'
import { itemOf } from './draft.js'
import { classifyReferences } from './classify-references.js'
import type { Node } from './node.js'
import type { Program } from './program.js'
import type { Settled } from './request.js'
import { requestRemoveFinalizer } from './request.js'
import type { Memory, QueueItem, View } from './state.js'
import { dependentsOfItemIn, nodeOfItemIn, viewOf } from './state.js'

/**
 * The program that attempts to delete what a queue item stands for, as the graph of this memory sees it.
 *
 * Shape: asks for one look at the object, one for each of its owners, and at most a few calls. Its result changes no
 * memory before it is folded in.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const pod = {
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: {
 *     namespace: 'shop',
 *     name: 'web-0',
 *     uid: 'u-2',
 *     ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1' }],
 *   },
 * }
 * const memory = Owner.memoryOf(Owner.defaultPolicy)([pod])
 * const attempt = Owner.attemptToDelete(Owner.defaultPolicy, scopes_1_36)(memory)
 * for (const item of Owner.itemsToDelete(memory)) {
 *   const program = attempt<string>(item)
 *   console.log(program._tag === 'Get' && `look for ${program.object.resource} ${program.object.name}`) // look for replicasets web
 * }
 * ```
 */
export const attemptToDelete =
  (policy: Policy, scopes: ScopeTable) =>
  (memory: Memory): (<Err>(item: QueueItem) => Program<Err, Attempt<Err>>) =>
    attemptToDeleteIn(policy, scopes)(viewOf(memory))

/** {@link attemptToDelete}, of a view. */
export const attemptToDeleteIn = (policy: Policy, scopes: ScopeTable) => (view: View) => {
  const lookUp = classifyReferences(policy, scopes, view)
  return <Err>(item: QueueItem): Program<Err, Attempt<Err>> => {
    const node = nodeOfItemIn(view, item)
    if (node === undefined || isOutdated(view, node)) return finished({ _tag: 'Dropped' }, 'forget')
    const { identity, virtual } = node
    const end = (result: Result<Err>, found: Partial<Attempt<Err>> = {}): Program<Err, Attempt<Err>> =>
      finished(
        result,
        queueActionOf(result, virtual),
        result._tag === 'FoundAbsent' ? { ...found, virtualDelete: identity } : found,
      )
    if (node.beingDeleted && !node.deletingDependents) return end(ok)
    const object = whereToLook(scopes, identity.namespace)(identity)
    if (isUnsearchable(object)) return end(object)
    return {
      _tag: 'Get',
      object,
      next: (answer) => {
        if (answer._tag === 'Failed') return end({ _tag: 'LookupFailed', object, error: answer.error })
        if (answer._tag === 'NotCovered' && policy.uncovered === 'keep') return end({ _tag: 'NotCovered', object })
        if (answer._tag !== 'Found' || answer.object.metadata.uid !== identity.uid) return end({ _tag: 'FoundAbsent' })
        const live = answer.object
        if (node.deletingDependents) return attemptToFinish(view, item, object, end)
        const owners = ownersOf(live)
        if (owners.length === 0) return end(ok)
        return lookUp<Err, Attempt<Err>>(identity.namespace, owners, ({ classification, failure, absent }) => {
          if (classification === null) return end(failure ?? ok, { absent })
          const decision = decide(() => dependentsInGraph(view, item))(classification)(live)
          return carryOut(policy, { node, object, live })<Err, Attempt<Err>>(decision, (result) =>
            end(result, { absent, classification }),
          )
        })
      },
    }
  }
}

type End<Err> = (result: Result<Err>, found?: Partial<Attempt<Err>>) => Program<Err, Attempt<Err>>

const ok: { readonly _tag: 'Ok' } = { _tag: 'Ok' }

const isOutdated = (view: View, { virtual, identity }: Node): boolean =>
  virtual && view.node(identity.uid)?.virtual !== true

/** A virtual node comes back until it is observed or known to be absent. */
const queueActionOf = <Err>({ _tag }: Result<Err>, virtual: boolean): Attempt<Err>['queueAction'] => {
  switch (_tag) {
    case 'Ok':
      return virtual ? 'requeue' : 'forget'
    case 'FoundAbsent':
    case 'Dropped':
    case 'NamespacedOwnerOfClusterScopedObject':
      return 'forget'
    case 'RestMappingError':
    case 'NotCovered':
    case 'Gone':
    case 'LookupFailed':
    case 'CallFailed':
      return 'requeue'
  }
}

const dependentsInGraph = (view: View, item: QueueItem): DependentsInGraph => {
  const dependents = dependentsOfItemIn(view, item)
  return {
    any: dependents.length > 0,
    anyDeletingDependents: dependents.some(({ deletingDependents }) => deletingDependents),
  }
}

/**
 * What an owner in foreground deletion does next.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem
 */
const attemptToFinish = <Err>(
  view: View,
  item: QueueItem,
  object: Address,
  end: End<Err>,
): Program<Err, Attempt<Err>> => {
  const blocks = blocksOwner(item.uid)
  const decision = decideForeground<Node>(
    ({ owners }) => blocks(owners),
    ({ deletingDependents }) => deletingDependents,
  )(dependentsOfItemIn(view, item))
  return decision._tag === 'Wait'
    ? end(ok, { enqueue: decision.examine.map(itemOf) })
    : requestRemoveFinalizer(foregroundFinalizer)(object, (settled: Settled<Err>) => end(resultOf(settled)))
}
