/**
 * Sort order of terminated pods for removal.
 */
import { compareText } from '../../internal/lists.js'
import type { Policy } from './policy.js'
import type { Pod } from './snapshot.js'

/**
 * True for a pod that has terminated: its phase is none of Pending, Running and Unknown, so that one without phase counts.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go isPodTerminated
 */
export const isTerminated = ({ status }: Pod): boolean => {
  const phase = status?.phase
  return phase !== 'Pending' && phase !== 'Running' && phase !== 'Unknown'
}

/** True for a pod that the kubelet evicted. */
export const isEvicted = ({ status }: Pod): boolean => status?.phase === 'Failed' && status.reason === 'Evicted'

/**
 * When a pod ended: the last end of a container; of a pod whose containers say nothing, its last change of a condition, or
 * its start, or its creation. Milliseconds; the beginning of time for a pod that says nothing at all.
 */
const finishTimeOf = (pod: Pod): number => {
  const { containerStatuses = [], conditions = [], startTime } = pod.status ?? {}
  const ended = lastOf(containerStatuses, ({ state }) => state?.terminated?.finishedAt)
  if (ended !== -Infinity) return ended
  const changed = lastOf(conditions, ({ lastTransitionTime }) => lastTransitionTime)
  return changed === -Infinity ? millisOr(startTime ?? pod.metadata.creationTimestamp) : changed
}

const lastOf = <A>(items: ReadonlyArray<A>, timeOf: (item: A) => Date | undefined): number => {
  let last = -Infinity
  for (const item of items) last = Math.max(last, millisOr(timeOf(item)))
  return last
}

const millisOr = (time: Date | undefined): number => (time === undefined ? -Infinity : time.getTime())

interface Ranked {
  readonly pod: Pod
  readonly rank: number
  readonly time: number
}

/**
 * Terminated pods in order of removal.
 *
 * Order: as the policy says, a pod without creation time first; then by name, then (open upstream) by namespace and
 * uid.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go byEvictionAndCreationTimestamp
 *
 * @example
 * ```ts
 * import * as PodGc from 'gcplan/controllers/pod'
 *
 * const pod = (name: string, minute: number, reason?: string): PodGc.Pod => ({
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { namespace: 'shop', name, uid: name, creationTimestamp: new Date(Date.UTC(2026, 0, 1, 12, minute)) },
 *   status: { phase: 'Failed', reason },
 * })
 * const pods = [pod('new', 2), pod('old', 1), pod('evicted', 3, 'Evicted')]
 * console.log(PodGc.terminatedInOrder(PodGc.defaultPolicy)(pods).map(({ metadata }) => metadata.name))
 * // [ 'evicted', 'old', 'new' ]
 * ```
 */
export const terminatedInOrder =
  (policy: Pick<Policy, 'terminatedOrder'>) =>
  (pods: ReadonlyArray<Pod>): ReadonlyArray<Pod> =>
    inOrder(policy, pods.filter(isTerminated))

/** Pods in order of removal, whatever their phase. */
export const inOrder = (
  { terminatedOrder }: Pick<Policy, 'terminatedOrder'>,
  pods: ReadonlyArray<Pod>,
): ReadonlyArray<Pod> =>
  pods
    .map((pod): Ranked => ({
      pod,
      rank: terminatedOrder === 'evicted-first' && isEvicted(pod) ? 0 : 1,
      time: terminatedOrder === 'finish-time' ? finishTimeOf(pod) : millisOr(pod.metadata.creationTimestamp),
    }))
    .sort(compareRanked)
    .map(({ pod }) => pod)

/** Infinities are compared, not subtracted. */
const compareRanked = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank ||
  (a.time < b.time ? -1 : a.time > b.time ? 1 : 0) ||
  compareText(a.pod.metadata.name, b.pod.metadata.name) ||
  comparePods(a.pod, b.pod)

/** By namespace, name and uid. */
export const comparePods = ({ metadata: a }: Pod, { metadata: b }: Pod): number =>
  compareText(a.namespace ?? '', b.namespace ?? '') ||
  compareText(a.name, b.name) ||
  compareText(a.uid ?? '', b.uid ?? '')
