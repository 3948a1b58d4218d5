/**
 * Reasons to delete or keep a ReplicaSet, a revision or a Job, and the events of the CronJob controller.
 */
import type { Plan as AnyPlan, Kept as AnyKept, Pass as AnyPass, Removal as AnyRemoval } from '../../core/plan.js'
import type { Int64 } from '../../core/int64.js'
import type { Action } from './action.js'
import type { Target } from '../../apiserver/object.js'
import type { Uses } from './uses.js'

/** A controller as it is, or as a reference names it. */
export interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly uid: string
}

/**
 * What a limit counts: old ReplicaSets (busy ones included), revisions that nothing uses (StatefulSet), old revisions
 * (DaemonSet, those in use included), Jobs of one outcome.
 */
export type Counted = 'old-replica-sets' | 'unused-revisions' | 'old-revisions' | 'successful-jobs' | 'failed-jobs'

/** Why something goes. */
export type Reason =
  /**
   * The count is over the limit, and it is among the oldest; rank 1 is the oldest.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go truncateHistory
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go cleanupHistory
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go removeOldestJobs
   */
  | {
      readonly _tag: 'OverHistoryLimit'
      readonly owner: Owner
      readonly counted: Counted
      readonly rank: number
      readonly of: number
      readonly limit: number
    }
  /**
   * A duplicate of the current template: another revision with the same or a higher number holds it.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go dedupCurHistories
   */
  | { readonly _tag: 'DuplicateOfCurrent'; readonly owner: Owner; readonly current: string; readonly revision: Int64 }

/** Why something stays. */
export type KeepReason =
  /**
   * It is among the newest of those that count; rank 1 is the newest.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
   */
  | {
      readonly _tag: 'WithinHistoryLimit'
      readonly owner: Owner
      readonly counted: Counted
      readonly rank: number
      readonly of: number
      readonly limit: number
    }
  /**
   * Over the limit but not idle: it has or wants replicas, or its last change was not observed. Nothing goes instead;
   * rank 1 is the oldest.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
   */
  | {
      readonly _tag: 'Busy'
      readonly owner: Owner
      readonly counted: Counted
      readonly rank: number
      readonly of: number
      readonly limit: number
      readonly wanted: number
      readonly replicas: number
      readonly generation: number
      readonly observedGeneration: number
    }
  /**
   * The revision is in use.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go truncateHistory
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go cleanupHistory
   */
  | { readonly _tag: 'LiveRevision'; readonly owner: Owner; readonly uses: Uses }
  /**
   * It holds the controller's template: new pods are made from it.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go FindNewReplicaSet
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go constructHistory
   */
  | { readonly _tag: 'CurrentTemplate'; readonly owner: Owner }
  /**
   * Its controller has no limit (or the largest number, for a Deployment): all stay.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go HasRevisionHistoryLimit
   */
  | { readonly _tag: 'NoHistoryLimit'; readonly owner: Owner; readonly counted: Counted }
  /**
   * The limit is below zero, which the controller ignores or fails on.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go truncateHistory
   */
  | {
      readonly _tag: 'NegativeHistoryLimit'
      readonly owner: Owner
      readonly limit: number
      readonly controller: 'ignores' | 'fails'
    }
  /**
   * Nothing is cleaned up while the rollout goes on.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/util/deployment_util.go DeploymentComplete
   */
  | { readonly _tag: 'RolloutNotComplete'; readonly owner: Owner; readonly rollout: Rollout }
  /**
   * Nothing is cleaned up while a rollback is requested.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/rollback.go getRollbackTo
   */
  | { readonly _tag: 'RollbackPending'; readonly owner: Owner }
  /**
   * The controller is being deleted and cleans up nothing.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/deployment_controller.go syncDeployment
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go syncDaemonSet
   */
  | { readonly _tag: 'OwnerBeingDeleted'; readonly owner: Owner; readonly since: Date }
  /**
   * The controller's selector is empty, so it does nothing.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/deployment_controller.go syncDeployment
   */
  | { readonly _tag: 'OwnerSelectsEverything'; readonly owner: Owner }
  /**
   * The controller's selector doesn't match its labels: it is released and does not count.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ClaimObject
   */
  | { readonly _tag: 'NotSelected'; readonly owner: Owner }
  /**
   * It is being deleted; a ReplicaSet then does not count.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go cleanupDeployment
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * The Job runs, waits or is suspended.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/utils.go getFinishedStatus
   */
  | { readonly _tag: 'NotFinished'; readonly owner: Owner }
  /**
   * It has no controller reference.
   * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go GetControllerOf
   */
  | { readonly _tag: 'NoController' }
  /**
   * Its controller keeps no history of such objects.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ClaimObject
   */
  | { readonly _tag: 'OtherController'; readonly owner: Owner }
  /**
   * Its controller does not exist; it is left to the owner collector.
   * @upstream kubernetes 1.36.2 pkg/controller/controller_ref_manager.go ClaimObject
   */
  | { readonly _tag: 'ControllerAbsent'; readonly owner: Owner }
  /**
   * Its controller may exist: the snapshot does not cover it.
   * @upstream gcplan - a snapshot need not hold the whole cluster -
   */
  | { readonly _tag: 'ControllerNotCovered'; readonly owner: Owner }
  /**
   * Pods that the snapshot does not cover may use the revision.
   * @upstream gcplan - a snapshot need not hold the whole cluster -
   */
  | { readonly _tag: 'PodsNotCovered'; readonly owner: Owner }
  /**
   * The object's or the controller's template is missing, so it may be the current one.
   * @upstream gcplan - a listing need not show templates -
   */
  | { readonly _tag: 'TemplateNotShown'; readonly owner: Owner; readonly of: 'object' | 'controller' }

/** What the CronJob controller records, once for every Job that it tried to delete. */
export type Event =
  /**
   * A Job was deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go deleteJob
   */
  | {
      readonly _tag: 'SuccessfulDelete'
      readonly type: 'Normal'
      readonly message: string
      readonly involvedObject: Owner
    }
  /**
   * A Job could not be deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/cronjob/cronjob_controllerv2.go deleteJob
   */
  | {
      readonly _tag: 'FailedDelete'
      readonly type: 'Warning'
      readonly message: string
      readonly involvedObject: Owner
    }

/** The types of this collector. It never refuses a valid snapshot. */
export interface HistoryFamily {
  readonly Pass: 'deployment' | 'statefulset' | 'daemonset' | 'cronjob'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: Event
  readonly Refusal: never
}

/** What one kind of controller would do. */
export type Pass = AnyPass<HistoryFamily>

/** What the controllers would do with one snapshot. */
export interface Plan extends AnyPlan<HistoryFamily> {
  readonly passes: readonly [deployment: Pass, statefulSet: Pass, daemonSet: Pass, cronJob: Pass]
}

/** A decision to remove an object. */
export type Removal = AnyRemoval<HistoryFamily>

/** A decision to keep an object. */
export type Kept = AnyKept<HistoryFamily>

/** What makes a rollout complete: all four counts are alike and the last change was observed. */
export interface Rollout {
  readonly wanted: number
  readonly replicas: number
  readonly updated: number
  readonly available: number
  readonly generation: number
  readonly observedGeneration: number
}
