/**
 * Reads a Kubernetes cluster and acts on it, over a client of yours, of @kubernetes/client-node, or of kubectl.
 *
 * @module
 */
export type * from './request.js'
export { sayCallError } from './request.js'
export { classify, isConflict, isNotFound, isUnsupportedMediaType } from './classify.js'
export { systemClock } from '../clock.js'
export { type Asking, sent } from './ask.js'
export type { Discovered, ServedKind } from './discovery.js'
export { discover } from './discover.js'
export { type Look, type LookError, type LookOptions, type Unlisted, look } from './look.js'
export type { LookParts, Memories, Snapshots } from './snapshots.js'
export type { Collector, Depth } from './wanted.js'
export { type Act, type CollectOptions, type Collected, type Collecting, collect } from './collect/collect.js'
export type { Reconciler, RequestOutcome } from './controllers/run-controller.js'
export { type RunOptions, type RunningControllers, runControllers } from './controllers/run-controllers.js'
export { type Manager, runningManager } from './collect/manager.js'
export type { Tell } from './watch-kind.js'
export type { KindAge } from './shown.js'
export { type WatchOptions, type WatchedCluster, watchCluster } from './watch-cluster.js'
export { type ChangeOptions, type Changes, changesOf, isNoise } from './next-change.js'
export { type ClusterPorts, type ObjectPort, type PortOptions, ports } from './ports.js'
export { type Elected, type Leadership, elect } from './election/elect.js'
export type { ElectionOptions } from './election/settings.js'
export { type EventRecorder, type RecorderOptions, eventRecorder } from './events/recorder.js'
export type { ObjectEvent, Rate, Regarding, Reporter } from './events/series.js'
export { type OfKind, decodeObject } from './decode-object.js'
export { type KubeConfigLike, fromClientNode } from './client-node.js'
export { type KubectlClient, type KubectlOptions, fromKubectl } from './kubectl.js'
export { type Condition, type ConditionNow, conditionsAfter } from './status/conditions.js'
export {
  type GuardedLifecycle,
  type LifecycleBasis,
  type LifecycleDecision,
  type LifecycleProblem,
  decideLifecycle,
  lifecycleModeLabel,
  lifecycleProtectedLabel,
} from './lifecycle/decide.js'
export { type LifecycleCounts, type LifecycleReport, lifecycleEvents } from './lifecycle/told.js'
export { type LifecycleTurn, type TurnPlace, explainLifecycleProblem, takeLifecycleTurn } from './lifecycle/turn.js'
export { type LifecycleStatus, type StatusParts, lifecycleStatus } from './lifecycle/status.js'
