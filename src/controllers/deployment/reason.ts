import type { OwnershipWhy } from '../workload/ownership.js'

/** Why a Deployment makes, scales or takes over a ReplicaSet. */
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
