/**
 * Matchers as plain functions that take the subject last, and return a verdict with its message.
 *
 * @module
 */
export * from './cascade.js'
export { toBeCollectedAt } from './collected.js'
export type { AnyObject, AnyTarget, Which } from './name.js'
export { toHaveValidOwners } from './owners.js'
export { type Because, toKeep, toRemove, toRemoveBecause } from './plan.js'
export { toBeStuckOn } from './stuck.js'
export type { ClusterSubject } from './subject.js'
export type { Verdict } from './verdict.js'
