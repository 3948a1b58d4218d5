/**
 * Threads of people whose objects were stuck or lost, rebuilt as small clusters: what they needed to know is among what is
 * told. Names and conditions are as in the threads, everything else is made up.
 */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { groupOf } from '../../../src/apiserver/object.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import {
  explainActor,
  explainCascade,
  explainData,
  explainSweep,
  explainWait,
} from '../../../src/simulate/cascade/index.js'
import type { CascadeRequest } from '../../../src/simulate/cascade/index.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { everything, noon } from '../../controllers/owner/build.js'
import { cascadeOf, diagnosisOf, kubectl } from './cluster.js'

interface Parts {
  readonly metadata?: object
  readonly spec?: unknown
  readonly status?: unknown
  readonly type?: string
}
const object = (apiVersion: string, kind: string, name: string, { metadata, ...rest }: Parts = {}): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind}/${name}`, ...metadata },
  ...rest,
})
const custom = [
  'Challenge',
  'Application',
  'Object',
  'ProviderConfigUsage',
  'Elasticsearch',
  'postgresql',
  'ProviderConfig',
  'Replica',
  'VolumeSnapshot',
]
const groups: Readonly<Record<string, string>> = {
  Challenge: 'acme.cert-manager.io/v1',
  Application: 'argoproj.io/v1alpha1',
  Object: 'kubernetes.m.crossplane.io/v1alpha1',
  ProviderConfigUsage: 'kubernetes.m.crossplane.io/v1alpha1',
  Elasticsearch: 'elasticsearch.k8s.elastic.co/v1',
  postgresql: 'acid.zalan.do/v1',
  ProviderConfig: 'helm.crossplane.io/v1beta1',
  Replica: 'longhorn.io/v1beta2',
  VolumeSnapshot: 'snapshot.storage.k8s.io/v1',
}
const instance = (kind: string, name: string, parts: Parts = {}): WholeObject =>
  object(groups[kind] ?? '', kind, name, parts)
const namespaceOf = (name: string, parts: Parts = {}): WholeObject =>
  object('v1', 'Namespace', name, {
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
    ...parts,
    metadata: { namespace: undefined, ...parts.metadata },
  })
const cluster = (objects: ReadonlyArray<WholeObject>): Snapshot => ({
  at: noon,
  objects,
  scopes: [
    ...scopes_1_36.scopes,
    ...custom.map((kind) => ({
      apiVersion: groups[kind] ?? '',
      kind,
      resource: `${kind.toLowerCase()}s`,
      namespaced: true,
      strategicMergePatch: false,
    })),
  ],
  coverage: everything,
})
const going = { deletionTimestamp: new Date(noon.getTime() - 3_600_000) }
const inNamespace = (namespace: string, metadata: object = {}): Parts => ({ metadata: { namespace, ...metadata } })

/** Everything that is told of a request. */
const previewOf = (objects: ReadonlyArray<WholeObject>, request: CascadeRequest): ReadonlyArray<string> => {
  const { data, stuck, waits } = cascadeOf(cluster(objects), request)
  return [
    ...data.map(explainData),
    ...waits.map(explainWait),
    ...stuck.flatMap(({ target, blockers }) => blockers.map((each) => `${target.name}: ${explainCascade(each)}`)),
  ]
}
/** Everything was listed but one kind. */
const allBut = (unlisted: string): Snapshot['coverage'] => ({
  _tag: 'Resources',
  resources: cluster([]).scopes.flatMap(({ apiVersion, kind }) =>
    kind === unlisted ? [] : [{ group: groupOf(apiVersion), kind, namespaces: 'all' }],
  ),
})
const deletes = (namespace: string): CascadeRequest => ({ _tag: 'DeleteNamespace', namespace, options: {} })

/** Everything that is told of an object that is still there. */
const diagnosisIn = (objects: ReadonlyArray<WholeObject>, uid: string): ReadonlyArray<string> => {
  const { blockers, behind, waits, actors, namespace, state } = diagnosisOf(cluster(objects), uid)
  return [
    state,
    ...blockers.map(explainCascade),
    ...behind.flatMap((each) => each.blockers.map(explainCascade)),
    ...waits.map(explainWait),
    ...(namespace === undefined ? [] : [explainSweep(namespace.nextSweep)]),
    ...actors.map(explainActor),
  ]
}

// https://github.com/cert-manager/cert-manager/issues/3474
describe('"kubectl delete namespace cert-manager": everything went but the Challenges', () => {
  it('is told before: who would let them go goes too', () => {
    const objects = [
      namespaceOf('cert-manager'),
      object('apps/v1', 'Deployment', 'cert-manager', inNamespace('cert-manager')),
      object('cert-manager.io/v1', 'ClusterIssuer', 'letsencrypt', { metadata: { namespace: undefined } }),
      instance('Challenge', 'web-1', inNamespace('cert-manager', { finalizers: ['finalizer.acme.cert-manager.io'] })),
    ]
    expect(previewOf(objects, deletes('cert-manager'))).toContain(
      'Challenge cert-manager/web-1 waits for cert-manager to remove finalizer.acme.cert-manager.io, which happens after the DNS record or the solver is cleaned up; but the Deployment cert-manager goes in the same cascade (Deployment cert-manager/cert-manager), so it may stay forever',
    )
  })
})

// https://github.com/cert-manager/cert-manager/issues/3135
describe('a namespace that stays because a conversion webhook is gone', () => {
  it('names the webhook, and says that a sweep comes at least once a minute', () => {
    const failed = {
      type: 'NamespaceDeletionContentFailure',
      status: 'True',
      reason: 'ContentDeletionFailed',
      lastTransitionTime: '2026-01-01T11:00:05Z',
      message:
        'Failed to delete all resource types, 1 remaining: conversion webhook for acme.cert-manager.io/v1alpha2, Kind=Challenge failed: Post https://x-cert-manager-webhook.ns1.svc:443/convert?timeout=30s: service "x-cert-manager-webhook" not found',
    }
    const stuck = namespaceOf('ns1', { metadata: going, status: { phase: 'Terminating', conditions: [failed] } })
    const said = diagnosisIn([stuck], 'Namespace/ns1')
    expect(said.filter((line) => line.includes('conversion webhook'))).toEqual([
      'its content cannot be deleted: conversion webhook for acme.cert-manager.io/v1alpha2, Kind=Challenge failed: Post https://x-cert-manager-webhook.ns1.svc:443/convert?timeout=30s: service "x-cert-manager-webhook" not found',
      'somebody has to fix what makes the deletion of its content fail: conversion webhook for acme.cert-manager.io/v1alpha2, Kind=Challenge failed: Post https://x-cert-manager-webhook.ns1.svc:443/convert?timeout=30s: service "x-cert-manager-webhook" not found',
    ])
    expect(said.some((line) => line.includes('back-off to 60 s'))).toBe(true)
  })
})

// https://github.com/argoproj/argo-cd/issues/6046
describe('"Argo CD deleted all the namespaces it manages", after its own namespace was deleted and made again', () => {
  it('is told before: what the Applications manage is deleted first, by whoever is there then', () => {
    const application = instance('Application', 'web', {
      ...inNamespace('argocd', { finalizers: ['resources-finalizer.argocd.argoproj.io'] }),
      status: { resources: [{ kind: 'Namespace', name: 'shop' }] },
    })
    const objects = [
      namespaceOf('argocd'),
      object('apps/v1', 'StatefulSet', 'argocd-application-controller', inNamespace('argocd')),
      object('argoproj.io/v1alpha1', 'AppProject', 'default', inNamespace('argocd')),
      application,
      namespaceOf('shop'),
      object('v1', 'ConfigMap', 'settings'),
    ]
    const [wait] = previewOf(objects, deletes('argocd'))
    expect(wait).toContain('it deletes 1 listed object first (Namespace shop)')
    expect(wait).toContain('goes in the same cascade (StatefulSet argocd/argocd-application-controller)')
  })
})

// https://github.com/kubernetes/kubernetes/issues/83332
describe('no namespace ends any more, because of metrics-server', () => {
  const failed = {
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'True',
    reason: 'DiscoveryFailed',
    message:
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: the server is currently unable to handle the request',
  }
  const stuck = namespaceOf('test', { metadata: going, status: { phase: 'Terminating', conditions: [failed] } })

  it('names the APIService, though none is listed', () => {
    expect(diagnosisIn([stuck], 'Namespace/test')).toContain(
      'the server behind APIService v1beta1.metrics.k8s.io has to answer again, or somebody has to delete the APIService',
    )
  })

  it('is told before another namespace is deleted', () => {
    const service = object('apiregistration.k8s.io/v1', 'APIService', 'v1beta1.metrics.k8s.io', {
      metadata: { namespace: undefined },
      spec: { group: 'metrics.k8s.io', version: 'v1beta1' },
      status: { conditions: [{ type: 'Available', status: 'False', message: 'endpoints have no addresses' }] },
    })
    const objects = [namespaceOf('shop'), object('v1', 'ConfigMap', 'settings'), service]
    expect(previewOf(objects, deletes('shop'))).toEqual([
      'shop: no server answers for metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.metrics.k8s.io is available again or deleted (endpoints have no addresses)',
    ])
  })
})

// https://github.com/kedacore/keda/issues/1448
describe('"all namespaces in cluster stuck in terminating state", after KEDA was deleted object by object', () => {
  const keda = { namespace: 'keda' }
  const labels = { app: 'keda-metrics-apiserver' }
  const owned = (kind: string, name: string) => ({
    ...keda,
    labels,
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: `${kind}/${name}`, controller: true }],
  })
  const api = object('apiregistration.k8s.io/v1', 'APIService', 'v1beta1.external.metrics.k8s.io', {
    metadata: { namespace: undefined },
    spec: { group: 'external.metrics.k8s.io', version: 'v1beta1', service: { ...keda, name: 'keda-metrics' } },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  })
  const deployment = object('apps/v1', 'Deployment', 'keda-metrics', {
    metadata: keda,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
  })
  const objects = [
    namespaceOf('keda'),
    namespaceOf('shop'),
    api,
    object('v1', 'Service', 'keda-metrics', { metadata: keda, spec: { selector: labels } }),
    deployment,
    object('apps/v1', 'ReplicaSet', 'keda-metrics-1', { metadata: owned('Deployment', 'keda-metrics') }),
    object('v1', 'Pod', 'keda-metrics-1-x', {
      metadata: owned('ReplicaSet', 'keda-metrics-1'),
      spec: { nodeName: 'worker' },
    }),
  ]
  const lostBy = (...uids: ReadonlyArray<string>): ReadonlyArray<string> =>
    cascadeOf(cluster(objects), ...uids.map((uid) => kubectl(uid))).lostGroups.map(explainCascade)
  const said =
    'no server answers for external.metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.external.metrics.k8s.io is available again or deleted'

  it('is told before, whichever of the Service and the Deployment goes, though no namespace is deleted yet', () => {
    expect(lostBy('Service/keda-metrics')).toEqual([said])
    expect(lostBy('Deployment/keda-metrics')).toEqual([said])
  })

  it('is no matter where the APIService goes too, or had no server before, or a pod comes back', () => {
    expect(lostBy('Service/keda-metrics', 'APIService/v1beta1.external.metrics.k8s.io')).toEqual([])
    expect(lostBy('Pod/keda-metrics-1-x')).toEqual([])
    expect(cascadeOf(cluster([api, namespaceOf('shop')]), kubectl('Namespace/shop')).lostGroups).toEqual([])
    const broken = { ...api, status: { conditions: [{ type: 'Available', status: 'False' }] } }
    const others = objects.filter((one) => one !== api)
    expect(cascadeOf(cluster([broken, ...others]), kubectl('Service/keda-metrics')).lostGroups).toEqual([])
  })
})

// https://github.com/longhorn/longhorn/issues/3457
describe('"namespace longhorn-system stuck Terminating"', () => {
  const inSystem = (more: object = {}) => ({ metadata: { namespace: 'longhorn-system', ...more } })
  const manager = object('apps/v1', 'DaemonSet', 'longhorn-manager', inSystem())
  const replica = instance('Replica', 'test1-r-a04bfba2', inSystem({ finalizers: ['longhorn.io'] }))
  const objects = [namespaceOf('longhorn-system'), manager, replica]

  it('is told before: who would let the objects go goes too', () => {
    expect(previewOf(objects, deletes('longhorn-system'))).toContain(
      'Replica longhorn-system/test1-r-a04bfba2 waits for Longhorn to remove longhorn.io, which happens after it has cleaned up what the object stands for; but the DaemonSet longhorn-manager goes in the same cascade (DaemonSet longhorn-system/longhorn-manager), so it may stay forever',
    )
  })

  it('names the operator of the group where no row knows a finalizer without a domain', () => {
    const held = instance('Replica', 'r', inSystem({ ...going, finalizers: ['cleanup'] }))
    expect(diagnosisIn([held], 'Replica/r')).toContain(
      'Replica longhorn-system/r waits for the controller of longhorn.io to remove cleanup',
    )
  })
})

// https://github.com/kubernetes-csi/external-provisioner/issues/1507
describe('a VolumeSnapshot that stays after a claim was to be made from it', () => {
  it('names the provisioner of the driver, not the snapshot controller', () => {
    const finalizers = ['provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection']
    const snapshot = instance('VolumeSnapshot', 'nightly', { metadata: { finalizers } })
    expect(previewOf([namespaceOf('shop'), snapshot], deletes('shop'))).toContain(
      "VolumeSnapshot shop/nightly waits for the provisioner of the claim's CSI driver to remove provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection, which happens after a claim has been made from it; nobody does where that failed or the claim was deleted",
    )
  })
})

describe('an Application of Argo CD that lists a claim', () => {
  const resources = [
    { group: 'apps', kind: 'StatefulSet', namespace: 'shop', name: 'db' },
    { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' },
  ]
  const application = instance('Application', 'db', {
    ...inNamespace('argocd', { finalizers: ['resources-finalizer.argocd.argoproj.io'] }),
    status: { resources },
  })
  const claim = object('v1', 'PersistentVolumeClaim', 'data', {
    metadata: { finalizers: ['kubernetes.io/pvc-protection'] },
    spec: { volumeName: 'pv' },
    status: { phase: 'Bound' },
  })
  const volume = object('v1', 'PersistentVolume', 'pv', {
    metadata: { namespace: undefined },
    spec: {
      capacity: { storage: '8Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'shop', name: 'data', uid: claim.metadata.uid },
      csi: { driver: 'ebs.csi.aws.com' },
    },
    status: { phase: 'Bound' },
  })
  const set = object('apps/v1', 'StatefulSet', 'db')

  it('is told to lose the data, though nothing of Kubernetes deletes the claim', () => {
    const { data, outcomes } = cascadeOf(cluster([application, claim, volume, set]), kubectl('Application/db'))
    expect(outcomes.terminating.map(({ id }) => id)).toEqual(['Application/db'])
    expect(data.map(explainData)).toEqual([
      "the data of PersistentVolumeClaim shop/data is lost once Argo CD's application controller deletes it: ebs.csi.aws.com deletes the storage",
    ])
    expect(data[0]).toMatchObject({ isWaiting: true, bytes: 8 * 2 ** 30 })
  })

  it('is told once, also where two Applications list it and the claim is deleted anyway', () => {
    const twin = { ...application, metadata: { ...application.metadata, name: 'twin', uid: 'twin' } }
    const objects = [application, twin, claim, volume, set]
    const ofBoth = cascadeOf(cluster(objects), kubectl('Application/db'), kubectl('twin'))
    expect(ofBoth.data.map(({ target, deletedBy }) => [target.id, deletedBy])).toEqual([
      [claim.metadata.uid, "Argo CD's application controller"],
    ])
    const anyway = cascadeOf(cluster(objects), kubectl('Application/db'), kubectl(claim.metadata.uid))
    expect(anyway.data.map(({ deletedBy }) => deletedBy)).toEqual([undefined])
  })
})

// https://github.com/kubernetes/kubernetes/issues/60807
describe('the namespace of metrics-server itself is deleted', () => {
  const metrics = { namespace: 'metrics' }
  const labels = { app: 'metrics-server' }
  const objects = [
    namespaceOf('metrics'),
    object('v1', 'Service', 'metrics-server', { metadata: metrics, spec: { selector: labels } }),
    object('v1', 'Pod', 'metrics-server-x', {
      metadata: { ...metrics, labels },
      spec: { nodeName: 'worker', terminationGracePeriodSeconds: 30 },
      status: { phase: 'Running' },
    }),
    object('apiregistration.k8s.io/v1', 'APIService', 'v1beta1.metrics.k8s.io', {
      metadata: { namespace: undefined },
      spec: { group: 'metrics.k8s.io', version: 'v1beta1', service: { ...metrics, name: 'metrics-server' } },
      status: { conditions: [{ type: 'Available', status: 'True', message: 'all checks passed' }] },
    }),
  ]

  it('is told before: its APIService stays without a server, and with it every namespace', () => {
    expect(previewOf(objects, deletes('metrics'))).toEqual([
      'metrics: no server answers for metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.metrics.k8s.io is available again or deleted',
    ])
  })

  it('ends if the APIService is deleted too', () => {
    const service = kubectl('APIService/v1beta1.metrics.k8s.io')
    expect(cascadeOf(cluster(objects), deletes('metrics'), service).stuck).toEqual([])
  })

  it('is unknown where the Services of the namespace were not listed', () => {
    const unlisted = { ...cluster(objects.filter(({ kind }) => kind !== 'Service')), coverage: allBut('Service') }
    const { stuck, unknown } = cascadeOf(unlisted, deletes('metrics'))
    expect(stuck.flatMap(({ blockers }) => blockers.map(({ _tag }) => _tag))).toEqual(['ContentNotCovered'])
    expect(unknown.map(explainCascade)).toContain(
      'whether namespaces can still end is unknown: APIService v1beta1.metrics.k8s.io is served from namespace metrics, whose Services were not listed',
    )
  })
})

// https://github.com/rancher/rancher/issues/36450
describe('a namespace of a cluster that was taken out of Rancher', () => {
  it('waits for Rancher, and for nothing of Kubernetes', () => {
    const stuck = namespaceOf('cattle-system', {
      metadata: { ...going, finalizers: ['controller.cattle.io/namespace-auth'] },
      spec: {},
      status: { phase: 'Terminating' },
    })
    expect(diagnosisIn([stuck], 'Namespace/cattle-system')).toEqual([
      'terminating',
      'the finalizer controller.cattle.io/namespace-auth holds it until Rancher removes it',
      'Namespace cattle-system waits for Rancher to remove controller.cattle.io/namespace-auth, which happens after it has removed its role bindings',
      'no sweep comes any more: its spec.finalizers are empty',
      'Rancher has to remove the finalizer controller.cattle.io/namespace-auth',
    ])
  })
})

// https://github.com/kubernetes/kubernetes/issues/92598
describe('a claim that is Terminating though every pod is Completed', () => {
  const claim = object('v1', 'PersistentVolumeClaim', 'fog-nfs-pvc', {
    metadata: { ...going, finalizers: ['kubernetes.io/pvc-protection'] },
    status: { phase: 'Bound' },
  })
  const pod = object('v1', 'Pod', 'algorithm-rpc1', {
    spec: { nodeName: 'worker-1', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'fog-nfs-pvc' } }] },
    status: { phase: 'Succeeded' },
  })

  it('names the pod, which counts until it is deleted', () => {
    const said = diagnosisIn([claim, pod], 'PersistentVolumeClaim/fog-nfs-pvc')
    expect(said).toContain(
      'Pod shop/algorithm-rpc1 uses it, although it has ended: only its deletion releases the claim',
    )
    expect(said.at(-1)).toBe('somebody has to delete Pod shop/algorithm-rpc1 first')
  })
})

// https://github.com/elastic/cloud-on-k8s/issues/2328
describe('deleting an Elasticsearch took its volumes along', () => {
  it('is told before, with who destroys the data', () => {
    const owner = {
      apiVersion: 'elasticsearch.k8s.elastic.co/v1',
      kind: 'Elasticsearch',
      name: 'logs',
      uid: 'Elasticsearch/logs',
    }
    const objects = [
      instance('Elasticsearch', 'logs'),
      object('v1', 'PersistentVolumeClaim', 'elasticsearch-data-logs-es-0', {
        metadata: { ownerReferences: [owner], finalizers: ['kubernetes.io/pvc-protection'] },
        spec: { volumeName: 'pv-1' },
        status: { phase: 'Bound' },
      }),
      object('v1', 'PersistentVolume', 'pv-1', {
        metadata: { namespace: undefined, finalizers: ['kubernetes.io/pv-protection'] },
        spec: {
          persistentVolumeReclaimPolicy: 'Delete',
          claimRef: {
            namespace: 'shop',
            name: 'elasticsearch-data-logs-es-0',
            uid: 'PersistentVolumeClaim/elasticsearch-data-logs-es-0',
          },
          csi: { driver: 'pd.csi.storage.gke.io' },
        },
        status: { phase: 'Bound' },
      }),
    ]
    expect(previewOf(objects, kubectl('Elasticsearch/logs'))).toEqual([
      'the data of PersistentVolumeClaim shop/elasticsearch-data-logs-es-0 is lost: pd.csi.storage.gke.io deletes the storage',
    ])
  })
})

// https://github.com/crossplane-contrib/provider-kubernetes/issues/440
describe('a namespace in which the ProviderConfigUsage goes before the object that needs it', () => {
  it('is told before: the object may stay for ever', () => {
    const objects = [
      namespaceOf('shop'),
      object('kubernetes.m.crossplane.io/v1alpha1', 'ClusterProviderConfig', 'default', {
        metadata: { namespace: undefined },
      }),
      instance('ProviderConfigUsage', 'usage'),
      instance('Object', 'o', { metadata: { finalizers: ['finalizer.managedresource.crossplane.io'] } }),
    ]
    expect(previewOf(objects, deletes('shop'))[0]).toContain(
      'but its ProviderConfigUsage goes in the same cascade (ProviderConfigUsage shop/usage), so it may stay forever',
    )
  })
})

// https://github.com/zalando/postgres-operator/issues/1075
describe('uninstalling a Postgres cluster took its claims along, which nothing in Kubernetes asks for', () => {
  const cluster = instance('postgresql', 'db', { metadata: { finalizers: ['postgres-operator.acid.zalan.do'] } })
  const operator = object('apps/v1', 'Deployment', 'postgres-operator')
  const claim = object('v1', 'PersistentVolumeClaim', 'pgdata-db-0', { spec: { volumeName: 'pv-1' } })

  it('is told before, though the claims have no owner', () => {
    expect(previewOf([cluster, operator, claim], kubectl('postgresql/db'))[0]).toBe(
      'postgresql shop/db waits for the Zalando Postgres operator to remove postgres-operator.acid.zalan.do, which happens after it has deleted the cluster, with its claims unless it is configured to keep them',
    )
  })

  it('is told too that the cluster stays for ever where its operator goes with the namespace', () => {
    expect(previewOf([namespaceOf('shop'), cluster, operator], deletes('shop'))[0]).toContain(
      'but the Deployment postgres-operator goes in the same cascade (Deployment shop/postgres-operator), so it may stay forever',
    )
  })
})

// https://github.com/crossplane-contrib/provider-helm/issues/102
describe('a ProviderConfig that does not go though nothing is left that uses it', () => {
  it('names who would let it go, and that nothing of Kubernetes does', () => {
    const config = instance('ProviderConfig', 'helm', {
      metadata: { ...going, finalizers: ['in-use.crossplane.io'] },
    })
    expect(diagnosisIn([config], 'ProviderConfig/helm')).toContainEqual(
      expect.stringContaining(
        'waits for Crossplane to remove in-use.crossplane.io, which happens when nothing uses it any more',
      ),
    )
  })
})
