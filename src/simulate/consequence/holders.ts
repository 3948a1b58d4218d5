/**
 * The external holders that are known. The first row that fits counts, so that a caller's own rows go before these.
 */
import { type Holder, type Need, workload } from './holder.js'
import { storageHolders } from './storage-holders.js'

const argo: ReadonlyArray<Need> = [
  workload('StatefulSet', 'argocd-application-controller*'),
  { what: 'its AppProject', group: 'argoproj.io', kind: 'AppProject' },
]

const crossplane: ReadonlyArray<Need> = [
  { ...workload('Deployment', 'provider-*'), what: 'the Deployment of its provider' },
  { what: 'its ProviderConfig', kind: 'ProviderConfig', orKind: 'ClusterProviderConfig' },
  { what: 'its ProviderConfigUsage', kind: 'ProviderConfigUsage' },
  { what: 'the Secret with its credentials' },
]

/** Rows for holders that users meet. */
export const knownHolders: ReadonlyArray<Holder> = [
  ...['resources-finalizer.argocd.argoproj.io', 'resources-finalizer.argocd.argoproj.io/*'].map(
    (finalizer): Holder => ({
      finalizer,
      kinds: ['Application.argoproj.io'],
      party: "Argo CD's application controller",
      when: 'after every resource that the Application manages is deleted and gone',
      needs: [...argo, { what: 'the Secret of its destination, where that is another cluster' }],
      destroys: 'every resource that the Application manages',
      certainty: 'source',
    }),
  ),
  ...['pre-delete-finalizer.argocd.argoproj.io*', 'post-delete-finalizer.argocd.argoproj.io*'].map(
    (finalizer): Holder => ({
      finalizer,
      kinds: ['Application.argoproj.io'],
      party: "Argo CD's application controller",
      when: 'after the delete hooks have succeeded',
      needs: argo,
      certainty: 'source',
    }),
  ),
  {
    finalizer: 'resources-finalizer.argocd.argoproj.io',
    kinds: ['AppProject.argoproj.io', 'ApplicationSet.argoproj.io'],
    party: "Argo CD's application controller",
    when: 'when no Application uses it',
    needs: argo.slice(0, 1),
    certainty: 'general knowledge',
  },
  {
    finalizer: 'finalizers.fluxcd.io',
    kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'],
    party: "Flux's kustomize-controller",
    when: 'after it has deleted what the inventory lists, unless pruning is off',
    needs: [workload('Deployment', 'kustomize-controller')],
    destroys: 'what the inventory lists',
    certainty: 'source',
  },
  {
    finalizer: 'finalizers.fluxcd.io',
    kinds: ['HelmRelease.helm.toolkit.fluxcd.io'],
    party: "Flux's helm-controller",
    when: 'after the release is uninstalled; at once while it is suspended',
    needs: [workload('Deployment', 'helm-controller')],
    destroys: 'the Helm release',
    certainty: 'general knowledge',
  },
  {
    finalizer: 'finalizers.fluxcd.io',
    party: "Flux's source-controller",
    when: 'after it has removed its artifacts',
    needs: [workload('Deployment', 'source-controller')],
    certainty: 'general knowledge',
  },
  {
    finalizer: 'finalizer.managedresource.crossplane.io',
    party: 'its Crossplane provider',
    when: 'after the external resource is deleted, unless its policies orphan it',
    needs: crossplane,
    destroys: 'the external resource',
    pausedBy: 'crossplane.io/paused',
    certainty: 'source',
  },
  ...['composite.apiextensions.crossplane.io', 'finalizer.apiextensions.crossplane.io'].map((finalizer): Holder => ({
    finalizer,
    party: 'Crossplane',
    when: 'after what it is composed of is deleted',
    needs: [workload('Deployment', 'crossplane')],
    destroys: 'what it is composed of',
    certainty: 'source',
  })),
  ...['defined.apiextensions.crossplane.io', 'offered.apiextensions.crossplane.io'].map((finalizer): Holder => ({
    finalizer,
    party: 'Crossplane',
    when: 'when no composite resource or claim of it is left',
    needs: [workload('Deployment', 'crossplane')],
    certainty: 'general knowledge',
  })),
  {
    finalizer: 'in-use.crossplane.io',
    party: 'Crossplane',
    when: 'when nothing uses it any more',
    needs: [workload('Deployment', 'crossplane*')],
    certainty: 'general knowledge',
  },
  ...['acme.cert-manager.io/finalizer', 'finalizer.acme.cert-manager.io'].map((finalizer): Holder => ({
    finalizer,
    kinds: ['Challenge.acme.cert-manager.io'],
    party: 'cert-manager',
    when: 'after the DNS record or the solver is cleaned up',
    needs: [
      workload('Deployment', 'cert-manager'),
      { what: 'its Issuer', group: 'cert-manager.io', kind: 'Issuer', orKind: 'ClusterIssuer' },
      { what: 'the Secret with its credentials' },
    ],
    certainty: 'source',
  })),
  {
    finalizer: 'restores.velero.io/external-resources-finalizer',
    kinds: ['Restore.velero.io'],
    party: 'the Velero server',
    when: 'after its data in object storage is deleted',
    needs: [
      workload('Deployment', 'velero'),
      { what: 'its BackupStorageLocation', group: 'velero.io', kind: 'BackupStorageLocation' },
    ],
    destroys: 'its data in object storage',
    certainty: 'documentation',
  },
  {
    finalizer: 'cluster.cluster.x-k8s.io',
    kinds: ['Cluster.cluster.x-k8s.io'],
    party: 'Cluster API',
    when: 'after its machines, control plane and infrastructure are gone',
    needs: [workload('Deployment', 'capi-controller-manager'), { what: 'its infrastructure provider' }],
    destroys: 'the machines and the infrastructure of the cluster',
    certainty: 'source',
  },
  ...['machine.cluster.x-k8s.io', 'cluster.x-k8s.io/machineset', '*.infrastructure.cluster.x-k8s.io'].map(
    (finalizer): Holder => ({
      finalizer,
      party: 'Cluster API and its infrastructure provider',
      when: 'after the machine is drained and its infrastructure is gone',
      needs: [workload('Deployment', 'capi-controller-manager'), { what: 'its infrastructure provider' }],
      destroys: 'the machine',
      certainty: 'general knowledge',
    }),
  ),
  ...storageHolders,
  {
    finalizer: 'postgres-operator.acid.zalan.do',
    kinds: ['postgresql.acid.zalan.do'],
    party: 'the Zalando Postgres operator',
    when: 'after it has deleted the cluster, with its claims unless it is configured to keep them',
    needs: [workload('Deployment', 'postgres-operator')],
    destroys: 'the StatefulSet, its pods and its claims',
    certainty: 'source',
  },
  ...['Database', 'Publication', 'Subscription'].map((kind): Holder => ({
    finalizer: `cnpg.io/delete${kind}`,
    kinds: [`${kind}.postgresql.cnpg.io`],
    party: 'CloudNativePG, in the primary of its Cluster,',
    when: `after the ${kind.toLowerCase()} is dropped; at once unless its reclaim policy is delete`,
    needs: [{ what: 'its Cluster', group: 'postgresql.cnpg.io', kind: 'Cluster' }],
    destroys: `the ${kind.toLowerCase()}, where its reclaim policy is delete`,
    certainty: 'documentation',
  })),
  {
    finalizer: 'strimzi.io/topic-operator',
    kinds: ['KafkaTopic.kafka.strimzi.io'],
    party: "Strimzi's topic operator",
    when: 'after the topic is deleted; never where Kafka may not delete topics',
    needs: [
      workload('Deployment', '*-entity-operator'),
      { what: 'its Kafka', group: 'kafka.strimzi.io', kind: 'Kafka' },
    ],
    destroys: 'the topic',
    certainty: 'documentation',
  },
  {
    finalizer: 'monitoring.coreos.com/status-cleanup',
    kinds: ['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'].map(
      (kind) => `${kind}.monitoring.coreos.com`,
    ),
    party: 'the Prometheus operator',
    when: 'after it has cleaned up the status of the monitors that the object selects',
    needs: [workload('Deployment', '*prometheus-operator')],
    certainty: 'source',
  },
  {
    finalizer: 'istio-finalizer.install.istio.io',
    party: 'the Istio operator',
    when: 'after it has uninstalled what the object asks for',
    needs: [workload('Deployment', 'istio-operator*')],
    certainty: 'general knowledge',
  },
  {
    finalizer: 'controller.cattle.io/namespace-auth',
    kinds: ['Namespace'],
    party: 'Rancher',
    when: 'after it has removed its role bindings',
    needs: [{ what: "Rancher's agent or server" }],
    certainty: 'general knowledge',
  },
]
