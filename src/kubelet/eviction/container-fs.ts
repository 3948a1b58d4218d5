/**
 * Thresholds of the filesystem of writable layers (containerfs). Configured ones are ignored; it takes those of the
 * filesystem that it lies on.
 */
import { millis } from '../../core/time.js'
import { type Layout, containersLieOn } from './layout.js'
import type { Signal } from './signal.js'
import { type Threshold, isHard } from './threshold.js'

/** Thresholds, including those of the container filesystem, and a configured one that is ignored. */
export interface ContainerFsThresholds {
  readonly thresholds: ReadonlyArray<Threshold>
  /** The last configured threshold that is ignored, if any. */
  readonly notHeeded?: Threshold
}

const derived = [
  { signal: 'containerfs.available', measure: 'available', hard: true },
  { signal: 'containerfs.available', measure: 'available', hard: false },
  { signal: 'containerfs.inodesFree', measure: 'inodesFree', hard: true },
  { signal: 'containerfs.inodesFree', measure: 'inodesFree', hard: false },
] as const

/**
 * Derives the thresholds of the container filesystem.
 *
 * Shape: copies the last threshold of each signal and hardness, replacing the last configured one of the container
 * filesystem; with nothing to copy, the derived one is never met. A split layout without an image filesystem derives
 * nothing.
 * Order: replaced in place, the others at the end: available, then inodes, hard before soft.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/eviction/helpers.go UpdateContainerFsThresholds
 *
 * @example
 * ```ts
 * import * as Eviction from 'gcplan/kubelet/eviction'
 *
 * console.log(Eviction.withContainerFsThresholds(Eviction.oneFilesystem)([]).thresholds.map(({ operator }) => operator)) // [ 'Never', 'Never', 'Never', 'Never' ]
 * ```
 */
export const withContainerFsThresholds =
  (layout: Layout) =>
  (thresholds: ReadonlyArray<Threshold>): ContainerFsThresholds => {
    const notHeeded = thresholds.findLast(({ signal }) => derived.some((one) => one.signal === signal))
    const complaint = notHeeded === undefined ? {} : { notHeeded }
    if (!layout.dedicatedImageFs && layout.splitContainerImageFs) return { thresholds, ...complaint }
    const source = containersLieOn(layout)
    const result = [...thresholds]
    for (const { signal, measure, hard } of derived) {
      const at = thresholds.findLastIndex((one) => one.signal === signal && isHard(one) === hard)
      const taken = thresholds.findLast((one) => one.signal === `${source}.${measure}` && isHard(one) === hard)
      const threshold = taken === undefined ? never(signal) : { ...taken, signal }
      if (at === -1) result.push(threshold)
      else result[at] = threshold
    }
    return { thresholds: result, ...complaint }
  }

/** The kubelet's log text for an ignored threshold. */
export const explainNotHeeded = (threshold: Threshold): string =>
  `found ${threshold.signal} for ${isHard(threshold) ? 'hard' : 'soft'} eviction. ignoring`

const never = (signal: Signal): Threshold => ({
  signal,
  operator: 'Never',
  value: { _tag: 'Share', share: 0 },
  gracePeriod: millis(0),
})
