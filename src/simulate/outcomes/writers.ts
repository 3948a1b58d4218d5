/** Which kinds typed controllers write, and when they may create objects. */
import type { WholeObject } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import { kindOf } from './informers.js'

const binderName = 'persistentvolume-binder-controller'

/** Kinds, by controllers; `instances`: a definition and what it defines. */
const writes: Readonly<Record<string, ReadonlyArray<string> | 'instances'>> = {
  'crd-finalizer': 'instances',
  'persistentvolumeclaim-protection-controller': ['PersistentVolumeClaim.'],
  'persistentvolume-protection-controller': ['PersistentVolume.'],
  [binderName]: ['PersistentVolume.', 'PersistentVolumeClaim.'],
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

/** For which kinds a controller makes objects, of which kinds, and which objects want none. */
interface Maker {
  readonly makesFor: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<string>
  readonly wantsNone?: (object: WholeObject) => boolean
}

const slices = ['EndpointSlice.discovery.k8s.io']

const makers: Readonly<Record<string, Maker>> = {
  [binderName]: { makesFor: ['StorageClass.storage.k8s.io'], kinds: ['PersistentVolume.'] },
  'deployment-controller': { makesFor: ['Deployment.apps'], kinds: ['ReplicaSet.apps'] },
  'statefulset-controller': {
    makesFor: ['StatefulSet.apps'],
    kinds: ['Pod.', 'PersistentVolumeClaim.', 'ControllerRevision.apps'],
  },
  'endpoints-controller': { makesFor: ['Service.'], kinds: ['Endpoints.'] },
  'endpointslice-controller': { makesFor: ['Service.'], kinds: slices },
  'endpointslice-mirroring-controller': { makesFor: ['Service.', 'Endpoints.'], kinds: slices },
  'job-controller': {
    makesFor: ['Job.batch'],
    kinds: ['Pod.'],
    wantsNone: ({ spec }) => ownField(spec, 'parallelism') === 0,
  },
  'cronjob-controller': { makesFor: ['CronJob.batch'], kinds: ['Job.batch'] },
  'daemonset-controller': { makesFor: ['DaemonSet.apps'], kinds: ['Pod.', 'ControllerRevision.apps'] },
  'serviceaccount-controller': { makesFor: ['Namespace.'], kinds: ['ServiceAccount.'] },
  'root-ca-certificate-publisher-controller': { makesFor: ['Namespace.'], kinds: ['ConfigMap.'] },
  'replicaset-controller': {
    makesFor: ['ReplicaSet.apps', 'ReplicationController.'],
    kinds: ['Pod.'],
    wantsNone: ({ spec }) => ownField(spec, 'replicas') === 0,
  },
}

/** Who may make objects: anybody, or the binder alone, which does so in every set of controllers. */
export type Making = 'anybody' | 'binder'

const makerOf = (making: Making, controller: string): Maker | undefined =>
  making === 'anybody' || controller === binderName ? makers[controller] : undefined

/** The kinds that a known controller may make where objects of some kinds are there. */
export const madeBy = (making: Making, controller: string, there: ReadonlySet<string>): ReadonlyArray<string> => {
  const { makesFor = [], kinds = [] } = makerOf(making, controller) ?? {}
  return makesFor.some((kind) => there.has(kind)) ? kinds : []
}

/** True if a controller may create an object when it works on one of these, or may do anything. */
export const mayCreate = (
  making: Making,
  controller: string,
  objects: ReadonlyArray<WholeObject | undefined>,
): boolean => {
  if (writes[controller] === undefined) return true
  const { makesFor = [], wantsNone = () => false } = makerOf(making, controller) ?? {}
  return objects.some((object) => object !== undefined && makesFor.includes(kindOf(object)) && !wantsNone(object))
}
