/**
 * Plans which pods the pod garbage collector of Kubernetes would delete.
 *
 * @module
 */
export type { Action, ForcedDelete, PodName, Port } from './action.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export type { ConditionPatch, StatusBody, StatusPatch } from './mark.js'
export { statusBodyAt } from './mark.js'
export type { Memory, Quarantined } from './memory.js'
export { emptyMemory, observe } from './memory.js'
export { isTerminated, terminatedInOrder } from './order.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { KeepReason, Kept, Pass, PassName, Plan, PodFamily, Reason, Removal, Target } from './reason.js'
export { keyOf } from './snapshot.js'
export type { ContainerStatus, Observation, Node, Pod, PodCondition, PodMeta, PodStatus, Snapshot } from './snapshot.js'
export * from './step.js'
