/**
 * Decides what becomes of a cluster after requests from outside.
 *
 * @module
 */
export type { Actor } from './actor.js'
export type { Diagnosis } from './diagnose.js'
export { diagnose } from './diagnose.js'
export { explainActor, explainCascade } from './explain.js'
export { depictCascade } from './picture.js'
export type { CascadeOptions } from './plan.js'
export { planCascade } from './plan.js'
export type {
  CascadeCall,
  CascadeChange,
  CascadePlan,
  CascadeReason,
  CascadeRequest,
  End,
  Outcomes,
  Blocker,
  Race,
  RacingEnd,
  Stage,
  Stuck,
  Undeletable,
  Unknown,
  Wave,
} from './reason.js'
export type { OutsideRequest, Phase, PhaseOutcome } from './simulate.js'
export { simulate } from './simulate.js'
export { deletingControllers, recordedControllers } from './controller-sets.js'
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
export type { Why } from './reason.js'
export type { CascadeTwig } from './tree.js'
export { cascadeTree } from './tree.js'
export type { ComesBack } from '../consequence/comes-back.js'
export type { DataVerdict, Destroyer } from '../consequence/data.js'
export { explainComesBack, explainData, explainWait, sayLosses } from '../consequence/explain.js'
export type { Certainty, Holder, Need, NeedState, OutsideWait } from '../consequence/holder.js'
export { knownHolders } from '../consequence/holders.js'
