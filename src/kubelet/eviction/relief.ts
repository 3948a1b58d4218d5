/**
 * What one pass does about a short resource: what it collects, which pod it evicts and how long that pod gets.
 */
import { type EvictionEvent, evicted, overOwnLimit, reclaiming } from './event.js'
import { type Layout, type Reclaim, filesystemOf, reclaimFor } from './layout.js'
import { overLimit } from './own-limits.js'
import { type Pod, isCritical, statsByPod } from './pod.js'
import type { EvictionPolicy } from './policy.js'
import { type RankedPod, rankPods } from './rank.js'
import { type Resource, type Signal, isMemory, resourceOf } from './signal.js'
import type { PressureSnapshot } from './snapshot.js'
import { type Threshold, isHard } from './threshold.js'

/** A pod to evict. */
export interface PodEviction {
  readonly pod: Pod
  /** What the eviction manager asks for. */
  readonly gracePeriodSeconds: number
  /**
   * What the pod gets: as asked, but its own grace period where that is 0, which the kubelet's pod worker takes for no
   * request; at least 1.
   *
   * @upstream kubernetes v1.36.2 pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod
   */
  readonly grantedSeconds: number
  readonly event: EvictionEvent
}

/** What one acting threshold leads to. */
export interface Remedy {
  /** The threshold that decides. */
  readonly threshold: Threshold
  readonly resource: Resource
  /** Recorded on the node before anything else. */
  readonly event: EvictionEvent
  /** What is collected, in order. */
  readonly reclaim: ReadonlyArray<Reclaim>
  /** Pods in the order in which they would go. */
  readonly ranked: ReadonlyArray<RankedPod>
  /**
   * The pod to evict, unless the collections are enough (`isRelieved`); absent: no pod may go. With nothing to collect, it
   * is evicted at once.
   */
  readonly eviction?: PodEviction
}

/** What is done about one short resource. */
export interface Relief extends Remedy {
  /**
   * What is done instead if another threshold comes first. Several act, memory aside in random order, and these collect
   * something else or evict another pod. Absent: the order makes no difference.
   */
  readonly orElse?: readonly [Remedy, ...Remedy[]]
}

/**
 * What to do about the acting thresholds: memory first, then as configured.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go byEvictionPriority
 */
export const reliefOf = (
  policy: EvictionPolicy,
  layout: Layout,
  snapshot: PressureSnapshot,
  acting: ReadonlyArray<Threshold>,
): Relief | null => {
  const ofMemory = acting.filter(({ signal }) => isMemory(signal))
  const remedies = (ofMemory.length > 0 ? ofMemory : acting).map((threshold) =>
    remedyOf(policy, layout, snapshot, threshold),
  )
  const [first] = remedies
  if (first === undefined || first === null) return null
  const seen = new Set([outcomeOf(first)])
  const others: Remedy[] = []
  for (const remedy of remedies)
    if (remedy !== null && !seen.has(outcomeOf(remedy))) {
      seen.add(outcomeOf(remedy))
      others.push(remedy)
    }
  const [other, ...rest] = others
  return other === undefined ? first : { ...first, orElse: [other, ...rest] }
}

const outcomeOf = ({ reclaim, eviction }: Remedy): string =>
  [...reclaim, eviction?.pod.metadata.uid ?? '', String(eviction?.gracePeriodSeconds)].join(' ')

const remedyOf = (
  policy: EvictionPolicy,
  layout: Layout,
  { observations, pods, podStats }: PressureSnapshot,
  threshold: Threshold,
): Remedy | null => {
  const observed = observations.get(threshold.signal)
  if (observed === undefined) return null
  const resource = resourceOf(threshold.signal)
  const ranked = rankPods(layout, threshold.signal)(pods, podStats)
  const first = ranked.find(({ pod }) => !isCritical(pod))
  const relief = {
    threshold,
    resource,
    event: reclaiming(resource),
    reclaim: reclaimBy(policy, layout, threshold.signal),
    ranked,
  }
  if (first === undefined) return relief
  const { pod } = first
  const event = evicted(threshold, observed, pod, statsByPod(podStats).get(pod.metadata.uid))
  return { ...relief, eviction: evictionOf(pod, graceOf(policy, threshold, pod), event) }
}

const reclaimBy = ({ containerFsReclaim }: EvictionPolicy, layout: Layout, signal: Signal): ReadonlyArray<Reclaim> =>
  containerFsReclaim === 'nothing' && filesystemOf(signal) === 'containerfs' ? [] : reclaimFor(layout)(signal)

const graceOf = (policy: EvictionPolicy, threshold: Threshold, { spec }: Pod): number => {
  if (isHard(threshold)) return policy.hardGracePeriod
  const own = spec.terminationGracePeriodSeconds
  return policy.softGrace === 'maximum' || own === undefined
    ? policy.maxPodGracePeriod
    : Math.min(policy.maxPodGracePeriod, own)
}

/** What the API server fills in for a pod that names no grace period. */
const usualGrace = 30

const evictionOf = (pod: Pod, gracePeriodSeconds: number, event: EvictionEvent): PodEviction => {
  const own = pod.spec.terminationGracePeriodSeconds ?? usualGrace
  return {
    pod,
    gracePeriodSeconds,
    grantedSeconds: Math.max(1, gracePeriodSeconds === 0 ? own : gracePeriodSeconds),
    event,
  }
}

/** Without means to reclaim and without an order of pods; the event is recorded all the same. */
export const withoutMeans = ({ threshold, resource, event }: Relief): Relief => ({
  threshold,
  resource,
  event,
  reclaim: [],
  ranked: [],
})

/** Pods over their own limits, which go at once. */
export const limitEvictions = (
  policy: EvictionPolicy,
  layout: Layout,
  { pods, podStats }: PressureSnapshot,
): ReadonlyArray<PodEviction> => {
  const statsOf = statsByPod(podStats)
  return pods.flatMap((pod) => {
    const stats = statsOf.get(pod.metadata.uid)
    const because = stats === undefined || isCritical(pod) ? null : overLimit(policy, layout)(pod, stats)
    return because === null ? [] : [evictionOf(pod, policy.hardGracePeriod, overOwnLimit(because))]
  })
}
