/**
 * Kinds of workloads outside the core group.
 */
import type { Scope } from '../scope.js'
import { served } from './served.js'

/** Kinds of apps, autoscaling, batch, policy and scheduling. */
export const workloadScopes: ReadonlyArray<Scope> = [
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
