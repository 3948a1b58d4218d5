/**
 * Order in which pods are evicted when reclaiming node resources was not enough.
 *
 * 1. Pods that use more than they request come before the others.
 * 2. Lower priority first.
 * 3. The larger excess over the request first.
 *
 * In rules 1 and 3, a pod without statistics comes before all that have some. For PIDs, rule 2 comes first. For
 * inodes, rule 1 takes the request as zero and rule 3 uses the request for bytes, as the kubelet does.
 */
import { type Int64, int64FromBigint } from '../../core/int64.js'
import type { Layout } from './layout.js'
import { type Pod, type PodStats, statsByPod } from './pod.js'
import { type Signal, resourceOf } from './signal.js'
import { requestOf, usageOf } from './usage.js'

/** A pod with the numbers that decide its place. */
export interface RankedPod {
  readonly pod: Pod
  /** Bytes, inodes or processes; null: no statistics. */
  readonly usage: Int64 | null
  /** The request of the first comparison. */
  readonly request: Int64
  /** The value of the last comparison; null: no statistics. */
  readonly excess: Int64 | null
}

/**
 * Pods in the order in which they are evicted.
 *
 * Order: as above; ties stay in input order.
 * Units: those of the signal.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankDiskPressureFunc
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankMemoryPressure
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go rankPIDPressure
 */
export const rankPods =
  (layout: Layout, signal: Signal) =>
  (pods: ReadonlyArray<Pod>, podStats: ReadonlyArray<PodStats>): ReadonlyArray<RankedPod> => {
    const statsOf = statsByPod(podStats)
    const resource = resourceOf(signal)
    const measured = pods.map((pod): Measured => {
      const priority = pod.spec.priority ?? 0
      const request = requestOf(resource, pod)
      const asked = resource === 'inodes' ? requestOf('ephemeral-storage', pod) : request
      const stats = statsOf.get(pod.metadata.uid)
      if (stats === undefined) {
        const ranked = { pod, usage: null, request: int64FromBigint(request), excess: null }
        return { ranked, known: 0, over: 0, priority, excess: 0n }
      }
      const usage = usageOf(layout, signal)(pod, stats)
      const excess = usage - asked
      const ranked = {
        pod,
        usage: int64FromBigint(usage),
        request: int64FromBigint(request),
        excess: int64FromBigint(excess),
      }
      return { ranked, known: 1, over: usage > request ? 1 : 0, priority, excess }
    })
    const order = resource === 'pids' ? byPriority : byMore
    return measured.sort(order).map(({ ranked }) => ranked)
  }

interface Measured {
  readonly ranked: RankedPod
  readonly known: 0 | 1
  readonly over: 0 | 1
  readonly priority: number
  readonly excess: bigint
}

const byMore = (a: Measured, b: Measured): number => a.known - b.known || b.over - a.over || byPriority(a, b)

const byPriority = (a: Measured, b: Measured): number =>
  a.priority - b.priority || a.known - b.known || Number(b.excess - a.excess)
