/**
 * One look of the binder at a claim.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go syncClaim
 */
import { type WholeObject, annotationOf } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { ownField } from '../../internal/lists.js'
import { updateOf } from '../acts.js'
import type { Requests, View } from '../controller.js'
import { provisionedBy } from './deleter.js'
import { phaseOf, volumeNamed } from '../volumes.js'
import type { BinderWhy } from './reason.js'
import { claimRefOf, isFor, volumeNameOf, withPhase, withSpec } from './volume.js'

/** What the binder does about a claim. */
export const syncClaim = (view: View, claim: WholeObject): Requests<BinderWhy> => {
  const name = volumeNameOf(claim)
  const phase = phaseOf(claim)
  const wasBound = annotationOf(claim, bindCompleted) !== undefined || phase === 'Bound' || phase === 'Lost'
  const volume = name === undefined ? undefined : view.get(volumeNamed(name))
  const reference = volume === undefined ? undefined : claimRefOf(volume)
  if (wasBound) {
    if (volume === undefined) return view.covers('v1', 'PersistentVolume') ? lost(claim) : waiting
    // One that is only reserved for the claim is not bound to it any more.
    return reference === undefined || reference.uid === claim.metadata.uid ? bind(volume, claim) : lost(claim)
  }
  if (name !== undefined)
    return volume !== undefined && (reference === undefined || isFor(reference, claim)) ? bind(volume, claim) : waiting
  const reserved = view.listOf('', 'PersistentVolume').find((one) => {
    const wanted = claimRefOf(one)
    return wanted !== undefined && isFor(wanted, claim)
  })
  return reserved === undefined ? provision(view, claim) : bind(reserved, claim)
}

const waiting: Requests<BinderWhy> = { requests: [], why: { _tag: 'VolumeBound' } }

/** Set on a claim that has been bound once. */
const bindCompleted = 'pv.kubernetes.io/bind-completed'

const bind = (volume: WholeObject, claim: WholeObject): Requests<BinderWhy> => {
  const { namespace, name, uid } = claim.metadata
  const isNamed = claimRefOf(volume)?.uid === uid
  const taken = isNamed
    ? volume
    : withSpec(volume, { claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid } })
  const bound = phaseOf(volume) === 'Bound' ? taken : withPhase(taken, 'Bound')
  const settled =
    phaseOf(claim) === 'Bound' ? claim : withPhase(withSpec(claim, { volumeName: volume.metadata.name }), 'Bound')
  const requests: ReadonlyArray<ApiRequest> = [...updateOf(volume, bound), ...updateOf(claim, settled)]
  return { requests, why: { _tag: 'VolumeBound' } }
}

const lost = (claim: WholeObject): Requests<BinderWhy> => ({
  requests: phaseOf(claim) === 'Lost' ? [] : updateOf(claim, withPhase(claim, 'Lost')),
  why: { _tag: 'ClaimLost' },
})

/** Makes a volume where a plugin of the controller is the provisioner of the class; other provisioners act for themselves. */
const provision = (view: View, claim: WholeObject): Requests<BinderWhy> => {
  const named = ownField(claim.spec, 'storageClassName')
  const found = view.listOf('storage.k8s.io', 'StorageClass').find(({ metadata }) => metadata.name === named)
  if (ownField(found, 'provisioner') !== hostPath) return waiting
  const { namespace, name, uid } = claim.metadata
  const volume: WholeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pvc-${uid}`, uid: '', annotations: { [provisionedBy]: hostPath } },
    spec: {
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      persistentVolumeReclaimPolicy: ownField(found, 'reclaimPolicy') ?? 'Delete',
      storageClassName: named,
      hostPath: { path: `/tmp/hostpath_pv/${uid}` },
    },
  }
  return { requests: [{ _tag: 'Create', object: volume }], why: { _tag: 'VolumeProvisioned' } }
}

const hostPath = 'kubernetes.io/host-path'
