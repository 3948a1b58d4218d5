/**
 * What an API server of Kubernetes 1.36 serves: every readable kind of every version that is on by default. Left out
 * are kinds that can only be created (reviews, bindings), versions that are off by default, custom resources, and
 * aggregated APIs; the caller adds them.
 */
import { type Scope, type ScopeTable, scopeTable } from './scope.js'

/** Kinds and their resources, e.g. `{ ReplicaSet: 'replicasets' }`. */
type Resources = Readonly<Record<string, string>>

/** The kinds of one version of the API itself; the server takes strategic merge patches for all of them. */
const served = (
  apiVersion: string,
  { namespaced = {}, cluster = {} }: { readonly namespaced?: Resources; readonly cluster?: Resources },
): ReadonlyArray<Scope> =>
  [...rows(namespaced, true), ...rows(cluster, false)].map((row) => ({
    apiVersion,
    ...row,
    strategicMergePatch: true,
  }))

const rows = (
  resources: Resources,
  namespaced: boolean,
): ReadonlyArray<Pick<Scope, 'kind' | 'resource' | 'namespaced'>> =>
  Object.entries(resources).map(([kind, resource]) => ({ kind, resource, namespaced }))

/** Kinds of one version that have no namespace. */
export const clusterKinds = (apiVersion: string, cluster: Resources): ReadonlyArray<Scope> =>
  served(apiVersion, { cluster })

const coreScopes: ReadonlyArray<Scope> = served('v1', {
  namespaced: {
    ConfigMap: 'configmaps',
    Endpoints: 'endpoints',
    Event: 'events',
    LimitRange: 'limitranges',
    PersistentVolumeClaim: 'persistentvolumeclaims',
    Pod: 'pods',
    PodTemplate: 'podtemplates',
    ReplicationController: 'replicationcontrollers',
    ResourceQuota: 'resourcequotas',
    Secret: 'secrets',
    Service: 'services',
    ServiceAccount: 'serviceaccounts',
  },
  cluster: {
    ComponentStatus: 'componentstatuses',
    Namespace: 'namespaces',
    Node: 'nodes',
    PersistentVolume: 'persistentvolumes',
  },
})

const workloadScopes: ReadonlyArray<Scope> = [
  ...served('apps/v1', {
    namespaced: {
      ControllerRevision: 'controllerrevisions',
      DaemonSet: 'daemonsets',
      Deployment: 'deployments',
      ReplicaSet: 'replicasets',
      StatefulSet: 'statefulsets',
    },
  }),
  ...served('autoscaling/v1', { namespaced: { HorizontalPodAutoscaler: 'horizontalpodautoscalers' } }),
  ...served('autoscaling/v2', { namespaced: { HorizontalPodAutoscaler: 'horizontalpodautoscalers' } }),
  ...served('batch/v1', { namespaced: { CronJob: 'cronjobs', Job: 'jobs' } }),
  ...served('policy/v1', { namespaced: { PodDisruptionBudget: 'poddisruptionbudgets' } }),
  ...served('scheduling.k8s.io/v1', { cluster: { PriorityClass: 'priorityclasses' } }),
]

const networkScopes: ReadonlyArray<Scope> = [
  ...served('discovery.k8s.io/v1', { namespaced: { EndpointSlice: 'endpointslices' } }),
  ...served('networking.k8s.io/v1', {
    namespaced: { Ingress: 'ingresses', NetworkPolicy: 'networkpolicies' },
    cluster: { IngressClass: 'ingressclasses', IPAddress: 'ipaddresses', ServiceCIDR: 'servicecidrs' },
  }),
]

const nodeScopes: ReadonlyArray<Scope> = [
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

const controlScopes: ReadonlyArray<Scope> = [
  ...served('admissionregistration.k8s.io/v1', {
    cluster: {
      MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
      MutatingAdmissionPolicyBinding: 'mutatingadmissionpolicybindings',
      MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
      ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
      ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
      ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
    },
  }),
  ...served('apiextensions.k8s.io/v1', { cluster: { CustomResourceDefinition: 'customresourcedefinitions' } }),
  ...served('apiregistration.k8s.io/v1', { cluster: { APIService: 'apiservices' } }),
  ...served('certificates.k8s.io/v1', { cluster: { CertificateSigningRequest: 'certificatesigningrequests' } }),
  ...served('events.k8s.io/v1', { namespaced: { Event: 'events' } }),
  ...served('flowcontrol.apiserver.k8s.io/v1', {
    cluster: { FlowSchema: 'flowschemas', PriorityLevelConfiguration: 'prioritylevelconfigurations' },
  }),
  ...served('rbac.authorization.k8s.io/v1', {
    namespaced: { Role: 'roles', RoleBinding: 'rolebindings' },
    cluster: { ClusterRole: 'clusterroles', ClusterRoleBinding: 'clusterrolebindings' },
  }),
]

/**
 * What Kubernetes 1.36 serves by default.
 *
 * @upstream kubernetes 1.36.2 pkg/controlplane/instance.go DefaultAPIResourceConfigSource
 */
export const scopes_1_36: ScopeTable = scopeTable([
  ...coreScopes,
  ...workloadScopes,
  ...networkScopes,
  ...nodeScopes,
  ...controlScopes,
])
