/** Schemas of what the image collector reads and remembers. */
import type { InvalidInput } from '../../core/problem.js'
import { flag, instant, problemsOf, text } from '../../internal/schema/schema.js'
import { distinct, knowledge, list, object, option } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import { size } from '../../internal/schema/size.js'
import type { ImageRecord, Memory } from './record.js'
import type { Container, Image, ImageFsStats, Snapshot } from './snapshot.js'

const moment = knowledge(option(instant))

const records = list(
  object<ImageRecord>({
    id: text,
    runtimeHandler: text,
    firstDetected: moment,
    lastUsed: moment,
    size,
    pinned: flag,
  }),
)

export const memory: Schema<Memory> = object<Memory>({
  records: distinct(records, {
    keyOf: ({ id, runtimeHandler }) => (runtimeHandler === '' ? id : JSON.stringify([id, runtimeHandler])),
    expected: 'one record per image',
    actual: ({ id }) => id,
  }),
})

export const snapshot: Schema<Snapshot> = object<Snapshot>({
  at: instant,
  beganGC: knowledge(instant),
  images: list(object<Image>({ id: text, runtimeHandler: text, size, pinned: flag, tags: list(text) })),
  containers: list(
    object<Container>({ id: text, imageId: text, imageRef: text, runtimeHandler: text, imageVolumes: list(text) }),
  ),
  imageFs: knowledge(object<ImageFsStats>({ capacityBytes: option(size), availableBytes: option(size) })),
  memory,
})

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'kubelet-image snapshot',
  snapshot,
)
