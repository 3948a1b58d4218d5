/** Schemas of what the container collector reads, and of its policy. */
import type { InvalidInput } from '../../core/problem.js'
import { isSpanMillis } from '../../core/time.js'
import { flag, instant, oneOf, safeInteger, text } from '../../internal/schema/leaf.js'
import { distinct, distinctBy, list } from '../../internal/schema/list.js'
import { object } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import { leaf, problemsOf } from '../../internal/schema/schema.js'
import { knowledge, option } from '../../internal/schema/tagged.js'
import type { Policy } from './policy.js'
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

const policy: Schema<Policy> = object<Policy>({
  minAge: leaf('a span of whole milliseconds, zero or more', isSpanMillis),
  maxPerPodContainer: safeInteger,
  maxContainers: safeInteger,
  evictNonDeletedPods: flag,
  unidentified: oneOf('unit', 'removed-first'),
  excessOrder: oneOf('oldest-first', 'newest-first'),
  wholeUnitOrder: oneOf('as-listed', 'by-age'),
  sandboxes: oneOf('collected', 'untouched'),
  logDirectories: oneOf('collected', 'untouched'),
  deadLinks: oneOf('by-status', 'unconditional'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-container policy',
  policy,
)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-container snapshot',
  snapshot,
)
