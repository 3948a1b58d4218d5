/**
 * Kinds of nodes, storage and devices.
 */
import type { Scope } from '../scope.js'
import { served } from './served.js'

/** Kinds of coordination, node, resource and storage. */
export const nodeScopes: ReadonlyArray<Scope> = [
  ...served('coordination.k8s.io/v1', { namespaced: { Lease: 'leases' } }),
  ...served('node.k8s.io/v1', { cluster: { RuntimeClass: 'runtimeclasses' } }),
  ...served('resource.k8s.io/v1', {
    namespaced: { ResourceClaim: 'resourceclaims', ResourceClaimTemplate: 'resourceclaimtemplates' },
    cluster: { DeviceClass: 'deviceclasses', ResourceSlice: 'resourceslices' },
  }),
  ...served('storage.k8s.io/v1', {
    namespaced: { CSIStorageCapacity: 'csistoragecapacities' },
    cluster: {
      CSIDriver: 'csidrivers',
      CSINode: 'csinodes',
      StorageClass: 'storageclasses',
      VolumeAttachment: 'volumeattachments',
      VolumeAttributesClass: 'volumeattributesclasses',
    },
  }),
]
