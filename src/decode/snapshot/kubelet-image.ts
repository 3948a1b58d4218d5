/**
 * Assembles an image collector snapshot from tool output. Each fact is known, assumed or unknown.
 */
import { option as O } from 'fp-ts'

import type { ImageFsStats, Snapshot } from '../../kubelet/image/snapshot.js'
import { type Knowledge, known, unknown } from '../../core/knowledge.js'
import type { StatsSummary } from '../kubelet/stats-summary.js'
import type { KubeletImageParts } from './image-parts.js'
import { memoryOf } from './image-memory.js'

/**
 * The image filesystem of the statistics summary; unknown without numbers.
 *
 * @example
 * ```ts
 * import { decodeStatsSummary, imageFsOf } from 'gcplan/decode'
 *
 * const summary = decodeStatsSummary({ node: { nodeName: 'node-a' }, pods: [] })
 * if (summary._tag === 'Right') console.log(imageFsOf(summary.right)._tag) // Unknown
 * ```
 */
export const imageFsOf = ({ imageFs }: StatsSummary): Knowledge<ImageFsStats> =>
  O.isNone(imageFs)
    ? unknown
    : known({ capacityBytes: imageFs.value.capacityBytes, availableBytes: imageFs.value.availableBytes })

/**
 * Builds a snapshot for the image collector.
 *
 * Shape: unknown image volumes make the last use of every image unknown; `NoneMounted` makes it assumed, with that
 * reason.
 * Order: lists as given.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { kubeletImageSnapshot } from 'gcplan/decode'
 * import { known } from 'gcplan'
 *
 * const snapshot = kubeletImageSnapshot({
 *   at: new Date('2026-11-21T03:07:36Z'),
 *   beganGC: known(new Date('2026-11-21T03:02:36Z')),
 *   images: [{ id: 'sha256:a', runtimeHandler: '', size: 5, pinned: false, tags: [] }],
 *   containers: [],
 *   imageVolumes: { _tag: 'NoneMounted', because: 'no pod has an image volume' },
 *   imageFs: known({ capacityBytes: O.some(100), availableBytes: O.some(10) }),
 *   history: { _tag: 'Stated', firstDetected: O.none, lastUsed: O.none, because: 'pulled long ago' },
 * })
 * console.log(JSON.stringify(snapshot.memory.records[0]?.lastUsed))
 * // {"_tag":"Assumed","value":{"_tag":"None"},"because":"pulled long ago; no pod has an image volume"}
 * ```
 */
export const kubeletImageSnapshot = (parts: KubeletImageParts): Snapshot => {
  const volumes = new Map(
    parts.imageVolumes._tag === 'Inspected'
      ? parts.imageVolumes.containers.map(({ id, imageVolumes }) => [id, imageVolumes] as const)
      : [],
  )
  return {
    at: parts.at,
    beganGC: parts.beganGC,
    images: parts.images,
    containers: parts.containers.map(({ id, imageId, imageRef, runtimeHandler }) => ({
      id,
      imageId,
      imageRef,
      runtimeHandler,
      imageVolumes: volumes.get(id) ?? [],
    })),
    imageFs: parts.imageFs,
    memory: memoryOf(parts),
  }
}
