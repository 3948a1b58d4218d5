/** Folds one look at a node into the memory of its images, as the kubelet does, with what a look from outside leaves open. */
import { option as O } from 'fp-ts'

import { type Knowledge, assumed, unknown } from '../../core/index.js'
import { type Memory, emptyMemory, observe } from '../../kubelet/image/memory.js'
import type { Policy } from '../../kubelet/image/policy.js'
import type { ImageVolumes, KubeletImageParts } from './image-parts.js'
import { kubeletImageSnapshot } from './kubelet-image.js'

/** One look, in the fields that decoders and `observe` of `gcplan/adapters/cri` give. */
export interface NodeLook extends Pick<KubeletImageParts, 'at' | 'images' | 'containers'> {
  readonly imageVolumes: ImageVolumes
}

/** The memory after a look, and counts of images for whoever reports it. */
export interface Remembered {
  readonly memory: Memory
  /** Images that the memory did not hold before. */
  readonly fresh: number
  /** Images that the memory held and the node no longer has. */
  readonly gone: number
  readonly inUse: number
  /** Containers that may mount images unseen: while there are any, the last use of images that nobody runs is unknown. */
  readonly unseen: number
}

/**
 * Folds a look into what was remembered; an image that is new was first detected now, whatever the release, as the kubelet may
 * have seen it earlier, which would protect it less.
 *
 * A look may be older than the memory, after a clock was set back: as in the kubelet, images in use get the new time, and the
 * others keep their later one, so that they stay until the clock has passed it.
 *
 * @example
 * ```ts
 * import { remembered } from 'gcplan/decode'
 * import { defaultPolicy, emptyMemory } from 'gcplan/kubelet/image'
 *
 * const look = remembered(defaultPolicy, emptyMemory)
 * const seen = look({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   images: [],
 *   containers: [],
 *   imageVolumes: { _tag: 'NoneMounted', because: 'stated' },
 * })
 * console.log(seen.memory.records.length) // 0
 * ```
 */
export const remembered =
  (policy: Policy, before: Memory) =>
  ({ at, ...look }: NodeLook): Remembered => {
    const history = { _tag: 'Remembered', memory: before } as const
    const { images, containers } = kubeletImageSnapshot({ at, ...look, history, imageFs: unknown, beganGC: unknown })
    const fold = observe(policy)({ at, detectTime: O.some(at), images, containers })
    const seen = fold(before)
    const doubt = doubtOf(policy, { at, ...look })
    // Not by the time in the memory: after a clock was set back, an earlier use may have been at this very instant.
    const uses = fold(emptyMemory).records.map(({ lastUsed }) => timeOf(lastUsed) === at.getTime())
    const known = new Set(before.records.map(keyOf))
    const now = new Set(seen.records.map(keyOf))
    return {
      memory: {
        records: seen.records.map((record, place) =>
          uses[place] === true ? record : { ...record, lastUsed: doubt.weigh(record.lastUsed) },
        ),
      },
      fresh: [...now].filter((key) => !known.has(key)).length,
      gone: [...known].filter((key) => !now.has(key)).length,
      inUse: uses.filter((isUsed) => isUsed).length,
      unseen: doubt.unseen,
    }
  }

/** The latest time that a memory holds, in milliseconds; -Infinity where it holds none. */
export const latestMoment = ({ records }: Memory): number =>
  Math.max(...records.flatMap(({ firstDetected, lastUsed }) => [timeOf(firstDetected), timeOf(lastUsed)]))

type Moment = Knowledge<O.Option<Date>>

const keyOf = ({ id, runtimeHandler }: Memory['records'][number]): string => `${id},${runtimeHandler}`

const timeOf = (moment: Moment): number =>
  moment._tag === 'Unknown' || O.isNone(moment.value) ? -Infinity : moment.value.value.getTime()

interface Doubt {
  readonly weigh: (lastUsed: Moment) => Moment
  readonly unseen: number
}

/** Mounting an image is a use of it. Of images that nobody else uses, the last use hangs on whether they are mounted. */
const doubtOf = (policy: Policy, { imageVolumes, containers }: NodeLook): Doubt => {
  if (policy.imageVolumes === 'ignored') return { weigh: (lastUsed) => lastUsed, unseen: 0 }
  if (imageVolumes._tag === 'NoneMounted') {
    const { because } = imageVolumes
    return {
      weigh: (lastUsed) => (lastUsed._tag === 'Known' ? assumed(lastUsed.value, because) : lastUsed),
      unseen: 0,
    }
  }
  const inspected = new Set(imageVolumes._tag === 'Inspected' ? imageVolumes.containers.map(({ id }) => id) : [])
  const unseen = containers.filter(({ id }) => !inspected.has(id)).length
  return { weigh: (lastUsed) => (unseen === 0 ? lastUsed : unknown), unseen }
}
