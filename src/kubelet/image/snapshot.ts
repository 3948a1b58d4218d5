/**
 * What the image collector reads, and its schema.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import { isInstant } from '../../core/time.js'
import { type Schema, flag, instant, problemsOf, text } from '../../internal/schema/schema.js'
import { distinct, isPlain, knowledge, list, object, option, readByName } from '../../internal/schema/object.js'
import { size } from '../../internal/schema/size.js'

/** One image as the runtime lists it. */
export interface Image {
  readonly id: string
  /** Handler of its runtime class; empty when the runtime names none. */
  readonly runtimeHandler: string
  /** Bytes as the runtime reports them; with containerd the compressed size. */
  readonly size: Int64
  readonly pinned: boolean
  /** Names for display; they decide nothing. */
  readonly tags: ReadonlyArray<string>
}

/** One container, in any state, and the images it uses. */
export interface Container {
  readonly id: string
  /** Image id; empty when the runtime leaves it out, then `imageRef` counts. */
  readonly imageId: string
  readonly imageRef: string
  /** Handler of its image's runtime class; empty when the runtime names none. */
  readonly runtimeHandler: string
  /** References of mounted image volumes. */
  readonly imageVolumes: ReadonlyArray<string>
}

/** Capacity and available bytes of the image filesystem; none if not reported. */
export interface ImageFsStats {
  readonly capacityBytes: O.Option<Int64>
  readonly availableBytes: O.Option<Int64>
}

/** Everything that one image collection reads. */
export interface Snapshot {
  readonly at: Date
  /** When the kubelet's image collection loop began. */
  readonly beganGC: Knowledge<Date>
  /** In the runtime's order; of duplicate keys the later counts. */
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<Container>
  readonly imageFs: Knowledge<ImageFsStats>
  /** The memory before this observation. */
  readonly memory: Memory
}

/** A container of which nothing is known but the image that it runs. */
export const containerOf = (id: string, image: string): Container => ({
  id,
  imageId: image,
  imageRef: image,
  runtimeHandler: '',
  imageVolumes: [],
})

/** The memory of one image. */
export interface ImageRecord {
  readonly id: string
  readonly runtimeHandler: string
  /** First observation of the image; none: the zero time, infinitely old. */
  readonly firstDetected: Knowledge<O.Option<Date>>
  /** Last observation of it in use; none: never. */
  readonly lastUsed: Knowledge<O.Option<Date>>
  readonly size: Int64
  readonly pinned: boolean
}

/** Records by key, sorted; plain JSON but for its dates. */
export interface Memory {
  readonly records: ReadonlyArray<ImageRecord>
}

const moment = knowledge(option(instant))

const record = readByName(
  object<ImageRecord>({
    id: text,
    runtimeHandler: text,
    firstDetected: moment,
    lastUsed: moment,
    size,
    pinned: flag,
  }),
  ({ id, runtimeHandler, firstDetected, lastUsed, size: bytes, pinned }) =>
    typeof id === 'string' &&
    typeof runtimeHandler === 'string' &&
    isKnownMoment(firstDetected) &&
    isKnownMoment(lastUsed) &&
    isSmallSize(bytes) &&
    typeof pinned === 'boolean',
)

const isKnownMoment = (value: unknown): boolean => {
  if (!isPlain(value) || value['_tag'] !== 'Known') return false
  const at = value['value']
  return isPlain(at) && (at['_tag'] === 'None' || (at['_tag'] === 'Some' && isInstant(at['value'])))
}

const isSmallSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const image = readByName(
  object<Image>({ id: text, runtimeHandler: text, size, pinned: flag, tags: list(text) }),
  ({ id, runtimeHandler, size: bytes, pinned, tags }) =>
    typeof id === 'string' &&
    typeof runtimeHandler === 'string' &&
    isSmallSize(bytes) &&
    typeof pinned === 'boolean' &&
    Array.isArray(tags) &&
    (tags.length === 0 || (tags.length === 1 && typeof tags[0] === 'string')),
)

const container = readByName(
  object<Container>({ id: text, imageId: text, imageRef: text, runtimeHandler: text, imageVolumes: list(text) }),
  ({ id, imageId, imageRef, runtimeHandler, imageVolumes }) =>
    typeof id === 'string' &&
    typeof imageId === 'string' &&
    typeof imageRef === 'string' &&
    typeof runtimeHandler === 'string' &&
    Array.isArray(imageVolumes) &&
    imageVolumes.length === 0,
)

export const memory: Schema<Memory> = object<Memory>({
  records: distinct(list(record), {
    keyOf: ({ id }) => id,
    groupOf: ({ runtimeHandler }) => runtimeHandler,
    expected: 'one record per image',
  }),
})

export const snapshot: Schema<Snapshot> = object<Snapshot>({
  at: instant,
  beganGC: knowledge(instant),
  images: list(image),
  containers: list(container),
  imageFs: knowledge(object<ImageFsStats>({ capacityBytes: option(size), availableBytes: option(size) })),
  memory,
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-image snapshot',
  snapshot,
)
