/**
 * Turns of a controller of lifecycle policies on a live cluster: decides on what watches show, carries out what guards allow, and tells.
 *
 * @module
 */
export {
  type GuardedLifecycle,
  type LifecycleBasis,
  type LifecycleDecision,
  type LifecycleProblem,
  decideLifecycle,
  lifecycleModeLabel,
  lifecycleProtectedLabel,
} from './decide.js'
export { type LifecycleCounts, type LifecycleReport, lifecycleEvents } from './told.js'
export { type LifecycleTurn, type TurnPlace, explainLifecycleProblem, takeLifecycleTurn } from './turn.js'
export { type LifecycleStatus, type StatusParts, lifecycleStatus } from './status.js'
