/** Folds one look at a node into the memory of its images, as the kubelet does, with what a look from outside leaves open. */
import { either as E, option as O } from 'fp-ts'

import { type ImageVolumes, type KubeletImageParts, kubeletImageSnapshot } from '../../decode/index.js'
import { type Knowledge, assumed, unknown } from '../../index.js'
import { type Memory, type Policy, observe } from '../../kubelet/image/index.js'

/** One look. */
export interface NodeLook extends Pick<KubeletImageParts, 'at' | 'images' | 'containers'> {
  readonly imageVolumes: ImageVolumes
}

/** The memory after a look, and what a reader should know. */
export interface Remembered {
  readonly memory: Memory
  readonly fresh: number
  readonly gone: number
  readonly inUse: number
  readonly notes: ReadonlyArray<string>
}

/**
 * Folds a look into what was remembered. An image that is new was first detected now, whatever the release: the kubelet
 * may have seen it earlier, which would protect it less.
 *
 * Fails for a look that is older than what is remembered.
 */
export const remembered =
  (policy: Policy, before: Memory) =>
  ({ at, ...look }: NodeLook): E.Either<string, Remembered> => {
    const latest = Math.max(
      ...before.records.flatMap(({ firstDetected, lastUsed }) => [timeOf(firstDetected), timeOf(lastUsed)]),
    )
    if (latest > at.getTime())
      return E.left(
        `this look is of ${at.toISOString()}, older than the memory (${new Date(latest).toISOString()}): give looks in order of time`,
      )
    const history = { _tag: 'Remembered', memory: before } as const
    const { images, containers } = kubeletImageSnapshot({ at, ...look, history, imageFs: unknown, beganGC: unknown })
    const seen = observe(policy)({ at, detectTime: O.some(at), images, containers })(before)
    const doubt = doubtOf(policy, { at, ...look })
    const isUsed = ({ lastUsed }: Memory['records'][number]): boolean => timeOf(lastUsed) === at.getTime()
    const known = new Set(before.records.map(keyOf))
    const now = new Set(seen.records.map(keyOf))
    return E.right({
      memory: {
        records: seen.records.map((record) =>
          isUsed(record) ? record : { ...record, lastUsed: doubt.weigh(record.lastUsed) },
        ),
      },
      fresh: [...now].filter((key) => !known.has(key)).length,
      gone: [...known].filter((key) => !now.has(key)).length,
      inUse: seen.records.filter(isUsed).length,
      notes: doubt.notes,
    })
  }

type Moment = Knowledge<O.Option<Date>>

const keyOf = ({ id, runtimeHandler }: Memory['records'][number]): string => `${id},${runtimeHandler}`

const timeOf = (moment: Moment): number =>
  moment._tag === 'Unknown' || O.isNone(moment.value) ? -Infinity : moment.value.value.getTime()

interface Doubt {
  readonly weigh: (lastUsed: Moment) => Moment
  readonly notes: ReadonlyArray<string>
}

/** Mounting an image is a use of it. Of images that nobody else uses, the last use hangs on whether they are mounted. */
const doubtOf = (policy: Policy, { imageVolumes, containers }: NodeLook): Doubt => {
  if (policy.imageVolumes === 'ignored') return { weigh: (lastUsed) => lastUsed, notes: [] }
  if (imageVolumes._tag === 'NoneMounted') {
    const { because } = imageVolumes
    return {
      weigh: (lastUsed) => (lastUsed._tag === 'Known' ? assumed(lastUsed.value, because) : lastUsed),
      notes: [],
    }
  }
  const inspected = new Set(imageVolumes._tag === 'Inspected' ? imageVolumes.containers.map(({ id }) => id) : [])
  const unseen = containers.filter(({ id }) => !inspected.has(id)).length
  return unseen === 0
    ? { weigh: (lastUsed) => lastUsed, notes: [] }
    : {
        weigh: () => unknown,
        notes: [
          `unknown, so kept until it is seen in use: when an image was last used that no container runs, since ${unseen} ${unseen === 1 ? 'container' : 'containers'} may mount it: --inspect FILE, or --assume-no-image-volumes`,
        ],
      }
}
