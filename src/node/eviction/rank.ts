/**
 * Answers which pod goes first when nothing else made room.
 *
 * 1. Pods that use more than they asked for, before the others.
 * 2. Lower priority first.
 * 3. The larger excess over the request first.
 *
 * A pod without statistics goes before all that have some, in the first rule and in the third. For processes the second rule comes
 * first, for inodes the request of step 1 is zero and that of step 3 is the one for bytes, as in the kubelet.
 */
import type { Layout } from './layout.js'
import type { Pod, PodStats } from './pod.js'
import type { Signal } from './signal.js'
import { resourceOf } from './signal.js'
import { requestOf, usageOf } from './usage.js'

/** A pod with the numbers that decide its place. */
export interface RankedPod {
  readonly pod: Pod
  /** Bytes, inodes or processes; null: the statistics do not know the pod. */
  readonly usage: bigint | null
  /** The request of the first comparison. */
  readonly request: bigint
  /** What the last comparison looks at; null: no statistics. */
  readonly excess: bigint | null
}

/**
 * Pods in the order in which they are evicted.
 *
 * Order: as above; pods that compare equal stay in the order of the input.
 * Units: those of the signal.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankDiskPressureFunc
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankMemoryPressure
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankPIDPressure
 */
export const rankPods =
  (layout: Layout, signal: Signal) =>
  (pods: ReadonlyArray<Pod>, podStats: ReadonlyArray<PodStats>): ReadonlyArray<RankedPod> => {
    const statsOf = new Map(podStats.map((stats) => [stats.podRef.uid, stats]))
    const measured = usageOf(layout, signal)
    const resource = resourceOf(signal)
    const ranked = pods.map((pod): RankedPod => {
      const stats = statsOf.get(pod.metadata.uid)
      const usage = stats === undefined ? null : measured(pod, stats)
      const request = resource === 'inodes' || resource === 'pids' ? 0n : requestOf(resource, pod)
      const asked = resource === 'inodes' ? requestOf('ephemeral-storage', pod) : request
      return { pod, usage, request, excess: usage === null ? null : usage - asked }
    })
    const byPriority = (a: RankedPod, b: RankedPod): number => (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0)
    return resource === 'pids'
      ? ranked.sort((a, b) => byPriority(a, b) || byExcess(a, b))
      : ranked.sort((a, b) => byMore(a, b) || byPriority(a, b) || byExcess(a, b))
  }

const byMore = (a: RankedPod, b: RankedPod): number =>
  a.usage === null || b.usage === null ? byStatistics(a, b) : Number(b.usage > b.request) - Number(a.usage > a.request)

const byExcess = (a: RankedPod, b: RankedPod): number => {
  if (a.excess === null || b.excess === null) return byStatistics(a, b)
  return a.excess === b.excess ? 0 : a.excess > b.excess ? -1 : 1
}

/** Pods without statistics first. */
const byStatistics = (a: RankedPod, b: RankedPod): number => Number(b.usage === null) - Number(a.usage === null)
