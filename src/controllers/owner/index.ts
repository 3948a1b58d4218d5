/**
 * Plans what the garbage collector of Kubernetes would delete and change by owner references.
 *
 * @module
 */
export type { Action, DeleteAction, DeletePreconditions, FinalizerAction, Port, ReferencesAction } from './action.js'
export type { MetadataPatch, Patch, PatchType, ReferencePatch } from '../../apiserver/request.js'
export type { Asks, Done, ProgramOf, Protocol } from '../program.js'
export { perform } from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export * from './memory/index.js'
export { openShiftIgnoredKinds } from './openshift.js'
export type { PlanError } from './plan.js'
export { plan } from './plan.js'
export type { GroupKind, Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type * from './reason.js'
export type { Target } from '../../apiserver/object.js'
export type { Answer, Classification, LookupFailure, Standing } from './classify.js'
export type { Decision, ForegroundDecision } from './decide.js'
export type { WatchEvent } from '../../apiserver/answer.js'
export type { Address, Unsearchable } from '../../apiserver/scope.js'
export * from './fixpoint.js'
export type { Snapshot } from './snapshot.js'
