/**
 * Why a container, sandbox, log directory or link is removed or kept: the comparison made, with both sides.
 */
import type { Millis } from '../../core/time.js'
import type { Action } from './action.js'
import type { ContainerState, LinkStatus } from './snapshot.js'

/** What may be removed. `id` is the runtime's id, the directory's name, or the link's path. */
export type Target =
  | { readonly _tag: 'Container'; readonly id: string; readonly podUid: string; readonly name: string }
  | { readonly _tag: 'Sandbox'; readonly id: string; readonly podUid: string }
  | { readonly _tag: 'LogDirectory'; readonly id: string; readonly podUid: string }
  | { readonly _tag: 'LogLink'; readonly id: string }

/** A container as a target. */
export type ContainerTarget = Extract<Target, { readonly _tag: 'Container' }>

/** Why a target is removed. Ranks count from 1, the newest. */
export type Reason =
  /** @upstream kubernetes v1.5 pkg/kubelet/dockertools/container_gc.go GarbageCollect */
  | { readonly _tag: 'Unidentified' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/pod_workers.go ShouldPodContentBeRemoved */
  | { readonly _tag: 'PodContentShouldBeRemoved'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/pod_workers.go ShouldPodRuntimeBeRemoved */
  | { readonly _tag: 'PodRuntimeShouldBeRemoved'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go enforceMaxContainersPerEvictUnit */
  | { readonly _tag: 'OverMaxPerPodContainer'; readonly rank: number; readonly limit: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers */
  | {
      readonly _tag: 'OverFairShareOfMaxContainers'
      readonly rank: number
      readonly share: number
      readonly maxContainers: number
      readonly units: number
    }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers */
  | { readonly _tag: 'OverMaxContainers'; readonly rank: number; readonly limit: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes */
  | { readonly _tag: 'InactiveSandboxOfRemovedPod'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes */
  | { readonly _tag: 'InactiveAndNotNewestSandbox'; readonly rank: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories */
  | { readonly _tag: 'LogDirectoryOfRemovedPod'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories */
  | { readonly _tag: 'DeadLink'; readonly containerId: string; readonly status: LinkStatus }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories */
  | { readonly _tag: 'DeadLinkWithoutContainer' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_container.go removeContainerLog */
  | { readonly _tag: 'LinkOfRemovedContainer'; readonly containerId: string }

/** Why a target stays. */
export type KeepReason =
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictableContainers */
  | { readonly _tag: 'Running' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictableContainers */
  | { readonly _tag: 'YoungerThanMinAge'; readonly age: Millis; readonly minAge: Millis; readonly eligibleAt: Date }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go enforceMaxContainersPerEvictUnit */
  | { readonly _tag: 'WithinMaxPerPodContainer'; readonly rank: number; readonly limit: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers */
  | { readonly _tag: 'NoLimitPerPodContainer'; readonly maxPerPodContainer: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers */
  | { readonly _tag: 'WithinMaxContainers'; readonly remaining: number; readonly limit: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/pod_workers.go ShouldPodContentBeRemoved */
  | { readonly _tag: 'PodNotRemoved'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictContainers */
  | { readonly _tag: 'SourcesNotReady' }
  /** Whether the pod is gone is unknown. @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md - */
  | { readonly _tag: 'PodStateUnknown'; readonly podUid: string }
  /**
   * The number to remove depends on pods that were not observed.
   *
   * @upstream gcplan - docs/decisions/0005-a-fact-has-a-standing.md -
   */
  | { readonly _tag: 'LimitRestsOnUnknownPods'; readonly unknownUnits: number; readonly limit: number }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes */
  | { readonly _tag: 'SandboxReady' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes */
  | { readonly _tag: 'SandboxHasContainers'; readonly containers: number; readonly first: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes */
  | { readonly _tag: 'NewestSandboxOfPod'; readonly podUid: string }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories */
  | { readonly _tag: 'LinkTargetExists' }
  /**
   * The name does not end in `.log`.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories
   */
  | { readonly _tag: 'NotALogLink' }
  /** @upstream kubernetes v1.36.2 pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories */
  | { readonly _tag: 'ContainerNotExited'; readonly containerId: string; readonly status: ContainerState | 'Nil' }
  /** The Kubernetes release of the policy has no such step. @upstream kubernetes v1.5 pkg/kubelet/dockertools/container_gc.go GarbageCollect */
  | { readonly _tag: 'NotCollectedByThisPolicy' }

/** What this collector talks about. */
export interface Family {
  readonly Pass: 'containers' | 'sandboxes' | 'logs'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  /** None; the kubelet's loop records `ContainerGCFailed`. */
  readonly Event: never
  /** The collector refuses nothing. */
  readonly Refusal: never
}
