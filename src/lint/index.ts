/**
 * Looks at the policies of a kubelet before any node runs them: which thresholds get in each other's way, and what is
 * lost without anyone noticing. Looks at the metadata of a containerd before its collector runs: which labels do nothing,
 * what never expires, what is about to lose its parts. Looks at the owner references of a
 * cluster before its collector runs: which miss their owner, and what never goes. Looks at the policy of a lifecycle before
 * anything is collected by it: what of it is dangerous, or without effect.
 *
 * @module
 */
export { explainContainerdFinding } from './containerd/explain.js'
export type {
  ContainerdFact,
  ContainerdFinding,
  ContainerdHoldingFact,
  ContainerdLabelFact,
} from './containerd/finding.js'
export { lintContainerd } from './containerd/lint.js'
export { explainFinding } from './explain.js'
export type {
  ContainerFinding,
  EvictionFinding,
  EvictionPoint,
  Finding,
  FindingLevel,
  GrowthFinding,
  ImageAgeFinding,
  ThresholdFinding,
} from './finding.js'
export type { ContainerKnobs, EvictionKnobs, Growth, ImageKnobs, LintInput, UsualSpans } from './input.js'
export { explainLifecycleFinding } from './lifecycle/explain.js'
export type { LifecycleFinding } from './lifecycle/finding.js'
export { lintLifecycle, lintLifecycleIn } from './lifecycle/lint.js'
export { lintKubeletPolicies } from './lint.js'
export { explainOwnerFinding } from './owners/explain.js'
export type { OwnerEffect, OwnerFact, OwnerFinding, OwnerListFact, ReferenceFact } from './owners/finding.js'
export { lintOwners } from './owners/lint.js'
