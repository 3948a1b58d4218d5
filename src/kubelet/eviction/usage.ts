/**
 * How much of the starved resource a pod uses, and how much it requests.
 */
import type { Int64 } from '../../core/int64.js'
import { int64ToBigint, maxInt64 } from '../../core/int64.js'
import { quantityFits, quantityValue } from '../../core/quantity.js'
import { podAmount } from './amounts.js'
import type { Layout } from './layout.js'
import { containersLieOn, filesystemOf } from './layout.js'
import type { Pod, PodStats, PodVolume, Usage } from './pod.js'
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
  hostPath !== undefined || gitRepo !== undefined || configMap !== undefined || isOnDiskDirectory(emptyDir)

const isOnDiskDirectory = (emptyDir: PodVolume['emptyDir']): boolean =>
  emptyDir !== undefined && (emptyDir.medium ?? '') === ''
