/**
 * Builds the image collector's memory from what is known or assumed about past use of images.
 */
import { option as O } from 'fp-ts'

import type { ImageRecord, Memory } from '../../kubelet/image/memory.js'
import type { Image } from '../../kubelet/image/snapshot.js'
import type { Knowledge } from '../../core/knowledge.js'
import { assumed, known, unknown } from '../../core/knowledge.js'
import type { KubeletImageParts } from './image-parts.js'

type Moment = Knowledge<O.Option<Date>>
type Past = Pick<ImageRecord, 'firstDetected' | 'lastUsed'>

/**
 * The memory for a snapshot. Mounting an image volume counts as a use of its image, so while the volumes are unknown,
 * the last uses are unknown too.
 */
export const memoryOf = (parts: KubeletImageParts): Memory => {
  const volumes = volumesOf(parts)
  if (parts.history._tag === 'Remembered' && volumes._tag === 'Known') return parts.history.memory
  const past = pastIn(parts)
  return {
    records: parts.images.map((image) => {
      const { firstDetected, lastUsed } = past(image)
      const { id, runtimeHandler, size, pinned } = image
      return { id, runtimeHandler, firstDetected, lastUsed: volumes.weigh(lastUsed), size, pinned }
    }),
  }
}

/** Looks up the past of an image; a kubelet that does not heed handlers remembers by id alone. */
const pastIn = ({ history, at }: KubeletImageParts): ((image: Image) => Past) => {
  if (history._tag === 'Unknown') return () => ({ firstDetected: unknown, lastUsed: unknown })
  if (history._tag === 'Stated') {
    const { firstDetected, lastUsed, because } = history
    const stated = { firstDetected: assumed(firstDetected, because), lastUsed: assumed(lastUsed, because) }
    return () => stated
  }
  const records = new Map(history.memory.records.map((record) => [keyOf(record), record]))
  const unseen: Past = { firstDetected: known(O.some(at)), lastUsed: known(O.none) }
  return (image) => records.get(keyOf(image)) ?? records.get(keyOf({ id: image.id, runtimeHandler: '' })) ?? unseen
}

/** Neither an id nor a handler has a line break in it. */
const keyOf = ({ id, runtimeHandler }: Pick<Image, 'id' | 'runtimeHandler'>): string => `${id}\n${runtimeHandler}`

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
