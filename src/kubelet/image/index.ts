/**
 * The kubelet's image collector: which unused images it would remove by age or to make room, and what it remembers.
 *
 * @module
 */
import type { Removal as RemovalOf } from '../../core/plan.js'
import type { Family } from './reason.js'

export * from './action.js'
export { apply, applyReport, remember } from './apply.js'
export { conclude, remainingImages } from './conclude.js'
export type { Use } from './detect.js'
export { imagesInUse } from './detect.js'
export type { Int64Overflow } from './usage.js'
export { explain } from './explain.js'
export type { Observation, StatedHistory } from './memory.js'
export { assumeRecords, detectTimeOf, emptyMemory, observe } from './memory.js'
export type { Plan, PlanError } from './plan.js'
export { evictionOrder, plan } from './plan.js'
export type { Policy, PolicyError, PolicyInput, Rules } from './policy.js'
export { defaultPolicy, makePolicy } from './policy.js'
export { presets } from './presets.js'
export type { Event, Family, KeepReason, Measurement, Reason, Refusal, Target } from './reason.js'
export { sinceRestart } from './since-restart.js'
export type { ImageRecord, Memory, Container, Image, ImageFsStats, Snapshot } from './snapshot.js'

/** A removal of this collector. */
export type Removal = RemovalOf<Family>
