/**
 * Pods evicted for exceeding their own local storage limits, with or without pressure.
 */
import { type Int64, int64ToBigint } from '../../core/int64.js'
import { type Quantity, addQuantities, compareQuantities, quantityOf, quantitySign } from '../../core/quantity.js'
import { containerAmount, podAmount, quantityIn } from './usage.js'
import type { Layout } from './layout.js'
import type { Pod, PodContainer, PodStats } from './pod.js'
import type { EvictionPolicy } from './policy.js'

/**
 * Why a pod is evicted for its own limits, in the kubelet's words; null: it keeps within them.
 *
 * Order of the looks: the limit of each emptyDir, the limits of its containers together against what the statistics say
 * of the pod as a whole, the limit of each container (writable layer and logs, of which the layer does not count where
 * images have their own filesystem; init containers that run beside the others only where the release enforces theirs).
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go localStorageEviction
 */
export const overLimit =
  ({ sidecarLimits }: Pick<EvictionPolicy, 'sidecarLimits'>, layout: Layout) =>
  (pod: Pod, stats: PodStats): string | null =>
    overVolumeLimit(pod, stats) ??
    overPodLimit(pod, stats) ??
    overContainerLimit(layout, sidecarLimits === 'enforced' ? withSidecars(pod) : pod.spec.containers, stats)

const withSidecars = ({ spec }: Pod): ReadonlyArray<PodContainer> => [
  ...spec.containers,
  ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always'),
]

const overVolumeLimit = ({ spec }: Pod, { volume = [] }: PodStats): string | null => {
  const used = new Map(volume.map(({ name, usedBytes }) => [name, usedBytes]))
  for (const { name, emptyDir } of spec.volumes ?? []) {
    const limit = quantityIn(emptyDir?.sizeLimit)
    if (limit !== null && quantitySign(limit) > 0 && compareQuantities(bytes(used.get(name)), limit) > 0)
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${limit.canonical}". `
  }
  return null
}

const overPodLimit = (pod: Pod, stats: PodStats): string | null => {
  const limit = podAmount('limits', 'ephemeral-storage')(pod)
  return limit !== null && compareQuantities(bytes(stats['ephemeral-storage']?.usedBytes), limit) > 0
    ? `Pod ephemeral local storage usage exceeds the total limit of containers ${limit.canonical}. `
    : null
}

const overContainerLimit = (
  layout: Layout,
  containers: ReadonlyArray<PodContainer>,
  stats: PodStats,
): string | null => {
  const limits = new Map(
    containers.map((one) => [one.name, containerAmount('limits', 'ephemeral-storage')(one)] as const),
  )
  for (const { name, rootfs, logs } of stats.containers) {
    const limit = limits.get(name) ?? null
    const layer = layout.dedicatedImageFs ? undefined : rootfs?.usedBytes
    const used = addQuantities(bytes(logs?.usedBytes), bytes(layer))
    if (limit !== null && quantitySign(limit) > 0 && compareQuantities(used, limit) > 0)
      return `Container ${name} exceeded its local ephemeral storage limit "${limit.canonical}". `
  }
  return null
}

const bytes = (value: Int64 | undefined): Quantity => quantityOf('BinarySI', int64ToBigint(value ?? 0))
