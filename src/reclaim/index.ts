/**
 * Chooses which images to remove so that enough of the disk really becomes free, at the least loss.
 *
 * @module
 */
export * from './compare.js'
export { explain, explainMeasurement } from './explain.js'
export { join } from './join.js'
export * from './plan.js'
export * from './policy.js'
export type { Family, KeepReason, Measurement, Reason } from './reason.js'
export type { Snapshot } from './snapshot.js'
