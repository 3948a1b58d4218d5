/**
 * The work of a collector: takes the next item, attempts it, and folds the result into the memory.
 */
import { enqueue, first, leave } from '../../../internal/trie/queue.js'
import type { ScopeTable } from '../../../apiserver/scope.js'
import type { Policy } from '../policy.js'
import { absorb } from './observe.js'
import { done } from '../../program.js'
import type { Attempt, Conclude } from './attempt.js'
import { attemptToDeleteIn } from './attempt-to-delete.js'
import { attemptToOrphanIn } from './attempt-to-orphan.js'
import { openDraft, sealed } from './draft.js'
import { type Program, type ApiClient, runProgram } from './api-requests.js'
import type { QueueItem, View } from './graph.js'
import { type Memory, itemKeying, viewNow } from './state.js'

/** An item and its queue. */
export interface Work {
  readonly _tag: 'Delete' | 'Orphan'
  readonly item: QueueItem
}

/** The next item: owners that orphan first, then the item that has waited longest. */
export const nextWork = ({ toDelete, toOrphan }: Memory): Work | undefined => {
  const orphan = first(toOrphan)
  if (orphan !== undefined) return { _tag: 'Orphan', item: orphan }
  const item = first(toDelete)
  return item === undefined ? undefined : { _tag: 'Delete', item }
}

/** Takes items off the queues for the caller to attempt. */
export const takeWork =
  ({ _tag, item }: Work) =>
  (memory: Memory): Memory => {
    const queue = queueNames[_tag]
    return { ...memory, [queue]: leave(itemKeying, null, memory[queue], item.serial), warnings: [] }
  }

/** The memory with some work at the end of its queue, unless already queued. */
export const returnWork =
  ({ _tag, item }: Work) =>
  (memory: Memory): Memory => {
    const queue = queueNames[_tag]
    return { ...memory, [queue]: enqueue(itemKeying, null, memory[queue], item), warnings: [] }
  }

/** The queue that holds some work. */
export const queueNames = { Delete: 'toDelete', Orphan: 'toOrphan' } as const

/** The program that attempts some work, by the graph of this memory. */
export const attemptWork =
  (policy: Policy, scopes: ScopeTable) =>
  (memory: Memory): (<Err>(work: Work) => Program<Err, Attempt<Err>>) =>
    attemptWorkNow(policy, scopes)(() => memory)

/**
 * The program that attempts some work, by the graph as it is when an answer has come: as upstream, what was heard during a
 * lookup counts.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
 */
export const attemptWorkNow =
  (policy: Policy, scopes: ScopeTable) =>
  (now: () => Memory): (<Err>(work: Work) => Program<Err, Attempt<Err>>) => {
    const attempt = attemptWorkIn(policy, scopes)(viewNow(now))
    return <Err>(work: Work) => attempt<Err, Attempt<Err>>(work, done)
  }

/** {@link attemptWork}, of a view, and what follows it. */
export const attemptWorkIn = (policy: Policy, scopes: ScopeTable) => (view: View) => {
  const toDelete = attemptToDeleteIn(policy, scopes)(view)
  const toOrphan = attemptToOrphanIn(scopes)(view)
  return <Err, A>({ _tag, item }: Work, conclude: Conclude<Err, A>): Program<Err, A> =>
    _tag === 'Delete' ? toDelete(item, conclude) : toOrphan(item, conclude)
}

/**
 * Folds a finished attempt into a memory, which may have observed more in the meantime.
 *
 * Shape: enqueues what follows, the virtual delete event included, and remembers absent owners. The caller requeues the
 * item after its delay ({@link returnWork}).
 */
export const foldAttempt =
  <Err>(attempt: Attempt<Err>) =>
  (memory: Memory): Memory => {
    const draft = openDraft(memory)
    absorb(draft, attempt)
    return sealed(draft)
  }

/** One step of a controller. */
export interface Step<Err> {
  readonly work: Work
  readonly attempt: Attempt<Err>
  /** The memory without the work, with the result folded in. */
  readonly memory: Memory
}

/**
 * Takes the next work, attempts it against a synchronous client, and folds the result in; none if both queues are
 * empty. To retry an item, call {@link returnWork}. As upstream, an owner that dependents name differently, and that
 * does not exist, is looked up under each name in turn, forever.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processAttemptToDeleteWorker
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
 * const lines: string[] = []
 * const client: Owner.ApiClient<string> = {
 *   get: ({ name }) => (name === 'web-0' ? { _tag: 'Found', object: pod } : { _tag: 'NotFound' }),
 *   call: ({ _tag, object }) => {
 *     lines.push(`${_tag} ${object.resource} ${object.name}`)
 *     return { _tag: 'Accepted' }
 *   },
 * }
 * const attempt = Owner.runAttempt(Owner.defaultPolicy, scopes_1_36)
 * let memory = Owner.memoryOf(Owner.defaultPolicy)([pod])
 * for (let step = attempt(memory)(client); step !== undefined; step = attempt(memory)(client)) {
 *   lines.push(`${step.work.item.uid} ${step.attempt.result._tag} ${step.attempt.queueAction}`)
 *   memory = Owner.observeVirtualDeletes(step.memory)
 * }
 * console.log(lines.join('\n'))
 * // u-1 FoundAbsent forget
 * // Delete pods web-0
 * // u-2 Ok forget
 * ```
 */
export const runAttempt =
  (policy: Policy, scopes: ScopeTable) =>
  (memory: Memory) =>
  <Err>(client: ApiClient<Err>): Step<Err> | undefined => {
    const work = nextWork(memory)
    if (work === undefined) return undefined
    const attempt = runProgram(client)(attemptWork(policy, scopes)(memory)<Err>(work))
    return { work, attempt, memory: foldAttempt(attempt)(takeWork(work)(memory)) }
  }
