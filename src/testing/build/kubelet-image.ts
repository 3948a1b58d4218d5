/**
 * Builders for the input of the kubelet's image collector: images, their users, the disk, and image records.
 *
 * @module
 */
import { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import { known } from '../../core/knowledge.js'
import { emptyMemory } from '../../kubelet/image/memory.js'
import {
  type ImageRecord,
  type Container,
  type Image,
  type ImageFsStats,
  type Snapshot,
  containerOf,
} from '../../kubelet/image/snapshot.js'
import { type When, dateOf, noon } from '../when.js'

/** An image of 100 bytes. */
export const image = (id: string, given: Partial<Omit<Image, 'id'>> = {}): Image => ({
  id,
  runtimeHandler: '',
  size: 100,
  pinned: false,
  tags: [],
  ...given,
})

/** A container that uses an image by id. */
export const container = (id: string, imageId: string, given: Partial<Container> = {}): Container => ({
  ...containerOf(id, imageId),
  imageRef: '',
  ...given,
})

/** An image filesystem. */
export const imageFs = (capacityBytes: Int64, availableBytes: Int64): ImageFsStats => ({
  capacityBytes: O.some(capacityBytes),
  availableBytes: O.some(availableBytes),
})

/** Optional fields of an image record. */
export interface RecordGiven extends Partial<Omit<ImageRecord, 'id' | 'firstDetected' | 'lastUsed'>> {
  /** Default: noon of 1 January 2026. */
  readonly firstDetected?: When
  /** Default: never. */
  readonly lastUsed?: When
}

/** The memory of an image of 100 bytes. */
export const record = (id: string, { firstDetected = noon, lastUsed, ...given }: RecordGiven = {}): ImageRecord => ({
  id,
  runtimeHandler: '',
  size: 100,
  pinned: false,
  ...given,
  firstDetected: known(O.some(dateOf(firstDetected))),
  lastUsed: known(lastUsed === undefined ? O.none : O.some(dateOf(lastUsed))),
})

/** What may be said of a snapshot; the image filesystem may be given as it is. */
export interface SnapshotGiven extends Partial<Omit<Snapshot, 'at' | 'imageFs' | 'beganGC'>> {
  readonly at?: When
  readonly imageFs?: ImageFsStats
  /** Default: the snapshot's instant. */
  readonly beganGC?: When
}

/**
 * A node at noon of 1 January 2026, with an empty disk of 1000 bytes, no memory, and the given content.
 *
 * @example
 * ```ts
 * import { removalsOf } from 'gcplan'
 * import { defaultPolicy, plan } from 'gcplan/kubelet/image'
 * import { KubeletImage } from 'gcplan/testing'
 *
 * const { image, imageFs, record, snapshot } = KubeletImage
 * const planned = plan(defaultPolicy)(
 *   snapshot({
 *     at: '2026-01-01T13:00:00Z',
 *     images: [image('sha256:a')],
 *     imageFs: imageFs(1000, 100),
 *     memory: { records: [record('sha256:a')] },
 *   }),
 * )
 * if (planned._tag === 'Right') console.log(removalsOf(planned.right).map(({ target }) => target.id)) // [ 'sha256:a' ]
 * ```
 */
export const snapshot = ({ at = noon, beganGC = at, imageFs: fs, ...given }: SnapshotGiven = {}): Snapshot => ({
  images: [],
  containers: [],
  memory: emptyMemory,
  ...given,
  at: dateOf(at),
  beganGC: known(dateOf(beganGC)),
  imageFs: known(fs ?? imageFs(1000, 1000)),
})
