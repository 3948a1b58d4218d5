/**
 * Plans which tokens of ServiceAccounts the legacy token cleaner would mark as invalid or delete.
 *
 * @module
 */
export type { Action, Port, SecretName, VersionedDelete } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export type { Amendment, Kept, Pass, Plan, Removal, TokenFamily } from './family.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { AmendReason, KeepReason, Reason, Target } from './reason.js'
export type { Secret, ServiceAccount, Snapshot } from './snapshot.js'
