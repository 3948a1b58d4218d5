/**
 * Reasons to delete or keep a finished Job.
 */
/** A Job. */
export interface Target {
  readonly _tag: 'Job'
  /** Its uid. */
  readonly id: string
  readonly namespace: string
  readonly name: string
}

/** Why a Job is deleted. */
export type Reason =
  /**
   * It has been finished for its TTL.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processTTL
   */
  {
    readonly _tag: 'Expired'
    readonly finishedAt: Date
    readonly ttlSeconds: number
    readonly expiredAt: Date
  }

/** Why a Job stays. */
export type KeepReason =
  /**
   * It is already being deleted; these finalizers hold it.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processTTL
   */
  | { readonly _tag: 'BeingDeleted'; readonly since: Date; readonly finalizers: ReadonlyArray<string> }
  /**
   * It has not finished.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go needsCleanup
   */
  | { readonly _tag: 'NotFinished' }
  /**
   * It has no TTL.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go needsCleanup
   */
  | { readonly _tag: 'NoTtl' }
  /**
   * It has finished, but its finish time is missing; the real component retries forever.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go jobFinishTime
   */
  | { readonly _tag: 'FinishTimeMissing'; readonly condition: string }
  /**
   * Its TTL has not expired.
   * @upstream kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processTTL
   */
  | {
      readonly _tag: 'NotExpired'
      readonly finishedAt: Date
      readonly ttlSeconds: number
      readonly expiresAt: Date
    }
  /**
   * The controller does not run.
   * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/core.go startTTLAfterFinishedController
   */
  | { readonly _tag: 'ControllerOff' }
