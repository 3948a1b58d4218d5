/**
 * Where Kubernetes objects name what they use, as one table, and how a user adds to it. References are by name, in the
 * namespace of the referring object unless the row says otherwise; optional references count as use.
 *
 * @upstream kubernetes 1.36.2 pkg/api/v1/pod/util.go VisitPodSecretNames
 * @upstream kubernetes 1.36.2 pkg/api/v1/pod/util.go VisitPodConfigmapNames
 */
import type { either as E } from 'fp-ts'

import type { WholeObject } from '../../../apiserver/index.js'
import type { GroupKind } from '../rules.js'

/** One object that is used, by name. */
export interface Reference {
  readonly target: GroupKind
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined
  /** Empty names nothing. */
  readonly name: string
}

/** Finds what objects of one kind use, when a row of the table cannot. */
export interface ReferenceExtractor {
  readonly source: GroupKind
  /** Every kind that it may name; objects of these kinds stay unless `source` is listed in full. */
  readonly targets: ReadonlyArray<GroupKind>
  /** The references, or why they are unknown; a throw counts as unknown. */
  readonly references: (object: WholeObject) => E.Either<string, ReadonlyArray<Reference>>
}

/** How the text at a path names the used object. */
export type Form =
  /** It is the name. */
  | 'name'
  /** No text means `default`. */
  | 'default-if-absent'
  /** It is the name of an ephemeral volume; its claim is named after the pod and the volume. */
  | 'claim-of-pod'
  /** It is a template's name; the claims are named after the template, the set and an ordinal. */
  | 'claims-of-set'
  /** Keys below the path name Secrets with placeholders: any Secret in the possible namespaces. */
  | 'secret-parameters'

/** A field by which objects of one kind use objects of another. */
export interface ReferenceRow {
  /** The referring kind, or `podSpecs`: every kind with a pod template; paths then start at the pod spec. */
  readonly source: GroupKind | 'PodSpec'
  readonly target: GroupKind
  /** Field names with dots; `[]` iterates a list, `['a.b/c']` is a name that contains dots. */
  readonly path: string
  /** Default `name`. */
  readonly form?: Form | undefined
  /** The target's namespace: the referrer's (default), none, the one beside the name, or at another path. */
  readonly lives?: 'cluster' | { readonly beside: string; readonly otherwise?: string | undefined } | undefined
  /** Counts only if the referrer has this text. */
  readonly when?: { readonly path: string; readonly is: string } | undefined
}

const core = (kind: string): GroupKind => ({ group: '', kind })

const Secret = core('Secret')

const ConfigMap = core('ConfigMap')

const ServiceAccount = core('ServiceAccount')

const Claim = core('PersistentVolumeClaim')

const Volume = core('PersistentVolume')

const Service = core('Service')

const StorageClass: GroupKind = { group: 'storage.k8s.io', kind: 'StorageClass' }

const ClusterRole: GroupKind = { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole' }

const RoleBinding: GroupKind = { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding' }

/** Kinds with a pod spec, and its path; several also in old groups. */
export const podSpecs: ReadonlyArray<{ readonly source: GroupKind; readonly path: string }> = [
  { source: core('Pod'), path: 'spec' },
  { source: { group: 'apps', kind: 'Deployment' }, path: 'spec.template.spec' },
  { source: { group: 'apps', kind: 'ReplicaSet' }, path: 'spec.template.spec' },
  { source: { group: 'apps', kind: 'StatefulSet' }, path: 'spec.template.spec' },
  { source: { group: 'apps', kind: 'DaemonSet' }, path: 'spec.template.spec' },
  { source: core('ReplicationController'), path: 'spec.template.spec' },
  { source: { group: 'batch', kind: 'Job' }, path: 'spec.template.spec' },
  { source: { group: 'batch', kind: 'CronJob' }, path: 'spec.jobTemplate.spec.template.spec' },
  { source: core('PodTemplate'), path: 'template.spec' },
  { source: { group: 'apps', kind: 'ControllerRevision' }, path: 'data.spec.template.spec' },
  { source: { group: 'extensions', kind: 'Deployment' }, path: 'spec.template.spec' },
  { source: { group: 'extensions', kind: 'ReplicaSet' }, path: 'spec.template.spec' },
  { source: { group: 'extensions', kind: 'DaemonSet' }, path: 'spec.template.spec' },
]

const rows =
  (source: GroupKind | 'PodSpec', target: GroupKind, more: Partial<ReferenceRow> = {}) =>
  (...paths: ReadonlyArray<string>): ReadonlyArray<ReferenceRow> =>
    paths.map((path) => ({ source, target, path, ...more }))

const ofContainers = (rest: string): ReadonlyArray<string> =>
  ['initContainers', 'containers', 'ephemeralContainers'].map((list) => `${list}[].${rest}`)

const beside = (namespace: string): Partial<ReferenceRow> => ({ lives: { beside: namespace } })

const ofVolume = (namespace: string): Partial<ReferenceRow> => ({
  lives: { beside: namespace, otherwise: 'spec.claimRef.namespace' },
})

const inCluster: Partial<ReferenceRow> = { lives: 'cluster' }

const webhook = (kind: string): GroupKind => ({ group: 'admissionregistration.k8s.io', kind })

const ingress = (group: string): GroupKind => ({ group, kind: 'Ingress' })

/** Every built-in reference, read from top to bottom. */
export const referenceTable: ReadonlyArray<ReferenceRow> = [
  ...rows('PodSpec', Secret)(
    'imagePullSecrets[].name',
    ...ofContainers('env[].valueFrom.secretKeyRef.name'),
    ...ofContainers('envFrom[].secretRef.name'),
    'volumes[].secret.secretName',
    'volumes[].projected.sources[].secret.name',
    'volumes[].azureFile.secretName',
    'volumes[].cephfs.secretRef.name',
    'volumes[].cinder.secretRef.name',
    'volumes[].flexVolume.secretRef.name',
    'volumes[].rbd.secretRef.name',
    'volumes[].scaleIO.secretRef.name',
    'volumes[].iscsi.secretRef.name',
    'volumes[].storageos.secretRef.name',
    'volumes[].csi.nodePublishSecretRef.name',
  ),
  ...rows('PodSpec', ConfigMap)(
    ...ofContainers('env[].valueFrom.configMapKeyRef.name'),
    ...ofContainers('envFrom[].configMapRef.name'),
    'volumes[].configMap.name',
    'volumes[].projected.sources[].configMap.name',
  ),
  ...rows('PodSpec', ServiceAccount)('serviceAccount'),
  ...rows('PodSpec', ServiceAccount, { form: 'default-if-absent' })('serviceAccountName'),
  ...rows('PodSpec', Claim)('volumes[].persistentVolumeClaim.claimName'),
  ...rows('PodSpec', { group: 'resource.k8s.io', kind: 'ResourceClaim' })('resourceClaims[].resourceClaimName'),
  ...rows('PodSpec', { group: 'resource.k8s.io', kind: 'ResourceClaimTemplate' })(
    'resourceClaims[].resourceClaimTemplateName',
  ),
  ...rows('PodSpec', { group: 'scheduling.k8s.io', kind: 'PriorityClass' }, inCluster)('priorityClassName'),
  ...rows('PodSpec', { group: 'node.k8s.io', kind: 'RuntimeClass' }, inCluster)('runtimeClassName'),
  ...rows(core('Pod'), Claim, { form: 'claim-of-pod' })('spec.volumes[].name'),
  ...rows(core('Pod'), { group: 'resource.k8s.io', kind: 'ResourceClaim' })(
    'status.resourceClaimStatuses[].resourceClaimName',
  ),
  ...rows({ group: 'apps', kind: 'StatefulSet' }, Claim, { form: 'claims-of-set' })(
    'spec.volumeClaimTemplates[].metadata.name',
  ),
  ...rows({ group: 'apps', kind: 'StatefulSet' }, Service)('spec.serviceName'),
  ...rows(core('Node'), ConfigMap, beside('namespace'))('spec.configSource.configMap.name'),
  ...rows(ServiceAccount, Secret)('secrets[].name', 'imagePullSecrets[].name'),
  ...rows(Secret, ServiceAccount, { when: { path: 'type', is: 'kubernetes.io/service-account-token' } })(
    "metadata.annotations['kubernetes.io/service-account.name']",
  ),
  ...rows(ingress('networking.k8s.io'), Secret)('spec.tls[].secretName'),
  ...rows(ingress('extensions'), Secret)('spec.tls[].secretName'),
  ...rows(ingress('networking.k8s.io'), Service)(
    'spec.defaultBackend.service.name',
    'spec.rules[].http.paths[].backend.service.name',
  ),
  ...rows(
    ingress('networking.k8s.io'),
    { group: 'networking.k8s.io', kind: 'IngressClass' },
    inCluster,
  )('spec.ingressClassName'),
  ...rows(ingress('extensions'), Service)('spec.backend.serviceName', 'spec.rules[].http.paths[].backend.serviceName'),
  ...rows(Claim, Claim, { when: { path: 'spec.dataSource.kind', is: 'PersistentVolumeClaim' } })(
    'spec.dataSource.name',
  ),
  ...rows(Claim, Claim, {
    lives: { beside: 'namespace', otherwise: 'metadata.namespace' },
    when: { path: 'spec.dataSourceRef.kind', is: 'PersistentVolumeClaim' },
  })('spec.dataSourceRef.name'),
  ...rows({ group: 'storage.k8s.io', kind: 'VolumeAttachment' }, Volume, inCluster)('spec.source.persistentVolumeName'),
  ...rows(Claim, Volume, inCluster)('spec.volumeName'),
  ...rows(Claim, StorageClass, inCluster)('spec.storageClassName'),
  ...rows(Volume, StorageClass, inCluster)('spec.storageClassName'),
  ...rows(Volume, Claim, beside('namespace'))('spec.claimRef.name'),
  ...rows(Volume, Secret, ofVolume('namespace'))(
    'spec.csi.controllerPublishSecretRef.name',
    'spec.csi.nodeStageSecretRef.name',
    'spec.csi.nodePublishSecretRef.name',
    'spec.csi.controllerExpandSecretRef.name',
    'spec.csi.nodeExpandSecretRef.name',
    'spec.cephfs.secretRef.name',
    'spec.cinder.secretRef.name',
    'spec.flexVolume.secretRef.name',
    'spec.rbd.secretRef.name',
    'spec.scaleIO.secretRef.name',
    'spec.iscsi.secretRef.name',
    'spec.storageos.secretRef.name',
  ),
  ...rows(Volume, Secret, ofVolume('secretNamespace'))('spec.azureFile.secretName'),
  ...rows(StorageClass, Secret, { form: 'secret-parameters' })('parameters'),
  ...rows({ group: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshotClass' }, Secret, { form: 'secret-parameters' })(
    'parameters',
  ),
  ...rows(RoleBinding, ClusterRole, { lives: 'cluster', when: { path: 'roleRef.kind', is: 'ClusterRole' } })(
    'roleRef.name',
  ),
  ...rows(
    RoleBinding,
    { group: ClusterRole.group, kind: 'Role' },
    { when: { path: 'roleRef.kind', is: 'Role' } },
  )('roleRef.name'),
  ...rows({ group: ClusterRole.group, kind: 'ClusterRoleBinding' }, ClusterRole, inCluster)('roleRef.name'),
  ...rows(
    webhook('ValidatingWebhookConfiguration'),
    Service,
    beside('namespace'),
  )('webhooks[].clientConfig.service.name'),
  ...rows(
    webhook('MutatingWebhookConfiguration'),
    Service,
    beside('namespace'),
  )('webhooks[].clientConfig.service.name'),
  ...rows({ group: 'apiregistration.k8s.io', kind: 'APIService' }, Service, beside('namespace'))('spec.service.name'),
  ...rows(
    { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
    Service,
    beside('namespace'),
  )('spec.conversion.webhook.clientConfig.service.name'),
]

/** Groups whose kinds a cluster need not serve: what no scope names has no objects. */
export const optionalGroups: ReadonlySet<string> = new Set(['extensions', 'snapshot.storage.k8s.io'])
