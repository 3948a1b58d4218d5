/**
 * The incremental owner collector: a persistent memory that watch events are folded into, and attempts as programs that
 * return their requests as data.
 */
export type { Attempt, Failure, Result } from './attempt.js'
export { attemptToDelete } from './attempt-to-delete.js'
export { attemptToOrphan } from './attempt-to-orphan.js'
export type { Step, Work } from './work.js'
export { itemOf } from './graph.js'
export { attemptWork, attemptWorkNow, foldAttempt, nextWork, returnWork, runAttempt, takeWork } from './work.js'
export { makeObservation, memoryOf, observe, observeAll, observeVirtualDeletes } from './observe.js'
export type { Identity, Node } from './node.js'
export { identityOf } from './node.js'
export type { Observation } from './observe.js'
export { added, deleted, updated } from '../../../apiserver/answer.js'
export * from './api-requests.js'
export type { LeftNode, QueueItem } from './graph.js'
export type { Memory } from './state.js'
export {
  absentOwners,
  dependentsOf,
  dependentsOfItem,
  emptyMemory,
  isKnownAbsent,
  itemsToDelete,
  itemsToOrphan,
  nodeOf,
  nodeOfItem,
  nodesOf,
  pendingVirtualDeletes,
} from './state.js'
