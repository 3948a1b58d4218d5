/**
 * The schemas of snapshots. Pods are many, so that their quick check reads each field by its name.
 */
import { type InvalidInput, type Problem, problemLimit, show } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import { both, distinct, knowledge, list, object } from '../../internal/schema/object.js'
import { type Schema, checked, instant, leaf, name, optional, problemsOf, text } from '../../internal/schema/schema.js'
import {
  type BareObject,
  coverage,
  bareObjectLooksSound,
  isAbsentOr,
  isCount,
  countOrAbsent,
  dateOrAbsent,
  bareObject,
  isListOf,
  isRecord,
  isString,
  textOrAbsent,
} from '../../apiserver/check.js'
import { numbering } from '../../internal/lists.js'
import { memory } from './record-schema.js'
import {
  type ContainerStatus,
  type Observation,
  type Node,
  type Pod,
  type PodCondition,
  type PodStatus,
  type Snapshot,
  keyOf,
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

const restOfPod = object<{ readonly kind: string } & Omit<Pod, keyof BareObject>>({
  kind: leaf('"Pod"', (value): value is string => value === 'Pod'),
  spec: optional(object<NonNullable<Pod['spec']>>({ nodeName: textOrAbsent })),
  status: optional(
    object<PodStatus>({
      phase: textOrAbsent,
      reason: textOrAbsent,
      observedGeneration: countOrAbsent,
      startTime: dateOrAbsent,
      conditions: optional(
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
      ),
      containerStatuses: optional(containerStatuses),
    }),
  ),
})

const pod: Schema<Pod> = {
  ...both(bareObject, restOfPod),
  holds: (value): value is Pod => bareObjectLooksSound(value) && restOfPodLooksSound(value),
}

const node = object<Node>({
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
const look = both(allButPods, object<Pick<Observation, 'pods'>>({ pods: eachPodOnce(list(pod)) }))
const remembered = object<Pick<Snapshot, 'memory'>>({ memory })

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'pod GC snapshot',
  both(look, remembered),
)

/** The problems of a value that is to be observed; null when there is none. */
export const findLookProblems: (value: unknown) => InvalidInput | null = problemsOf('pod GC look', look)

/** The problems of a value that is to be remembered; null when there is none. */
export const findMemoryProblems: (value: unknown) => InvalidInput | null = problemsOf('pod GC memory', memory)

/** The same for a value whose pods are known to be objects of the API, no two of one uid. */
export const findViewProblems = (view: Snapshot): InvalidInput | null =>
  isListOf(view.pods, restOfPodLooksSound) && allButPods.holds(view) && remembered.holds(view)
    ? null
    : findSnapshotProblems(view)

const restOfPodLooksSound = (value: unknown): boolean => {
  const { kind, spec, status } = value as {
    readonly kind: unknown
    readonly spec?: { readonly nodeName?: unknown } | null
    readonly status?: StatusFields | null
  }
  return (
    kind === 'Pod' &&
    (spec === undefined || (isRecord(spec) && isAbsentOr(isString)(spec['nodeName']))) &&
    (status === undefined || (isRecord(status) && statusLooksSound(status)))
  )
}

interface StatusFields {
  readonly phase?: unknown
  readonly reason?: unknown
  readonly observedGeneration?: unknown
  readonly startTime?: unknown
  readonly conditions?: unknown
  readonly containerStatuses?: unknown
}

const statusLooksSound = (status: StatusFields): boolean =>
  (status.phase === undefined || isString(status.phase)) &&
  (status.reason === undefined || isString(status.reason)) &&
  (status.observedGeneration === undefined || isCount(status.observedGeneration)) &&
  (status.startTime === undefined || isInstant(status.startTime)) &&
  (status.conditions === undefined || isListOf(status.conditions, conditionLooksSound)) &&
  (status.containerStatuses === undefined || containerStatuses.holds(status.containerStatuses))

const conditionLooksSound = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  const condition: {
    readonly type?: unknown
    readonly status?: unknown
    readonly reason?: unknown
    readonly message?: unknown
    readonly observedGeneration?: unknown
    readonly lastProbeTime?: unknown
    readonly lastTransitionTime?: unknown
  } = value
  return (
    isString(condition.type) &&
    isString(condition.status) &&
    (condition.reason === undefined || isString(condition.reason)) &&
    (condition.message === undefined || isString(condition.message)) &&
    (condition.observedGeneration === undefined || isCount(condition.observedGeneration)) &&
    (condition.lastProbeTime === undefined || isInstant(condition.lastProbeTime)) &&
    (condition.lastTransitionTime === undefined || isInstant(condition.lastTransitionTime))
  )
}
