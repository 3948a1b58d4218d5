/**
 * One look of the binder at a volume.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go syncVolume
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume
 */
import {
  type WholeObject,
  annotationOf,
  finalizersWithout,
  hasFinalizer,
  isBeingDeleted,
} from '../../apiserver/object.js'
import { deleteOf, updateOf } from '../acts.js'
import type { Requests, View } from '../controller.js'
import { deleterOf, isProvisionedInTree, isRecyclable, migratedTo, provisionedBy } from './deleter.js'
import { claimNamed, phaseOf } from '../volumes.js'
import type { BinderWhy } from './reason.js'
import { claimRefOf, reclaimPolicyOf, unbound, volumeNameOf, withPhase } from './volume.js'

/** What the binder does about a volume. */
export const syncVolume = (view: View, volume: WholeObject): Requests<BinderWhy> => {
  const guarded = withGuard(volume)
  if (guarded !== volume) return { requests: updateOf(volume, guarded), why: { _tag: 'VolumeGuarded' } }
  const reference = claimRefOf(volume)
  if (reference?.uid === undefined) return inPhase(volume, 'Available', { _tag: 'VolumeAvailable' })
  const found = view.get(claimNamed(reference.namespace, reference.name))
  const claim = found?.metadata.uid === reference.uid ? found : undefined
  if (claim === undefined)
    return found !== undefined || view.covers('v1', 'PersistentVolumeClaim', reference.namespace)
      ? reclaim(view, volume)
      : { requests: [], why: { _tag: 'VolumeBound' } }
  const name = volumeNameOf(claim)
  if (name === undefined) return { requests: [], why: { _tag: 'VolumeBound' } }
  if (name === volume.metadata.name) return inPhase(volume, 'Bound', { _tag: 'VolumeBound' })
  const isMade = annotationOf(volume, provisionedBy) !== undefined
  if (isMade && reclaimPolicyOf(volume) === 'Delete') return reclaim(view, volume)
  return { requests: updateOf(volume, withPhase(unbound(volume), 'Available')), why: { _tag: 'VolumeAvailable' } }
}

const inPhase = (volume: WholeObject, phase: string, why: BinderWhy): Requests<BinderWhy> => ({
  requests: phaseOf(volume) === phase ? [] : updateOf(volume, withPhase(volume, phase)),
  why,
})

/** A volume whose claim is gone: first released, then reclaimed. */
const reclaim = (view: View, volume: WholeObject): Requests<BinderWhy> => {
  const phase = phaseOf(volume)
  if (phase !== 'Released' && phase !== 'Failed') return inPhase(volume, 'Released', { _tag: 'VolumeReleased' })
  const policy = reclaimPolicyOf(volume)
  const failed = (): Requests<BinderWhy> => inPhase(volume, 'Failed', { _tag: 'NotReclaimable', policy })
  if (annotationOf(volume, migratedTo) !== undefined) return released
  if (policy === 'Recycle') return isRecyclable(volume) ? released : failed()
  if (policy !== 'Delete') return released
  const deleter = deleterOf(volume)
  if (deleter._tag === 'None') return failed()
  if (deleter._tag === 'External') return released
  return {
    requests: [
      ...(hasFinalizer(guard)(volume) ? updateOf(volume, withoutFinalizer(guard, volume)) : []),
      ...(isBeingDeleted(volume) ? [] : deleteOf(view, volume, {})),
    ],
    why: { _tag: 'StorageDeleted' },
  }
}

const released: Requests<BinderWhy> = { requests: [], why: { _tag: 'VolumeReleased' } }

/** The finalizer of volumes whose storage the controller itself deletes. */
const guard = 'kubernetes.io/pv-controller'

/** The finalizer of a driver's provisioner, which is left on a volume when its plugin takes over again. */
const driversGuard = 'external-provisioner.volume.kubernetes.io/finalizer'

/**
 * A volume with the finalizers that it is to have: a plugin's own while its policy is `Delete`, and never that of a driver.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go modifyDeletionFinalizers
 */
const withGuard = (volume: WholeObject): WholeObject => {
  if (!isProvisionedInTree(volume)) return volume
  const own = hasFinalizer(driversGuard)(volume) ? withoutFinalizer(driversGuard, volume) : volume
  const { finalizers = [] } = own.metadata
  const isGuarded = finalizers.includes(guard)
  if (reclaimPolicyOf(volume) !== 'Delete') return isGuarded ? withoutFinalizer(guard, own) : own
  return isGuarded || isBeingDeleted(volume)
    ? own
    : { ...own, metadata: { ...own.metadata, finalizers: [...finalizers, guard] } }
}

const withoutFinalizer = (finalizer: string, volume: WholeObject): WholeObject => ({
  ...volume,
  metadata: { ...volume.metadata, finalizers: finalizersWithout(finalizer, volume) },
})
