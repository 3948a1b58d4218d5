/**
 * Answers which nodes a reclaim is tried on: images of services on a few bases and the runtimes of a few teams, in several
 * versions each, about a fifth of the services running, and a disk that is a little too full.
 */
import { option as O } from 'fp-ts'

import type { ImageRecord } from '../src/kubelet/image/memory.js'
import type { Container, Image } from '../src/kubelet/image/snapshot.js'
import { containerOf } from '../src/kubelet/image/snapshot.js'
import { defaultPolicy } from '../src/kubelet/image/policy.js'
import { known } from '../src/core/knowledge.js'
import { after, instant, millis } from '../src/core/time.js'
import type { Layer, StoredImage } from '../src/reclaim/layers/store.js'
import { exactly } from '../src/reclaim/layers/store.js'
import type { Policy } from '../src/reclaim/policy.js'
import { defaultPolicy as defaultReclaim } from '../src/reclaim/policy.js'
import type { Snapshot } from '../src/reclaim/snapshot.js'
import { digestOf, seeded } from './random.js'

const day = 86_400_000
const megabyte = 1_000_000

/** How large a synthetic node is. */
export interface Shape {
  readonly bases: number
  readonly runtimes: number
  readonly services: number
  /** A service has one to so many versions. */
  readonly versions: number
  /** Layers that a version has on its runtime. */
  readonly layers: number
}

/** A node such as teams of a company fill: about 175 images. */
export const usualNode: Shape = { bases: 4, runtimes: 6, services: 50, versions: 6, layers: 2 }

/** A node of about so many images. */
export const nodeOf = (images: number): Shape => ({
  bases: Math.max(4, Math.round(images / 40)),
  runtimes: Math.max(6, Math.round(images / 25)),
  services: Math.round(images / 3.5),
  versions: 6,
  layers: 4,
})

/** The kubelet's default thresholds; what a service last used a day ago is worth 1/e of its bytes. */
export const reclaimPolicy: Policy = {
  ...defaultReclaim,
  cost: { _tag: 'ReuseValue', halfLife: millis(Math.round(Math.LN2 * 7 * day)) },
  image: { ...defaultPolicy, highThresholdPercent: 85, lowThresholdPercent: 80 },
}

/** The node of a seed: 86.5 % of its disk is in use, by layers alone. */
export const reclaimSnapshot =
  ({ bases, runtimes, services, versions, layers: depth }: Shape) =>
  (seed: number): Snapshot => {
    const random = seeded(seed * 7919 + 1)
    // The first numbers of neighbouring seeds are alike.
    for (let spent = 0; spent < 8; spent++) random()
    const at = instant(Date.UTC(2026, 0, 31, 12))
    const layers: Layer[] = []
    const stored: StoredImage[] = []
    const images: Image[] = []
    const records: ImageRecord[] = []
    const containers: Container[] = []
    const skewed = (least: number, most: number): number =>
      Math.round(least * megabyte * Math.exp(random() * Math.log(most / least)))
    const add = (parent: number | null, bytes: number): number => {
      const layer = { id: digestOf(layers.length), unpacked: exactly(bytes) }
      return layers.push(parent === null ? layer : { ...layer, parent: digestOf(parent) }) - 1
    }
    const pick = (of: ReadonlyArray<number>): number => of[Math.floor(random() * of.length)] ?? 0
    const sizeOf = (top: number): number => {
      let bytes = 0
      for (let layer = layers[top]; layer !== undefined; layer = layers[numberOf(layer.parent)])
        bytes += Number(layer.unpacked.least)
      return bytes
    }
    const base = Array.from({ length: bases }, () => add(null, skewed(30, 250)))
    const runtime = Array.from({ length: runtimes }, () => add(add(pick(base), skewed(20, 200)), skewed(50, 600)))
    for (let service = 0; service < services; service++) {
      const on = pick(runtime)
      const running = random() < 0.2
      const count = 1 + Math.floor(random() * versions)
      const used = random() * 30
      for (let version = 0; version < count; version++) {
        let top = add(random() < 0.15 ? pick(runtime) : on, skewed(1, 60))
        for (let more = 1; more < depth; more++) top = add(top, skewed(1, 120))
        const id = `sha256:${digestOf(images.length + 1_000_000)}`
        const size = sizeOf(top)
        const ago = Math.min(60, used + version * 4 * random())
        images.push({
          id,
          runtimeHandler: '',
          size,
          pinned: false,
          tags: [`registry.example/service-${service}:${version}`],
        })
        stored.push({ id, topLayer: digestOf(top), own: exactly(0) })
        records.push({
          id,
          runtimeHandler: '',
          firstDetected: known(O.some(after(at, millis(-Math.round((ago + 1) * day))))),
          lastUsed: known(O.some(after(at, millis(-Math.round(ago * day) - 1)))),
          size,
          pinned: false,
        })
        if (running && version === 0) {
          const name = `service-${service}`
          containers.push(containerOf(name, id))
        }
      }
    }
    const occupied = layers.reduce((sum, { unpacked }) => sum + Number(unpacked.least), 0)
    const capacity = Math.round(occupied / 0.865)
    return {
      node: {
        at,
        beganGC: known(after(at, millis(-60 * day))),
        images,
        containers,
        imageFs: known({ capacityBytes: O.some(capacity), availableBytes: O.some(capacity - occupied) }),
        memory: { records },
      },
      layers: { layers, images: stored, holders: [] },
    }
  }

const numberOf = (id: string | undefined): number => (id === undefined ? -1 : Number.parseInt(id.slice(8), 16))
