import type { OwnershipWhy } from '../workload/ownership.js'

/** Why a ReplicaSet or ReplicationController makes, deletes or takes over pods. */
export type ReplicasWhy =
  | OwnershipWhy
  /**
   * Its owner wants so many pods, and has fewer.
   * @upstream kubernetes 1.36.2 pkg/controller/replicaset/replica_set.go manageReplicas
   */
  | { readonly _tag: 'TooFewReplicas'; readonly kind: string; readonly wanted: number; readonly present: number }
  /**
   * Its owner wants so many pods, and has more.
   * @upstream kubernetes 1.36.2 pkg/controller/replicaset/replica_set.go getPodsToDelete
   */
  | { readonly _tag: 'TooManyReplicas'; readonly kind: string; readonly wanted: number; readonly present: number }
