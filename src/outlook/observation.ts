/** What one look at a node saw, part by part; each part may be missing, with the reason. */
import type { either as E } from 'fp-ts'

import type { Knowledge } from '../core/index.js'
import type { CrictlContainer, DecodedLayers, ImageVolumes, KubeletPolicies, PressureStats } from '../decode/index.js'
import type { Pod } from '../kubelet/eviction/index.js'
import type { Image, ImageFsStats } from '../kubelet/image/index.js'

/** What the container runtime shows, in the fields that `observe` of `gcplan/adapters/cri` gives. */
export interface RuntimeLook {
  readonly at: Date
  /** Name and version, e.g. `containerd 2.1.9`. */
  readonly runtime: string
  readonly images: ReadonlyArray<Image>
  readonly containers: ReadonlyArray<CrictlContainer>
  readonly imageVolumes: ImageVolumes
  /** Of the disk under the images, as measured from here. */
  readonly imageFs: Knowledge<ImageFsStats>
}

/** What the kubelet tells; a left is why it does not. */
export interface KubeletLook {
  readonly settings: E.Either<string, KubeletPolicies>
  readonly pressure: E.Either<string, PressureStats>
  readonly pods: E.Either<string, ReadonlyArray<Pod>>
  /** Where known, it counts before that of the runtime. */
  readonly imageFs: Knowledge<ImageFsStats>
  /** When it began, and its memory of images with it. */
  readonly beganAt: Knowledge<Date>
}

/** A look at a node. */
export interface NodeObservation extends RuntimeLook {
  /** Of the images; a left is why they are unknown. */
  readonly layers: E.Either<string, DecodedLayers>
  readonly kubelet: KubeletLook
}
