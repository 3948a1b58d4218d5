/**
 * Reasons to delete or keep a pod in each of the four passes.
 */
import type { Kept as AnyKept, Pass as AnyPass, Plan as AnyPlan, Removal as AnyRemoval } from '../../core/plan.js'
import type { Action } from './action.js'

/** A pod. */
export interface Target {
  readonly _tag: 'Pod'
  /** Its uid; of a pod without one, its namespace and name: `shop/web-0`. */
  readonly id: string
  readonly namespace: string
  readonly name: string
}

/** Why a pod is deleted. */
export type Reason =
  /**
   * The cluster has more terminated pods than the threshold; this one is number `place` in order of removal.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminated
   */
  | {
      readonly _tag: 'TerminatedOverThreshold'
      readonly terminated: number
      readonly threshold: number
      readonly place: number
      readonly evicted: boolean
    }
  /**
   * Its namespace has more terminated pods than its share of the threshold.
   * @upstream gcplan - the policy `terminatedShares: namespace` alone -
   */
  | {
      readonly _tag: 'TerminatedOverShare'
      readonly namespace: string
      readonly terminated: number
      readonly share: number
      readonly threshold: number
    }
  /**
   * Terminating, on a node that is not ready and tainted out-of-service.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminating
   */
  | { readonly _tag: 'NodeOutOfService'; readonly node: string }
  /**
   * Its node was missing for the whole quarantine, and a lookup does not find it.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
   */
  | { readonly _tag: 'NodeGone'; readonly node: string }
  /**
   * Terminating without a node, so no kubelet will confirm it.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcUnscheduledTerminating
   */
  | { readonly _tag: 'UnscheduledTerminating'; readonly since: Date }

/** Why a pod stays in a pass. */
export type KeepReason =
  /**
   * It has not terminated.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go isPodTerminated
   */
  | { readonly _tag: 'NotTerminated'; readonly phase: string }
  /**
   * Within the threshold of terminated pods.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminated
   */
  | { readonly _tag: 'WithinThreshold'; readonly terminated: number; readonly threshold: number }
  /**
   * Within its namespace's share of the threshold.
   * @upstream gcplan - the policy `terminatedShares: namespace` alone -
   */
  | {
      readonly _tag: 'WithinShare'
      readonly namespace: string
      readonly terminated: number
      readonly share: number
      readonly threshold: number
    }
  /**
   * The threshold sets no limit.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gc
   */
  | { readonly _tag: 'NoThreshold'; readonly threshold: number }
  /**
   * It is not being deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go isPodTerminating
   */
  | { readonly _tag: 'NotTerminating' }
  /**
   * It is bound to no node.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
   */
  | { readonly _tag: 'Unscheduled' }
  /**
   * It is bound to a node, whose kubelet confirms its deletion.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcUnscheduledTerminating
   */
  | { readonly _tag: 'Scheduled'; readonly node: string }
  /**
   * Its node is ready.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminating
   */
  | { readonly _tag: 'NodeReady'; readonly node: string }
  /**
   * Its node is not ready, but not tainted out-of-service.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminating
   */
  | { readonly _tag: 'NodeNotOutOfService'; readonly node: string }
  /**
   * Its node was not seen, so it is unknown whether it is out of service.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcTerminating
   */
  | { readonly _tag: 'NodeNotSeen'; readonly node: string }
  /**
   * Its node is known.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
   */
  | { readonly _tag: 'NodeExists'; readonly node: string }
  /**
   * The snapshot does not cover nodes, so its node may exist.
   * @upstream gcplan - a snapshot need not hold the whole cluster -
   */
  | { readonly _tag: 'NodeNotCovered'; readonly node: string }
  /**
   * Its node is unknown and in quarantine.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go discoverDeletedNodes
   */
  | { readonly _tag: 'NodeInQuarantine'; readonly node: string; readonly until: Date }
  /**
   * Its node is missing and not in quarantine yet: fold the observation into the memory first.
   * @upstream gcplan - the memory is handed in -
   */
  | { readonly _tag: 'QuarantineNotBegun'; readonly node: string }
  /**
   * Its node was missing for the whole quarantine, but a lookup finds it.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go discoverDeletedNodes
   */
  | { readonly _tag: 'NodeFound'; readonly node: string }
  /**
   * Its node was missing for the whole quarantine, and looking it up failed.
   * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go discoverDeletedNodes
   */
  | { readonly _tag: 'NodeLookupFailed'; readonly node: string }
  /**
   * Its node was missing for the whole quarantine, and it was not looked up.
   * @upstream gcplan - what a lookup finds is part of the snapshot, and may be missing -
   */
  | { readonly _tag: 'NodeNotLookedUp'; readonly node: string }
  /**
   * This policy has no out-of-service pass.
   * @upstream kubernetes 1.20.2 pkg/controller/podgc/gc_controller.go gc
   */
  | { readonly _tag: 'OutOfServiceUntouched' }
  /**
   * The controller does not run.
   * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/core.go startPodGCController
   */
  | { readonly _tag: 'ControllerOff' }

/** The steps of a run, in order; all read one listing, so a pod may be in several. */
export type PassName = 'terminated' | 'terminating-out-of-service' | 'orphaned' | 'unscheduled-terminating'

/** The types of this collector. It records no events and never refuses a valid snapshot. */
export interface PodFamily {
  readonly Pass: PassName
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly KeepReason: KeepReason
  readonly Event: never
  readonly Refusal: never
}

/** A plan of this collector. */
export type Plan = AnyPlan<PodFamily>

/** One pass. */
export type Pass = AnyPass<PodFamily>

/** A pass that states why pods stay by their places; null for one that goes. */
export type DecidedPass = Omit<Pass, 'kept'> & { readonly kept: ReadonlyArray<Kept['reasons'] | null> }

/** A decision to delete a pod. */
export type Removal = AnyRemoval<PodFamily>

/** A decision to keep a pod. */
export type Kept = AnyKept<PodFamily>
