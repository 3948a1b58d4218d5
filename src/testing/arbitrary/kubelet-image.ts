/**
 * Arbitrary nodes and policies for the image collector: few images, handlers and instants, so that ages tie, ids meet
 * and the disk is often slightly too full.
 */
import * as fc from 'fast-check'
import { option as O } from 'fp-ts'

import type { Container, Image, ImageFsStats, ImageRecord, Policy, Snapshot } from '../../kubelet/image/index.js'
import { known, millis, unknown } from '../../core/index.js'
import { minute } from './instants.js'
import { type Standing, mostlyKnown, several } from './parts.js'

export type { Standing }

/** Everything was observed. */
export const observed: Standing = (value) => value.map(known)

/** Some facts are only stated, some unknown. */
export const mixed: Standing = mostlyKnown('somebody says so', 4)

/** Facts are observed or unknown. */
export const partly: Standing = (value) =>
  fc.oneof({ weight: 2, arbitrary: value.map(known) }, { weight: 1, arbitrary: fc.constant(unknown) })

/** Image ids, including names such as `__proto__`. */
export const ids: ReadonlyArray<string> = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'constructor', '']
const id = fc.constantFrom(...ids)
const runtimeHandler = fc.constantFrom('', '', 'kata', 'runc')
const size = fc.constantFrom(0, 1, 10, 50, 100, 100, 200, 500)

/** Instants around the look, an hour after noon; none is the zero time, or never. */
const moments: fc.Arbitrary<O.Option<Date>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(O.none) },
  { weight: 5, arbitrary: fc.integer({ min: -30, max: 65 }).map((at) => O.some(minute(at))) },
)

const image: fc.Arbitrary<Image> = fc.record({
  id,
  runtimeHandler,
  size,
  pinned: fc.nat({ max: 7 }).map((roll) => roll === 0),
  tags: fc.constantFrom([], ['registry.example/pause:3'], ['registry.example/app:1', 'registry.example/app:2']),
})

const container = (index: number): fc.Arbitrary<Container> =>
  fc.record({
    id: fc.constant(`container${index}`),
    imageId: id,
    imageRef: fc.constantFrom('', 'a', 'registry.example/app@sha256:a'),
    runtimeHandler,
    imageVolumes: fc.subarray(['b', '__proto__', 'absent'], { maxLength: 1 }),
  })

const records = (standing: Standing): fc.Arbitrary<ReadonlyArray<ImageRecord>> =>
  fc.uniqueArray(
    fc.record({
      id,
      runtimeHandler,
      firstDetected: standing(moments),
      lastUsed: standing(moments),
      size,
      pinned: fc.boolean(),
    }),
    { selector: (record) => record.id, maxLength: 9 },
  )

const stats: fc.Arbitrary<ImageFsStats> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.nat({ max: 300 }).map((available) => ({
      capacityBytes: O.some(1000),
      availableBytes: O.some(available),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      capacityBytes: fc.constantFrom(O.none, O.some(0), O.some(1), O.some(999), O.some('90000000000000000' as const)),
      availableBytes: fc.constantFrom(
        O.none,
        O.some(0),
        O.some(5),
        O.some(2000),
        O.some('9223372036854775807' as const),
      ),
    }),
  },
)

/** Nodes whose facts are known, assumed or unknown, as given. */
export const snapshotsWith = (standing: Standing): fc.Arbitrary<Snapshot> =>
  fc.record({
    at: fc.constant(minute(60)),
    beganGC: standing(fc.constantFrom(-10, 0, 25, 30, 35, 70).map(minute)),
    images: fc.uniqueArray(image, { selector: (each) => `${each.id},${each.runtimeHandler}`, maxLength: 12 }),
    containers: several(3, container),
    imageFs: standing(stats),
    memory: fc.record({ records: records(standing) }),
  })

/** Policies near the boundaries of decisions. */
export const policies: fc.Arbitrary<Policy> = fc
  .record({
    thresholds: fc.constantFrom([85, 80], [85, 80], [100, 60], [80, 80], [1, 0], [74, 69], [0, 0], [100, 100]),
    minAge: fc.constantFrom(0, 1, 120_000, 1_800_000, 9_223_372_036_854).map(millis),
    maxAge: fc.constantFrom(0, 0, 1, 1_800_000, 9_223_372_036_854).map(millis),
    entrance: fc.constantFrom<Policy['entrance'][]>('GarbageCollect', 'GarbageCollect', 'DeleteUnusedImages'),
    runOrder: fc.constantFrom<Policy['runOrder'][]>('detect-first', 'stats-first'),
    maxAgePass: fc.constantFrom<Policy['maxAgePass'][]>('present', 'present', 'absent'),
    maxAgeGrace: fc.constantFrom<Policy['maxAgeGrace'][]>('uptime', 'uptime', 'none'),
    firstDetection: fc.constantFrom<Policy['firstDetection'][]>('now', 'zero'),
    sandboxImage: fc.constantFrom('', 'registry.example/pause:3'),
    containerKey: fc.constantFrom<Policy['containerKey'][]>('image-id', 'image-id', 'image-ref'),
    pinned: fc.constantFrom<Policy['pinned'][]>('honoured', 'honoured', 'ignored'),
    imageVolumes: fc.constantFrom<Policy['imageVolumes'][]>('in-use', 'ignored'),
    runtimeClassInImageCriApi: fc.boolean(),
    shortage: fc.constantFrom<Policy['shortage'][]>('insufficient-free-space', 'attempted-to-free', 'wanted-to-free'),
    postGCHooks: fc.constantFrom<Policy['postGCHooks'][]>('present', 'absent'),
    int64: fc.constantFrom<Policy['int64'][]>('refuse', 'wrap'),
  })
  .map(({ thresholds: [high = 85, low = 80], ...rest }) => ({
    highThresholdPercent: high,
    lowThresholdPercent: low,
    ...rest,
  }))

/** Snapshots of nodes on which some facts are known. */
export const snapshots: fc.Arbitrary<Snapshot> = snapshotsWith(mixed)
