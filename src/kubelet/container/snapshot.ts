/**
 * What the container collector reads at one instant: containers, sandboxes, pod states and logs.
 */
import type { option as O } from 'fp-ts'

import type { Knowledge } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Schema, flag, instant, oneOf, problemsOf, text } from '../../internal/schema/schema.js'
import { isInstant } from '../../core/time.js'
import {
  distinct,
  distinctBy,
  isPlain,
  knowledge,
  list,
  object,
  option,
  readByName,
} from '../../internal/schema/object.js'

/** Container states of the CRI. */
export type ContainerState = 'CONTAINER_CREATED' | 'CONTAINER_RUNNING' | 'CONTAINER_EXITED' | 'CONTAINER_UNKNOWN'

/** Sandbox states of the CRI. */
export type SandboxState = 'SANDBOX_READY' | 'SANDBOX_NOTREADY'

/** One container as the runtime lists it. */
export interface Container {
  readonly id: string
  /** Id of its sandbox. */
  readonly sandboxId: string
  /** Value of the label `io.kubernetes.pod.uid`; empty when the container has none. */
  readonly podUid: string
  /** Name from the CRI metadata. */
  readonly name: string
  readonly state: ContainerState
  readonly createdAt: Date
  /** False when its Docker name could not be parsed; only the Docker-era policy reads it. */
  readonly identified: boolean
}

/** One pod sandbox as the runtime lists it. */
export interface Sandbox {
  readonly id: string
  /** Uid from the CRI metadata. */
  readonly podUid: string
  readonly state: SandboxState
  readonly createdAt: Date
}

/** What the pod workers know of one pod uid. */
export interface PodState {
  readonly uid: string
  /** The pod is gone, so everything of it may go: evicted, or deleted and terminated, or unknown to synced workers. */
  readonly contentRemoved: Knowledge<boolean>
  /** The pod's containers are done: terminated, or unknown to synced workers. */
  readonly runtimeRemoved: Knowledge<boolean>
}

/** The status of a link's container: a state, an empty status, or an error (`Gone`). */
export type LinkStatus = ContainerState | 'Nil' | 'Gone'

/** A link in the container log directory. */
export interface LogLink {
  readonly path: string
  readonly targetExists: boolean
  /** The status of the container that the link names; none: it is read from `containers`. */
  readonly containerStatus: O.Option<LinkStatus>
}

/** Everything that one container collection reads. */
export interface Snapshot {
  readonly at: Date
  /** Every pod source (API, file, http) has been seen. */
  readonly allSourcesReady: boolean
  /** An unlisted uid is unknown; what belongs to it is kept if its state matters. */
  readonly pods: ReadonlyArray<PodState>
  /** In the order of the runtime's list. */
  readonly containers: ReadonlyArray<Container>
  /** In the order of the runtime's list. */
  readonly sandboxes: ReadonlyArray<Sandbox>
  /** Names of the directories in the pod log root. */
  readonly logDirectories: ReadonlyArray<string>
  /** Links in the container log directory. */
  readonly logLinks: ReadonlyArray<LogLink>
}

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'] as const

const fact = knowledge(flag)
const podState = readByName(
  object<PodState>({ uid: text, contentRemoved: fact, runtimeRemoved: fact }),
  ({ uid, contentRemoved, runtimeRemoved }) =>
    typeof uid === 'string' && isKnownFlag(contentRemoved) && isKnownFlag(runtimeRemoved),
)

const isKnownFlag = (value: unknown): boolean =>
  isPlain(value) && value['_tag'] === 'Known' && typeof value['value'] === 'boolean'

const container = readByName(
  object<Container>({
    id: text,
    sandboxId: text,
    podUid: text,
    name: text,
    state: oneOf(...containerStates),
    createdAt: instant,
    identified: flag,
  }),
  ({ id, sandboxId, podUid, name, state, createdAt, identified }) =>
    typeof id === 'string' &&
    typeof sandboxId === 'string' &&
    typeof podUid === 'string' &&
    typeof name === 'string' &&
    (state === 'CONTAINER_EXITED' || state === 'CONTAINER_RUNNING') &&
    isInstant(createdAt) &&
    typeof identified === 'boolean',
)

const sandbox = readByName(
  object<Sandbox>({
    id: text,
    podUid: text,
    state: oneOf('SANDBOX_READY', 'SANDBOX_NOTREADY'),
    createdAt: instant,
  }),
  ({ id, podUid, state, createdAt }) =>
    typeof id === 'string' &&
    typeof podUid === 'string' &&
    (state === 'SANDBOX_READY' || state === 'SANDBOX_NOTREADY') &&
    isInstant(createdAt),
)

const logLink = readByName(
  object<LogLink>({
    path: text,
    targetExists: flag,
    containerStatus: option(oneOf(...containerStates, 'Nil', 'Gone')),
  }),
  ({ path, targetExists, containerStatus }) =>
    typeof path === 'string' &&
    typeof targetExists === 'boolean' &&
    isPlain(containerStatus) &&
    containerStatus['_tag'] === 'None',
)

const scalars = { at: instant, allSourcesReady: flag }
const lists = {
  pods: list(podState),
  containers: list(container),
  sandboxes: list(sandbox),
  logDirectories: list(text),
  logLinks: list(logLink),
}

export const snapshot: Schema<Snapshot> = object<Snapshot>({
  ...scalars,
  pods: distinctBy('uid', lists.pods),
  containers: distinctBy('id', lists.containers),
  sandboxes: distinctBy('id', lists.sandboxes),
  logDirectories: distinct(lists.logDirectories, { keyOf: (name) => name }),
  logLinks: distinctBy('path', lists.logLinks),
})

const source = 'kubelet-container snapshot'

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(source, snapshot)

/** The same, but null as well where all that is wrong is that something is listed twice, which `indexNode` finds. */
export const findItemProblems: (value: unknown) => InvalidInput | null = problemsOf(source, {
  ...snapshot,
  holds: object<Snapshot>({ ...scalars, ...lists }).holds,
})
