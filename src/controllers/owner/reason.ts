/**
 * Reasons to delete, change or keep an object, and the events of the collector.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

import type {
  Amendment as AnyAmendment,
  AmendingPass,
  Plan as AnyPlan,
  Removal as AnyRemoval,
} from '../../core/plan.js'
import type { Action } from './action.js'
import type { Target } from '../../apiserver/object.js'

/** An owner as a reference names it. */
export interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
}

/** An owner that its reference does not find. */
export interface AbsentOwner extends Owner {
  /** The object with this uid under another name, kind, version or namespace, if any. */
  readonly livesAs?: Target
  /** The uid of the object that now has its name, if any. */
  readonly replacedBy?: string
}

/** Why an object is deleted; with finalizers, it is gone once the last one is removed. */
export type Reason =
  /**
   * None of its owners is solid, and these do not exist.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'OwnersAbsent'; readonly owners: RNEA.ReadonlyNonEmptyArray<AbsentOwner> }
  /**
   * None of its owners is solid, and these are being deleted and wait for their dependents.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'OwnersWaiting'; readonly owners: RNEA.ReadonlyNonEmptyArray<Owner> }
  /**
   * In foreground deletion, and nothing blocks it any more; how many non-blocking dependents are left.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem
   */
  | { readonly _tag: 'NoBlockingDependents'; readonly dependents: number }
  /**
   * It is being deleted, and its dependents (their number) no longer refer to it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToOrphanWorker
   */
  | { readonly _tag: 'DependentsOrphaned'; readonly dependents: number }

/** Why an object that stays is changed. */
export type AmendReason =
  /**
   * References to owners that do not exist go; another owner is solid.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'DanglingReferences'; readonly owners: RNEA.ReadonlyNonEmptyArray<AbsentOwner> }
  /**
   * References to owners that wait for their dependents go; another owner is solid.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'WaitingReferences'; readonly owners: RNEA.ReadonlyNonEmptyArray<Owner> }
  /**
   * Its owner is being deleted and orphans its dependents.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go orphanDependents
   */
  | { readonly _tag: 'OrphanedBy'; readonly owner: Target }
  | Extract<Reason, { readonly _tag: 'NoBlockingDependents' | 'DependentsOrphaned' }>

/** Why an object stays. */
export type KeepReason =
  /**
   * It has no owners; this collector never removes it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'NoOwners' }
  /**
   * These owners exist and do not wait for their dependents.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
   */
  | { readonly _tag: 'SolidOwner'; readonly owners: RNEA.ReadonlyNonEmptyArray<Owner> }
  /**
   * These owners wait for other dependents; the collector does not examine this one before they are gone.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go processTransitions
   */
  | { readonly _tag: 'OwnersStillWaiting'; readonly owners: RNEA.ReadonlyNonEmptyArray<Owner> }
  /**
   * These owners do not exist, but the collector does not examine it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go addDependentToOwners
   */
  | { readonly _tag: 'NeverExamined'; readonly owners: RNEA.ReadonlyNonEmptyArray<AbsentOwner> }
  /**
   * No resource serves the kind of this owner; the collector retries forever and does nothing else with the object.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go apiResource
   */
  | { readonly _tag: 'OwnerKindNotServed'; readonly owner: Owner }
  /**
   * A cluster-scoped object with a namespaced owner, which can't be looked up; the collector gives up on it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/errors.go namespacedOwnerOfClusterScopedObjectErr
   */
  | { readonly _tag: 'NamespacedOwnerOfClusterScopedObject'; readonly owner: Owner }
  /**
   * The snapshot does not cover this owner's kind and namespace, so it may exist.
   * @upstream gcplan - a snapshot need not hold the whole cluster -
   */
  | { readonly _tag: 'OwnerNotCovered'; readonly owner: Owner }
  /**
   * It waits for its dependents, and the snapshot does not cover every kind that may have some: how many, and one of
   * them.
   * @upstream gcplan - a snapshot need not hold the whole cluster -
   */
  | {
      readonly _tag: 'DependentsNotCovered'
      readonly apiVersion: string
      readonly kind: string
      readonly kinds: number
    }
  /**
   * It is already being deleted; finalizers or a pod's grace period hold it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * It is being deleted and waits for dependents that block it: their number, and the first one.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem
   */
  | { readonly _tag: 'WaitsForBlockingDependents'; readonly dependents: number; readonly first: Target }
  /**
   * It must orphan its dependents, but this one's kind is not served.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go orphanDependents
   */
  | { readonly _tag: 'DependentNotServed'; readonly dependent: Target }
  /**
   * No resource serves its own kind.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go apiResource
   */
  | { readonly _tag: 'KindNotServed' }
  /**
   * Its kind is namespaced, but it has no namespace.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/operations.go resourceDefaultNamespace
   */
  | { readonly _tag: 'NamespaceMissing' }
  /**
   * The collector does not watch objects of its kind.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go DefaultIgnoredResources
   */
  | { readonly _tag: 'NotWatched' }
  /**
   * The collector waits for the list of this kind, and does nothing until it has it.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Sync
   */
  | { readonly _tag: 'KindUnsynced'; readonly group: string; readonly kind: string }

/** What the collector records. */
export type Event =
  /**
   * A dependent's owner is in another namespace.
   * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/graph_builder.go reportInvalidNamespaceOwnerRef
   */
  {
    readonly _tag: 'OwnerRefInvalidNamespace'
    readonly type: 'Warning'
    readonly message: string
    readonly involvedObject: Target
    /** Where the event is written: the namespace of the object, or `default`. */
    readonly namespace: string
  }

/** The types of this collector. It never refuses a valid snapshot. */
export interface OwnerFamily {
  readonly Pass: 'orphan' | 'delete'
  readonly Target: Target
  readonly Action: Action
  readonly Reason: Reason
  readonly AmendReason: AmendReason
  readonly KeepReason: KeepReason
  readonly Event: Event
  readonly Refusal: never
}

/** One pass, with the changes to objects that stay. */
export interface Pass extends AmendingPass<OwnerFamily> {
  /** Uids of the objects that the collector examines, in the order of the snapshot. */
  readonly examined: ReadonlyArray<string>
}

/** What the collector would do with one snapshot. */
export interface Plan extends AnyPlan<OwnerFamily> {
  readonly passes: readonly [orphan: Pass, deletion: Pass]
}

/** A decision to remove an object. */
export type Removal = AnyRemoval<OwnerFamily>

/** A decision to change an object that stays. */
export type Amendment = AnyAmendment<OwnerFamily>
