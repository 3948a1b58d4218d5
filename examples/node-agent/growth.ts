/** How fast the disk fills beside images, by the looks between which no image came or went. Of bounded size. */
import { option as O } from 'fp-ts'

import { type Knowledge, int64ToBigint } from 'gcplan'
import type { Image, ImageFsStats } from 'gcplan/kubelet/image'
import type { Growth as ForecastGrowth } from 'gcplan/simulate/node'

/** Bytes written over a time; what is a day old counts half. */
export interface Growth {
  readonly bytes: number
  readonly millis: number
  /** What the look before saw. */
  readonly last: Usage | undefined
}

interface Usage {
  readonly at: number
  readonly used: number
  readonly images: string
}

interface Look {
  readonly at: Date
  readonly images: ReadonlyArray<Image>
  readonly imageFs: Knowledge<ImageFsStats>
}

const day = 86_400_000

/** Before the first look. */
export const noGrowth: Growth = { bytes: 0, millis: 0, last: undefined }

/** Adds a look; one after a clock step, or hours later, only begins anew. */
export const grown = ({ bytes, millis, last: before }: Growth, look: Look): Growth => {
  const last = usageIn(look)
  if (before === undefined || last === undefined || before.images !== last.images) return { bytes, millis, last }
  const span = last.at - before.at
  if (span <= 0 || span > day / 24) return { bytes, millis, last }
  const weight = 0.5 ** (span / day)
  return { bytes: bytes * weight + last.used - before.used, millis: millis * weight + span, last }
}

const usageIn = ({ at, images, imageFs }: Look): Usage | undefined => {
  if (imageFs._tag === 'Unknown') return undefined
  const { capacityBytes, availableBytes } = imageFs.value
  return O.isNone(capacityBytes) || O.isNone(availableBytes)
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

/** The growth to forecast with. */
export const growthOf = ({ bytes, millis }: Growth): ForecastGrowth =>
  bytes > 0 ? { _tag: 'Constant', bytesPerSecond: (bytes / millis) * 1000 } : { _tag: 'None' }
