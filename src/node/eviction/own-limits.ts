/**
 * Answers which pods go because they use more local storage than they are allowed themselves, pressure or not.
 */
import type { Int64 } from '../../core/int64.js'
import { int64ToBigint } from '../../core/int64.js'
import * as either from '../../core/either.js'
import type { Quantity } from '../../core/quantity.js'
import { addQuantities, compareQuantities, parseQuantity, quantityOf, quantitySign } from '../../core/quantity.js'
import type { Layout } from './layout.js'
import type { Pod, PodContainer, PodStats } from './pod.js'
import { usageOf } from './usage.js'

const storage = 'ephemeral-storage'

/**
 * Why a pod goes for its own limits, in the kubelet's words; null: it keeps within them.
 *
 * Order of the looks: the limit of each emptyDir, the limits of its containers together, the limit of each container
 * (writable layer and logs, of which the layer does not count where images have their own filesystem).
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/eviction_manager.go localStorageEviction
 */
export const overLimit =
  (layout: Layout) =>
  (pod: Pod, stats: PodStats): string | null =>
    overVolumeLimit(pod, stats) ?? overPodLimit(pod, stats) ?? overContainerLimit(layout, pod, stats)

const overVolumeLimit = ({ spec }: Pod, { volume = [] }: PodStats): string | null => {
  const used = new Map(volume.map(({ name, usedBytes }) => [name, usedBytes]))
  for (const { name, emptyDir } of spec.volumes ?? []) {
    const limit = emptyDir === undefined ? null : quantityIn(emptyDir.sizeLimit)
    if (limit !== null && quantitySign(limit) > 0 && compareQuantities(bytes(used.get(name)), limit) > 0)
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${limit.canonical}". `
  }
  return null
}

const overPodLimit = (pod: Pod, stats: PodStats): string | null => {
  const limits = pod.spec.containers.flatMap((container) => limitOf(container) ?? [])
  const [first, ...rest] = limits
  if (first === undefined) return null
  const limit = rest.reduce(addQuantities, first)
  const all = usageOf({ dedicatedImageFs: false, splitContainerImageFs: false }, 'nodefs.available')(pod, stats)
  return compareQuantities(quantityOf('DecimalSI', all), limit) > 0
    ? `Pod ephemeral local storage usage exceeds the total limit of containers ${limit.canonical}. `
    : null
}

const overContainerLimit = (layout: Layout, { spec }: Pod, stats: PodStats): string | null => {
  for (const measured of stats.containers) {
    const container = spec.containers.find(({ name }) => name === measured.name)
    const limit = container === undefined ? null : limitOf(container)
    const layer = layout.dedicatedImageFs ? undefined : measured.rootfs?.usedBytes
    const used = addQuantities(bytes(measured.logs?.usedBytes), bytes(layer))
    if (limit !== null && quantitySign(limit) > 0 && compareQuantities(used, limit) > 0)
      return `Container ${measured.name} exceeded its local ephemeral storage limit "${limit.canonical}". `
  }
  return null
}

const limitOf = ({ resources }: PodContainer): Quantity | null => {
  const limits = resources?.limits
  return limits !== undefined && Object.hasOwn(limits, storage) ? quantityIn(limits[storage]) : null
}

const quantityIn = (text: string | undefined): Quantity | null => {
  const parsed = text === undefined ? null : parseQuantity(text)
  return parsed !== null && either.isRight(parsed) ? parsed.right : null
}

const bytes = (value: Int64 | undefined): Quantity =>
  quantityOf('DecimalSI', value === undefined ? 0n : int64ToBigint(value))
