/**
 * A collector that keeps no earlier memories: one draft, changed in place. The result is the same as with persistent
 * memories, which take three times as long.
 */
import { lengthOf } from '../../../internal/trie/queue.js'
import type { KubeObject } from '../../../apiserver/object.js'
import type { Policy } from '../policy.js'
import type { Event } from '../reason.js'
import { remembersAbsent } from './absentees.js'
import { type Observation, absorb, absorbWork, fold, foldVirtualDeletes } from './observe.js'
import type { Attempt } from './attempt.js'
import { type Draft, dependentsIn, nodeIn, openLastingDraft } from './draft.js'
import type { Work } from './drive.js'
import { type QueueName, queuedIn, enqueueTo, dequeueFrom } from './work-queues.js'
import { added } from '../../../apiserver/answer.js'
import type { QueueItem, View } from './state.js'

/** A running collector, which is mutable. */
export interface Running {
  readonly policy: Policy
  readonly draft: Draft
  /** What attempts read: the graph as it is when they read it. */
  readonly view: View
}

/** Work that was attempted, and what came of it. */
export interface Finished<Err> {
  readonly work: Work
  readonly attempt: Attempt<Err>
}

/** A collector that has observed these objects, each once, in this order. */
export const runningOn =
  (policy: Policy) =>
  (objects: Iterable<KubeObject>): Running => {
    const draft = openLastingDraft()
    for (const object of objects) fold(policy, draft, added(object))
    return {
      policy,
      draft,
      view: {
        node: (uid) => nodeIn(draft, uid),
        dependents: (node) => dependentsIn(draft, node),
        isKnownAbsent: (reference, namespace) => remembersAbsent(draft, reference, namespace),
      },
    }
  }

/** Lets it hear of changes, then of what it found out itself; true when there was anything. */
export const hear = ({ policy, draft }: Running, changes: ReadonlyArray<Observation>): boolean => {
  const isNews = changes.length > 0 || lengthOf(draft.virtualDeletes) > 0
  for (const change of changes) fold(policy, draft, change)
  foldVirtualDeletes(draft)
  return isNews
}

/** Everything that waits, first come first. */
export const worksOf = ({ draft }: Running): Readonly<Record<Work['_tag'], ReadonlyArray<Work>>> => ({
  Orphan: queuedIn(draft, 'toOrphan').map((item) => ({ _tag: 'Orphan', item })),
  Delete: queuedIn(draft, 'toDelete').map((item) => ({ _tag: 'Delete', item })),
})

/** Takes all the work out of its queues, then takes in what came of it, in order. */
export const finish = <Err>({ draft }: Running, finished: ReadonlyArray<Finished<Err>>): void => {
  for (const { work } of finished) dequeueFrom(draft, queueNameOf(work), work.item.serial)
  for (const { attempt } of finished) absorb(draft, attempt)
}

/**
 * Attempts whatever waits to be deleted, first come first, then takes in what came of it; false when nothing waited. The
 * attempts learn nothing from each other: absent owners are not remembered.
 */
export const attemptAll = (
  { draft }: Running,
  attempt: (item: QueueItem) => Pick<Attempt<never>, 'enqueue' | 'virtualDelete'>,
): boolean => {
  const items = queuedIn(draft, 'toDelete')
  for (const item of items) {
    dequeueFrom(draft, 'toDelete', item.serial)
    absorbWork(draft, attempt(item))
  }
  foldVirtualDeletes(draft)
  return items.length > 0
}

/** Puts work at the end of its queue, unless it is there already. */
export const giveBack = ({ draft }: Running, work: Work): void => {
  enqueueTo(draft, queueNameOf(work), work.item)
}

const queueNameOf = ({ _tag }: Work): QueueName => (_tag === 'Delete' ? 'toDelete' : 'toOrphan')

/** The events recorded since the last call. */
export const takeWarnings = ({ draft }: Running): ReadonlyArray<Event> => draft.warnings.splice(0)
