/**
 * Answers which odd stores a reclaim is tried on: forests of every shape, with sizes and costs that have nothing to do with
 * each other, are all the same, vary wildly, or differ by so little that a price per byte says nothing.
 */
import { option as O } from 'fp-ts'

import { defaultPolicy } from '../src/kubelet/image/policy.js'
import { known } from '../src/core/knowledge.js'
import { after, instant, millis } from '../src/core/time.js'
import type { Layer } from '../src/reclaim/layers/store.js'
import { exactly } from '../src/reclaim/layers/store.js'
import type { Policy } from '../src/reclaim/policy.js'
import { defaultPolicy as defaultReclaim } from '../src/reclaim/policy.js'
import type { Snapshot } from '../src/reclaim/snapshot.js'
import { digestOf, seeded } from './random.js'

/** On which layer the first one of an image stands; -1: on none. `images` are the uppermost layers so far. */
type Layout = (images: ReadonlyArray<number>, random: () => number) => number

const anyOf = (places: ReadonlyArray<number>, random: () => number): number =>
  places[Math.floor(random() * places.length)] ?? -1

/** How images stand on each other. */
export const layouts = {
  /** One in forty stands on nothing, five on it, and all others on these. */
  company: (images, random) => {
    const first = images.length - (images.length % 40)
    const place = images.length - first
    if (place === 0) return -1
    return place < 6 ? (images[first] ?? -1) : anyOf(images.slice(first + 1, first + 6), random)
  },
  apart: () => -1,
  star: (images) => images[0] ?? -1,
  chain: (images) => images.at(-1) ?? -1,
  /** Each on one of the last three: thin and very deep. */
  thicket: (images, random) => anyOf(images.slice(-3), random),
  /** Each on any other one. */
  tree: anyOf,
} satisfies Readonly<Record<string, Layout>>

/** The bytes of a layer and the cost of an image with its own five. */
type Numbers = (random: () => number) => readonly [bytes: () => number, cost: (own: number) => number]

const skewed = (random: () => number): number => Math.round(1e6 * Math.exp(5 * random()))
const heavy = (random: () => number): number => Math.round(1e5 * Math.min(1e6, (1 - random()) ** (-1 / 1.1)))

/** How sizes and costs go together. */
export const numbers = {
  unrelated: (random) => [() => skewed(random), () => skewed(random)],
  equal: () => [() => 1e7, () => 1e7],
  heavy: (random) => [() => heavy(random), () => heavy(random)],
  /** As many bytes as are its own, so that every byte has the same price. */
  proportional: (random) => [() => skewed(random), (own) => own],
  /** Nearly so: the hard case of knapsacks. */
  surcharged: (random) => [() => 1e7 + Math.floor(1e6 * random()), (own) => own + 5e6],
} satisfies Readonly<Record<string, Numbers>>

/** What costs as many bytes as are said, whatever its age; two fifths of the disk are wanted. */
export const shapePolicy = ({ layers }: Snapshot): Policy => ({
  ...defaultReclaim,
  cost: { _tag: 'ReuseValue', halfLife: millis(0) },
  target: {
    _tag: 'Bytes',
    bytes: Math.round(0.4 * layers.layers.reduce((sum, { unpacked }) => sum + Number(unpacked.least), 0)),
  },
  image: defaultPolicy,
})

/** A node of so many images of five layers each, none of them in use. */
export const shapeSnapshot = (layout: Layout, ofNumbers: Numbers, images: number, seed: number): Snapshot => {
  const random = seeded(seed * 7919 + 1)
  for (let spent = 0; spent < 8; spent++) random()
  const [bytes, cost] = ofNumbers(random)
  const at = instant(Date.UTC(2026, 0, 31, 12))
  const layers: Layer[] = []
  const tops: number[] = []
  const costs: number[] = []
  for (let image = 0; image < images; image++) {
    let below = layout(tops, random)
    let own = 0
    for (let more = 0; more < 5; more++) {
      const size = bytes()
      const layer = { id: digestOf(layers.length), unpacked: exactly(size) }
      below = layers.push(below === -1 ? layer : { ...layer, parent: digestOf(below) }) - 1
      own += size
    }
    tops.push(below)
    costs.push(cost(own))
  }
  const idOf = (image: number): string => `sha256:${digestOf(image + 1_000_000)}`
  const facts = costs.map((size, image) => ({ id: idOf(image), runtimeHandler: '', size, pinned: false }))
  return {
    node: {
      at,
      beganGC: known(after(at, millis(-1e10))),
      images: facts.map((fact) => ({ ...fact, tags: [] })),
      containers: [],
      imageFs: known({ capacityBytes: O.none, availableBytes: O.none }),
      memory: {
        records: facts.map((fact) => ({
          ...fact,
          firstDetected: known(O.some(after(at, millis(-9e9)))),
          lastUsed: known(O.some(after(at, millis(-Math.round(1e8 + random() * 8e9))))),
        })),
      },
    },
    layers: {
      layers,
      images: tops.map((top, image) => ({ id: idOf(image), topLayer: digestOf(top), own: exactly(0) })),
      holders: [],
    },
  }
}
