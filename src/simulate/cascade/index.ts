/**
 * Simulates a cluster after requests from outside.
 *
 * @module
 */
export type { Actor } from './actor.js'
export * from './diagnose.js'
export type { Behind } from './behind.js'
export { explainActor, explainCascade } from './explain.js'
export { explainSweep } from './explain-namespace.js'
export type { DefinitionState } from './definition-state.js'
export { explainLook } from './definition-state.js'
export { depictCascade } from './picture.js'
export type { FinalizerCount, NamespaceState, ReportedCondition } from './namespace-state.js'
export type { NextSweep } from '../../controllers/namespace/controller.js'
export type { Edit, NeverEnds } from './edit.js'
export { explainEdit } from './edit.js'
export * from './plan.js'
export { unlistedNamespace } from './play-requests.js'
export type { CascadePolicy, CascadePolicyError, CascadePolicyInput } from './policy.js'
export { cascadePresets, defaultCascadePolicy, makeCascadePolicy } from './policy.js'
export type * from './reason.js'
export * from './simulate.js'
export * from './controller-sets.js'
export type { CascadeRules } from './controllers.js'
export { deletingControllers } from './controllers.js'
export type { Effect } from '../../apiserver/answer.js'
export type { WorkerOrder } from '../../controllers/owner/controller.js'
export type { Step } from './waves.js'
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
export type { Unknown } from './unknown.js'

export type { ComesBack } from '../consequence/comes-back.js'
export type { DataVerdict, Destroyer } from '../consequence/data.js'
export { explainComesBack, explainData, explainWait, sayLosses } from '../consequence/explain.js'
export type { Certainty, Holder, Need, NeedState, OutsideWait } from '../consequence/holder.js'
export { holdersFrom } from '../consequence/holder.js'
export { knownHolders } from '../consequence/holders.js'
export type { AdmitDelete } from '../../apiserver/admission.js'
export type { Condition } from '../../apiserver/definition.js'
export type { AskOfPlace } from '../../apiserver/scope.js'
export type { DefinitionWhy } from '../../controllers/crd/controller.js'
export type { CronWhy } from '../../controllers/cronjob/controller.js'
export type { DaemonWhy } from '../../controllers/daemonset/reason.js'
export type { DeploymentWhy } from '../../controllers/deployment/reason.js'
export type { EndpointsWhy } from '../../controllers/endpoints/controller.js'
export type { MirrorWhy } from '../../controllers/endpointslice-mirroring/controller.js'
export type { SliceWhy } from '../../controllers/endpointslice/controller.js'
export type { JobWhy } from '../../controllers/job/reason.js'
export type { PodGcWhy } from '../../controllers/pod/controller.js'
export type { BinderWhy } from '../../controllers/pv-binder/reason.js'
export type { ClassProtectionWhy } from '../../controllers/vac-protection/controller.js'
export type { RangeWhy } from '../../controllers/service-cidr/controller.js'
export type { GroupProtectionWhy } from '../../controllers/podgroup-protection/controller.js'
export type { VolumeProtectionWhy } from '../../controllers/pv-protection/controller.js'
export type { ClaimProtectionWhy } from '../../controllers/pvc-protection/controller.js'
export type { ReplicasWhy } from '../../controllers/replicaset/reason.js'
export type { ResourceClaimWhy } from '../../controllers/resource-claim/controller.js'
export type { TokenWhy } from '../../controllers/serviceaccount-token/controller.js'
export type { SetWhy } from '../../controllers/statefulset/reason.js'
export type { OwnershipWhy } from '../../controllers/workload/ownership.js'
export type { Retention } from '../../controllers/statefulset/set.js'
export type { CertificateWhy } from '../../controllers/root-ca-publisher/controller.js'
export type { AccountWhy } from '../../controllers/serviceaccount/controller.js'
export type { CascadeIndex, CascadePart, PartLimits } from './cascade-index.js'
export { cascadeIndex } from './cascade-index.js'
