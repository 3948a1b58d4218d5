/**
 * Decides what becomes of a cluster after requests from outside.
 *
 * @module
 */
export type { Actor } from './actor.js'
export * from './diagnose.js'
export { explainActor, explainCascade } from './explain.js'
export { depictCascade } from './picture.js'
export * from './plan.js'
export type * from './reason.js'
export * from './simulate.js'
export * from './controller-sets.js'
export type { Effect } from '../../apiserver/answer.js'
export type { WorkerOrder } from '../../controllers/owner/controller.js'
export type { Step } from './play-requests.js'
export type {
  Again,
  Blocked,
  Change,
  Controller,
  News,
  Reconciled,
  Reconciliation,
  Requests,
  WorkItem,
  View,
} from '../../controllers/controller.js'
export type {
  Asks,
  CallAnswer,
  Done,
  GetAnswer,
  Program,
  ProgramOf,
  Protocol,
  ServerProtocol,
} from '../../controllers/program.js'
export type { ApiRequest } from '../../apiserver/request.js'
export type { NamespaceWhy } from '../../controllers/namespace/controller.js'
export type { OwnerWhy } from '../../controllers/owner/why.js'
export type { PodEnded } from '../kubelet/controller.js'
export type { Step as EngineStep } from '../engine/engine.js'
export * from './tree.js'
export type { ComesBack } from '../consequence/comes-back.js'
export type { DataVerdict, Destroyer } from '../consequence/data.js'
export { explainComesBack, explainData, explainWait, sayLosses } from '../consequence/explain.js'
export type { Certainty, Holder, Need, NeedState, OutsideWait } from '../consequence/holder.js'
export { knownHolders } from '../consequence/holders.js'
