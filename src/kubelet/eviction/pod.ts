/**
 * The fields read of a pod and of its statistics, in the form of the API's Pod and of the kubelet's summary.
 */
import type { Int64 } from '../../core/int64.js'

/** Amounts by resource name, as Kubernetes quantities. */
export type Amounts = Readonly<Record<string, string>>

/** A container of a pod. */
export interface PodContainer {
  readonly name: string
  readonly resources?: { readonly requests?: Amounts; readonly limits?: Amounts }
  /** `Always` for a sidecar. */
  readonly restartPolicy?: string
}

/** A volume of a pod; only its type matters. */
export interface PodVolume {
  readonly name: string
  readonly hostPath?: unknown
  readonly gitRepo?: unknown
  readonly configMap?: unknown
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string }
}

/** A pod that runs on the node. */
export interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: {
    readonly priority?: number
    /** Seconds. */
    readonly terminationGracePeriodSeconds?: number
    readonly containers: ReadonlyArray<PodContainer>
    readonly initContainers?: ReadonlyArray<PodContainer>
    readonly overhead?: Amounts
    readonly volumes?: ReadonlyArray<PodVolume>
  }
}

/** Resource usage of a part of a pod. */
export interface Usage {
  readonly usedBytes?: Int64
  readonly inodesUsed?: Int64
}

/** What a container occupies. */
export interface ContainerStats {
  readonly name: string
  readonly rootfs?: Usage
  readonly logs?: Usage
  readonly memory?: { readonly workingSetBytes?: Int64 }
}

/** What a pod occupies. */
export interface PodStats {
  readonly podRef: { readonly uid: string }
  readonly containers: ReadonlyArray<ContainerStats>
  readonly volume?: ReadonlyArray<Usage & { readonly name: string }>
  /** The pod's total local storage, as its containers' limits count it. */
  readonly 'ephemeral-storage'?: Usage
  readonly memory?: { readonly workingSetBytes?: Int64 }
  /** Processes. */
  readonly process_stats?: { readonly process_count?: Int64 }
}

/** The priority from which on a pod is never evicted. */
const criticalPriority = 2_000_000_000

/**
 * True for a pod that is never evicted: static, the mirror of a static one, or of the highest priorities.
 *
 * Shape: static: its config source annotation is not `api`.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/types/pod_update.go IsCriticalPod
 */
export const isCritical = ({ metadata: { annotations = {} }, spec }: Pod): boolean =>
  (Object.hasOwn(annotations, configSource) && annotations[configSource] !== 'api') ||
  Object.hasOwn(annotations, 'kubernetes.io/config.mirror') ||
  (spec.priority ?? 0) >= criticalPriority

const configSource = 'kubernetes.io/config.source'

/** The statistics of each pod by its UID; of several the last. */
export const statsByPod = (podStats: ReadonlyArray<PodStats>): ReadonlyMap<string, PodStats> =>
  new Map(podStats.map((stats) => [stats.podRef.uid, stats]))
