/**
 * The input of the pod garbage collector: one listing of pods and nodes, the results of node lookups, and its memory.
 */
import type { Knowledge } from '../../core/knowledge.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { KubeObject, ObjectMeta } from '../../apiserver/object.js'
import type { Memory } from './record-schema.js'

/** One condition of a pod; what is absent is absent in the object. */
export interface PodCondition {
  readonly type: string
  /** `True`, `False` or `Unknown`. */
  readonly status: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly lastProbeTime?: Date | undefined
  readonly lastTransitionTime?: Date | undefined
}

/** What is read of one container: when it ended, if it has. */
export interface ContainerStatus {
  readonly state?: { readonly terminated?: { readonly finishedAt?: Date | undefined } | undefined } | undefined
}

/** The status of a pod, as far as it is read. */
export interface PodStatus {
  readonly phase?: string | undefined
  readonly reason?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly startTime?: Date | undefined
  readonly conditions?: ReadonlyArray<PodCondition> | undefined
  /** Read by the order `finish-time` alone. */
  readonly containerStatuses?: ReadonlyArray<ContainerStatus> | undefined
}

/** The metadata of a pod. The controller reads no uid, and a pod of a template or of a test has none. */
export interface PodMeta extends Omit<ObjectMeta, 'uid'> {
  readonly uid?: string | undefined
}

/** A pod in the shape of the API. */
export interface Pod extends Omit<KubeObject, 'metadata'> {
  readonly metadata: PodMeta
  readonly spec?: { readonly nodeName?: string | undefined } | undefined
  readonly status?: PodStatus | undefined
}

/** A node in the shape of the API. */
export interface Node {
  readonly metadata: { readonly name: string }
  readonly spec?: { readonly taints?: ReadonlyArray<{ readonly key: string }> | undefined } | undefined
  readonly status?:
    { readonly conditions?: ReadonlyArray<{ readonly type: string; readonly status: string }> | undefined } | undefined
}

/** One look at a cluster. */
export interface Observation<P extends Pod = Pod> {
  readonly at: Date
  /**
   * In any order, each uid once, and each namespace and name once of those without a uid; the order decides nothing. Pods
   * that were not listed are not counted.
   */
  readonly pods: ReadonlyArray<P>
  /** In any order, each name once. */
  readonly nodes: ReadonlyArray<Node>
  /** Of which kinds and namespaces the look shows everything; a node that it does not cover may exist. */
  readonly coverage: Coverage
  /**
   * Names of nodes that a lookup finds at the API server, of all that are not among `nodes`. While unknown, no node
   * counts as gone.
   */
  readonly apiNodes: Knowledge<ReadonlyArray<string>>
  /** Names of nodes whose lookup failed, so that they may exist. */
  readonly failedLookups?: ReadonlyArray<string> | undefined
}

/** The snapshot that one run decides on. */
export interface Snapshot<P extends Pod = Pod> extends Observation<P> {
  /** The quarantine after this look: {@link observe} folds the look into the memory of the run before. */
  readonly memory: Memory
}

/** The uid, or the namespace and name of a pod without one; no uid has a slash in it. */
export const keyOf = ({ metadata: { uid, namespace = '', name } }: Pod): string => uid ?? `${namespace}/${name}`
