/**
 * How much of the starved resource a pod uses, and how much it requests.
 */
import { type Int64, int64ToBigint, maxInt64 } from '../../core/int64.js'
import {
  type Quantity,
  quantityFits,
  quantityValue,
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantitySign,
} from '../../core/quantity.js'
import { type Layout, containersLieOn, filesystemOf } from './layout.js'
import type { Pod, PodStats, PodVolume, Usage, Amounts, PodContainer } from './pod.js'
import { type Signal, resourceOf } from './signal.js'
import * as fp from '../../core/fp.js'

type Part = 'rootfs' | 'logs' | 'volumes'

const partsOn = (layout: Layout, signal: Signal): ReadonlyArray<Part> => {
  const filesystem = filesystemOf(signal)
  if (!layout.dedicatedImageFs) return ['rootfs', 'logs', 'volumes']
  const asked = filesystem === 'containerfs' ? containersLieOn(layout) : filesystem
  if (layout.splitContainerImageFs) return asked === 'nodefs' ? ['logs', 'volumes', 'rootfs'] : []
  return asked === 'nodefs' ? ['logs', 'volumes'] : ['rootfs']
}

/**
 * What a pod uses of what a signal measures: bytes, inodes or processes.
 *
 * Shape: of a disk the parts that lie on the signal's filesystem: writable layers, logs, and volumes on the node's own disk
 * (hostPath, gitRepo, configMap, emptyDir on disk). What the statistics leave out counts nothing.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go podDiskUsage
 */
export const usageOf =
  (layout: Layout, signal: Signal) =>
  (pod: Pod, stats: PodStats): bigint => {
    const resource = resourceOf(signal)
    if (resource === 'memory') return count(stats.memory?.workingSetBytes)
    if (resource === 'pids') return count(stats.process_stats?.process_count)
    const measure = (part: Usage | undefined): bigint =>
      count(resource === 'inodes' ? part?.inodesUsed : part?.usedBytes)
    let sum = 0n
    for (const part of partsOn(layout, signal)) {
      if (part === 'volumes') for (const volume of volumesOnDisk(pod, stats)) sum += measure(volume)
      else for (const container of stats.containers) sum += measure(container[part])
    }
    return sum
  }

/** What a pod asked for; an amount beyond 64 bits is the largest that there is. */
export const requestOf = (resource: string, pod: Pod): bigint => {
  const asked = podAmount('requests', resource)(pod)
  if (asked === null) return 0n
  return quantityFits(asked) ? quantityValue(asked) : maxInt64
}

const count = (value: Int64 | undefined): bigint => int64ToBigint(value ?? 0)

const volumesOnDisk = ({ spec }: Pod, stats: PodStats): ReadonlyArray<Usage> => {
  const local = new Set((spec.volumes ?? []).filter(isOnDisk).map(({ name }) => name))
  return (stats.volume ?? []).filter(({ name }) => local.has(name))
}

const isOnDisk = ({ hostPath, gitRepo, configMap, emptyDir }: PodVolume): boolean =>
  hostPath !== undefined ||
  gitRepo !== undefined ||
  configMap !== undefined ||
  (emptyDir !== undefined && (emptyDir.medium ?? '') === '')

/** The two lists of amounts that a container has. */
export type AmountList = 'requests' | 'limits'

/** What a container asks for or may take of a resource; null: it does not say, or nothing that is a quantity. */
export const containerAmount =
  (list: AmountList, resource: string) =>
  ({ resources }: PodContainer): Quantity | null =>
    amountIn(resources?.[list], resource)

/**
 * What a pod asks for or may take of a resource: its containers and those beside them together, or its largest init
 * container with what runs beside it by then, and its overhead where that comes to anything; null: none of them says.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-helpers/resource/helpers.go PodLimits
 */
export const podAmount =
  (list: AmountList, resource: string) =>
  ({ spec }: Pod): Quantity | null => {
    const asked = containerAmount(list, resource)
    let running = spec.containers.reduce((sum: Quantity | null, one) => sumOf(sum, asked(one)), null)
    let beside: Quantity | null = null
    let largest: Quantity | null = null
    for (const container of spec.initContainers ?? []) {
      const own = asked(container)
      const starting = sumOf(beside, own)
      largest = larger(largest, starting)
      if (container.restartPolicy !== 'Always') continue
      beside = starting
      running = sumOf(running, own)
    }
    const needed = larger(running, largest)
    return needed === null || quantitySign(needed) === 0 ? needed : sumOf(needed, amountIn(spec.overhead, resource))
  }

/** The quantity of a text; null if it has none. */
export const quantityIn = (text: string | undefined): Quantity | null =>
  text === undefined ? null : fp.getOrElse(() => null)(parseQuantity(text))

const amountIn = (amounts: Amounts | undefined, resource: string): Quantity | null =>
  amounts !== undefined && Object.hasOwn(amounts, resource) ? quantityIn(amounts[resource]) : null

const sumOf = (a: Quantity | null, b: Quantity | null): Quantity | null =>
  a === null ? b : b === null ? a : addQuantities(a, b)

const larger = (a: Quantity | null, b: Quantity | null): Quantity | null =>
  a === null ? b : b === null ? a : compareQuantities(b, a) > 0 ? b : a
