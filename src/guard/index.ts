/**
 * Guards: pure transformers of plans that refuse what is too much, hold back what is protected, and let nothing pass that was
 * not approved.
 *
 * @module
 */
export { agreeing, protectDoubtfulOwners, withinPlan } from './agree.js'
export type { Approval, ApprovalExtent, ApprovalRefusal, Approved } from './approval.js'
export { admitApproved, approve, approvedOnly, maxApprovalAge, unlessApproved } from './approval.js'
export type { CapOptions, Share } from './cap.js'
export { allOf, maxBytes, maxCount, maxPercent } from './cap.js'
export type { Growth } from './change.js'
export { maxGrowth, maxPolicyChange, requireDesired, requireKept } from './change.js'
export type { Confirmation } from './confirm.js'
export { confirm } from './confirm.js'
export { digest, digestOf } from './digest.js'
export { explainGuarded, explainProtection, explainRefusal, isProtection } from './explain.js'
export type { Decided, Grouping, Labels, Listed, Listing, NamedOwner } from './facts.js'
export { byKind, byNamespace, byOwner, kindOf, listingOf, namesOf, namespaceOf, ownersIn } from './facts.js'
export type { Guard, Guarded } from './guard.js'
export { asGuarded, guards } from './guard.js'
export type { Judge, Judged, Selection } from './hold-back.js'
export { holdBack } from './hold-back.js'
export {
  protectByEvidence,
  protectedKinds,
  protectFinalizers,
  protectIrreplaceable,
  protectKinds,
  protectLabel,
  protectNamespaces,
  protectPinned,
  protectWhere,
  systemNamespaces,
} from './protect.js'
export type { OwnerName, Protection, TargetRef } from './protection.js'
export type { Counting, GuardRefusal, Overrun, Refusals, Scope } from './refusal.js'
export type { Sighting, Sightings } from './sightings.js'
export { noSightings, observeSightings } from './sightings.js'
export type { Freshness, Maturity } from './time.js'
export { maxSnapshotAge, minAge } from './time.js'
export type { Part } from './world.js'
export { refuseAssumptions, requireCoverage, requireSameScope, requireWorking, withoutAssumptions } from './world.js'
