/**
 * The two work queues of a draft: persistent queues; or Maps in a draft that no memory is made of. Maps keep the order
 * of arrival as well.
 */
import { type Queue, enqueue, inOrder, leave, replace, waiting } from '../../../internal/trie/queue.js'
import { type QueueItem, itemKeying } from './state.js'

/** One of the two queues. */
export type QueueName = 'toDelete' | 'toOrphan'

/** Items that wait, by the number of their node. */
export type Waiting = Map<number, QueueItem>

/** The part of a draft that waits. */
export interface WorkQueues {
  owner: object
  toDelete: Queue<QueueItem>
  toOrphan: Queue<QueueItem>
  /** In place of the queues; null where they are persistent. */
  readonly waiting: Readonly<Record<QueueName, Waiting>> | null
}

/** True when a node waits. */
export const isQueued = (queues: WorkQueues, name: QueueName, serial: number): boolean =>
  queues.waiting === null ? waiting(itemKeying, queues[name], serial) !== undefined : queues.waiting[name].has(serial)

/** Puts an item at the end, unless its node waits already. */
export const enqueueTo = (queues: WorkQueues, name: QueueName, item: QueueItem): void => {
  if (queues.waiting === null) queues[name] = enqueue(itemKeying, queues.owner, queues[name], item)
  else if (!queues.waiting[name].has(item.serial)) queues.waiting[name].set(item.serial, item)
}

/** Puts an item in the place where its node waits. */
export const replaceQueued = (queues: WorkQueues, name: QueueName, item: QueueItem): void => {
  if (queues.waiting === null) queues[name] = replace(itemKeying, queues.owner, queues[name], item)
  else if (queues.waiting[name].has(item.serial)) queues.waiting[name].set(item.serial, item)
}

/** Takes a node out. */
export const dequeueFrom = (queues: WorkQueues, name: QueueName, serial: number): void => {
  if (queues.waiting === null) queues[name] = leave(itemKeying, queues.owner, queues[name], serial)
  else queues.waiting[name].delete(serial)
}

/** All that wait, first come first. */
export const queuedIn = (queues: WorkQueues, name: QueueName): ReadonlyArray<QueueItem> =>
  queues.waiting === null ? inOrder(queues[name]) : [...queues.waiting[name].values()]
