/**
 * Lints that run before a collector does:
 *
 * - kubelet policies: thresholds that conflict, and data that is lost silently;
 * - containerd metadata: labels without effect, records that never expire or are about to lose their parts;
 * - owner references: references that miss their owner, and objects that are never deleted;
 * - lifecycle policies: rules that are dangerous or have no effect.
 *
 * @module
 */
export { explainContainerdFinding } from './containerd/explain.js'
export type * from './containerd/finding.js'
export { lintContainerd } from './containerd/lint.js'
export { explainFinding } from './explain.js'
export type * from './finding.js'
export type { ContainerKnobs, EvictionKnobs, Growth, ImageKnobs, LintInput, SettingFact, UsualSpans } from './input.js'
export { explainLifecycleFinding } from './lifecycle/explain.js'
export type { LifecycleFinding } from './lifecycle/finding.js'
export { lintLifecycle, lintLifecycleIn } from './lifecycle/lint.js'
export { lintKubeletPolicies } from './lint.js'
export { explainOwnerFinding } from './owners/explain.js'
export type { OwnerEffect, OwnerFact, OwnerFinding, OwnerListFact, ReferenceFact } from './owners/finding.js'
export { lintOwners } from './owners/lint.js'
export { lintKubeletSettings } from './settings.js'
