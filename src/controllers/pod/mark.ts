/**
 * Marks a pod that has not finished as failed before it is deleted, since its kubelet may be gone.
 */
import { wholeSeconds } from '../../apiserver/finalizers.js'
import type { Policy } from './policy.js'
import type { Pod, PodCondition, PodStatus } from './snapshot.js'

/** Stands in a patch for the instant at which it is sent. */
const now = '<now>'

/** A condition as a patch sets it: `null` removes a field. */
export interface ConditionPatch {
  readonly type: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number | null
  readonly lastProbeTime?: null
  readonly lastTransitionTime?: string
}

/** The body of a patch that marks a pod; conditions are merged by type. */
export interface StatusBody {
  readonly apiVersion?: 'v1'
  readonly kind?: 'Pod'
  /** With a uid, the patch fails on another pod of this name. */
  readonly metadata?: { readonly uid?: string; readonly name?: string; readonly namespace?: string }
  readonly status: {
    readonly phase: 'Failed'
    readonly observedGeneration?: number | null
    readonly conditions?: ReadonlyArray<ConditionPatch>
    readonly '$setElementOrder/conditions'?: ReadonlyArray<{ readonly type: string }>
  }
}

/** One request to patch the status of a pod. */
export type StatusPatch =
  | { readonly patchType: 'application/strategic-merge-patch+json'; readonly body: StatusBody }
  | {
      readonly patchType: 'application/apply-patch+yaml'
      readonly body: StatusBody
      readonly fieldManager: 'PodGC'
      readonly force: true
    }

const disruption = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
} as const

/** True for a pod that every controller counts as ended. */
const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** The rules of a mark. */
export type MarkRules = Pick<Policy, 'markFailed' | 'observedGeneration'>

/**
 * The patch that marks a pod as failed; nothing where it has ended or the rules ask for none.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go markFailedAndDeletePodWithCondition
 */
export const failedPatch = (
  { markFailed, observedGeneration }: MarkRules,
  pod: Pod,
  nodeIsGone: boolean,
): StatusPatch | undefined => {
  if (markFailed === 'never' || hasEnded(pod)) return undefined
  return markFailed === 'apply-patch'
    ? {
        patchType: 'application/apply-patch+yaml',
        body: appliedBody(pod, nodeIsGone),
        fieldManager: 'PodGC',
        force: true,
      }
    : { patchType: 'application/strategic-merge-patch+json', body: strategicBody(observedGeneration, pod, nodeIsGone) }
}

const appliedBody = ({ metadata: { name, namespace } }: Pod, nodeIsGone: boolean): StatusBody => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: namespace === undefined ? { name } : { name, namespace },
  status: { phase: 'Failed', ...(nodeIsGone ? { conditions: [{ ...disruption, lastTransitionTime: now }] } : {}) },
})

/** The server takes the difference of the two states, as the real component computes it. */
const strategicBody = (rule: Policy['observedGeneration'], pod: Pod, nodeIsGone: boolean): StatusBody => {
  const observed = difference(rule, pod.metadata.generation)
  return {
    ...(pod.metadata.uid === undefined ? {} : { metadata: { uid: pod.metadata.uid } }),
    status: {
      ...observed(pod.status?.observedGeneration),
      phase: 'Failed',
      ...(nodeIsGone ? conditionsChange(pod, observed) : {}),
    },
  }
}

/** What a patch says of the generation that was seen before. */
type Observed = (before: number | undefined) => { readonly observedGeneration?: number | null }

/** A generation of zero is written as none. */
const difference =
  (rule: Policy['observedGeneration'], generation = 0): Observed =>
  (before = 0) => {
    if (before === generation || (before === 0 && rule === 'renewed')) return {}
    return { observedGeneration: generation === 0 ? null : generation }
  }

const conditionsChange = (
  pod: Pod,
  observed: Observed,
): Pick<StatusBody['status'], 'conditions' | '$setElementOrder/conditions'> => {
  const before = pod.status?.conditions ?? []
  const old = before.find(({ type }) => type === disruption.type)
  const change = old === undefined ? wholeCondition(observed) : changedCondition(old, observed)
  if (change === undefined) return {}
  if (before.length === 0) return { conditions: [change] }
  const types = before.map(({ type }) => ({ type }))
  return {
    '$setElementOrder/conditions': old === undefined ? [...types, { type: disruption.type }] : types,
    conditions: [change],
  }
}

const wholeCondition = (observed: Observed): ConditionPatch => ({
  lastProbeTime: null,
  lastTransitionTime: now,
  ...observed(undefined),
  ...disruption,
})

/** What differs; a condition that holds already keeps the time since when it does. */
const changedCondition = (old: PodCondition, observed: Observed): ConditionPatch | undefined => {
  const change: Omit<ConditionPatch, 'type'> = {
    ...(old.lastProbeTime === undefined ? {} : { lastProbeTime: null }),
    ...(old.status === disruption.status ? {} : { lastTransitionTime: now, status: disruption.status }),
    ...(old.message === disruption.message ? {} : { message: disruption.message }),
    ...observed(old.observedGeneration),
    ...(old.reason === disruption.reason ? {} : { reason: disruption.reason }),
  }
  return Object.keys(change).length === 0 ? undefined : { type: disruption.type, ...change }
}

/**
 * The body of a patch as it is sent at an instant.
 *
 * @example
 * ```ts
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const body = { metadata: { uid: 'u' }, status: { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', lastTransitionTime: '<now>' }] } } as const
 * console.log(PodGc.statusBodyAt(new Date('2026-01-01T12:00:00.4Z'))(body).status.conditions?.[0]?.lastTransitionTime)
 * // 2026-01-01T12:00:00Z
 * ```
 */
export const statusBodyAt =
  (at: Date) =>
  (body: StatusBody): StatusBody => {
    const { conditions } = body.status
    if (conditions === undefined) return body
    const time = wholeSeconds(at).toISOString().replace('.000Z', 'Z')
    return {
      ...body,
      status: {
        ...body.status,
        conditions: conditions.map((condition) =>
          condition.lastTransitionTime === now ? { ...condition, lastTransitionTime: time } : condition,
        ),
      },
    }
  }

/** The status of a pod after the patch at an instant. */
export const failedStatus = (at: Date, pod: Pod, { body, patchType }: StatusPatch): PodStatus => {
  const isStrategic = patchType === 'application/strategic-merge-patch+json'
  const { observedGeneration, ...status }: PodStatus = pod.status ?? {}
  const marked: PodStatus = { ...status, ...observedAfter(observedGeneration, body.status), phase: 'Failed' }
  const [change] = body.status.conditions ?? []
  if (change === undefined) return marked
  const before = marked.conditions ?? []
  const old = before.find(({ type }) => type === disruption.type)
  const since = isStrategic && old?.status === disruption.status ? old.lastTransitionTime : wholeSeconds(at)
  const observed = isStrategic ? observedAfter(old?.observedGeneration, change) : {}
  const condition: PodCondition = { ...disruption, ...observed, lastTransitionTime: since }
  return {
    ...marked,
    conditions: old === undefined ? [...before, condition] : before.map((each) => (each === old ? condition : each)),
  }
}

/** The generation that holds after a patch, which may set it or take it away. */
const observedAfter = (
  before: number | undefined,
  { observedGeneration = before ?? null }: ReturnType<Observed>,
): { readonly observedGeneration?: number } => (observedGeneration === null ? {} : { observedGeneration })
