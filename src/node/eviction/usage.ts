/**
 * Answers how much of what is short a pod uses, and how much it asked for.
 */
import type { Int64 } from '../../core/int64.js'
import { int64ToBigint } from '../../core/int64.js'
import * as either from '../../core/either.js'
import type { Quantity } from '../../core/quantity.js'
import { addQuantities, compareQuantities, parseQuantity, quantityOf, quantityValue } from '../../core/quantity.js'
import type { Layout } from './layout.js'
import { containersLieOn, filesystemOf } from './layout.js'
import type { Pod, PodContainer, PodStats, PodVolume, Usage } from './pod.js'
import type { Signal } from './signal.js'
import { resourceOf } from './signal.js'

/** A part of a pod that lies on a filesystem. */
type Part = 'rootfs' | 'logs' | 'volumes'

/** Parts by the filesystem on which they lie. */
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

/**
 * What a pod asked for: the sum over its containers and those beside them, or its largest init container with what runs
 * beside it by then, and its overhead.
 *
 * @upstream kubernetes v1.36.2 staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests
 */
export const requestOf = (resource: 'memory' | 'ephemeral-storage', { spec }: Pod): bigint => {
  let beside = nothing
  let largest = nothing
  for (const container of spec.initContainers ?? []) {
    const own = containerRequest(resource, container)
    const total = addQuantities(beside, own)
    if (container.restartPolicy === 'Always') beside = total
    if (compareQuantities(total, largest) > 0) largest = total
  }
  const running = spec.containers.reduce((sum, one) => addQuantities(sum, containerRequest(resource, one)), beside)
  const needed = compareQuantities(running, largest) >= 0 ? running : largest
  return quantityValue(addQuantities(needed, amountIn(spec.overhead, resource)))
}

/** What a container asked for; zero where it says nothing or nothing that is a quantity. */
export const containerRequest = (resource: string, { resources }: PodContainer): Quantity =>
  amountIn(resources?.requests, resource)

const nothing = quantityOf('DecimalSI', 0n)

const amountIn = (amounts: Readonly<Record<string, string>> | undefined, resource: string): Quantity => {
  const text = amounts !== undefined && Object.hasOwn(amounts, resource) ? amounts[resource] : undefined
  const parsed = text === undefined ? null : parseQuantity(text)
  return parsed !== null && either.isRight(parsed) ? parsed.right : nothing
}

const count = (value: Int64 | undefined): bigint => (value === undefined ? 0n : int64ToBigint(value))

const volumesOnDisk = ({ spec }: Pod, stats: PodStats): ReadonlyArray<Usage> => {
  const local = new Set((spec.volumes ?? []).filter(isOnDisk).map(({ name }) => name))
  return (stats.volume ?? []).filter(({ name }) => local.has(name))
}

const isOnDisk = ({ hostPath, gitRepo, configMap, emptyDir }: PodVolume): boolean =>
  hostPath !== undefined || gitRepo !== undefined || configMap !== undefined || isOnDiskDirectory(emptyDir)

const isOnDiskDirectory = (emptyDir: PodVolume['emptyDir']): boolean =>
  emptyDir !== undefined && (emptyDir.medium ?? '') === ''
