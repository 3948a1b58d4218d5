/**
 * What the controllers of the control plane read from informers, and what they ask the server for each time. An informer
 * shows a kind as it was when its last event was delivered; one informer of a kind serves all controllers.
 */
import { type KubeObject, groupOf } from '../../apiserver/object.js'

/** How a controller reads a kind. `Either`: an object counts as there if the informer or the server shows it. */
export type Reading = 'Cached' | 'Live' | 'Either'

/** What a controller reads. */
export interface Reads {
  /** True for a kind whose events wake it. */
  readonly watches: (kind: string) => boolean
  readonly reading: (kind: string) => Reading
}

/** A kind of any version, as `Pod.` or `Job.batch`. */
export const kindOf = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string =>
  `${kind}.${groupOf(apiVersion)}`

const definitions = 'CustomResourceDefinition.apiextensions.k8s.io'
const slices = 'EndpointSlice.discovery.k8s.io'
const claims = 'PersistentVolumeClaim.'

const cached = (...kinds: ReadonlyArray<string>): Reads => {
  const watched = new Set(kinds)
  return { watches: (kind) => watched.has(kind), reading: () => 'Cached' }
}

const live = (...kinds: ReadonlyArray<string>): Reads => ({ ...cached(...kinds), reading: () => 'Live' })

const except = (reads: Reads, kind: string, otherwise: Reading): Reads => ({
  ...reads,
  reading: (one) => (one === kind ? otherwise : reads.reading(one)),
})

/** A controller that isn't named here is taken to watch and cache everything. */
const everything: Reads = { watches: () => true, reading: () => 'Cached' }

/**
 * The controllers that take part in cascades.
 *
 * @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/controllermanager.go
 */
const known: Readonly<Record<string, Reads>> = {
  'namespace-controller': live('Namespace.'),
  // It goes on with what the server answers to its updates.
  'crd-finalizer': live(definitions),
  // What the informer of pods says is confirmed by a list of pods.
  'persistentvolumeclaim-protection-controller': except(cached(claims, 'Pod.'), 'Pod.', 'Either'),
  'persistentvolume-protection-controller': cached('PersistentVolume.'),
  // A claim that the informer does not show is asked for.
  'persistentvolume-binder-controller': except(
    cached('PersistentVolume.', claims, 'StorageClass.storage.k8s.io'),
    claims,
    'Either',
  ),
  'job-controller': cached('Job.batch', 'Pod.'),
  'endpoints-controller': cached('Service.', 'Endpoints.'),
  'endpointslice-mirroring-controller': cached('Endpoints.', 'Service.', slices),
  'serviceaccount-token-controller': cached('Secret.', 'ServiceAccount.'),
  'resource-claim-controller': cached('ResourceClaim.resource.k8s.io', 'Pod.'),
  'volumeattributesclass-protection-controller': cached(
    'VolumeAttributesClass.storage.k8s.io',
    'PersistentVolume.',
    claims,
  ),
  'service-cidr-controller': cached('ServiceCIDR.networking.k8s.io', 'IPAddress.networking.k8s.io'),
  'podgroup-protection-controller': cached('PodGroup.scheduling.k8s.io', 'Pod.'),
  'pod-garbage-collector': except(cached('Pod.', 'Node.'), 'Node.', 'Live'),
  'recycler-pods': cached('PersistentVolume.'),
  kubelet: cached('Pod.'),
  'statefulset-controller': cached('StatefulSet.apps', 'Pod.', claims, 'ControllerRevision.apps'),
  'deployment-controller': cached('Deployment.apps', 'ReplicaSet.apps', 'Pod.'),
  'replicaset-controller': cached('ReplicaSet.apps', 'ReplicationController.', 'Pod.'),
  'endpointslice-controller': cached('Service.', slices, 'Pod.'),
}

/** What a controller reads, by its name. */
export const readsOf = (controller: string): Reads => known[controller] ?? everything
