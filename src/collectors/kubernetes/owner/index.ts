/**
 * Decides what the owner collector of Kubernetes would delete and change.
 *
 * @module
 */
export type { Action, DeletePreconditions, MetadataPatch, Patch, PatchType, Port, ReferencePatch } from './action.js'
export { perform } from './action.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { GroupKind, Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type {
  AbsentOwner,
  Amendment,
  AmendReason,
  Event,
  KeepReason,
  Owner,
  OwnerFamily,
  Pass,
  Plan,
  Reason,
  Removal,
  Target,
} from './reason.js'
export type { Address } from './reference.js'
export type { Snapshot } from './snapshot.js'
