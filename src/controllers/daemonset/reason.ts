import type { OwnershipWhy } from '../workload/ownership.js'

/** Why a DaemonSet makes, deletes or takes over pods, or makes its revision. */
export type DaemonWhy =
  | OwnershipWhy
  /**
   * A node that its DaemonSet means has none.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode
   */
  | { readonly _tag: 'DaemonPodMissing'; readonly daemonSet: string }
  /**
   * Its node is not one that its DaemonSet means, or is gone before the pod was bound to it.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go manage
   */
  | { readonly _tag: 'DaemonPodMisplaced'; readonly daemonSet: string }
  /**
   * It has ended.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode
   */
  | { readonly _tag: 'DaemonPodEnded'; readonly daemonSet: string }
  /**
   * Its node has an older one.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode
   */
  | { readonly _tag: 'DaemonPodSurplus'; readonly daemonSet: string }
  /**
   * Its DaemonSet has no revision of its template.
   * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go constructHistory
   */
  | { readonly _tag: 'DaemonRevisionMissing'; readonly daemonSet: string }
