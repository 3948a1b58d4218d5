/**
 * Decides what becomes of a cluster after requests from outside.
 *
 * @module
 */
export type { Actor } from './actor.js'
export type { Diagnosis } from './diagnose.js'
export { diagnose } from './diagnose.js'
export { explainActor } from './explain-actor.js'
export { explainCascade } from './explain.js'
export { depictCascade } from './picture.js'
export { planCascade } from './plan.js'
export type {
  CascadeCall,
  CascadeChange,
  CascadePlan,
  CascadeReason,
  CascadeRequest,
  End,
  Fates,
  Hold,
  Race,
  RacingEnd,
  Stage,
  Stuck,
  Undeletable,
  Unknown,
  Wave,
} from './reason.js'
export type { OutsideRequest, Phase, PhaseOutcome } from './simulate.js'
export { simulate } from './simulate.js'
export type { Effect } from '../../apiserver/effect.js'
export type { Step, WorkerOrder } from './settle.js'
export type { CascadeTwig } from './tree.js'
export { cascadeTree } from './tree.js'
