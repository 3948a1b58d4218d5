/**
 * The kubelet's container collector: which dead containers, sandboxes, pod log directories and log links it would remove.
 *
 * @module
 */
import type { Removal as RemovalOf } from '../../core/plan.js'
import type { Family } from './reason.js'

export * from './action.js'
export { apply, applyReport } from './apply.js'
export { conclude } from './conclude.js'
export { explain } from './explain.js'
export * from './plan.js'
export type { WorkerFacts } from './pod-state.js'
export { podState } from './pod-state.js'
export type { Policy, PolicyError, PolicyInput } from './policy.js'
export { defaultPolicy, makePolicy, presets } from './policy.js'
export type { Family, KeepReason, Reason, Target } from './reason.js'
export type {
  Container,
  ContainerState,
  LinkStatus,
  LogLink,
  PodState,
  Sandbox,
  SandboxState,
  Snapshot,
} from './snapshot.js'

/** A removal of this collector. */
export type Removal = RemovalOf<Family>
/** What the component itself records: nothing. */
export type Event = Family['Event']
