/**
 * Validates snapshots and policies. A fast check runs first; only if it fails, or a pod is repeated, a full one lists
 * every problem.
 */
import type { InvalidInput } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import { isInstant, isSpanMillis } from '../../core/time.js'
import type { Check } from '../../internal/check.js'
import {
  all,
  arrayOf,
  expecting,
  fields,
  findProblems,
  isDate,
  isSafeInteger,
  isText,
  knowledgeOf,
  maybe,
  oneOf,
} from '../../internal/check.js'
import {
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
import { name } from '../../internal/schema/schema.js'
import { numbering } from '../../internal/lists.js'
import { keyOf } from './snapshot.js'
import type { Observation, Node, Pod, Snapshot } from './snapshot.js'

const isCondition: Check = fields({
  type: isText,
  status: isText,
  reason: textOrAbsent.report,
  message: textOrAbsent.report,
  observedGeneration: countOrAbsent.report,
  lastProbeTime: dateOrAbsent.report,
  lastTransitionTime: dateOrAbsent.report,
})

const isContainerStatus: Check = fields({
  state: maybe(fields({ terminated: maybe(fields({ finishedAt: dateOrAbsent.report })) })),
})

const isPod: Check = all(
  bareObject.report,
  fields({
    kind: oneOf('Pod'),
    spec: maybe(fields({ nodeName: textOrAbsent.report })),
    status: maybe(
      fields({
        phase: textOrAbsent.report,
        reason: textOrAbsent.report,
        observedGeneration: countOrAbsent.report,
        startTime: dateOrAbsent.report,
        conditions: maybe(arrayOf(isCondition)),
        containerStatuses: maybe(arrayOf(isContainerStatus)),
      }),
    ),
  }),
)

const isNode: Check = fields({
  metadata: fields({ name: name.report }),
  spec: maybe(fields({ taints: maybe(arrayOf(fields({ key: isText }))) })),
  status: maybe(fields({ conditions: maybe(arrayOf(fields({ type: isText, status: isText }))) })),
})

const namesAreDistinct: Check = (value, problems) => {
  const seen = new Set<string>()
  ;(value as ReadonlyArray<Node>).forEach(({ metadata: { name: node } }, index) => {
    if (seen.has(node))
      problems.push({ path: `[${index}].metadata.name`, expected: 'a unique name', actual: show(node) })
    seen.add(node)
  })
}

const keysAreDistinct: Check = (value, problems) => {
  const seen = new Set<string>()
  ;(value as ReadonlyArray<Pod>).forEach((pod, index) => {
    const key = keyOf(pod)
    if (seen.has(key) && problems.length < problemLimit)
      problems.push(
        pod.metadata.uid === undefined
          ? { path: `[${index}].metadata.name`, expected: 'a uid, or a unique name', actual: show(key) }
          : { path: `[${index}].metadata.uid`, expected: 'a unique uid', actual: show(key) },
      )
    seen.add(key)
  })
}

const isMemory: Check = fields({
  waiting: arrayOf(fields({ node: name.report, until: isDate })),
  ripe: arrayOf(isText),
})

const otherFields = {
  at: isDate,
  nodes: all(arrayOf(isNode), namesAreDistinct),
  coverage: coverage.report,
  apiNodes: knowledgeOf(arrayOf(isText)),
  failedLookups: maybe(arrayOf(isText)),
}

const isLook: Check = fields({ ...otherFields, pods: all(arrayOf(isPod), keysAreDistinct) })
const isSnapshot: Check = all(isLook, fields({ memory: isMemory }))
const isAllButPods: Check = fields({ ...otherFields, memory: isMemory })

const isOnOff: Check = oneOf('on', 'off')

/** A whole policy. */
export const isPolicy: Check = fields({
  controller: isOnOff,
  terminatedPodGcThreshold: isSafeInteger,
  quarantine: expecting('a span of whole milliseconds, zero or more', isSpanMillis),
  terminatedOrder: oneOf('evicted-first', 'oldest-first', 'finish-time'),
  terminatedShares: oneOf('cluster', 'namespace'),
  outOfService: oneOf('collected', 'untouched'),
  markFailed: oneOf('strategic-patch', 'apply-patch', 'never'),
})

/** The problems of a value that is to be a policy; null when there is none. */
export const findPolicyProblems = (value: unknown): InvalidInput | null =>
  findProblems('pod GC policy', isPolicy, value)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems = (value: unknown): InvalidInput | null =>
  looksSound(value) ? null : findProblems('pod GC snapshot', isSnapshot, value)

/** The problems of a value that is to be observed; null when there is none. */
export const findLookProblems = (value: unknown): InvalidInput | null =>
  looksSound({ ...(value as Observation), memory: { waiting: [], ripe: [] } } satisfies Snapshot)
    ? null
    : findProblems('pod GC look', isLook, value)

/** The problems of a value that is to be remembered; null when there is none. */
export const findMemoryProblems = (value: unknown): InvalidInput | null =>
  findProblems('pod GC memory', isMemory, value)

/** The same for a value whose pods are known to be objects of the API, no two of one uid. */
export const findViewProblems = (view: Snapshot): InvalidInput | null =>
  isListOf(view.pods, restOfPodLooksSound) && findProblems('', isAllButPods, view) === null
    ? null
    : findProblems('pod GC snapshot', isSnapshot, view)

const looksSound = (value: unknown): boolean =>
  isRecord(value) &&
  isListOf(value['pods'], podLooksSound) &&
  numbering((value['pods'] as ReadonlyArray<Pod>).map(keyOf)).distinct &&
  findProblems('', isAllButPods, value) === null

const podLooksSound = (value: unknown): boolean => bareObjectLooksSound(value) && restOfPodLooksSound(value)

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
  (status.containerStatuses === undefined ||
    findProblems('', arrayOf(isContainerStatus), status.containerStatuses) === null)

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
