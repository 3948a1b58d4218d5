/**
 * Chooses which images to remove so that enough of the disk really becomes free, at the least loss.
 *
 * @module
 */
export type { ModeReport } from './compare.js'
export { after, compareModes } from './compare.js'
export { explain, explainMeasurement } from './explain.js'
export { join } from './join.js'
export type { Plan, PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Cost, Mode, Policy, Target } from './policy.js'
export { defaultPolicy } from './policy.js'
export type { Family, KeepReason, Measurement, Reason } from './reason.js'
export type { Snapshot } from './snapshot.js'
