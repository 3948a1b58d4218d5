/** A node in memory for the agent: images with layers, containers, a disk, a file, and a clock that may be stepped. */
import { either as E, option as O, taskEither as TE } from 'fp-ts'

import { configOf } from '../../../examples/node-agent/config.js'
import { type Agent, type Parts, nodeAgent } from '../../../examples/node-agent/program.js'
import { assumed, known } from '../../../src/core/index.js'
import { after, instant, millis } from '../../../src/core/time.js'
import {
  type KubeletPolicies,
  decodeKubeletConfiguration,
  kubeletPolicies,
  noFlags,
} from '../../../src/decode/index.js'
import type { KubeletLook, NodeObservation, RuntimeLook } from '../../../src/outlook/index.js'
import { exactly } from '../../../src/reclaim/layers/index.js'
import { virtualClock } from '../../../src/testing/virtual-clock.js'
import { right } from '../../decode/reading.js'

/** An image: layers by name, whose sizes are in the node; lowest first. */
export interface NodeImage {
  readonly id: string
  readonly layers: ReadonlyArray<string>
  readonly pinned?: boolean
}

/** What a test changes. */
export interface World {
  readonly images: Map<string, NodeImage>
  /** Container id to image id. */
  readonly containers: Map<string, string>
  /** Containers of which nothing can be asked any more. */
  readonly uninspected: Set<string>
  readonly sizes: Map<string, number>
  capacity: number
  /** Bytes beside images. */
  others: number
  /** The next looks fail. */
  failing: boolean
  /** How far the clock of the node is from the true one, in milliseconds. */
  skew: number
  /** Before each look at the runtime. */
  beforeLook: () => void
  /** After each look at the whole node, before anything is done about it. */
  afterObserving: () => void
  kubelet: KubeletLook
  /** When the kubelet began, if that is known. */
  beganAt?: (now: Date) => Date
}

/** Settings of a kubelet. */
export const settingsOf = (configuration: object = {}): KubeletPolicies =>
  right(kubeletPolicies(noFlags)(right(decodeKubeletConfiguration(configuration))))

const silent = E.left('/: no answer: silent')

/** A kubelet that tells its settings and nothing else. */
export const kubeletWith = (configuration: object = {}): KubeletLook => ({
  ...{ settings: E.right(settingsOf(configuration)), pressure: silent, pods: silent },
  ...{ imageFs: { _tag: 'Unknown' }, beganAt: { _tag: 'Unknown' } },
})

/** A kubelet that tells nothing. */
export const noKubelet: KubeletLook = { ...kubeletWith(), settings: silent }

/** An empty node of a thousand bytes. */
export const emptyWorld = (): World => ({
  ...{ images: new Map(), containers: new Map(), uninspected: new Set(), sizes: new Map() },
  ...{ capacity: 1000, others: 0, failing: false, skew: 0, beforeLook: () => undefined },
  ...{ afterObserving: () => undefined, kubelet: kubeletWith() },
})

/** A layer on others is another one than the same on none. */
const chainsOf = ({ layers }: NodeImage): ReadonlyArray<string> =>
  layers.map((_, top) => layers.slice(0, top + 1).join('/'))

const sizeOf = (world: World, chains: Iterable<string>): number =>
  [...chains].reduce((sum, chain) => sum + (world.sizes.get(chain.split('/').at(-1) ?? '') ?? 10), 0)

/** Bytes in use. */
export const usedIn = (world: World): number =>
  Math.min(world.capacity, world.others + sizeOf(world, new Set([...world.images.values()].flatMap(chainsOf))))

/** What the runtime shows at an instant. */
const observationOf = (world: World, at: Date): RuntimeLook => ({
  at,
  runtime: 'fake 1.0',
  images: [...world.images.values()].map((image) => ({
    ...{ id: image.id, runtimeHandler: '', size: sizeOf(world, chainsOf(image)), pinned: image.pinned ?? false },
    tags: [`registry.local/${image.id}:1`],
  })),
  containers: [...world.containers].map(([id, imageId]) => ({
    ...{ id, imageId, imageRef: imageId, runtimeHandler: '', name: 'c', podUid: id, podName: id, podNamespace: 'ns' },
    ...{ sandboxId: id, attempt: 0, state: 'CONTAINER_RUNNING' as const, createdAt: at },
  })) as unknown as RuntimeLook['containers'],
  imageVolumes: {
    _tag: 'Inspected',
    containers: [...world.containers.keys()]
      .filter((id) => !world.uninspected.has(id))
      .map((id) => ({ id, imageVolumes: [] })),
  },
  imageFs: known({ capacityBytes: O.some(world.capacity), availableBytes: O.some(world.capacity - usedIn(world)) }),
})

/** What else a look at the whole node sees. */
const besidesOf =
  (world: World, now: () => Date) =>
  (seen: RuntimeLook): NodeObservation => {
    const images = [...world.images.values()]
    const observed: NodeObservation = {
      ...seen,
      layers: E.right({
        unseen: [],
        store: {
          layers: [...new Set(images.flatMap(chainsOf))].map((id) => ({
            ...{ id, unpacked: exactly(world.sizes.get(id.split('/').at(-1) ?? '') ?? 10) },
            ...(id.includes('/') ? { parent: id.split('/').slice(0, -1).join('/') } : {}),
          })),
          images: images.map((image) => ({
            ...{ id: image.id, topLayer: chainsOf(image).at(-1) ?? '', own: exactly(0) },
          })),
          holders: [],
        },
      }),
      kubelet:
        world.beganAt === undefined
          ? world.kubelet
          : { ...world.kubelet, beganAt: assumed(world.beganAt(now()), 'the test says so') },
    }
    world.afterObserving()
    return observed
  }

/** A node on which agents run, by a clock that a test moves. */
export interface Node {
  readonly world: World
  /** The true time, and what moves it. */
  readonly clock: ReturnType<typeof virtualClock>
  /** The time of the node. */
  readonly now: () => Date
  readonly removals: string[]
  /** Before an image is removed; what it throws is among the faults. */
  onRemoval: (id: string) => void
  afterRemoval: () => void
  readonly faults: unknown[]
  readonly lines: Readonly<Record<string, unknown>>[]
  /** The text of the file; none before it is written. */
  file: string | undefined
  /** The same of the file of the growth. */
  growth: string | undefined
  /** What becomes of the next texts that are written. */
  writing: E.Either<string, void>
  /** Starts an agent; `stop` ends it. */
  readonly start: (
    environment?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly agent: Agent; readonly stop: () => void }>
}

/** Such a node. */
export const nodeWith = (world: World = emptyWorld()): Node => {
  let time = instant(Date.UTC(2026, 0, 1))
  const clock = virtualClock(
    () => time,
    (to) => {
      time = to
    },
  )
  const now = (): Date => after(time, millis(world.skew))
  const node: Node = {
    ...{ world, clock, now, removals: [], faults: [], lines: [], file: undefined, growth: undefined },
    ...{ onRemoval: () => undefined, afterRemoval: () => undefined, writing: E.right(undefined) },
    start: async (environment = {}) => {
      const ending = new AbortController()
      const config = configOf(environment)
      if (E.isLeft(config)) throw new Error(config.left)
      const runtime: Parts['node']['runtime'] = () => {
        world.beforeLook()
        return Promise.resolve(
          world.failing
            ? E.left({ _tag: 'TimedOut' as const, call: 'CRI lists', millis: 1 })
            : E.right(observationOf(world, now())),
        )
      }
      const removeImage: Parts['node']['removeImage'] = (id) => () => {
        try {
          node.onRemoval(id)
        } catch (fault) {
          node.faults.push(fault)
        }
        node.removals.push(id)
        world.images.delete(id)
        node.afterRemoval()
        return Promise.resolve(E.right(undefined))
      }
      const parts: Parts = {
        node: { runtime, observe: TE.map(besidesOf(world, now))(runtime), removeImage },
        state: {
          read: () => Promise.resolve(E.right(O.fromNullable(node.file))),
          write: (text) => {
            if (E.isRight(node.writing)) node.file = text
            return TE.fromEither(node.writing)
          },
        },
        growth: {
          read: () => Promise.resolve(E.right(O.fromNullable(node.growth))),
          write: (text) => {
            node.growth = text
            return TE.right(undefined)
          },
        },
        ...{ clock: { now, sleep: clock.sleep }, signal: ending.signal, config: config.right },
        log: (line) => void node.lines.push(line),
      }
      const agent = await nodeAgent(parts)()
      if (E.isLeft(agent)) throw new Error(agent.left)
      void agent.right.run()
      return { agent: agent.right, stop: () => ending.abort() }
    },
  }
  return node
}

/** The records in the file of an agent. */
export const recordsIn = (
  text: string | undefined,
): ReadonlyArray<{
  readonly id: string
  readonly firstDetected: unknown
  readonly lastUsed: unknown
}> => (JSON.parse(text ?? '{"records": []}') as { records: [] }).records
