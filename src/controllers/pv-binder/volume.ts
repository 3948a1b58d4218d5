/** PersistentVolumes and claims as the binder reads them. */
import { type WholeObject, annotationOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { fieldsOf } from '../workload/fields.js'

/** The claim that a volume is bound to, or reserved for. */
export interface ClaimRef {
  readonly namespace: string
  readonly name: string
  /** Absent for a volume that is reserved, and that no claim has been bound to yet. */
  readonly uid?: string
}

/** The claim that a volume names; nothing where it names none. */
export const claimRefOf = ({ spec }: WholeObject): ClaimRef | undefined => {
  const reference = ownField(spec, 'claimRef')
  const [namespace, name, uid] = ['namespace', 'name', 'uid'].map((field) => ownField(reference, field))
  if (typeof namespace !== 'string' || typeof name !== 'string') return undefined
  return typeof uid === 'string' && uid !== '' ? { namespace, name, uid } : { namespace, name }
}

/** True for a volume that is bound to the claim, or reserved for it. */
export const isFor = (reference: ClaimRef, { metadata }: WholeObject): boolean =>
  reference.namespace === metadata.namespace &&
  reference.name === metadata.name &&
  (reference.uid === undefined || reference.uid === metadata.uid)

/** The name of the volume that a claim names; nothing where it names none. */
export const volumeNameOf = ({ spec }: WholeObject): string | undefined => textOf(spec, 'volumeName')

/** What becomes of a volume when its claim is gone. The server fills in `Retain`. */
export const reclaimPolicyOf = ({ spec }: WholeObject): string =>
  textOf(spec, 'persistentVolumeReclaimPolicy') ?? 'Retain'

const textOf = (holder: unknown, name: string): string | undefined => {
  const value = ownField(holder, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An object with a phase in its status. */
export const withPhase = (object: WholeObject, phase: string): WholeObject => ({
  ...object,
  status: { ...fieldsOf(object.status), phase },
})

/** An object with fields of its specification set. */
export const withSpec = (object: WholeObject, fields: object): WholeObject => ({
  ...object,
  spec: { ...fieldsOf(object.spec), ...fields },
})

/** Set on a volume whose claim the binder has chosen; without it, somebody had reserved the volume. */
const boundByController = 'pv.kubernetes.io/bound-by-controller'

/**
 * A volume that is bound no longer: reserved for the next claim of the name if it was so before, else free.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go unbindVolume
 */
export const unbound = (volume: WholeObject): WholeObject => {
  if (annotationOf(volume, boundByController) === undefined)
    return withSpec(volume, { claimRef: without('uid', fieldsOf(ownField(volume.spec, 'claimRef'))) })
  const annotations = without(boundByController, volume.metadata.annotations ?? {})
  return { ...volume, metadata: { ...volume.metadata, annotations }, spec: without('claimRef', fieldsOf(volume.spec)) }
}

const without = <A>(name: string, holder: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(holder).filter(([field]) => field !== name))
