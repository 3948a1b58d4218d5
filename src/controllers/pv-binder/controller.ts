/**
 * The binder of volumes: binds claims and volumes that name each other, releases volumes whose claim is gone, and reclaims
 * them by their policy. It does not choose a volume for a claim that names none.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go
 */
import { type Controller, type Requests, type View, noKeys } from '../controller.js'
import { namespacedKey, partsOf } from '../keys.js'
import { claimNamed, isClaim, isVolume, volumeNamed } from '../volumes.js'
import type { BinderWhy } from './reason.js'
import { syncClaim } from './sync-claim.js'
import { syncVolume } from './sync-volume.js'
import { claimRefOf, volumeNameOf } from './volume.js'

/** What it is called. */
const volumeBinder = 'persistentvolume-binder-controller'

/** The controller; its keys are `volume NAME` and `claim NAMESPACE/NAME`. */
export const pvBinderController = (): Controller<BinderWhy> => ({
  name: volumeBinder,
  /** @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller_base.go resync */
  retries: 'refusals',
  watches: ['PersistentVolume', 'PersistentVolumeClaim'],
  keysOf: ({ _tag, object }) => {
    if (isVolume(object)) {
      const reference = claimRefOf(object)
      const claim = reference === undefined ? [] : [`claim ${reference.namespace}/${reference.name}`]
      return _tag === 'Deleted' ? claim : [`volume ${object.metadata.name}`, ...claim]
    }
    if (!isClaim(object)) return noKeys
    const volume = volumeNameOf(object)
    return [
      ...(_tag === 'Deleted' ? [] : namespacedKey(object).map((name) => `claim ${name}`)),
      ...(volume === undefined ? [] : [`volume ${volume}`]),
    ]
  },
  reconcile: (view) => (key) =>
    key.startsWith('volume ') ? onVolume(view, key.slice(7)) : onClaim(view, key.slice(6)),
})

const nothing: Requests<BinderWhy> = { requests: [], why: { _tag: 'VolumeAvailable' } }

const onVolume = (view: View, name: string): Requests<BinderWhy> => {
  const volume = view.get(volumeNamed(name))
  // One that is shown without a specification may be bound to any claim.
  return volume?.spec === undefined ? nothing : syncVolume(view, volume)
}

const onClaim = (view: View, key: string): Requests<BinderWhy> => {
  const [namespace, name] = partsOf(key)
  const claim = view.get(claimNamed(namespace, name))
  return claim === undefined ? nothing : syncClaim(view, claim)
}
