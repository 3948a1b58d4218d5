/**
 * Guards: pure transformers of plans that refuse what is too much, hold back what is protected, and let nothing pass that was
 * not approved.
 *
 * @module
 */
export { agreeing, protectDoubtfulOwners, withinPlan } from './agree.js'
export * from './approval.js'
export * from './assumptions.js'
export { type CapOptions, type Share, maxBytes, maxCount, maxPercent } from './cap.js'
export { type Growth, maxGrowth, maxPolicyChange, requireDesired, requireKept } from './change.js'
export { allOf, guards } from './combine.js'
export { type Confirmation, confirm } from './confirm.js'
export * from './coverage.js'
export { type DecidedCalls, digest, digestOf } from './digest.js'
export { explainGuarded, explainProtection, explainRefusal, isProtection } from './explain.js'
export * from './facts.js'
export { type Guard, type Guarded, asGuarded } from './guard.js'
export { type Judge, type Judged, type Selection, withhold } from './withhold.js'
export * from './protect.js'
export type { OwnerName, Protection, TargetRef } from './protection.js'
export type { Counting, GuardRefusal, Overrun, Refusals, Scope } from './refusal.js'
export { type Sighting, type Sightings, noSightings, observeSightings } from './sightings.js'
export { type Freshness, type Maturity, maxSnapshotAge, minAge } from './time.js'
export * from './working.js'
