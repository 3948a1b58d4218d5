/**
 * A collector that keeps no earlier memories: one graph, changed in place. The result is the same as with persistent
 * memories, which take three times as long.
 */
import type { KubeObject } from '../../../apiserver/object.js'
import type { Policy } from '../policy.js'
import type { Event } from '../reason.js'
import { type Observation, absorb, absorbWork, fold, foldVirtualDeletes } from './observe.js'
import type { Attempt } from './attempt.js'
import { type Work, queueNames } from './work.js'
import type { QueueItem, View } from './graph.js'
import { type PlainGraph, plainGraph, viewOfPlain } from './plain-graph.js'
import { added } from '../../../apiserver/answer.js'

/** A running collector, which is mutable. */
export interface Running {
  readonly policy: Policy
  readonly graph: PlainGraph
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
    const graph = plainGraph()
    for (const object of objects) fold(policy, graph, added(object))
    return { policy, graph, view: viewOfPlain(graph) }
  }

/** Lets it hear of changes, then of what it found out itself. */
export const hear = ({ policy, graph }: Running, changes: ReadonlyArray<Observation>): void => {
  for (const change of changes) fold(policy, graph, change)
  foldVirtualDeletes(graph)
}

/** Everything that waits, first come first. */
export const worksOf = ({ graph }: Running): Readonly<Record<Work['_tag'], ReadonlyArray<Work>>> => ({
  Orphan: [...graph.queues.toOrphan.values()].map((item) => ({ _tag: 'Orphan', item })),
  Delete: [...graph.queues.toDelete.values()].map((item) => ({ _tag: 'Delete', item })),
})

/** Takes all the work out of its queues, then takes in what came of it, in order. */
export const finish = <Err>({ graph }: Running, finished: ReadonlyArray<Finished<Err>>): void => {
  for (const { work } of finished) graph.queues[queueNames[work._tag]].delete(work.item.serial)
  for (const { attempt } of finished) absorb(graph, attempt)
}

/**
 * Attempts whatever waits to be deleted, first come first, then takes in what came of it; false when nothing waited. The
 * attempts learn nothing from each other: absent owners are not remembered.
 */
export const attemptAll = (
  { graph }: Running,
  attempt: (item: QueueItem) => Pick<Attempt<never>, 'enqueue' | 'virtualDelete'>,
): boolean => {
  const items = [...graph.queues.toDelete.values()]
  for (const item of items) {
    graph.queues.toDelete.delete(item.serial)
    absorbWork(graph, attempt(item))
  }
  foldVirtualDeletes(graph)
  return items.length > 0
}

/** Puts work at the end of its queue, unless it is there already. */
export const giveBack = ({ graph }: Running, work: Work): void => {
  graph.on.enqueue(graph, queueNames[work._tag], work.item)
}

/** The events recorded since the last call. */
export const takeWarnings = ({ graph }: Running): ReadonlyArray<Event> => graph.warnings.splice(0)
