/**
 * Plans which CertificateSigningRequests the CSR cleaner would delete.
 *
 * @module
 */
export type { Action, Port } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export type { CsrFamily, Kept, Pass, Plan, Removal } from './family.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { KeepReason, Reason, Target } from './reason.js'
export type { RequestCondition, SigningRequest, Snapshot } from './snapshot.js'
