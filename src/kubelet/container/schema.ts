/** Schemas of what the container collector reads. */
import type { InvalidInput } from '../../core/problem.js'
import { flag, instant, oneOf, problemsOf, text } from '../../internal/schema/schema.js'
import { distinct, distinctBy, knowledge, list, object, option } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import type { Container, LogLink, PodState, Sandbox, Snapshot } from './snapshot.js'

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'] as const

const podState = object<PodState>({ uid: text, contentRemoved: knowledge(flag), runtimeRemoved: knowledge(flag) })

const container = object<Container>({
  id: text,
  sandboxId: text,
  podUid: text,
  name: text,
  state: oneOf(...containerStates),
  createdAt: instant,
  identified: flag,
})

const sandbox = object<Sandbox>({
  id: text,
  podUid: text,
  state: oneOf('SANDBOX_READY', 'SANDBOX_NOTREADY'),
  createdAt: instant,
})

const logLink = object<LogLink>({
  path: text,
  targetExists: flag,
  containerStatus: option(oneOf(...containerStates, 'Nil', 'Gone')),
})

export const snapshot: Schema<Snapshot> = object<Snapshot>({
  at: instant,
  allSourcesReady: flag,
  pods: distinctBy('uid', list(podState)),
  containers: distinctBy('id', list(container)),
  sandboxes: distinctBy('id', list(sandbox)),
  logDirectories: distinct(list(text), { keyOf: (name) => name }),
  logLinks: distinctBy('path', list(logLink)),
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-container snapshot',
  snapshot,
)
