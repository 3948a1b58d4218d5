/**
 * Decides what all collectors of a Kubernetes control plane would do together.
 *
 * @module
 */
export type { Answer, Explanation } from './explain-object.js'
export { explainKubernetes } from './explain-object.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain, collectorTitle } from './explain.js'
export { lookAgain, observe } from './observe.js'
export type { Port } from './action.js'
export { perform } from './action.js'
export type { PlanError } from './plan.js'
export { planKubernetes } from './plan.js'
export type { Policies, Stoppable } from './policy.js'
export { defaultPolicies, presets } from './policy.js'
export type {
  Action,
  Amendment,
  AmendReason,
  ClusterFamily,
  Event,
  KeepReason,
  Kept,
  Pass,
  Plan,
  Reason,
  Removal,
} from './reason.js'
export type { Target } from '../../apiserver/object.js'
export type { Timing, Schedule } from './schedule.js'
export { scheduleOf } from './schedule.js'
export type { Memory, Snapshot } from './snapshot.js'
export { emptyMemory } from './snapshot.js'
export { ownerStatuses } from './owner-status.js'
export type { Moment, Timeline } from './timeline.js'
export { mostLooks, timeline } from './timeline.js'
export type { Families, CollectorName } from './collector-names.js'
export { collectorNames } from './collector-names.js'
