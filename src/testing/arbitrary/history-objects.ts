/** Builders for controllers and their history objects: names double as uids, all in one namespace. */
import {
  type ControllerRevision,
  type CronJob,
  type DaemonSet,
  type Deployment,
  type Job,
  type Pod,
  type ReplicaSet,
  type Snapshot,
  type StatefulSet,
  type Template,
  emptySnapshot,
} from '../../controllers/history/index.js'
import type { KubeObject, ObjectMeta } from '../../apiserver/object.js'
import { noon } from '../when.js'
import { minute } from './instants.js'

export { minute, noon }

/** A template that runs an image. */
export const template = (image: string, hash?: string): Template => ({
  metadata: { labels: { app: 'web', ...(hash === undefined ? {} : { 'pod-template-hash': hash }) } },
  spec: { containers: [{ name: 'main', image }] },
})

const object = (apiVersion: string, kind: string, name: string, more: Partial<ObjectMeta> = {}) => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: name, ...more },
})

/** Metadata of what another object controls. */
export const of = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject): Partial<ObjectMeta> => ({
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }],
})

/** Metadata of a terminating object. */
export const deleted: Partial<ObjectMeta> = { deletionTimestamp: noon, finalizers: ['example.com/hold'] }

/** A Deployment of three replicas, its rollout complete. */
export const deployment = (
  spec: NonNullable<Deployment['spec']> = {},
  more: Partial<ObjectMeta> = {},
  status: Deployment['status'] = {},
): Deployment => ({
  ...object('apps/v1', 'Deployment', 'web', { generation: 2, ...more }),
  spec: { replicas: 3, revisionHistoryLimit: 1, template: template('new'), ...spec },
  status: { observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3, ...status },
})

/** An idle ReplicaSet of the Deployment, of a revision. */
export const replicaSet = (
  name: string,
  revision: string | null,
  spec: NonNullable<ReplicaSet['spec']> = {},
  more: Partial<ObjectMeta> = {},
): ReplicaSet => ({
  ...object('apps/v1', 'ReplicaSet', name, {
    ...of(deployment()),
    ...(revision === null ? {} : { annotations: { 'deployment.kubernetes.io/revision': revision } }),
    ...more,
  }),
  spec: { replicas: 0, template: template(name, `hash-of-${name}`), ...spec },
})

/** A StatefulSet whose pods all have the revision `current`. */
export const statefulSet = (
  spec: NonNullable<StatefulSet['spec']> = {},
  status: StatefulSet['status'] = { currentRevision: 'current', updateRevision: 'current' },
): StatefulSet => ({
  ...object('apps/v1', 'StatefulSet', 'db'),
  spec: { revisionHistoryLimit: 1, ...spec },
  status,
})

/** A DaemonSet of the template `new`. */
export const daemonSet = (spec: NonNullable<DaemonSet['spec']> = {}, more: Partial<ObjectMeta> = {}): DaemonSet => ({
  ...object('apps/v1', 'DaemonSet', 'agent', more),
  spec: { revisionHistoryLimit: 1, template: template('new'), ...spec },
})

/** A revision of a controller, labelled with its own name. */
export const revision = (
  owner: KubeObject,
  name: string,
  number: number,
  more: Partial<ObjectMeta> = {},
  image: string = name,
): ControllerRevision => ({
  ...object('apps/v1', 'ControllerRevision', name, {
    ...of(owner),
    labels: { 'controller-revision-hash': name },
    ...more,
  }),
  revision: number,
  data: { spec: { template: { ...template(image), $patch: 'replace' } } },
})

/** A pod of a controller on a node, labelled with a revision. */
export const pod = (
  owner: KubeObject | null,
  name: string,
  hash: string,
  spec: Pod['spec'] = { nodeName: 'n' },
): Pod => ({
  ...object('v1', 'Pod', name, {
    ...(owner === null ? {} : of(owner)),
    labels: { 'controller-revision-hash': hash },
  }),
  spec,
})

/** A CronJob that keeps one Job of each outcome. */
export const cronJob = (
  spec: NonNullable<CronJob['spec']> = { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 },
  active: ReadonlyArray<string> = [],
): CronJob => ({
  ...object('batch/v1', 'CronJob', 'nightly'),
  spec,
  ...(active.length === 0 ? {} : { status: { active: active.map((uid) => ({ name: uid, uid })) } }),
})

/** A Job that started so many minutes after noon and ended in a condition. */
export const job = (
  name: string,
  start: number | null,
  condition: string | null = 'Complete',
  more: Partial<ObjectMeta> = of(cronJob()),
): Job => ({
  ...object('batch/v1', 'Job', name, more),
  status: {
    ...(start === null ? {} : { startTime: minute(start) }),
    ...(condition === null ? {} : { conditions: [{ type: condition, status: 'True' }] }),
  },
})

/** A cluster that is shown whole. */
export const clusterOf = (lists: Partial<Snapshot>): Snapshot => ({
  ...emptySnapshot,
  at: noon,
  coverage: { _tag: 'Everything' },
  ...lists,
})
