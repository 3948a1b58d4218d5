/** The schemas of snapshots. */
import { type InvalidInput, type Problem, problemLimit, show } from '../../core/problem.js'
import { both, distinct, isObject, isPlain, knowledge, list, object } from '../../internal/schema/object.js'
import {
  type Schema,
  checked,
  instant,
  name,
  optional,
  problemsOf,
  text,
  unread,
} from '../../internal/schema/schema.js'
import {
  countOrAbsent,
  coverage,
  dateOrAbsent,
  isListOf,
  kindOf,
  kubeObject,
  metadataWith,
  reference,
  textOrAbsent,
} from '../../apiserver/check.js'
import { numbering } from '../../internal/lists.js'
import {
  type ContainerStatus,
  type Observation,
  type Node,
  type Pod,
  type PodCondition,
  type PodMeta,
  type PodStatus,
  type Snapshot,
  keyOf,
  memory,
} from './snapshot.js'

const containerStatuses = list(
  object<ContainerStatus>({
    state: optional(
      object<NonNullable<ContainerStatus['state']>>({
        terminated: optional(object<{ readonly finishedAt?: Date | undefined }>({ finishedAt: dateOrAbsent })),
      }),
    ),
  }),
)

type BareObject = Pick<Pod, 'apiVersion' | 'kind' | 'metadata'>

const bareObject = object<BareObject>({
  apiVersion: name,
  kind: name,
  metadata: object<PodMeta>({ ...metadataWith(reference), uid: optional(name) }),
})

const conditions = optional(
  list(
    object<PodCondition>({
      type: text,
      status: text,
      reason: textOrAbsent,
      message: textOrAbsent,
      observedGeneration: countOrAbsent,
      lastProbeTime: dateOrAbsent,
      lastTransitionTime: dateOrAbsent,
    }),
  ),
)

/**
 * What follows passes only what is right, in half the time: functions that call one another by name are inlined, and what an
 * object inherits is known once its fields have been read.
 */
const conditionLooksSound = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { type, status, reason, message, observedGeneration, lastProbeTime, lastTransitionTime } = value
  return (
    text.holds(type) &&
    text.holds(status) &&
    textOrAbsent.holds(reason) &&
    textOrAbsent.holds(message) &&
    countOrAbsent.holds(observedGeneration) &&
    dateOrAbsent.holds(lastProbeTime) &&
    dateOrAbsent.holds(lastTransitionTime) &&
    isPlain(value)
  )
}

const statuses = optional(containerStatuses)
const status = optional(
  object<PodStatus>({
    phase: textOrAbsent,
    reason: textOrAbsent,
    observedGeneration: countOrAbsent,
    startTime: dateOrAbsent,
    conditions,
    containerStatuses: statuses,
  }),
)

const statusLooksSound = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { phase, reason, observedGeneration, startTime, conditions: all, containerStatuses: some } = value
  return (
    textOrAbsent.holds(phase) &&
    textOrAbsent.holds(reason) &&
    countOrAbsent.holds(observedGeneration) &&
    dateOrAbsent.holds(startTime) &&
    (all === undefined || isListOf(all, conditionLooksSound)) &&
    (some === undefined || statuses.holds(some)) &&
    isPlain(value)
  )
}

const spec = optional(object<NonNullable<Pod['spec']>>({ nodeName: textOrAbsent }))

const specLooksSound = (value: unknown): boolean =>
  isObject(value) && textOrAbsent.holds(value['nodeName']) && isPlain(value)

const fieldsOfPod = object<Omit<Pod, 'apiVersion' | 'metadata'>>({ kind: kindOf('Pod'), spec, status })

const restLooksSound = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { kind, spec: given, status: reported } = value
  return (
    kind === 'Pod' &&
    (given === undefined || specLooksSound(given)) &&
    (reported === undefined || statusLooksSound(reported)) &&
    isPlain(value)
  )
}

const restOfPod: typeof fieldsOfPod = {
  ...fieldsOfPod,
  holds: (value): value is Omit<Pod, 'apiVersion' | 'metadata'> => restLooksSound(value) || fieldsOfPod.holds(value),
}

const wholePod = both(bareObject, fieldsOfPod)

/** A pod, as far as it is read. Most have a uid, and are checked quickly, as any object of the API. */
export const pod: Schema<Pod> = {
  ...wholePod,
  holds: (value): value is Pod => (kubeObject.holds(value) && restLooksSound(value)) || wholePod.holds(value),
}

/** A node, as far as it is read. */
export const node: Schema<Node> = object<Node>({
  metadata: object<Node['metadata']>({ name }),
  spec: optional(
    object<NonNullable<Node['spec']>>({ taints: optional(list(object<{ readonly key: string }>({ key: text }))) }),
  ),
  status: optional(
    object<NonNullable<Node['status']>>({
      conditions: optional(list(object<Pick<PodCondition, 'type' | 'status'>>({ type: text, status: text }))),
    }),
  ),
})

/** Pods of which no two have one key; the second one is the problem. */
const eachPodOnce = (pods: Schema<ReadonlyArray<Pod>>): Schema<ReadonlyArray<Pod>> => ({
  ...checked(pods, repeatedPods),
  holds: (value): value is ReadonlyArray<Pod> => pods.holds(value) && numbering(value.map(keyOf)).distinct,
})

const repeatedPods = (pods: ReadonlyArray<Pod>): ReadonlyArray<Problem> => {
  const seen = new Set<string>()
  const problems: Problem[] = []
  pods.forEach((one, index) => {
    const key = keyOf(one)
    if (seen.has(key) && problems.length < problemLimit)
      problems.push(
        one.metadata.uid === undefined
          ? { path: `[${index}].metadata.name`, expected: 'a uid, or a unique name', actual: show(key) }
          : { path: `[${index}].metadata.uid`, expected: 'a unique uid', actual: show(key) },
      )
    seen.add(key)
  })
  return problems
}

const allButPods = object<Omit<Observation, 'pods'>>({
  at: instant,
  nodes: distinct(list(node), {
    keyOf: ({ metadata }) => metadata.name,
    path: '.metadata.name',
    expected: 'a unique name',
  }),
  coverage,
  apiNodes: knowledge(list(text)),
  failedLookups: optional(list(text)),
})
const lookOf = (pods: Schema<ReadonlyArray<Pod>>): Schema<Observation> =>
  both(allButPods, object<Pick<Observation, 'pods'>>({ pods }))
const look = lookOf(eachPodOnce(list(pod)))
const remembered = object<Pick<Snapshot, 'memory'>>({ memory })

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'pod GC snapshot',
  both(look, remembered),
)

/** The same where the pods are known to be objects of the API, no two of one uid. */
export const findViewProblems: (view: Snapshot) => InvalidInput | null = problemsOf(
  'pod GC snapshot',
  both(lookOf(list(both(unread<BareObject>(), restOfPod))), remembered),
)

/** The problems of a value that is to be observed; null when there is none. */
export const findLookProblems: (value: unknown) => InvalidInput | null = problemsOf('pod GC look', look)

/** The problems of a value that is to be remembered; null when there is none. */
export const findMemoryProblems: (value: unknown) => InvalidInput | null = problemsOf('pod GC memory', memory)
