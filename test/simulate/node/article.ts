/**
 * Answers how the node of the article on image collection looks: what its log and its text say, and what must be assumed
 * for its three runs to come out.
 *
 * Said: 128,849,018,880 bytes, thresholds 74 and 69 %, 30 images in use and 138 unused, the images of the first run with
 * their sizes, the one that fails, what each run wanted and counted, and that 52 went.
 * Assumed: the second and third run took 17 and 16 images (the article gives their sum); the sizes of these; which layers
 * are shared: each image that goes stands on a layer that one that stays needs as well, and has so much to itself that the
 * runs free what lies between what each of them wanted; the third one freed 3,000,000,000 bytes, which is "under 72 %".
 */
import { option as O } from 'fp-ts'

import { presets } from '../../../src/kubelet/image/index.js'
import { containerOf } from '../../../src/kubelet/image/snapshot.js'
import { known } from '../../../src/core/knowledge.js'
import { after, millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import * as Layers from '../../../src/reclaim/layers/index.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import { firstRunLog, inUseElsewhere } from '../../kubelet/image/article-log.js'

/** A minute and a half before the disk fills up. */
const from = new Date('2026-03-01T17:00:06Z')
const capacity = 128_849_018_880

/** The image that somebody uses whom the kubelet does not see. */
const unseen = `sha256:${inUseElsewhere}`

const firstRun = firstRunLog.filter(([id]) => id !== inUseElsewhere)

/** What each run took, with the bytes that it really freed. */
const batches: ReadonlyArray<{ readonly images: ReadonlyArray<readonly [string, number]>; readonly freed: number }> = [
  { images: firstRun, freed: 9_123_558_236 - 7_240_807_260 },
  { images: alike('second', 16, 441_000_000, 490_615_567), freed: 7_240_807_260 - 6_577_705_820 },
  { images: alike('third', 15, 430_000_000, 776_991_725), freed: 3_000_000_000 },
]

function alike(name: string, count: number, size: number, last: number): ReadonlyArray<readonly [string, number]> {
  return Array.from({ length: count + 1 }, (_, index) => [`${name}-${index}`, index === count ? last : size] as const)
}

const inUse = 30
const unused = 138

/** The node, from before the disk fills up. */
export const articleNode = (): Forecast.ForecastNode => {
  const going = batches.flatMap(({ images, freed }) =>
    images.map(([id, size], index) => {
      const share = Math.floor(freed / images.length)
      return { id: `sha256:${id}`, size, own: index === 0 ? freed - share * (images.length - 1) : share }
    }),
  )
  const staying = Array.from({ length: unused - going.length - 1 }, (_, index) => ({
    id: `unused-${index}`,
    size: 400_000_000,
  }))
  const running = Array.from({ length: inUse }, (_, index) => ({ id: `running-${index}`, size: 400_000_000 }))
  const all = [...going.slice(0, 9), { id: unseen, size: 1_219_368_157 }, ...going.slice(9), ...staying, ...running]
  const images = all.map(({ id, size }) => ({ id, runtimeHandler: '', size, pinned: false, tags: [] }))
  return {
    images: {
      at: from,
      beganGC: known(after(from, millis(-86_400_000))),
      images,
      containers: running.map(({ id }) => containerOf(id, id)),
      imageFs: known({ capacityBytes: O.some(capacity), availableBytes: O.some(capacity - before) }),
      memory: {
        records: images.map((image, index) => ({
          ...image,
          firstDetected: known(O.some(after(from, millis(-86_400_000)))),
          lastUsed: known(O.some(after(from, millis((index - images.length) * 60_000)))),
        })),
      },
    },
    layers: {
      layers: [
        ...going.flatMap(({ id, size, own }) => [
          { id: `below ${id}`, unpacked: Layers.exactly(size - own) },
          { id: `of ${id}`, parent: `below ${id}`, unpacked: Layers.exactly(own) },
        ]),
        { id: `of ${unseen}`, unpacked: Layers.exactly(1_219_368_157) },
        ...running.map(({ id }) => ({ id: `of ${id}`, unpacked: Layers.exactly(400_000_000) })),
        ...staying.slice(going.length).map(({ id }) => ({ id: `of ${id}`, unpacked: Layers.exactly(400_000_000) })),
      ],
      images: [
        ...going.map(({ id }) => ({ id, topLayer: `of ${id}`, own: Layers.exactly(0) })),
        { id: unseen, topLayer: `of ${unseen}`, own: Layers.exactly(0) },
        ...running.map(({ id }) => ({ id, topLayer: `of ${id}`, own: Layers.exactly(0) })),
        ...staying.map(({ id }, index) => ({
          id,
          topLayer: index < going.length ? `below ${going[index]?.id ?? ''}` : `of ${id}`,
          own: Layers.exactly(0),
        })),
      ],
      holders: [],
    },
    growth: {
      _tag: 'Trace',
      drops: 'leave-out',
      points: [
        { at: after(from, millis(90_000)), usedBytes: before },
        { at: after(from, millis(270_000)), usedBytes: peak },
      ],
    },
    fails: new Set([unseen]),
  }
}

const before = 86_328_842_650
/** What the amount of the first run says. */
const peak = 128_849_018_880 - Math.trunc((128_849_018_880 * 31) / 100) + 9_123_558_236

/** The rules of the article, with runs as its log has them: the first at 17:07:36. */
export const articlePolicies: Forecast.NodePolicies = {
  image: {
    ...presets.kubernetes_1_20,
    highThresholdPercent: 74,
    lowThresholdPercent: 69,
    minAge: millis(330_000),
  },
  eviction: Eviction.evictionPresets.kubernetes_1_26,
  spans: { firstImageRun: millis(150_000) },
}
