/**
 * Reviews deletions for a validating webhook: what a deletion cascades to, and whether the rules of a gate allow that.
 *
 * @module
 */
export { controlPlaneAccounts } from './accounts.js'
export * from './admit.js'
export {
  type AdmissionPolicy,
  type Cap,
  type ProtectedLabel,
  defaultAdmissionPolicy,
  findAdmissionPolicyProblems,
  makeAdmissionPolicy,
} from './policy.js'
export type { AgedGroup, AgedKind } from './aged-kind.js'
export { type AdmissionRefusal, type NotKnown, explainAdmission, isApprovable } from './refusal.js'
export type { DecodeReviewed } from './reviewed.js'
export type { AdmissionAnswer, AdmissionRequest, AdmissionReview } from './review.js'
export type { AdmissionVerdict } from './verdict.js'
export { cascadeDigest } from './touched.js'
export type { CascadeIndex, CascadePart, PartLimits } from '../../simulate/cascade/cascade-index.js'
