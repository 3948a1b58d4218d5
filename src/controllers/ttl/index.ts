/**
 * Plans which finished Jobs the TTL-after-finished controller would delete, and tells how long Events live.
 *
 * @module
 */
export type { Action, ForegroundDelete, JobName, Port, SecondThought } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export * from './event.js'
export { explain } from './explain.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export * from './program.js'
export type { JobFamily, Kept, Pass, Plan, Removal } from './family.js'
export type { KeepReason, Reason, Target } from './reason.js'
export type { Job, JobCondition, Snapshot } from './snapshot.js'
export type { TimeLeft, TimeLeftError } from './expiry.js'
export { needsCleanup, timeLeft, timeLeftText } from './expiry.js'
