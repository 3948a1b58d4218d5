/** Which kinds typed controllers write, and when they may create objects. */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import type { Setup } from './setup.js'

/** Kinds, by controllers; `instances`: a definition and what it defines. */
const writes: Readonly<Record<string, ReadonlyArray<string> | 'instances'>> = {
  'crd-finalizer': 'instances',
  'persistentvolumeclaim-protection-controller': ['PersistentVolumeClaim.'],
  'persistentvolume-protection-controller': ['PersistentVolume.'],
  'persistentvolume-binder-controller': ['PersistentVolume.', 'PersistentVolumeClaim.'],
  'endpoints-controller': ['Endpoints.'],
  'endpointslice-controller': ['EndpointSlice.discovery.k8s.io'],
  'endpointslice-mirroring-controller': ['EndpointSlice.discovery.k8s.io'],
  'serviceaccount-token-controller': ['Secret.'],
  'resource-claim-controller': ['ResourceClaim.resource.k8s.io'],
  'volumeattributesclass-protection-controller': ['VolumeAttributesClass.storage.k8s.io'],
  'service-cidr-controller': ['ServiceCIDR.networking.k8s.io'],
  'podgroup-protection-controller': ['PodGroup.scheduling.k8s.io'],
  'pod-garbage-collector': ['Pod.'],
  'job-controller': ['Job.batch', 'Pod.'],
  'replicaset-controller': ['ReplicaSet.apps', 'ReplicationController.', 'Pod.'],
  'deployment-controller': ['Deployment.apps', 'ReplicaSet.apps'],
  'statefulset-controller': ['StatefulSet.apps', 'Pod.', 'PersistentVolumeClaim.', 'ControllerRevision.apps'],
  'recycler-pods': ['PersistentVolume.'],
  kubelet: ['Pod.'],
}

/** The kinds that a controller writes; nothing for one that is not known. */
export const writtenBy = (controller: string): ReadonlyArray<string> | 'instances' | undefined => writes[controller]

const creators: Readonly<Record<string, (object: WholeObject) => boolean>> = {
  'persistentvolume-binder-controller': ({ kind }) => kind === 'StorageClass',
  'deployment-controller': ({ kind }) => kind === 'Deployment',
  'statefulset-controller': ({ kind }) => kind === 'StatefulSet',
  'endpoints-controller': ({ kind }) => kind === 'Service',
  'endpointslice-controller': ({ kind }) => kind === 'Service',
  'endpointslice-mirroring-controller': ({ kind }) => kind === 'Service' || kind === 'Endpoints',
  'job-controller': ({ kind, spec }) => kind === 'Job' && ownField(spec, 'parallelism') !== 0,
  'replicaset-controller': ({ kind, spec }) =>
    (kind === 'ReplicaSet' || kind === 'ReplicationController') && ownField(spec, 'replicas') !== 0,
}

/** True if a controller may create an object when it works on one of these, or may do anything. */
export const mayCreate = (
  { creates }: Setup,
  controller: string,
  objects: ReadonlyArray<WholeObject | undefined>,
): boolean => {
  if (writes[controller] === undefined) return true
  const creator = creates ? creators[controller] : undefined
  return creator !== undefined && objects.some((object) => object !== undefined && creator(object))
}
