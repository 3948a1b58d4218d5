/**
 * The input of the pod garbage collector: one listing of pods and nodes, the results of node lookups, and its memory.
 */
import type { Knowledge } from '../../core/knowledge.js'
import type { Coverage } from '../../apiserver/scope.js'
import type { KubeObject, ObjectMeta } from '../../apiserver/object.js'
import { list, object } from '../../internal/schema/object.js'
import { type Schema, instant, name, text } from '../../internal/schema/schema.js'

/** One condition of a pod. */
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

/** When a container ended, if it has. */
export interface ContainerStatus {
  readonly state?: { readonly terminated?: { readonly finishedAt?: Date | undefined } | undefined } | undefined
}

/** The fields of a pod's status that are read. */
export interface PodStatus {
  readonly phase?: string | undefined
  readonly reason?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly startTime?: Date | undefined
  readonly conditions?: ReadonlyArray<PodCondition> | undefined
  /** Read only by the order `finish-time`. */
  readonly containerStatuses?: ReadonlyArray<ContainerStatus> | undefined
}

/** The metadata of a pod; the uid is optional, as the controller does not read it. */
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
    | { readonly conditions?: ReadonlyArray<{ readonly type: string; readonly status: string }> | undefined }
    | undefined
}

/** One look at a cluster. */
export interface Observation<P extends Pod = Pod> {
  readonly at: Date
  /**
   * In any order, each uid once; without a uid, each namespace and name once. Unlisted pods are not counted, so fewer
   * go.
   */
  readonly pods: ReadonlyArray<P>
  /** In any order, each name once. */
  readonly nodes: ReadonlyArray<Node>
  /** The kinds and namespaces listed in full; a node that is not covered may exist. */
  readonly coverage: Coverage
  /** Names of nodes, not among `nodes`, that an API lookup finds. While unknown, no node counts as gone. */
  readonly apiNodes: Knowledge<ReadonlyArray<string>>
  /** Names of nodes whose lookup failed, so they may exist. */
  readonly failedLookups?: ReadonlyArray<string> | undefined
}

/** A node in quarantine, and until when. */
export interface Quarantined {
  readonly node: string
  readonly until: Date
}

/** What is carried from run to run. */
export interface Memory {
  /** By name. */
  readonly waiting: ReadonlyArray<Quarantined>
  /** Nodes whose time was over at the last look, by name; they are looked up in that run and then forgotten. */
  readonly ripe: ReadonlyArray<string>
}

/** A document may hold an empty name, which a plan refuses. */
const node: Schema<string> = { ...name, form: text.form }

export const memory: Schema<Memory> = object<Memory>({
  waiting: list(object<Quarantined>({ node, until: instant })),
  ripe: list(text),
})

/** The snapshot that one run decides on. */
export interface Snapshot<P extends Pod = Pod> extends Observation<P> {
  /** The quarantine after this observation, by {@link observe}. */
  readonly memory: Memory
}

/** The uid, or namespace/name for a pod without one. */
export const keyOf = ({ metadata: { uid, namespace = '', name } }: Pod): string => uid ?? `${namespace}/${name}`
