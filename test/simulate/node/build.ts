/**
 * Answers how a small node is made for tests of a forecast: a disk of 10 kB with three images, two of which share a layer.
 */
import { either as E, option as O } from 'fp-ts'
import { expect } from 'vitest'

import { defaultPolicy as containerPolicy } from '../../../src/kubelet/container/index.js'
import { defaultPolicy } from '../../../src/kubelet/image/index.js'
import { containerOf } from '../../../src/kubelet/image/snapshot.js'
import { known } from '../../../src/core/knowledge.js'
import { after, millis } from '../../../src/core/time.js'
import { forecastBy } from '../../../src/simulate/node/forecast.js'
import type * as Forecast from '../../../src/simulate/node/index.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import * as Layers from '../../../src/reclaim/layers/index.js'

/** Noon; every forecast begins here. */
export const noon = new Date('2026-01-01T12:00:00Z')

/** So many seconds after noon. */
export const later = (seconds: number): Date => after(noon, millis(seconds * 1000))

const sizes: Readonly<Record<string, number>> = { a: 1500, b: 1600, c: 700 }

/** An image as a node lists it; it counts with all its layers. */
export const imageOf = (id: string) => ({
  id,
  runtimeHandler: '',
  size: sizes[id] ?? 100,
  pinned: false,
  tags: [],
})

/** Layers `base` under `a` and `b`, and `c` alone; no image is anything beside its layers. */
export const layers: Layers.LayerStore = {
  layers: [
    { id: 'base', unpacked: Layers.exactly(1000) },
    { id: 'a', parent: 'base', unpacked: Layers.exactly(500) },
    { id: 'b', parent: 'base', unpacked: Layers.exactly(600) },
    { id: 'c', unpacked: Layers.exactly(700) },
  ],
  images: ['a', 'b', 'c'].map((id) => ({ id, topLayer: id, own: Layers.exactly(0) })),
  holders: [],
}

/** What differs from a node that has all images, none of them in use, and 7 kB in use. */
export interface Given extends Partial<Omit<Forecast.ForecastNode, 'images'>> {
  readonly images?: ReadonlyArray<string>
  readonly usedBytes?: number
  readonly inUse?: Readonly<Record<string, string>>
}

/** A node; of its images `a` was used longest ago. */
export const nodeOf = ({
  images = ['a', 'b', 'c'],
  usedBytes = 7000,
  inUse = {},
  ...rest
}: Given = {}): Forecast.ForecastNode => ({
  layers,
  growth: { _tag: 'None' },
  ...rest,
  images: {
    at: noon,
    beganGC: known(later(-864_000)),
    images: images.map(imageOf),
    containers: Object.entries(inUse).map(([id, image]) => containerOf(id, image)),
    imageFs: known({ capacityBytes: O.some(10_000), availableBytes: O.some(10_000 - usedBytes) }),
    memory: {
      records: images.map((id, index) => ({
        id,
        runtimeHandler: '',
        firstDetected: known(O.some(later(-400_000))),
        lastUsed: known(O.some(later(-300_000 + index * 1000))),
        size: sizes[id] ?? 100,
        pinned: false,
      })),
    },
  },
})

/** From 80 down to 60 percent, eviction below 10 percent. */
export const policiesOf = (
  image: Partial<Forecast.NodePolicies['image']> = {},
  eviction: Partial<Eviction.EvictionPolicy> = {},
  rest: Partial<Forecast.NodePolicies> = {},
): Forecast.NodePolicies => ({
  image: { ...defaultPolicy, highThresholdPercent: 80, lowThresholdPercent: 60, minAge: millis(0), ...image },
  eviction: { ...Eviction.defaultEvictionPolicy, thresholds: [hard('10%')], ...eviction },
  container: { ...containerPolicy, minAge: millis(0) },
  ...rest,
})

/** A hard threshold on what is free for images. */
export const hard = (text: string, signal: Eviction.Signal = 'imagefs.available'): Eviction.Threshold => {
  const [threshold] = E.getOrElse((): ReadonlyArray<Eviction.Threshold> => [])(
    Eviction.parseThresholds({ evictionHard: new Map([[signal, text]]) }),
  )
  if (threshold === undefined) throw new Error(`no threshold: ${text}`)
  return threshold
}

/** A pod that writes so many bytes into its layer. */
export const podsOf = (used: Readonly<Record<string, number>>): Forecast.ForecastPressure => ({
  layout: Eviction.oneFilesystem,
  pods: Object.keys(used).map((name) => ({
    metadata: { name, namespace: 'shop', uid: `uid of ${name}` },
    spec: { containers: [{ name: 'c' }] },
  })),
  podStats: Object.entries(used).map(([name, usedBytes]) => ({
    podRef: { uid: `uid of ${name}` },
    containers: [{ name: 'c', rootfs: { usedBytes } }],
  })),
  others: new Map(),
  memory: Eviction.emptyEvictionMemory,
})

/** A forecast over so many seconds; it is the same if no run is left out. */
export const forecastOf = (
  node: Forecast.ForecastNode,
  policies: Forecast.NodePolicies = policiesOf(),
  seconds = 3600,
): Forecast.Forecast => {
  const [made, everyRun] = [false, true].map((everyRun) =>
    forecastBy({ everyRun })(node, policies)(millis(seconds * 1000)),
  )
  if (made === undefined || everyRun === undefined || E.isLeft(made) || E.isLeft(everyRun))
    throw new Error(JSON.stringify(made))
  expect({ ...made.right, usage: [] }).toEqual({ ...everyRun.right, usage: [] })
  return made.right
}

/** Seconds after noon. */
export const seconds = (at: Date | undefined): number => ((at?.getTime() ?? Number.NaN) - noon.getTime()) / 1000

/** Corners of the curve, in seconds after noon and bytes. */
export const corners = ({ usage }: Forecast.Forecast): ReadonlyArray<readonly [number, number]> =>
  usage.map(({ at, usedBytes }) => [seconds(at), usedBytes])

/** Runs in short: when, who, by which entrance, at how many percent, wanted, counted, freed, and what went. */
export const runsOf = ({ runs }: Forecast.Forecast): ReadonlyArray<ReadonlyArray<unknown>> =>
  runs.map(({ at, collector, entrance, usagePercent, wantedBytes, countedBytes, freedBytes, removed }) => [
    seconds(at),
    collector,
    entrance,
    usagePercent,
    wantedBytes,
    countedBytes,
    freedBytes,
    removed.join(' '),
  ])

/** So many bytes a second. */
export const growing = (bytesPerSecond: number): Forecast.Growth => ({ _tag: 'Constant', bytesPerSecond })
/** Image collection never acts by space. */
export const onlyEviction = { highThresholdPercent: 100, lowThresholdPercent: 95 }

/** Conditions in short: from when to when, in seconds after noon. */
export const conditionsOf = ({ conditions }: Forecast.Forecast): ReadonlyArray<unknown> =>
  conditions.map(({ condition, from, until }) => [
    condition,
    seconds(from),
    until === undefined ? null : seconds(until),
  ])
/** Evictions in short: when, who, why, with which grace, and what they freed. */
export const evictionsOf = ({ evictions }: Forecast.Forecast): ReadonlyArray<unknown> =>
  evictions.map((one) => [seconds(one.at), one.pod.name, one.because, one.gracePeriodSeconds, one.freedBytes])
/** Assumptions by their tags. */
export const tagsOf = ({ assumptions }: Forecast.Forecast): ReadonlyArray<string> => assumptions.map(({ _tag }) => _tag)
