/** Why the binder changes a volume or a claim. */
export type BinderWhy =
  /**
   * Its claim is gone.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go syncVolume
   */
  | { readonly _tag: 'VolumeReleased' }
  /**
   * No claim is bound to it.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go syncVolume
   */
  | { readonly _tag: 'VolumeAvailable' }
  /**
   * It and a claim name each other.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go bind
   */
  | { readonly _tag: 'VolumeBound' }
  /**
   * Its claim is gone, its policy is `Delete`, and the storage behind it has been deleted.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go deleteVolumeOperation
   */
  | { readonly _tag: 'StorageDeleted' }
  /**
   * Its claim is gone, and no plugin can carry out its policy.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin
   */
  | { readonly _tag: 'NotReclaimable'; readonly policy: string }
  /**
   * A plugin of the controller has made it, and guards it while its policy is `Delete`.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go modifyDeletionFinalizers
   */
  | { readonly _tag: 'VolumeGuarded' }
  /**
   * The volume of the claim is gone, or bound to another one.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim
   */
  | { readonly _tag: 'ClaimLost' }
  /**
   * The storage class of a claim has a provisioner in the controller.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperation
   */
  | { readonly _tag: 'VolumeProvisioned' }
