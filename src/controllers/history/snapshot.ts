/**
 * The input of history clean-up: objects in the shape of the API, limited to the fields that are read, and the
 * coverage. A field that is absent in the object is absent here.
 */
import type { LabelRequirement, LabelSelector } from '../selector.js'
import type { Template } from '../template.js'
import type { Int64 } from '../../core/int64.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { KubeObject } from '../../apiserver/object.js'
import { instant } from '../../core/time.js'

export type { LabelRequirement, LabelSelector, Template }

/** A controller with a history. */
export interface Keeper extends KubeObject {
  readonly spec?:
    | {
        /** The API defaults it to 10. */
        readonly revisionHistoryLimit?: number | undefined
        readonly selector?: LabelSelector | undefined
        readonly template?: Template | undefined
      }
    | undefined
}

/** Keeps the ReplicaSets of former templates. */
export interface Deployment extends Keeper {
  readonly spec?:
    | (NonNullable<Keeper['spec']> & {
        /** Absent is 1. */
        readonly replicas?: number | undefined
        readonly paused?: boolean | undefined
      })
    | undefined
  readonly status?:
    | {
        readonly observedGeneration?: number | undefined
        readonly replicas?: number | undefined
        readonly updatedReplicas?: number | undefined
        readonly availableReplicas?: number | undefined
      }
    | undefined
}

/** One revision of a Deployment. */
export interface ReplicaSet extends KubeObject {
  readonly spec?:
    | {
        /** Absent is 1. */
        readonly replicas?: number | undefined
        readonly template?: Template | undefined
      }
    | undefined
  readonly status?:
    | { readonly replicas?: number | undefined; readonly observedGeneration?: number | undefined }
    | undefined
}

/** Keeps revisions of its template. */
export interface StatefulSet extends Keeper {
  readonly status?:
    | {
        readonly observedGeneration?: number | undefined
        /** Names of revisions. */
        readonly currentRevision?: string | undefined
        readonly updateRevision?: string | undefined
      }
    | undefined
}

/** Keeps revisions of its template. */
export type DaemonSet = Keeper

/** One revision of a StatefulSet or DaemonSet. */
export interface ControllerRevision extends KubeObject {
  readonly revision: Int64
  /** The stored template, under `spec.template`. */
  readonly data?: unknown
}

/** Keeps finished Jobs. */
export interface CronJob extends KubeObject {
  readonly spec?:
    | {
        /** The API defaults it to 3; the failed limit to 1. */
        readonly successfulJobsHistoryLimit?: number | undefined
        readonly failedJobsHistoryLimit?: number | undefined
      }
    | undefined
  readonly status?: { readonly active?: ReadonlyArray<ActiveJob> | undefined } | undefined
}

/** A reference to a Job in a CronJob's list of active ones. */
export interface ActiveJob {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** One run of a CronJob. */
export interface Job extends KubeObject {
  readonly status?:
    | {
        readonly startTime?: Date | undefined
        readonly conditions?: ReadonlyArray<{ readonly type: string; readonly status: string }> | undefined
      }
    | undefined
}

/** A pod, with its label `controller-revision-hash`, which keeps a revision, and its node. */
export interface Pod extends KubeObject {
  readonly spec?:
    | {
        readonly nodeName?: string | undefined
        readonly affinity?: { readonly nodeAffinity?: NodeAffinity | undefined } | undefined
      }
    | undefined
}

/** How the pod of a DaemonSet names its node before it is bound. */
export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?:
    | {
        readonly nodeSelectorTerms?:
          | ReadonlyArray<{ readonly matchFields?: ReadonlyArray<LabelRequirement> | undefined }>
          | undefined
      }
    | undefined
}

/** The snapshot that one plan decides on; the order of objects doesn't matter. */
export interface Snapshot {
  /** When the objects were listed; only {@link apply} uses it, as the deletion timestamp. */
  readonly at: Date
  readonly deployments: ReadonlyArray<Deployment>
  readonly replicaSets: ReadonlyArray<ReplicaSet>
  readonly statefulSets: ReadonlyArray<StatefulSet>
  readonly daemonSets: ReadonlyArray<DaemonSet>
  readonly controllerRevisions: ReadonlyArray<ControllerRevision>
  readonly cronJobs: ReadonlyArray<CronJob>
  readonly jobs: ReadonlyArray<Job>
  /** They decide which revisions are in use. */
  readonly pods: ReadonlyArray<Pod>
  /** The kinds and namespaces that the lists hold in full. */
  readonly coverage: Coverage
}

/** No objects, at the epoch, covering nothing: defaults for a snapshot. */
export const emptySnapshot: Snapshot = {
  at: instant(0),
  deployments: [],
  replicaSets: [],
  statefulSets: [],
  daemonSets: [],
  controllerRevisions: [],
  cronJobs: [],
  jobs: [],
  pods: [],
  coverage: { _tag: 'Resources', resources: [] },
}
