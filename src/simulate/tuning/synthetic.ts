/**
 * A synthetic workload for when none was recorded: services with versions that share layers, released and restarted at
 * random times from a seed.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { object } from '../../internal/schema/object.js'
import { type Schema, finite, leaf, problemsOf, where } from '../../internal/schema/schema.js'
import { defaultPolicy } from '../../kubelet/image/policy.js'
import type { Image } from '../../kubelet/image/snapshot.js'
import { known } from '../../core/knowledge.js'
import { type Millis, after, instant, millis } from '../../core/time.js'
import { emptyEvictionMemory } from '../../kubelet/eviction/memory.js'
import { oneFilesystem } from '../../kubelet/eviction/layout.js'
import { defaultEvictionPolicy } from '../../kubelet/eviction/policy.js'
import type { Demand } from '../node/node.js'
import { type Layer, type StoredImage, exactly } from '../../reclaim/layers/store.js'
import type { Workload } from './tune.js'

/** How a made-up node is used. */
export interface WorkloadShape {
  readonly capacityBytes: number
  /** Bytes in use beside images at the beginning. */
  readonly otherBytes: number
  readonly services: number
  /** Successive versions of each service. */
  readonly versions: number
  /** Container starts, over the whole time. */
  readonly starts: number
  /** Bytes written per second, besides images. */
  readonly bytesPerSecond: number
  readonly horizon: Millis
}

/** A node of 100 GB on which thirty services are released all week. */
export const usualShape: WorkloadShape = {
  capacityBytes: 100_000_000_000,
  otherBytes: 55_000_000_000,
  services: 30,
  versions: 8,
  starts: 400,
  bytesPerSecond: 12_000,
  horizon: millis(7 * 86_400_000),
}

/**
 * Makes up a workload from a seed.
 *
 * Shape: each service has one of three base images; each version adds a layer. Containers start at uniformly random
 * times, with the current or previous version, and run for up to a day.
 * Units: bytes.
 * Fails: `InvalidInput` for an invalid shape, or too large: over a million starts, 100,000 services or versions, or a
 * century.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Tuning from 'gcplan/simulate/tuning'
 *
 * const made = Tuning.syntheticWorkload({ ...Tuning.usualShape, services: -1 })(1)
 * if (E.isLeft(made)) console.log(made.left.problems[0].path) // services
 * ```
 */
export const syntheticWorkload = (shape: WorkloadShape): ((seed: number) => E.Either<InvalidInput, Workload>) => {
  const invalid = findProblems(shape)
  return (seed) => (invalid === null ? fp.right(workloadFrom(shape, seed)) : fp.left(invalid))
}

const upTo = <A extends number>(most: number): Schema<A> =>
  leaf(
    `an integer from 0 to ${most}`,
    (value): value is A => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most,
  )

const century = 36_525 * 86_400_000

const findProblems = problemsOf(
  'workload shape',
  where(
    object<WorkloadShape>({
      capacityBytes: upTo(Number.MAX_SAFE_INTEGER),
      otherBytes: upTo(Number.MAX_SAFE_INTEGER),
      services: upTo(100_000),
      versions: upTo(100_000),
      starts: upTo(1_000_000),
      bytesPerSecond: finite,
      horizon: upTo(century),
    }),
    'at most 100000 versions of all services',
    ({ services, versions }) => services * versions <= 100_000,
  ),
)

const workloadFrom = (shape: WorkloadShape, seed: number): Workload => {
  const random = randomNumbers(seed)
  const at = instant(startMillis)
  const layers: Layer[] = []
  const stored: StoredImage[] = []
  const images: (readonly Image[])[] = []
  const bases = [120, 260, 700].map((megabytes, index) => ({ id: `base-${index}`, bytes: megabytes * 1_000_000 }))
  for (const { id, bytes } of bases) layers.push({ id, unpacked: exactly(bytes) })
  for (let service = 0; service < shape.services; service++) {
    const base = bases[Math.floor(random() * bases.length)] ?? { id: 'base-0', bytes: 0 }
    const bytes = Math.round(20_000_000 * Math.exp(random() * 3.2))
    const versions = Array.from({ length: shape.versions }, (_, version): Image => {
      const id = `service-${service}:${version}`
      const own = Math.round(bytes * (0.8 + 0.4 * random()))
      layers.push({ id, parent: base.id, unpacked: exactly(own) })
      stored.push({ id, topLayer: id, own: exactly(0) })
      return { id, runtimeHandler: '', size: own + base.bytes, pinned: false, tags: [id] }
    })
    images.push(versions)
  }
  const demands = Array.from({ length: shape.starts }, (): Demand | null => {
    const moment = Math.floor(random() * shape.horizon)
    const versions = images[Math.floor(random() * images.length)] ?? []
    const current = Math.floor((moment / Math.max(1, shape.horizon)) * versions.length)
    const image = versions[Math.max(0, current - (random() < 0.3 ? 1 : 0))]
    const until = after(at, millis(moment + Math.floor(random() * 86_400_000)))
    return image === undefined ? null : { at: after(at, millis(moment)), until, image }
  }).filter((demand) => demand !== null)
  return {
    horizon: shape.horizon,
    policies: { image: defaultPolicy, eviction: defaultEvictionPolicy },
    node: {
      images: {
        at,
        beganGC: known(at),
        images: [],
        containers: [],
        imageFs: known({
          capacityBytes: fp.some(shape.capacityBytes),
          availableBytes: fp.some(Math.max(0, shape.capacityBytes - shape.otherBytes)),
        }),
        memory: { records: [] },
      },
      layers: { layers, images: stored, holders: [] },
      growth: { _tag: 'Constant', bytesPerSecond: shape.bytesPerSecond },
      demands,
      pressure: {
        layout: oneFilesystem,
        pods: images.map((_, service) => ({
          metadata: { name: `service-${service}`, namespace: 'default', uid: `u${service}` },
          spec: { containers: [{ name: 'c' }] },
        })),
        podStats: images.map((_, service) => ({
          podRef: { uid: `u${service}` },
          containers: [{ name: 'c', rootfs: { usedBytes: 200_000_000 } }],
        })),
        others: new Map(),
        memory: emptyEvictionMemory,
      },
    },
  }
}

/** Monday, 5 January 2026, in milliseconds since the epoch. */
const startMillis = 1_767_571_200_000

/** Numbers in [0, 1) that a seed decides, by a linear congruential generator over 2^32. */
const randomNumbers = (seed: number): (() => number) => {
  let state = (Math.trunc(Number.isFinite(seed) ? seed : 0) * 7919 + 1) >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // The first numbers of neighbouring seeds are alike.
  for (let spent = 0; spent < 8; spent++) next()
  return next
}
