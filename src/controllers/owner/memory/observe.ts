/**
 * Folds events, and what attempts found, into the memory: the graph and the two work queues.
 */
import * as fp from '../../../core/fp.js'
import { type WatchEvent, added } from '../../../apiserver/answer.js'
import type { KubeObject } from '../../../apiserver/object.js'
import { observeVirtual, onAddOrUpdate, onVirtualDelete, removeNode } from './graph-changes.js'
import type { Attempt } from './attempt.js'
import { openDraft, sealed } from './draft.js'
import type { Graph } from './graph.js'
import { type Identity, identityOf } from './node.js'
import { type Memory, emptyMemory } from './state.js'
import { type Policy, ignores } from '../policy.js'
import type { either as E } from 'fp-ts'
import type { InvalidInput } from '../../../core/problem.js'
import { object, tagged } from '../../../internal/schema/object.js'
import { name, optional, problemsOf } from '../../../internal/schema/schema.js'
import { kubeObject, textOrAbsent } from '../../../apiserver/check.js'

/**
 * Folds one event into the memory, without changing the given value.
 *
 * Shape: updates the nodes of the object and its owners, and enqueues what to examine. `warnings` are those of this
 * event. Ignored kinds change nothing.
 * Order: dependents are queued by uid (any order upstream).
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processGraphChanges
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
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
 * const memory = Owner.observe(Owner.defaultPolicy)(Owner.added(pod))(Owner.emptyMemory)
 * console.log(Owner.nodesOf(memory).map(({ identity, virtual }) => [identity.name, virtual].join(' ')))
 * // [ 'web true', 'web-0 false' ]
 * console.log(Owner.itemsToDelete(memory).map(({ uid }) => uid)) // [ 'u-1' ]
 * ```
 */
export const observe =
  (policy: Policy) =>
  (observation: Observation) =>
  (memory: Memory): Memory => {
    const draft = openDraft(memory)
    fold(policy, draft, observation)
    return sealed(draft)
  }

/**
 * Folds a list of events into the memory, in order, as {@link observe} does one by one, but faster.
 *
 * Shape: `warnings` are those of all events.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go runProcessGraphChanges
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u-1' } }
 * const events = [Owner.added(node), Owner.deleted(node)]
 * console.log(Owner.nodesOf(Owner.observeAll(Owner.defaultPolicy)(events)(Owner.emptyMemory)).length) // 0
 * ```
 */
export const observeAll =
  (policy: Policy) =>
  (observations: Iterable<Observation>) =>
  (memory: Memory): Memory => {
    const draft = openDraft(memory, 'much')
    for (const observation of observations) fold(policy, draft, observation)
    return sealed(draft)
  }

/**
 * The memory of a collector that has observed these objects, each once, in this order.
 *
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u-1' } }
 * console.log(Owner.nodeOf('u-1')(Owner.memoryOf(Owner.defaultPolicy)([node]))?.identity.name) // n
 * ```
 */
export const memoryOf =
  (policy: Policy) =>
  (objects: Iterable<KubeObject>): Memory => {
    const draft = openDraft(emptyMemory, 'much')
    for (const object of objects) fold(policy, draft, added(object))
    return sealed(draft)
  }

/**
 * Folds in the pending virtual delete events, oldest first. As upstream, watch events may be folded in before them.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go enqueueVirtualDeleteEvent
 * @example
 * ```ts
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * console.log(Owner.observeVirtualDeletes(Owner.emptyMemory).warnings) // []
 * ```
 */
export const observeVirtualDeletes = (memory: Memory): Memory => {
  const draft = openDraft(memory)
  foldVirtualDeletes(draft)
  return sealed(draft)
}

/** Folds in the virtual delete events that wait. */
export const foldVirtualDeletes = <G extends Graph<G>>(graph: G): void => {
  for (const identity of graph.on.takeVirtualDeletes(graph)) onVirtualDelete(graph, identity)
}

/** Folds in one event. */
export const fold = <G extends Graph<G>>(policy: Policy, graph: G, observation: Observation): void => {
  if (observation._tag === 'FoundAbsent') {
    onVirtualDelete(graph, observation.identity)
    return
  }
  const { object } = observation
  if (ignores(policy)(object)) return
  const present = observeVirtual(graph, object)
  if (observation._tag === 'Deleted') {
    if (present !== undefined) removeNode(graph, present, identityOf(object))
  } else onAddOrUpdate(policy, graph, present, object, observation._tag === 'Updated' ? observation.old : undefined)
}

/** Remembers absent owners, queues what is to be looked at, and the virtual delete event. */
export const absorb = <G extends Graph<G>>(graph: G, attempt: Attempt<unknown>): void => {
  for (const identity of attempt.absent) graph.on.rememberAbsent(graph, identity)
  absorbWork(graph, attempt)
}

/** {@link absorb} without the absent owners. */
export const absorbWork = <G extends Graph<G>>(
  graph: G,
  { enqueue, virtualDelete }: Pick<Attempt<unknown>, 'enqueue' | 'virtualDelete'>,
): void => {
  for (const item of enqueue) graph.on.enqueue(graph, 'toDelete', item)
  if (virtualDelete !== undefined) graph.on.enqueueVirtualDelete(graph, virtualDelete)
}

/** One thing to be folded into the memory. */
export type Observation =
  | WatchEvent
  /** A lookup found no such object. */
  | { readonly _tag: 'FoundAbsent'; readonly identity: Identity }

/**
 * Checks that a value is an observation.
 *
 * Fails: `InvalidInput` with every problem: an unknown `_tag`, an object without kind, version, name or uid, a
 * reference that lacks one of them, a time that is no instant.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 *
 * const heard = Owner.makeObservation({ _tag: 'Deleted', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } })
 * console.log(E.isLeft(heard) && heard.left.problems[0].path) // object.metadata.uid
 * ```
 */
export const makeObservation = (input: unknown): E.Either<InvalidInput, Observation> => {
  const invalid = findProblems(input)
  return invalid === null ? fp.right(input as Observation) : fp.left(invalid)
}

const findProblems = problemsOf(
  'Kubernetes observation',
  tagged<Observation>({
    Added: { object: kubeObject },
    Updated: { object: kubeObject, old: optional(kubeObject) },
    Deleted: { object: kubeObject },
    FoundAbsent: {
      identity: object<Identity>({ apiVersion: name, kind: name, namespace: textOrAbsent, name, uid: name }),
    },
  }),
)
