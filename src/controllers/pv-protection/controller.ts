/**
 * The protection of PersistentVolumes: a volume that is being deleted keeps its finalizer while it is bound.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/pvprotection/pv_protection_controller.go processPV
 */
import { hasFinalizer, isBeingDeleted } from '../../apiserver/object.js'
import { putFinalizer, takeFinalizer } from '../acts.js'
import { type Controller, noKeys } from '../controller.js'
import { isVolume, phaseOf } from '../volumes.js'

/** Why a volume is protected, or no longer. */
export type VolumeProtectionWhy =
  /**
   * It is being deleted, and no claim is bound to it.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/pvprotection/pv_protection_controller.go removeFinalizer
   */
  | { readonly _tag: 'VolumeUnbound' }
  /**
   * Every volume has the finalizer.
   * @upstream kubernetes 1.36.2 pkg/controller/volume/pvprotection/pv_protection_controller.go addFinalizer
   */
  | { readonly _tag: 'VolumeProtected' }

/** What it is called. */
const volumeProtection = 'persistentvolume-protection-controller'

/** The finalizer of volumes. */
export const volumeFinalizer = 'kubernetes.io/pv-protection'

/** The controller; its keys are uids of volumes. */
export const pvProtectionController = (): Controller<VolumeProtectionWhy> => ({
  name: volumeProtection,
  /** @upstream kubernetes 1.36.2 pkg/controller/volume/pvprotection/pv_protection_controller.go processNextWorkItem */
  retries: 'refusals',
  watches: ['PersistentVolume'],
  keysOf: ({ _tag, object }) => (_tag !== 'Deleted' && isVolume(object) ? [object.metadata.uid] : noKeys),
  reconcile: (view) => (uid) => {
    const volume = view.find(uid)
    if (volume === undefined) return { requests: [], why: { _tag: 'VolumeUnbound' } }
    const has = hasFinalizer(volumeFinalizer)(volume)
    if (!isBeingDeleted(volume))
      return { requests: has ? [] : [putFinalizer(volume, volumeFinalizer)], why: { _tag: 'VolumeProtected' } }
    // A volume that shows no phase may be bound.
    const phase = phaseOf(volume)
    const isFree = has && phase !== undefined && phase !== 'Bound'
    return { requests: isFree ? [takeFinalizer(volume, volumeFinalizer)] : [], why: { _tag: 'VolumeUnbound' } }
  },
})
