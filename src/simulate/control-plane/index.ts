/**
 * Decides what all collectors of a Kubernetes control plane would do together.
 *
 * @module
 */
export * from './explain-object.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain, collectorTitle } from './explain.js'
export { lookAgain, observe } from './observe.js'
export * from './action.js'
export type { PlanError } from './plan.js'
export { planKubernetes } from './plan.js'
export * from './policy.js'
export * from './release.js'
export type * from './reason.js'
export type { Target } from '../../apiserver/object.js'
export type { Timing, Schedule } from './schedule.js'
export { scheduleOf } from './schedule.js'
export * from './snapshot.js'
export { ownerStatuses } from './owner-status.js'
export * from './timeline.js'
export * from './collector-names.js'
