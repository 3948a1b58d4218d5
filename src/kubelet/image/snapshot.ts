import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { Memory } from './record.js'

/** One image as the runtime lists it. */
export interface Image {
  readonly id: string
  /** Handler of its runtime class; empty when the runtime names none. */
  readonly runtimeHandler: string
  /** Bytes as the runtime reports them; with containerd the compressed size. */
  readonly size: Int64
  readonly pinned: boolean
  /** Names for the reader; they decide nothing. */
  readonly tags: ReadonlyArray<string>
}

/** One container of any state, as far as it holds images. */
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

/** Numbers of the image filesystem; none where the source reports none. */
export interface ImageFsStats {
  readonly capacityBytes: O.Option<Int64>
  readonly availableBytes: O.Option<Int64>
}

/** Everything that one image collection reads. */
export interface Snapshot {
  readonly at: Date
  /** When the kubelet's image collection loop began. */
  readonly beganGC: Knowledge<Date>
  /** In the order of the runtime's list; of two with one key the later counts. */
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<Container>
  readonly imageFs: Knowledge<ImageFsStats>
  /** What the collector remembered before this look. */
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
