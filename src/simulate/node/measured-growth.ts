/** How fast a disk fills beside images, from looks between which no image came or went. Of bounded size. */
import type { Image, ImageFsStats } from '../../kubelet/image/snapshot.js'
import type { Knowledge } from '../../core/knowledge.js'
import { int64ToBigint } from '../../core/int64.js'
import * as fp from '../../core/fp.js'
import type { Growth } from './node.js'

/** Bytes written over a time; what is a day old counts half. */
export interface MeasuredGrowth {
  readonly bytes: number
  readonly millis: number
  /** What the look before saw; nothing before the first, or where the disk was unknown. */
  readonly last: DiskUse | undefined
}

/** What one look saw. */
export interface DiskUse {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly used: number
  /** All of their ids. */
  readonly images: string
}

/** A look at the disk of the images, in the fields of an image snapshot. */
export interface DiskLook {
  readonly at: Date
  readonly images: ReadonlyArray<Pick<Image, 'id'>>
  readonly imageFs: Knowledge<ImageFsStats>
}

const day = 86_400_000
const hour = 3_600_000

/** Before the first look. */
export const noGrowthMeasured: MeasuredGrowth = { bytes: 0, millis: 0, last: undefined }

/**
 * Adds a look to what was measured.
 *
 * Shape: the bytes between two looks count only if both saw the same images; a look after a clock was set back, or more than an hour
 * after the one before, only begins anew.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { known } from 'gcplan'
 * import { type DiskLook, growthOf, measureGrowth, noGrowthMeasured } from 'gcplan/simulate/node'
 *
 * const look = (minute: number, free: number): DiskLook => ({
 *   at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
 *   images: [{ id: 'sha256:a' }],
 *   imageFs: known({ capacityBytes: O.some(100e9), availableBytes: O.some(free) }),
 * })
 * const measured = [look(0, 50e9), look(5, 47e9)].reduce((so, one) => measureGrowth(so)(one), noGrowthMeasured)
 * console.log(growthOf(measured)) // { _tag: 'Constant', bytesPerSecond: 10000000 }
 * ```
 */
export const measureGrowth =
  ({ bytes, millis, last: before }: MeasuredGrowth) =>
  (look: DiskLook): MeasuredGrowth => {
    const last = useIn(look)
    if (before === undefined || last === undefined || before.images !== last.images) return { bytes, millis, last }
    const span = last.at - before.at
    if (span <= 0 || span > hour) return { bytes, millis, last }
    const weight = 0.5 ** (span / day)
    return { bytes: bytes * weight + last.used - before.used, millis: millis * weight + span, last }
  }

const useIn = ({ at, images, imageFs }: DiskLook): DiskUse | undefined => {
  if (imageFs._tag === 'Unknown') return undefined
  const { capacityBytes, availableBytes } = imageFs.value
  return fp.isNone(capacityBytes) || fp.isNone(availableBytes)
    ? undefined
    : {
        at: at.getTime(),
        used: Number(int64ToBigint(capacityBytes.value) - int64ToBigint(availableBytes.value)),
        images: images
          .map(({ id }) => id)
          .toSorted()
          .join(),
      }
}

/** The growth to forecast with; a disk that empties does not grow. */
export const growthOf = ({ bytes, millis }: MeasuredGrowth): Growth =>
  bytes > 0 ? { _tag: 'Constant', bytesPerSecond: (bytes / millis) * 1000 } : { _tag: 'None' }
