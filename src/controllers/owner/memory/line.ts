/**
 * Answers how items join and leave the two queues of a draft: in persistent queues, or where no memory is to come of the
 * draft, in Maps, which keep the order of arrival as well.
 */
import type { Queue } from '../../../internal/trie/queue.js'
import { enqueue, inOrder, leave, replace, waiting } from '../../../internal/trie/queue.js'
import type { QueueItem } from './state.js'
import { itemKeying } from './state.js'

/** One of the two queues. */
export type Line = 'toDelete' | 'toOrphan'

/** Items that wait, by the number of their node. */
export type Waiting = Map<number, QueueItem>

/** The part of a draft that waits. */
export interface Lines {
  owner: object
  toDelete: Queue<QueueItem>
  toOrphan: Queue<QueueItem>
  /** In place of the queues; null where they are persistent. */
  readonly waiting: Readonly<Record<Line, Waiting>> | null
}

/** True when a node waits. */
export const stands = (lines: Lines, line: Line, serial: number): boolean =>
  lines.waiting === null ? waiting(itemKeying, lines[line], serial) !== undefined : lines.waiting[line].has(serial)

/** Puts an item at the end, unless its node waits already. */
export const join = (lines: Lines, line: Line, item: QueueItem): void => {
  if (lines.waiting === null) lines[line] = enqueue(itemKeying, lines.owner, lines[line], item)
  else if (!lines.waiting[line].has(item.serial)) lines.waiting[line].set(item.serial, item)
}

/** Puts an item in the place where its node waits. */
export const exchange = (lines: Lines, line: Line, item: QueueItem): void => {
  if (lines.waiting === null) lines[line] = replace(itemKeying, lines.owner, lines[line], item)
  else if (lines.waiting[line].has(item.serial)) lines.waiting[line].set(item.serial, item)
}

/** Takes a node out. */
export const quit = (lines: Lines, line: Line, serial: number): void => {
  if (lines.waiting === null) lines[line] = leave(itemKeying, lines.owner, lines[line], serial)
  else lines.waiting[line].delete(serial)
}

/** All that wait, first come first. */
export const allIn = (lines: Lines, line: Line): ReadonlyArray<QueueItem> =>
  lines.waiting === null ? inOrder(lines[line]) : [...lines.waiting[line].values()]
