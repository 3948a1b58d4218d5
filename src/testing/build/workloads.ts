/** Builders for workloads: pods, and the objects of the controllers that create them. */
import type { WholeObject } from '../../apiserver/object.js'
import type { PodCondition } from '../../controllers/pod/snapshot.js'
import { type When, dateOf, noon } from '../when.js'
import { type Given, kindOf, kubeObject } from './kube-object.js'

/** Optional fields of a pod. */
export interface PodGiven extends Given {
  /** The node that it is bound to. Default: none; it then ends at once. */
  readonly node?: string
  /** Default `Running`. */
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
  readonly conditions?: ReadonlyArray<PodCondition>
}

/**
 * A running pod, bound to a node if one is given.
 *
 * @example
 * ```ts
 * import { fakeCluster, pod } from 'gcplan/testing'
 *
 * const cluster = fakeCluster([pod('web-0', { node: 'worker-1' })])
 * cluster.delete('Pod/web-0')
 * console.log(cluster.terminating()) // [ 'Pod/web-0' ]
 * cluster.advance({ seconds: 30 })
 * console.log(cluster.names()) // []
 * ```
 */
export const pod = (name: string, given: PodGiven = {}): WholeObject => {
  const { node: nodeName, phase = 'Running', conditions, grace = nodeName === undefined ? 0 : 30, ...rest } = given
  return kubeObject('v1', 'Pod', name, {
    ...rest,
    grace,
    metadata: { generation: 1, ...rest.metadata },
    spec: { terminationGracePeriodSeconds: 30, ...(nodeName === undefined ? {} : { nodeName }), ...rest.spec },
    status: { phase, ...(conditions === undefined ? {} : { conditions }), ...rest.status },
  })
}

const counting: Pick<Given, 'metadata'> = { metadata: { generation: 1 } }

/** A ReplicaSet of one replica. */
export const replicaSet: (name: string, given?: Given) => WholeObject = kindOf('apps/v1', 'ReplicaSet', {
  ...counting,
  spec: { replicas: 1 },
  status: { replicas: 1, observedGeneration: 1 },
})

/** A Deployment of one replica, its rollout complete. */
export const deployment: (name: string, given?: Given) => WholeObject = kindOf('apps/v1', 'Deployment', {
  ...counting,
  spec: { replicas: 1, revisionHistoryLimit: 10 },
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
})

/** A StatefulSet of one replica. */
export const statefulSet: (name: string, given?: Given) => WholeObject = kindOf('apps/v1', 'StatefulSet', {
  ...counting,
  spec: { replicas: 1, revisionHistoryLimit: 10 },
  status: { observedGeneration: 1 },
})

/** A DaemonSet. */
export const daemonSet: (name: string, given?: Given) => WholeObject = kindOf('apps/v1', 'DaemonSet', {
  ...counting,
  spec: { revisionHistoryLimit: 10 },
})

/** A CronJob that keeps three successful Jobs and one failed Job. */
export const cronJob: (name: string, given?: Given) => WholeObject = kindOf('batch/v1', 'CronJob', {
  ...counting,
  spec: { successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
})

/** Optional fields of a Job. */
export interface JobGiven extends Given {
  /** When it finished. Default: still running. */
  readonly finishedAt?: When
  /** Default `Complete`. */
  readonly outcome?: 'Complete' | 'Failed'
  /** TTL in seconds after it finished. */
  readonly ttl?: number
}

/**
 * A Job, running unless `finishedAt` is given.
 *
 * @example
 * ```ts
 * import { fakeCluster, job } from 'gcplan/testing'
 *
 * const cluster = fakeCluster([job('report', { finishedAt: '2026-01-01T12:00:00Z', ttl: 60 })])
 * cluster.advance({ seconds: 59 })
 * console.log(cluster.names()) // [ 'Job/report' ]
 * cluster.advance({ seconds: 1 })
 * console.log(cluster.names()) // []
 * ```
 */
export const job = (name: string, given: JobGiven = {}): WholeObject => {
  const { finishedAt, outcome = 'Complete', ttl, ...rest } = given
  const lastTransitionTime = finishedAt === undefined ? undefined : dateOf(finishedAt)
  return kubeObject('batch/v1', 'Job', name, {
    ...rest,
    metadata: { generation: 1, ...rest.metadata },
    spec: { ...(ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl }), ...rest.spec },
    status: {
      startTime: dateOf(rest.createdAt ?? noon),
      ...(lastTransitionTime === undefined
        ? {}
        : { conditions: [{ type: outcome, status: 'True', lastTransitionTime }], completionTime: lastTransitionTime }),
      ...rest.status,
    },
  })
}

/** A revision of a StatefulSet or DaemonSet. */
export const controllerRevision = (name: string, revision: number, given: Given = {}): WholeObject => {
  const object = kubeObject('apps/v1', 'ControllerRevision', name, given)
  return { ...object, revision, data: {} } as WholeObject
}
