/**
 * How a pod is stopped: it is marked with the time that it has, and goes once that is over; a later request can only hurry it.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete
 */
import { after, instant, millis } from '../core/time.js'
import { ownField } from '../internal/lists.js'
import type { Answer } from './answer.js'
import { finalizersAfter, finalizersChange, nextGeneration, stays, wholeSeconds } from './finalizers.js'
import { type KubeObject, type ObjectMeta, type WholeObject, isBeingDeleted, isFinished, nodeNameOf } from './object.js'
import type { ServerPolicy } from './policy.js'
import type { DeleteOptions } from './request.js'

/** True for a pod that is being deleted and that no kubelet has to stop any more. */
export const hasEnded = (pod: KubeObject): boolean =>
  isBeingDeleted(pod) && (pod.metadata.deletionGracePeriodSeconds ?? 0) === 0

/** The answer to a request to delete a pod. A later one shortens the time that is left, or changes nothing at all. */
export const deletePod = <O extends WholeObject>(
  at: Date,
  options: DeleteOptions,
  pod: O,
  policy: ServerPolicy,
): Answer<O> => {
  const mark = podMark(at, options, pod, policy)
  if (mark.deletionGracePeriodSeconds === undefined) return stays(options, pod, {})
  const finalizers = finalizersAfter(options)(pod)
  return finalizers.length === 0 && mark.deletionGracePeriodSeconds <= 0
    ? { _tag: 'Gone', code: 200, last: pod }
    : stays(options, pod, { ...finalizersChange(pod, finalizers), ...mark })
}

type PodMark = Pick<ObjectMeta, 'generation' | 'deletionTimestamp' | 'deletionGracePeriodSeconds'>

/** What a request that stops a pod writes of it, even of one that then goes at once. */
export const podMark = (at: Date, options: DeleteOptions, pod: WholeObject, policy: ServerPolicy): PodMark =>
  isBeingDeleted(pod) ? laterMark(at, options, pod, policy) : firstMark(at, options, pod, policy)

const firstMark = (at: Date, options: DeleteOptions, pod: WholeObject, policy: ServerPolicy): PodMark => {
  const grace = graceOf(options.gracePeriodSeconds, pod, policy)
  return {
    ...nextGeneration(pod),
    deletionTimestamp: after(wholeSeconds(at), millis(grace * 1000)),
    deletionGracePeriodSeconds: grace,
  }
}

const laterMark = (at: Date, options: DeleteOptions, pod: WholeObject, policy: ServerPolicy): PodMark => {
  const before = pod.metadata.deletionGracePeriodSeconds ?? 0
  const asked = options.gracePeriodSeconds === undefined ? before : secondsOf(options.gracePeriodSeconds, policy)
  if (asked >= before) return {}
  const begun = (pod.metadata.deletionTimestamp?.getTime() ?? 0) - before * 1000
  const late = policy.hurriedPod === 'at-once' && begun + asked * 1000 < at.getTime()
  return {
    deletionTimestamp: late ? wholeSeconds(at) : instant(begun + asked * 1000),
    deletionGracePeriodSeconds: late ? Math.min(asked, 1) : asked,
  }
}

/**
 * Seconds that a pod has to end, as asked for or by its specification; zero where no kubelet has to stop it.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/pod/strategy.go CheckGracefulDelete
 */
const graceOf = (asked: number | undefined, pod: WholeObject, policy: ServerPolicy): number => {
  if (nodeNameOf(pod) === undefined || isFinished(pod)) return 0
  return secondsOf(asked ?? specifiedGrace(pod), policy)
}

const secondsOf = (seconds: number, { negativeGrace }: ServerPolicy): number =>
  seconds < 0 && negativeGrace === 'one-second' ? 1 : seconds

/**
 * The grace period of a pod by its specification, in whole seconds; the server fills in 30 when a pod is created without, and
 * takes no number that is not whole.
 */
export const specifiedGrace = (pod: WholeObject): number => {
  const seconds = ownField(pod.spec, 'terminationGracePeriodSeconds')
  return isWhole(seconds) ? seconds : 30
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
