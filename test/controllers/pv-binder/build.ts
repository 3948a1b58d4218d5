/** Answers how volumes and claims are written down in a test. */
import type { ObjectMeta, WholeObject } from '../../../src/apiserver/index.js'
import { object } from '../owner/build.js'

/** A volume of the name `v`. */
export const volume = (spec: object, phase?: string, more: Partial<ObjectMeta> = {}, name = 'v'): WholeObject => ({
  ...object(name, [], { namespace: undefined, ...more }, 'PersistentVolume'),
  spec,
  ...(phase === undefined ? {} : { status: { phase } }),
})

/** A claim of the name and uid `c`. */
export const claim = (spec: object, phase?: string, more: Partial<ObjectMeta> = {}): WholeObject => ({
  ...object('c', [], more, 'PersistentVolumeClaim'),
  spec,
  ...(phase === undefined ? {} : { status: { phase } }),
})

/** The reference of a volume to that claim. */
export const taken = { namespace: 'ns', name: 'c', uid: 'c' }

/** The same without a uid: the volume is reserved. */
export const reserved = { namespace: 'ns', name: 'c' }

/** A storage class. */
export const storageClass = (provisioner: unknown, more: object = {}): WholeObject => ({
  ...object('fast', [], { namespace: undefined }, 'StorageClass', 'storage.k8s.io/v1'),
  ...{ provisioner, ...more },
})
