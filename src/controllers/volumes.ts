/** Claims and volumes as several controllers read them. */
import { type WholeObject, groupOf } from '../apiserver/object.js'
import type { Address } from '../apiserver/scope.js'
import { ownField } from '../internal/lists.js'

/** True for a PersistentVolumeClaim. */
export const isClaim = ({ apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>): boolean =>
  kind === 'PersistentVolumeClaim' && groupOf(apiVersion) === ''

/** The address of a claim. */
export const claimNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  namespace,
  name,
})

/** True for a PersistentVolume. */
export const isVolume = ({ apiVersion, kind }: Pick<WholeObject, 'apiVersion' | 'kind'>): boolean =>
  kind === 'PersistentVolume' && groupOf(apiVersion) === ''

/** The phase in the status of an object; nothing where it has none. */
export const phaseOf = ({ status }: WholeObject): unknown => ownField(status, 'phase')

/** The address of a volume. */
export const volumeNamed = (name: string): Address => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  name,
})
