/** Why the StatefulSet controller sends a request. */
import type { OwnershipWhy } from '../workload/ownership.js'
import type { Retention } from './set.js'

/** Why the StatefulSet controller sends a request: pods and revisions also become its own, or cease to be. */
export type SetRequestWhy = SetWhy | OwnershipWhy

/** Why the StatefulSet controller makes, deletes or changes an object. */
export type SetWhy =
  /**
   * The set wants a pod of this ordinal, and there is none.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processReplica
   */
  | { readonly _tag: 'SetPodMissing'; readonly set: string; readonly ordinal: number }
  /**
   * A pod of this ordinal needs a claim of this template.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims
   */
  | { readonly _tag: 'SetClaimMissing'; readonly set: string; readonly template: string; readonly ordinal: number }
  /**
   * It has ended, and another takes its place.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processReplica
   */
  | { readonly _tag: 'SetPodEnded'; readonly phase: 'Failed' | 'Succeeded' }
  /**
   * The set wants pods from the first of these ordinals to before the last, and this is none of them.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go processCondemned
   */
  | {
      readonly _tag: 'SetScaledDown'
      readonly set: string
      readonly ordinal: number
      readonly from: number
      readonly before: number
    }
  /**
   * The owners of a claim follow the policy of the set.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod
   */
  | {
      readonly _tag: 'SetClaimRetention'
      readonly set: string
      readonly whenDeleted: Retention
      readonly whenScaled: Retention
      /** The set wants the pod of the claim. */
      readonly isWanted: boolean
    }
  /**
   * The claim has a controller of its own.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_utils.go hasUnexpectedController
   */
  | { readonly _tag: 'SetClaimOfAnother'; readonly set: string }
  /**
   * The set has no revision of its template.
   * @upstream kubernetes 1.36.2 pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions
   */
  | { readonly _tag: 'SetRevisionMissing'; readonly set: string }
