/**
 * Processes an item of the attemptToDelete queue:
 *
 * 1. an owner that was only named, and has been observed or has left the graph since, is dropped;
 * 2. an object that is being deleted and waits for nobody is left alone;
 * 3. the object is looked up; one that is gone becomes a virtual delete event;
 * 4. one that waits for its dependents has them looked at, or its finalizer taken off;
 * 5. any other one is decided by how its owner references stand.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 */
import { type OwnerReference, ownersOf } from '../../../apiserver/object.js'
import type { Answer, Classification } from '../classify.js'
import { type Address, type ScopeTable, isUnsearchable, whereToLook } from '../../../apiserver/scope.js'
import { type DependentsInGraph, type ForegroundDecision, blocksOwner, decide, decideForeground } from '../decide.js'
import type { Policy } from '../policy.js'
import { type Attempt, type CarriesOut, type Conclude, type LookedAt, type Result, finished } from './attempt.js'
import { carryOut } from './retry-change.js'
import { classifyReferences } from './classify-references.js'
import type { Node } from './node.js'
import { done } from '../../program.js'
import type { Program } from './api-requests.js'
import { type QueueItem, type View, dependentsOfItemIn, itemOf, nodeOfItemIn } from './graph.js'
import { type Memory, viewOf } from './state.js'

/**
 * The program that attempts to delete a queue item's object, by the graph of this memory.
 *
 * Shape: looks up the object and each of its owners, then makes a few calls. Fold its result in with
 * {@link foldAttempt}.
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
  (memory: Memory): (<Err>(item: QueueItem) => Program<Err, Attempt<Err>>) => {
    const attempt = attemptToDeleteIn(policy, scopes)(viewOf(memory))
    return <Err>(item: QueueItem) => attempt<Err, Attempt<Err>>(item, done)
  }

/** {@link attemptToDelete}, of a view, and what follows it. */
export const attemptToDeleteIn = (policy: Policy, scopes: ScopeTable) => (view: View) => {
  const attempt = attemptToDeleteNode(policy, scopes, view, carryOut(policy))
  return <Err, A>(item: QueueItem, conclude: Conclude<Err, A>): Program<Err, A> => {
    const node = nodeOfItemIn(view, item)
    return node === undefined ? conclude(finished({ _tag: 'Dropped' }, 'forget')) : attempt(item, node, conclude)
  }
}

/**
 * {@link attemptToDeleteIn}, of a queue item whose node was found, and who carries out what is decided. Every closure is made
 * where it is needed: they are most of what an attempt leaves behind (`bench/kubernetes-cascade.bench.ts`).
 */
export const attemptToDeleteNode = (policy: Policy, scopes: ScopeTable, view: View, calls: CarriesOut) => {
  const classify = classifyReferences(policy, scopes, view)

  const byOwners = <Err, A>(
    item: QueueItem,
    about: LookedAt,
    owners: ReadonlyArray<OwnerReference>,
    conclude: Conclude<Err, A>,
  ): Program<Err, A> =>
    classify<Err, A>(about.node.identity.namespace, owners, (found) =>
      found._tag === 'Classified'
        ? decided(item, about, found, conclude)
        : end(about.node, conclude, found.because, { absent: found.absent }),
    )

  const decided = <Err, A>(
    item: QueueItem,
    about: LookedAt,
    { absent, classification }: { readonly absent: Attempt<Err>['absent']; readonly classification: Classification },
    conclude: Conclude<Err, A>,
  ): Program<Err, A> => {
    const { node, object, live } = about
    const decision = decide(live, classification, () => dependentsInGraph(view, item))
    return calls.decided<Err, A>({ node: nodeNow(view, item, node), object, live }, decision, (result) =>
      end(node, conclude, result, { absent, classification, decision }),
    )
  }

  const inForeground = <Err, A>(item: QueueItem, { node, object }: LookedAt, conclude: Conclude<Err, A>) => {
    const decision = foregroundDecision(view, item)
    return decision._tag === 'Wait'
      ? end(node, conclude, ok, { enqueue: decision.examine.map(itemOf), decision })
      : calls.release<Err, A>(object, item.uid, (result) => end(node, conclude, result, { decision }))
  }

  const answered = <Err, A>(
    answer: Answer<Err>,
    item: QueueItem,
    node: Node,
    object: Address,
    conclude: Conclude<Err, A>,
  ): Program<Err, A> => {
    if (answer._tag === 'Failed') return end(node, conclude, { _tag: 'LookupFailed', object, error: answer.error })
    if (answer._tag === 'NotCovered' && policy.uncovered === 'keep')
      return end(node, conclude, { _tag: 'NotCovered', object })
    if (answer._tag !== 'Found' || answer.object.metadata.uid !== node.identity.uid)
      return end(node, conclude, foundAbsent)
    const about: LookedAt = { node, object, live: answer.object }
    if (nodeNow(view, item, node).deletingDependents) return inForeground(item, about, conclude)
    const owners = ownersOf(answer.object)
    return owners.length === 0 ? end(node, conclude, ok) : byOwners(item, about, owners, conclude)
  }

  return <Err, A>(item: QueueItem, node: Node, conclude: Conclude<Err, A>): Program<Err, A> => {
    if (isOutdated(view, node)) return conclude(finished({ _tag: 'Dropped' }, 'forget'))
    if (node.beingDeleted && !node.deletingDependents) return end(node, conclude, ok)
    const object = whereToLook(scopes, node.identity.namespace)(node.identity)
    return isUnsearchable(object)
      ? end(node, conclude, object)
      : {
          _tag: 'Get',
          object,
          uid: node.identity.uid,
          next: (answer) => answered(answer, item, node, object, conclude),
        }
  }
}

const end = <Err, A>(
  { identity, virtual }: Node,
  conclude: Conclude<Err, A>,
  result: Result<Err>,
  found?: Partial<Attempt<Err>>,
): Program<Err, A> =>
  conclude(
    finished(
      result,
      queueActionOf(result, virtual),
      result._tag === 'FoundAbsent' ? { ...found, virtualDelete: identity } : found,
    ),
  )

const ok: { readonly _tag: 'Ok' } = { _tag: 'Ok' }

const foundAbsent: { readonly _tag: 'FoundAbsent' } = { _tag: 'FoundAbsent' }

/** The node as it is by now, since more may have been heard during a lookup; as it was, once it has left the graph. */
const nodeNow = (view: View, item: QueueItem, before: Node): Node => nodeOfItemIn(view, item) ?? before

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

const foregroundDecision = (view: View, item: QueueItem): ForegroundDecision<Node> => {
  const blocks = blocksOwner(item.uid)
  return decideForeground<Node>(
    ({ owners }) => blocks(owners),
    ({ deletingDependents }) => deletingDependents,
  )(dependentsOfItemIn(view, item))
}
