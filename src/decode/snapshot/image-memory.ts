/**
 * Builds the image collector's memory from what is known or assumed about past use of images.
 */
import { option as O } from 'fp-ts'

import { keyOf } from '../../kubelet/image/key.js'
import { type ImageRecord, type Memory, assumeRecords } from '../../kubelet/image/memory.js'
import type { Image } from '../../kubelet/image/snapshot.js'
import { type Knowledge, assumed, known, unknown } from '../../core/knowledge.js'
import type { KubeletImageParts } from './image-parts.js'

type Moment = Knowledge<O.Option<Date>>

/**
 * The memory for a snapshot. Mounting an image volume counts as a use of its image, so while the volumes are unknown,
 * the last uses are unknown too.
 */
export const memoryOf = (parts: KubeletImageParts): Memory => {
  const volumes = volumesOf(parts)
  if (parts.history._tag === 'Remembered' && volumes._tag === 'Known') return parts.history.memory
  return { records: recordsOf(parts).map((record) => ({ ...record, lastUsed: volumes.weigh(record.lastUsed) })) }
}

const recordsOf = ({ history, images, at }: KubeletImageParts): ReadonlyArray<ImageRecord> => {
  switch (history._tag) {
    case 'Stated':
      return assumeRecords(history)(images).records
    case 'Unknown':
      return images.map(recordWith({ firstDetected: unknown, lastUsed: unknown }))
    case 'Remembered':
      return [...unseen(history.memory, images, at), ...history.memory.records]
  }
}

/**
 * Records of the images that are not remembered under their id and runtime handler. Whether a record under another
 * handler is theirs depends on the policy, so the collector decides: these come first, and of two records with one key
 * it reads the later.
 */
const unseen = ({ records }: Memory, images: ReadonlyArray<Image>, at: Date): ReadonlyArray<ImageRecord> => {
  const remembered = new Set(records.map(fullKeyOf))
  return images
    .filter((image) => !remembered.has(fullKeyOf(image)))
    .map(recordWith({ firstDetected: known(O.some(at)), lastUsed: known(O.none) }))
}

const fullKeyOf = (image: Parameters<typeof keyOf>[1]): string => keyOf({ runtimeClassInImageCriApi: true }, image)

const recordWith =
  (past: Pick<ImageRecord, 'firstDetected' | 'lastUsed'>) =>
  ({ id, runtimeHandler, size, pinned }: Image): ImageRecord => ({ id, runtimeHandler, ...past, size, pinned })

/** What is known of volumes, and what that makes of a last use. */
const volumesOf = ({
  imageVolumes,
  containers,
}: KubeletImageParts): { readonly _tag: Knowledge<unknown>['_tag']; readonly weigh: (lastUsed: Moment) => Moment } => {
  if (imageVolumes._tag === 'NoneMounted') return { _tag: 'Assumed', weigh: alsoAssuming(imageVolumes.because) }
  if (imageVolumes._tag === 'Unknown') return { _tag: 'Unknown', weigh: () => unknown }
  const inspected = new Set(imageVolumes.containers.map(({ id }) => id))
  return containers.every(({ id }) => inspected.has(id))
    ? { _tag: 'Known', weigh: (lastUsed) => lastUsed }
    : { _tag: 'Unknown', weigh: () => unknown }
}

const alsoAssuming =
  (because: string) =>
  (moment: Moment): Moment => {
    if (moment._tag === 'Unknown') return moment
    return assumed(moment.value, moment._tag === 'Known' ? because : `${moment.because}; ${because}`)
  }
