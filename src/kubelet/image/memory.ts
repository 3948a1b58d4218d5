/**
 * What the image collector remembers from run to run, and how one observation changes it.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { assumed } from '../../core/knowledge.js'
import { compareText } from '../../internal/lists.js'
import { detect } from './detect.js'
import { rememberedHandler } from './key.js'
import type { Policy } from './policy.js'
import type { Memory, Container, Image } from './snapshot.js'

export type { ImageRecord, Memory } from './snapshot.js'

/** One look at the node. */
export interface Observation {
  readonly at: Date
  /** The first detection time of new images; none: the zero time, as in old releases' first observation. */
  readonly detectTime: O.Option<Date>
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<Container>
}

/** The memory before the first observation. */
export const emptyMemory: Memory = { records: [] }

/**
 * Folds one observation into the memory.
 *
 * Shape: new images get a record; images used by a container in any state were last used now; records of unlisted
 * images are dropped.
 * Order: records by key, code unit by code unit.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go detectImages
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { defaultPolicy, emptyMemory, observe } from 'gcplan/kubelet/image'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 5, pinned: false, tags: [] }
 * const look = { at, detectTime: O.some(at), images: [image], containers: [] }
 * const memory = observe(defaultPolicy)(look)(emptyMemory)
 * console.log(JSON.stringify(memory.records[0]?.firstDetected))
 * // {"_tag":"Known","value":{"_tag":"Some","value":"2026-01-01T12:00:00.000Z"}}
 * ```
 */
export const observe =
  (policy: Policy) =>
  ({ at, detectTime, images, containers }: Observation) =>
  (memory: Memory): Memory => ({
    records: detect(policy, memory.records, { at, since: detectTime, images, containers })
      .sort((a, b) => compareText(a.key, b.key))
      .map(({ image, firstDetected, lastUsed }) => ({
        id: image.id,
        runtimeHandler: rememberedHandler(policy, image),
        firstDetected,
        lastUsed,
        size: image.size,
        pinned: image.pinned,
      })),
  })

/**
 * The first detection time for new images; for `detectTime` of an {@link Observation}.
 *
 * Shape: the time of the observation; none (the zero time) on the first one of old releases, whose minimum age then
 * protects nothing.
 *
 * @upstream kubernetes v1.26.1 pkg/kubelet/images/image_gc_manager.go Start
 * @example
 * ```ts
 * import { detectTimeOf, presets } from 'gcplan/kubelet/image'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * console.log(detectTimeOf(presets.kubernetes_1_26)({ at, isFirst: true })._tag) // None
 * ```
 */
export const detectTimeOf =
  ({ firstDetection }: Pick<Policy, 'firstDetection'>) =>
  ({ at, isFirst }: { readonly at: Date; readonly isFirst: boolean }): O.Option<Date> =>
    isFirst && firstDetection === 'zero' ? fp.none : fp.some(at)

/** An image history that you state. */
export interface StatedHistory {
  readonly firstDetected: O.Option<Date>
  readonly lastUsed: O.Option<Date>
  /** Why, in a few words. */
  readonly because: string
}

/**
 * A memory in which every image has the stated history; plans list what depends on it.
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { assumeRecords } from 'gcplan/kubelet/image'
 *
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 5, pinned: false, tags: [] }
 * const memory = assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before the look' })([image])
 * console.log(memory.records[0]?.lastUsed._tag) // Assumed
 * ```
 */
export const assumeRecords =
  ({ firstDetected, lastUsed, because }: StatedHistory) =>
  (images: ReadonlyArray<Image>): Memory => ({
    records: images.map(({ id, runtimeHandler, size, pinned }) => ({
      id,
      runtimeHandler,
      firstDetected: assumed(firstDetected, because),
      lastUsed: assumed(lastUsed, because),
      size,
      pinned,
    })),
  })
