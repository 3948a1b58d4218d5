/** Why a Deployment makes or scales a ReplicaSet. */
import type { OwnershipWhy } from '../workload/ownership.js'

export type DeploymentWhy =
  | OwnershipWhy
  /**
   * No ReplicaSet of its Deployment has the template.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/sync.go getNewReplicaSet
   */
  | { readonly _tag: 'ReplicaSetMissing'; readonly deployment: string }
  /**
   * Its Deployment wants so many pods of the template.
   * @upstream kubernetes 1.36.2 pkg/controller/deployment/rolling.go reconcileNewReplicaSet
   */
  | { readonly _tag: 'ReplicaSetScaled'; readonly deployment: string; readonly wanted: number }
