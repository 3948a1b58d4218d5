/** Answers a cluster with one object of each kind that a controller reads. */
import type { WholeObject } from '../../src/apiserver/index.js'
import { widgetDefinition } from '../apiserver/definitions.js'
import { podGroups, widgets } from './clocked.js'
import { object, to } from './owner/build.js'

const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { terminationGracePeriodSeconds: 2 } }
const selecting = { selector: { matchLabels: labels }, template }
const cluster = (uid: string, kind: string, apiVersion: string, rest: object): WholeObject => ({
  ...object(uid, [], { namespace: undefined }, kind, apiVersion),
  ...rest,
})
const inNs = (uid: string, kind: string, apiVersion: string, rest: object, owner?: string): WholeObject => ({
  ...object(uid, owner === undefined ? [] : [to(owner)], { labels }, kind, apiVersion),
  ...rest,
})
const owned = (uid: string, kind: string, owner: WholeObject, rest: object): WholeObject => {
  const { apiVersion, metadata } = owner
  const reference = { apiVersion, kind: owner.kind, name: metadata.name, uid: metadata.uid, controller: true }
  return { ...object(uid, [reference], { labels, finalizers: ['batch.kubernetes.io/job-tracking'] }, kind), ...rest }
}

const job = inNs('job', 'Job', 'batch/v1', { spec: { parallelism: 1, completions: 2, ...selecting }, status: {} })
const replicaSet = inNs('rs', 'ReplicaSet', 'apps/v1', { spec: { replicas: 2, ...selecting } })
const podSpec = {
  nodeName: 'worker',
  terminationGracePeriodSeconds: 5,
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'c' } },
    { name: 'own', ephemeral: {} },
  ],
  resourceClaims: [{ name: 'gpu', resourceClaimName: 'rc' }],
  schedulingGroup: { podGroupName: 'group' },
}

/** One object of each kind that a controller reads. */
export const world: ReadonlyArray<WholeObject> = [
  cluster('ns', 'Namespace', 'v1', { spec: { finalizers: ['kubernetes'] }, status: { conditions: [] } }),
  cluster('worker', 'Node', 'v1', { spec: { taints: [{ key: 'x' }] }, status: { conditions: [] } }),
  owned('jp', 'Pod', job, {
    spec: podSpec,
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }),
  owned('rp', 'Pod', replicaSet, { spec: { ...podSpec, nodeName: 'absent' }, status: { phase: 'Running' } }),
  inNs('c', 'PersistentVolumeClaim', 'v1', {
    spec: { volumeName: 'v', storageClassName: 'fast', volumeAttributesClassName: 'gold' },
    status: { phase: 'Bound', modifyVolumeStatus: { targetVolumeAttributesClassName: 'gold' } },
  }),
  inNs('free', 'PersistentVolumeClaim', 'v1', { spec: { storageClassName: 'fast' }, status: { phase: 'Pending' } }),
  cluster('v', 'PersistentVolume', 'v1', {
    spec: {
      claimRef: { namespace: 'ns', name: 'c', uid: 'c' },
      persistentVolumeReclaimPolicy: 'Delete',
      hostPath: { path: '/tmp/x' },
    },
    status: { phase: 'Bound' },
  }),
  cluster('fast', 'StorageClass', 'storage.k8s.io/v1', {
    provisioner: 'kubernetes.io/host-path',
    reclaimPolicy: 'Delete',
  }),
  widgetDefinition('crd', {}, {}, { conditions: [{ type: 'Established', status: 'True' }] }),
  inNs('widget', widgets.kind, widgets.apiVersion, { spec: {} }),
  cluster('api', 'APIService', 'apiregistration.k8s.io/v1', {
    spec: { group: 'a.example', version: 'v1', service: { namespace: 'ns', name: 'svc' } },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  }),
  inNs('deploy', 'Deployment', 'apps/v1', { spec: { replicas: 1, ...selecting } }),
  replicaSet,
  inNs('set', 'StatefulSet', 'apps/v1', {
    spec: {
      replicas: 1,
      ordinals: { start: 0 },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      ...selecting,
    },
  }),
  job,
  inNs('cron', 'CronJob', 'batch/v1', {
    spec: {
      schedule: '0 * * * *',
      jobTemplate: { metadata: { labels }, spec: selecting },
      concurrencyPolicy: 'Replace',
    },
    status: { lastScheduleTime: '2026-01-01T00:00:00Z', active: [{ uid: 'job' }] },
  }),
  inNs('daemons', 'DaemonSet', 'apps/v1', {
    spec: {
      ...selecting,
      template: { ...template, spec: { nodeSelector: { x: 'y' }, tolerations: [{ operator: 'Exists' }] } },
    },
  }),
  inNs('svc', 'Service', 'v1', { spec: { selector: labels, ports: [{ port: 80 }] } }),
  inNs('ep', 'Endpoints', 'v1', { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] }),
  inNs('slice', 'EndpointSlice', 'discovery.k8s.io/v1', { endpoints: [{ addresses: ['10.0.0.1'] }], ports: [] }, 'svc'),
  inNs('account', 'ServiceAccount', 'v1', { secrets: [{ name: 'token' }] }),
  {
    ...object('token', [], { annotations: { 'kubernetes.io/service-account.name': 'account' } }, 'Secret'),
    ...{ type: 'kubernetes.io/service-account-token', data: {} },
  },
  cluster('gold', 'VolumeAttributesClass', 'storage.k8s.io/v1', { driverName: 'a.example' }),
  cluster('range', 'ServiceCIDR', 'networking.k8s.io/v1', { spec: { cidrs: ['10.1.0.0/24'] }, status: {} }),
  inNs('group', podGroups.kind, podGroups.apiVersion, { spec: {} }),
  inNs('rc', 'ResourceClaim', 'resource.k8s.io/v1', {
    spec: { devices: {} },
    status: { allocation: {}, reservedFor: [{ resource: 'pods', name: 'jp', uid: 'jp' }] },
  }),
]
