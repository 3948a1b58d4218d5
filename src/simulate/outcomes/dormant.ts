/**
 * Controllers that send no request as long as no object of some kinds is there. Where none is and none can come to be, they
 * are left out of every course, with the events that would only wake them.
 */
import { type WholeObject, hasFinalizer, isPod } from '../../apiserver/object.js'
import type { Controller } from '../../controllers/controller.js'
import { trackingFinalizer } from '../../controllers/job/facts.js'
import type { Why } from '../cascade/reason.js'
import { kindOf } from './informers.js'
import type { OutcomePhase } from './options.js'
import { type Making, madeBy } from './writers.js'

/** Not a kind: a pod that counts for a Job. */
const trackedPod = 'Pod of a Job'

const claims = 'PersistentVolumeClaim.'
const volumes = 'PersistentVolume.'

/** The kinds without which a controller does nothing: it needs one of them. */
const needs: Readonly<Record<string, ReadonlyArray<string>>> = {
  'persistentvolumeclaim-protection-controller': [claims],
  'persistentvolume-protection-controller': [volumes],
  'persistentvolume-binder-controller': [claims, volumes],
  'recycler-pods': [volumes],
  'statefulset-controller': ['StatefulSet.apps'],
  'job-controller': ['Job.batch', trackedPod],
  'cronjob-controller': ['CronJob.batch'],
  'deployment-controller': ['Deployment.apps'],
  'replicaset-controller': ['ReplicaSet.apps', 'ReplicationController.'],
  'daemonset-controller': ['DaemonSet.apps'],
  'endpoints-controller': ['Service.', 'Endpoints.'],
  'endpointslice-controller': ['Service.', 'EndpointSlice.discovery.k8s.io'],
  'endpointslice-mirroring-controller': ['Service.', 'Endpoints.', 'EndpointSlice.discovery.k8s.io'],
  'serviceaccount-token-controller': ['Secret.'],
  'resource-claim-controller': ['ResourceClaim.resource.k8s.io'],
  'volumeattributesclass-protection-controller': ['VolumeAttributesClass.storage.k8s.io'],
  'service-cidr-controller': ['ServiceCIDR.networking.k8s.io'],
  'podgroup-protection-controller': ['PodGroup.scheduling.k8s.io'],
  'crd-finalizer': ['CustomResourceDefinition.apiextensions.k8s.io'],
  'namespace-controller': ['Namespace.'],
  'serviceaccount-controller': ['Namespace.'],
  'root-ca-certificate-publisher-controller': ['Namespace.'],
  'pod-garbage-collector': ['Pod.'],
  kubelet: ['Pod.'],
}

/** Those that take objects over which are there already. */
const adopters: ReadonlySet<string> = new Set([
  'statefulset-controller',
  'job-controller',
  'deployment-controller',
  'replicaset-controller',
  'daemonset-controller',
])

/** Those that can come to do something, the kinds of which they may make some, and whether they name owners. */
export interface Awake {
  readonly controllers: ReadonlyArray<Controller<Why>>
  readonly made: ReadonlySet<string> | 'anything'
  readonly adopts: boolean
}

/** Leaves out controllers that do nothing where only these objects and those of the requests are there. */
export const awakeOf = (
  controllers: ReadonlyArray<Controller<Why>>,
  making: Making,
  objects: ReadonlyArray<WholeObject>,
  phases: ReadonlyArray<OutcomePhase>,
): Awake => {
  const requests = phases.flatMap((phase) => phase.requests)
  const there = [...objects, ...requests.flatMap((request) => (request._tag === 'Create' ? [request.object] : []))]
  const made = new Set<string>()
  const kinds = new Set(there.map(kindOf))
  const mayBeTracked = requests.some(({ _tag }) => _tag === 'Patch')
  if (there.some((object) => isPod(object) && (mayBeTracked || hasFinalizer(trackingFinalizer)(object))))
    kinds.add(trackedPod)
  const isKnown = controllers.every(({ name }) => needs[name] !== undefined)
  for (;;) {
    const awake = controllers.filter(({ name }) => !isKnown || (needs[name] ?? []).some((kind) => kinds.has(kind)))
    const fresh = awake.flatMap(({ name }) => madeBy(making, name, kinds)).filter((kind) => !made.has(kind))
    if (fresh.length === 0) {
      const adopts = making === 'anybody' && awake.some(({ name }) => adopters.has(name))
      return { controllers: awake, made: isKnown ? made : 'anything', adopts: adopts || !isKnown || made.size > 0 }
    }
    for (const kind of fresh) {
      made.add(kind)
      kinds.add(kind)
    }
  }
}
