/** Answers what the two universes of image collections have in common: the run, and what is remembered of an image. */
import { ago } from './times.js'

/** What one run is told. */
export interface Run {
  readonly operation: string
  readonly minAge: string
  readonly maxAge: string
  readonly beganAgoMs: number
  readonly high: number
  readonly low: number
  readonly capacity: string | null
  readonly available: string | null
  readonly failures: object
}

/** One image. */
export interface ImageDigit {
  readonly listed: boolean
  readonly record: { readonly firstDetectedAgoMs: number; readonly lastUsedAgoMs: number | null } | null
  readonly size: string
  readonly pinned: boolean
  readonly use: string
}

/** The members of a world that follow from the run. */
export const runMembers = (run: Run, runtimeClassInImageCriApi: boolean, failures: object): object => ({
  now: ago(0),
  operation: run.operation,
  beganGC: ago(run.beganAgoMs),
  policy: {
    imageGCHighThresholdPercent: run.high,
    imageGCLowThresholdPercent: run.low,
    imageMinimumGCAge: run.minAge,
    imageMaximumGCAge: run.maxAge,
  },
  featureGates: { RuntimeClassInImageCriApi: runtimeClassInImageCriApi },
  fsStats: { capacityBytes: run.capacity, availableBytes: run.available },
  ...(Object.keys(failures).length > 0 ? { failures } : {}),
})

/** What is remembered of an image; detection has to overwrite its size and whether it is pinned. */
export const recordsOf = (id: string, runtimeHandler: string, { record, pinned }: ImageDigit): ReadonlyArray<object> =>
  record === null
    ? []
    : [
        {
          id,
          runtimeHandler,
          firstDetected: ago(record.firstDetectedAgoMs),
          lastUsed: ago(record.lastUsedAgoMs),
          size: '1',
          pinned: !pinned,
        },
      ]

/** When every container was made, in nanoseconds since the epoch. */
export const CREATED = '1772366400000000000'
