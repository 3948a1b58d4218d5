/**
 * Plans which old ReplicaSets, ControllerRevisions and Jobs the Deployment, StatefulSet, DaemonSet and CronJob
 * controllers would delete.
 *
 * @module
 */
export type { Action, Address, DeleteOptions, LabelPatch, Port } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export * from './snapshot.js'
export { explain } from './explain.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { OwnedBy, Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type * from './reason.js'
export type { Uses } from './uses.js'
export type { Target } from '../../apiserver/object.js'
export * from './status.js'
