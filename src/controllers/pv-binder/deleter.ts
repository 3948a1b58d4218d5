/**
 * Who deletes the storage behind a volume.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin
 */
import { type WholeObject, annotationOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'

/** The deleter of a volume. */
export type Deleter =
  /** A plugin of the controller itself. */
  | { readonly _tag: 'InTree' }
  /** A driver's own provisioner; the controller does nothing. */
  | { readonly _tag: 'External'; readonly provisioner: string }
  /** Nobody: there is no such plugin, or it does not delete what the volume names. */
  | { readonly _tag: 'None' }

/** Names the provisioner of a volume that was made for a claim. */
export const provisionedBy = 'pv.kubernetes.io/provisioned-by'

/** Plugins of the controller that can delete. */
const loaded: ReadonlySet<string> = new Set(['kubernetes.io/host-path'])

/** The deleter of a volume under the policy `Delete`. */
export const deleterOf = (volume: WholeObject): Deleter => {
  const provisioner = annotationOf(volume, provisionedBy)
  if (provisioner !== undefined) {
    if (loaded.has(provisioner)) return { _tag: 'InTree' }
    return provisioner.startsWith('kubernetes.io/') ? { _tag: 'None' } : { _tag: 'External', provisioner }
  }
  const migrated = annotationOf(volume, migratedTo)
  if (migrated !== undefined) return { _tag: 'External', provisioner: migrated }
  const driver = ownField(ownField(volume.spec, 'csi'), 'driver')
  if (typeof driver === 'string') return { _tag: 'External', provisioner: driver }
  return isScratch(volume) ? { _tag: 'InTree' } : { _tag: 'None' }
}

/** Names the driver that has taken over from a plugin; the controller then stands back. */
export const migratedTo = 'pv.kubernetes.io/migrated-to'

/** The plugin for paths of a host deletes only below `/tmp`. */
const isScratch = ({ spec }: WholeObject): boolean => {
  const path = ownField(ownField(spec, 'hostPath'), 'path')
  return typeof path === 'string' && /^\/tmp\/./.test(path)
}

/** Volumes that the controller can scrub for another claim. */
export const isRecyclable = ({ spec }: WholeObject): boolean =>
  ownField(spec, 'hostPath') !== undefined || ownField(spec, 'nfs') !== undefined

/** True for a volume that a plugin of the controller has made, and that it therefore guards with a finalizer. */
export const isProvisionedInTree = (volume: WholeObject): boolean =>
  annotationOf(volume, provisionedBy)?.startsWith('kubernetes.io/') === true &&
  annotationOf(volume, migratedTo) === undefined
