/** What a user is told of each finalizer of an outside party that is known: who takes it off, when, and what that needs. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { explainWait } from '../../../src/simulate/consequence/explain.js'
import {
  type Neighbours,
  domainOf,
  holdersFrom,
  isHopeless,
  outsideWaits,
} from '../../../src/simulate/consequence/holder.js'
import { knownHolders } from '../../../src/simulate/consequence/holders.js'

const at = (apiVersion: string, kind: string, name: string, finalizers: ReadonlyArray<string> = []): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind}/${name}`, finalizers },
})

/** An object that carries a finalizer: of the kind as `Kind` or `Kind.group`. */
const held = (finalizer: string, kind: string): WholeObject => {
  const [short = '', ...group] = kind.split('.')
  return at(group.length === 0 ? 'v1' : `${group.join('.')}/v1`, short, 'x', [finalizer])
}

const waitOf = (object: WholeObject, around: Partial<Neighbours> = {}) =>
  outsideWaits(knownHolders, { objects: [], goes: () => false, covers: () => false, ...around })(object)

/** All that holders need, alive under the names that they have by default. */
const running: ReadonlyArray<WholeObject> = [
  at('apps/v1', 'StatefulSet', 'argocd-application-controller-0'),
  at('argoproj.io/v1alpha1', 'AppProject', 'default'),
  ...[
    ...['kustomize-controller', 'helm-controller', 'source-controller', 'provider-aws', 'crossplane', 'cert-manager'],
    ...['velero', 'capi-controller-manager', 'snapshot-controller', 'rook-ceph-operator', 'postgres-operator'],
    ...['istio-operator-1-20', 'my-cluster-entity-operator', 'stack-kube-prometheus-operator'],
  ].map((name) => at('apps/v1', 'Deployment', name)),
  at('apps/v1', 'DaemonSet', 'longhorn-manager'),
  at('aws.crossplane.io/v1', 'ClusterProviderConfig', 'default'),
  at('aws.crossplane.io/v1', 'ProviderConfigUsage', 'use'),
  at('cert-manager.io/v1', 'ClusterIssuer', 'letsencrypt'),
  at('velero.io/v1', 'BackupStorageLocation', 'default'),
  at('postgresql.cnpg.io/v1', 'Cluster', 'db'),
  at('kafka.strimzi.io/v1', 'Kafka', 'my-cluster'),
  // None of these is what a holder needs.
  at('cluster.x-k8s.io/v1', 'Cluster', 'none'),
  at('v1', 'Deployment', 'none'),
  at('other.io/v1', 'AppProject', 'none'),
  at('other.io/v1', 'Issuer', 'none'),
  at('other.io/v1', 'BackupStorageLocation', 'none'),
]

/** The sentence, how sure it is, what it destroys, and what lives that it needs. */
const told = (finalizer: string, kind: string): ReadonlyArray<string> =>
  waitOf(held(finalizer, kind), { objects: running }).map((wait) => {
    const needs = wait.needs.map(({ what, by }) => (by === undefined ? what : `${what} (${by.kind} ${by.name})`))
    return `${explainWait(wait).replace(/^.* waits for /, '')} [${wait.holder?.certainty ?? 'unknown'}] destroys ${wait.holder?.destroys ?? 'nothing'}; needs ${needs.join(', ')}`
  })

const known: ReadonlyArray<readonly [finalizer: string, kind: string, told: string]> = [
  [
    'resources-finalizer.argocd.argoproj.io',
    'Application.argoproj.io',
    "Argo CD's application controller to remove resources-finalizer.argocd.argoproj.io, which happens after every resource that the Application manages is deleted and gone [source] destroys every resource that the Application manages; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0), its AppProject (AppProject default), the Secret of its destination, where that is another cluster",
  ],
  [
    'resources-finalizer.argocd.argoproj.io/more',
    'Application.argoproj.io',
    "Argo CD's application controller to remove resources-finalizer.argocd.argoproj.io/more, which happens after every resource that the Application manages is deleted and gone [source] destroys every resource that the Application manages; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0), its AppProject (AppProject default), the Secret of its destination, where that is another cluster",
  ],
  [
    'pre-delete-finalizer.argocd.argoproj.io',
    'Application.argoproj.io',
    "Argo CD's application controller to remove pre-delete-finalizer.argocd.argoproj.io, which happens after the delete hooks have succeeded [source] destroys nothing; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0), its AppProject (AppProject default)",
  ],
  [
    'post-delete-finalizer.argocd.argoproj.io',
    'Application.argoproj.io',
    "Argo CD's application controller to remove post-delete-finalizer.argocd.argoproj.io, which happens after the delete hooks have succeeded [source] destroys nothing; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0), its AppProject (AppProject default)",
  ],
  [
    'resources-finalizer.argocd.argoproj.io',
    'AppProject.argoproj.io',
    "Argo CD's application controller to remove resources-finalizer.argocd.argoproj.io, which happens when no Application uses it [general knowledge] destroys nothing; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0)",
  ],
  [
    'resources-finalizer.argocd.argoproj.io',
    'ApplicationSet.argoproj.io',
    "Argo CD's application controller to remove resources-finalizer.argocd.argoproj.io, which happens when no Application uses it [general knowledge] destroys nothing; needs the StatefulSet argocd-application-controller (StatefulSet argocd-application-controller-0)",
  ],
  [
    'finalizers.fluxcd.io',
    'Kustomization.kustomize.toolkit.fluxcd.io',
    "Flux's kustomize-controller to remove finalizers.fluxcd.io, which happens after it has deleted what the inventory lists, unless pruning is off [source] destroys what the inventory lists; needs the Deployment kustomize-controller (Deployment kustomize-controller)",
  ],
  [
    'finalizers.fluxcd.io',
    'HelmRelease.helm.toolkit.fluxcd.io',
    "Flux's helm-controller to remove finalizers.fluxcd.io, which happens after the release is uninstalled; at once while it is suspended [general knowledge] destroys the Helm release; needs the Deployment helm-controller (Deployment helm-controller)",
  ],
  [
    'finalizers.fluxcd.io',
    'Thing.example.com',
    "Flux's source-controller to remove finalizers.fluxcd.io, which happens after it has removed its artifacts [general knowledge] destroys nothing; needs the Deployment source-controller (Deployment source-controller)",
  ],
  [
    'finalizer.managedresource.crossplane.io',
    'Thing.example.com',
    'its Crossplane provider to remove finalizer.managedresource.crossplane.io, which happens after the external resource is deleted, unless its policies orphan it [source] destroys the external resource; needs the Deployment of its provider (Deployment provider-aws), its ProviderConfig (ClusterProviderConfig default), its ProviderConfigUsage (ProviderConfigUsage use), the Secret with its credentials',
  ],
  [
    'composite.apiextensions.crossplane.io',
    'Thing.example.com',
    'Crossplane to remove composite.apiextensions.crossplane.io, which happens after what it is composed of is deleted [source] destroys what it is composed of; needs the Deployment crossplane (Deployment crossplane)',
  ],
  [
    'finalizer.apiextensions.crossplane.io',
    'Thing.example.com',
    'Crossplane to remove finalizer.apiextensions.crossplane.io, which happens after what it is composed of is deleted [source] destroys what it is composed of; needs the Deployment crossplane (Deployment crossplane)',
  ],
  [
    'defined.apiextensions.crossplane.io',
    'Thing.example.com',
    'Crossplane to remove defined.apiextensions.crossplane.io, which happens when no composite resource or claim of it is left [general knowledge] destroys nothing; needs the Deployment crossplane (Deployment crossplane)',
  ],
  [
    'offered.apiextensions.crossplane.io',
    'Thing.example.com',
    'Crossplane to remove offered.apiextensions.crossplane.io, which happens when no composite resource or claim of it is left [general knowledge] destroys nothing; needs the Deployment crossplane (Deployment crossplane)',
  ],
  [
    'in-use.crossplane.io',
    'Thing.example.com',
    'Crossplane to remove in-use.crossplane.io, which happens when nothing uses it any more [general knowledge] destroys nothing; needs the Deployment crossplane (Deployment crossplane)',
  ],
  [
    'acme.cert-manager.io/finalizer',
    'Challenge.acme.cert-manager.io',
    'cert-manager to remove acme.cert-manager.io/finalizer, which happens after the DNS record or the solver is cleaned up [source] destroys nothing; needs the Deployment cert-manager (Deployment cert-manager), its Issuer (ClusterIssuer letsencrypt), the Secret with its credentials',
  ],
  [
    'finalizer.acme.cert-manager.io',
    'Challenge.acme.cert-manager.io',
    'cert-manager to remove finalizer.acme.cert-manager.io, which happens after the DNS record or the solver is cleaned up [source] destroys nothing; needs the Deployment cert-manager (Deployment cert-manager), its Issuer (ClusterIssuer letsencrypt), the Secret with its credentials',
  ],
  [
    'restores.velero.io/external-resources-finalizer',
    'Restore.velero.io',
    'the Velero server to remove restores.velero.io/external-resources-finalizer, which happens after its data in object storage is deleted [documentation] destroys its data in object storage; needs the Deployment velero (Deployment velero), its BackupStorageLocation (BackupStorageLocation default)',
  ],
  [
    'cluster.cluster.x-k8s.io',
    'Cluster.cluster.x-k8s.io',
    'Cluster API to remove cluster.cluster.x-k8s.io, which happens after its machines, control plane and infrastructure are gone [source] destroys the machines and the infrastructure of the cluster; needs the Deployment capi-controller-manager (Deployment capi-controller-manager), its infrastructure provider',
  ],
  [
    'machine.cluster.x-k8s.io',
    'Thing.example.com',
    'Cluster API and its infrastructure provider to remove machine.cluster.x-k8s.io, which happens after the machine is drained and its infrastructure is gone [general knowledge] destroys the machine; needs the Deployment capi-controller-manager (Deployment capi-controller-manager), its infrastructure provider',
  ],
  [
    'cluster.x-k8s.io/machineset',
    'Thing.example.com',
    'Cluster API and its infrastructure provider to remove cluster.x-k8s.io/machineset, which happens after the machine is drained and its infrastructure is gone [general knowledge] destroys the machine; needs the Deployment capi-controller-manager (Deployment capi-controller-manager), its infrastructure provider',
  ],
  [
    'm.infrastructure.cluster.x-k8s.io',
    'Thing.example.com',
    'Cluster API and its infrastructure provider to remove m.infrastructure.cluster.x-k8s.io, which happens after the machine is drained and its infrastructure is gone [general knowledge] destroys the machine; needs the Deployment capi-controller-manager (Deployment capi-controller-manager), its infrastructure provider',
  ],
  [
    'snapshot.storage.kubernetes.io/more',
    'Thing.example.com',
    'the snapshot controller to remove snapshot.storage.kubernetes.io/more, which happens when the snapshot is no longer a source, and its content is dealt with [documentation] destroys nothing; needs the Deployment snapshot-controller (Deployment snapshot-controller), the CSI driver',
  ],
  [
    'provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection',
    'VolumeSnapshot.snapshot.storage.k8s.io',
    "the provisioner of the claim's CSI driver to remove provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection, which happens after a claim has been made from it; nobody does where that failed or the claim was deleted [documentation] destroys nothing; needs the controller of the claim's CSI driver",
  ],
  [
    'external-provisioner.volume.kubernetes.io/finalizer',
    'PersistentVolume',
    "the provisioner of the volume's CSI driver to remove external-provisioner.volume.kubernetes.io/finalizer, which happens after the storage is deleted, or when the reclaim policy becomes Retain [source] destroys the storage; needs the controller of the volume's CSI driver",
  ],
  [
    'external-attacher/more',
    'Thing.example.com',
    "the attacher of the volume's CSI driver to remove external-attacher/more, which happens when no VolumeAttachment names the volume [source] destroys nothing; needs the controller of the volume's CSI driver",
  ],
  [
    'service.kubernetes.io/load-balancer-cleanup',
    'Service',
    'the cloud controller manager to remove service.kubernetes.io/load-balancer-cleanup, which happens after the load balancer is deleted [source] destroys the load balancer; needs the cloud controller manager',
  ],
  [
    'cephcluster.ceph.rook.io',
    'Thing.example.com',
    'the Rook operator to remove cephcluster.ceph.rook.io, which happens when nothing depends on the cluster [documentation] destroys the Ceph cluster; needs the Deployment rook-ceph-operator (Deployment rook-ceph-operator)',
  ],
  [
    'ceph.rook.io/disaster-protection',
    'Thing.example.com',
    'the Rook operator to remove ceph.rook.io/disaster-protection, which happens after the CephCluster is gone [documentation] destroys nothing; needs the Deployment rook-ceph-operator (Deployment rook-ceph-operator)',
  ],
  [
    'longhorn.io',
    'Thing.example.com',
    'Longhorn to remove longhorn.io, which happens after it has cleaned up what the object stands for [general knowledge] destroys the data of volumes and replicas; needs the DaemonSet longhorn-manager (DaemonSet longhorn-manager)',
  ],
  [
    'postgres-operator.acid.zalan.do',
    'postgresql.acid.zalan.do',
    'the Zalando Postgres operator to remove postgres-operator.acid.zalan.do, which happens after it has deleted the cluster, with its claims unless it is configured to keep them [source] destroys the StatefulSet, its pods and its claims; needs the Deployment postgres-operator (Deployment postgres-operator)',
  ],
  [
    'cnpg.io/deleteDatabase',
    'Database.postgresql.cnpg.io',
    'CloudNativePG, in the primary of its Cluster, to remove cnpg.io/deleteDatabase, which happens after the database is dropped; at once unless its reclaim policy is delete [documentation] destroys the database, where its reclaim policy is delete; needs its Cluster (Cluster db)',
  ],
  [
    'cnpg.io/deletePublication',
    'Publication.postgresql.cnpg.io',
    'CloudNativePG, in the primary of its Cluster, to remove cnpg.io/deletePublication, which happens after the publication is dropped; at once unless its reclaim policy is delete [documentation] destroys the publication, where its reclaim policy is delete; needs its Cluster (Cluster db)',
  ],
  [
    'cnpg.io/deleteSubscription',
    'Subscription.postgresql.cnpg.io',
    'CloudNativePG, in the primary of its Cluster, to remove cnpg.io/deleteSubscription, which happens after the subscription is dropped; at once unless its reclaim policy is delete [documentation] destroys the subscription, where its reclaim policy is delete; needs its Cluster (Cluster db)',
  ],
  [
    'strimzi.io/topic-operator',
    'KafkaTopic.kafka.strimzi.io',
    "Strimzi's topic operator to remove strimzi.io/topic-operator, which happens after the topic is deleted; never where Kafka may not delete topics [documentation] destroys the topic; needs the Deployment entity-operator (Deployment my-cluster-entity-operator), its Kafka (Kafka my-cluster)",
  ],
  [
    'monitoring.coreos.com/status-cleanup',
    'Prometheus.monitoring.coreos.com',
    'the Prometheus operator to remove monitoring.coreos.com/status-cleanup, which happens after it has cleaned up the status of the monitors that the object selects [source] destroys nothing; needs the Deployment prometheus-operator (Deployment stack-kube-prometheus-operator)',
  ],
  [
    'monitoring.coreos.com/status-cleanup',
    'PrometheusAgent.monitoring.coreos.com',
    'the Prometheus operator to remove monitoring.coreos.com/status-cleanup, which happens after it has cleaned up the status of the monitors that the object selects [source] destroys nothing; needs the Deployment prometheus-operator (Deployment stack-kube-prometheus-operator)',
  ],
  [
    'monitoring.coreos.com/status-cleanup',
    'Alertmanager.monitoring.coreos.com',
    'the Prometheus operator to remove monitoring.coreos.com/status-cleanup, which happens after it has cleaned up the status of the monitors that the object selects [source] destroys nothing; needs the Deployment prometheus-operator (Deployment stack-kube-prometheus-operator)',
  ],
  [
    'monitoring.coreos.com/status-cleanup',
    'ThanosRuler.monitoring.coreos.com',
    'the Prometheus operator to remove monitoring.coreos.com/status-cleanup, which happens after it has cleaned up the status of the monitors that the object selects [source] destroys nothing; needs the Deployment prometheus-operator (Deployment stack-kube-prometheus-operator)',
  ],
  [
    'istio-finalizer.install.istio.io',
    'Thing.example.com',
    'the Istio operator to remove istio-finalizer.install.istio.io, which happens after it has uninstalled what the object asks for [general knowledge] destroys nothing; needs the Deployment istio-operator (Deployment istio-operator-1-20)',
  ],
  [
    'controller.cattle.io/namespace-auth',
    'Namespace',
    "Rancher to remove controller.cattle.io/namespace-auth, which happens after it has removed its role bindings [general knowledge] destroys nothing; needs Rancher's agent or server",
  ],
]

describe('a finalizer of a known outside party', () => {
  it.each(known)('%s of %s: who takes it off and what that needs', (finalizer, kind, expected) => {
    expect(told(finalizer, kind)).toEqual([expected])
  })

  it('is told of for every row that there is', () => {
    const met = new Set(known.map(([finalizer, kind]) => waitOf(held(finalizer, kind))[0]?.holder))
    expect(knownHolders.filter((row) => !met.has(row))).toEqual([])
  })

  it('is nobody of these on another kind, or under another name', () => {
    for (const [finalizer, kind] of known.filter(([, of]) => of !== 'Thing.example.com' && !of.includes('fluxcd')))
      for (const other of [held(finalizer, 'Other'), held(`x${finalizer}`, kind)])
        expect(waitOf(other).map(({ holder }) => holder?.party)).toEqual([undefined])
    for (const [finalizer, kind] of known.filter(([, of]) => of.includes('argoproj')))
      expect(waitOf(held(finalizer, `${kind}.other`)).map(({ holder }) => holder?.party)).toEqual([undefined])
    expect(waitOf(held('crossplane', 'Thing.example.com'))[0]?.holder).toBeUndefined()
  })
})

describe('what a holder needs', () => {
  it('may go in the same cascade, be away, or not be shown', () => {
    const project = held('restores.velero.io/external-resources-finalizer', 'Restore.velero.io')
    const states = (around: Partial<Neighbours>) => waitOf(project, around)[0]?.needs.map(({ state }) => state)
    expect(states({ objects: running })).toEqual(['alive', 'alive'])
    expect(states({ objects: running, goes: () => true })).toEqual(['dies', 'dies'])
    expect(states({ covers: () => true })).toEqual(['unknown', 'absent'])
    expect(states({ covers: (apiVersion) => apiVersion === 'velero.io/v1' })).toEqual(['unknown', 'absent'])
    expect(states({})).toEqual(['unknown', 'unknown'])
  })

  it('is away only where both kinds that it can be are shown', () => {
    const external = held('finalizer.managedresource.crossplane.io', 'Bucket.aws.crossplane.io')
    const states = (...shown: ReadonlyArray<string>) =>
      waitOf(external, { covers: (_, kind) => shown.includes(kind) })[0]?.needs.map(({ state }) => state)
    expect(states('ProviderConfig', 'ClusterProviderConfig')).toEqual(['unknown', 'absent', 'unknown', 'unknown'])
    expect(states('ProviderConfig')).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(states('ClusterProviderConfig')).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    const inAnyGroup = waitOf(external, { covers: (apiVersion) => apiVersion === 'any/v1' })[0]
    expect(inAnyGroup?.needs.map(({ state }) => state)).toEqual(['unknown', 'absent', 'absent', 'unknown'])
  })
})

describe('a finalizer that Kubernetes takes off itself', () => {
  it.each([
    'orphan',
    'foregroundDeletion',
    'customresourcecleanup.apiextensions.k8s.io',
    'kubernetes.io/pvc-protection',
    'kubernetes.io/pv-protection',
    'kubernetes.io/pv-controller',
    'kubernetes.io/vac-protection',
    'networking.k8s.io/service-cidr-finalizer',
    'scheduling.k8s.io/podgroup-protection',
    'batch.kubernetes.io/job-tracking',
    'resource.kubernetes.io/delete-protection',
  ])('%s waits for nobody outside', (finalizer) => {
    expect(waitOf(held(finalizer, 'Thing.example.com'))).toEqual([])
  })
})

describe('rows of a file', () => {
  it('are taken as they are, of every certainty, and refused with the source where they are none', () => {
    expect(holdersFrom(knownHolders)).toEqual({ _tag: 'Right', right: knownHolders })
    expect(holdersFrom('rows')).toMatchObject({ _tag: 'Left', left: { _tag: 'InvalidInput', source: 'holders' } })
    expect(holdersFrom([{ ...knownHolders[0], certainty: 'sure' }])._tag).toBe('Left')
  })
})

describe('a finalizer that no row knows', () => {
  it('belongs to its domain, else to the group of a custom resource', () => {
    const of = (finalizer: string, apiVersion: string) => domainOf(finalizer, { apiVersion }).domain
    expect(of('example.com/hold', 'v1')).toBe('example.com')
    expect(of('hold', 'example.com/v1')).toBe('example.com')
    expect([of('hold', 'apps/v1'), of('hold', 'networking.k8s.io/v1'), of('/hold', 'example.com/v1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a paused resource', () => {
  const bucket = (annotations: object, finalizer = 'finalizer.managedresource.crossplane.io'): WholeObject => {
    const one = held(finalizer, 'Bucket.aws.crossplane.io')
    return { ...one, metadata: { ...one.metadata, annotations: { ...annotations } } }
  }
  it('waits until its annotation is taken off, which is true', () => {
    const pauseOf = (object: WholeObject) => waitOf(object)[0]?.pausedBy
    expect(pauseOf(bucket({ 'crossplane.io/paused': 'true' }))).toBe('crossplane.io/paused')
    for (const other of [{ 'crossplane.io/paused': 'false' }, { 'other.io/paused': 'true' }, {}])
      expect(pauseOf(bucket(other))).toBeUndefined()
    expect(pauseOf(bucket({ 'crossplane.io/paused': 'true' }, 'in-use.crossplane.io'))).toBeUndefined()
  })
  it('says so', () => {
    expect(waitOf(bucket({ 'crossplane.io/paused': 'true' })).map(explainWait)).toEqual([
      'Bucket shop/x waits for its Crossplane provider to remove finalizer.managedresource.crossplane.io, which happens after the external resource is deleted, unless its policies orphan it; but the annotation crossplane.io/paused stops that as long as it is there',
    ])
  })
})

describe('a wait', () => {
  it('is hopeless where what it needs goes along or is away, and not where it lives or is not shown', () => {
    const target = waitOf(held('f', 'Thing.example.com'))[0]?.target
    if (target === undefined) throw new Error('no wait')
    const hopeless = (...states: ReadonlyArray<'alive' | 'dies' | 'absent' | 'unknown'>) =>
      isHopeless({ target, finalizer: 'f', deletes: [], needs: states.map((state) => ({ what: 'it', state })) })
    expect([hopeless('alive', 'dies'), hopeless('absent')]).toEqual([true, true])
    expect([hopeless(), hopeless('alive', 'unknown')]).toEqual([false, false])
  })
})
