import type { option as O } from 'fp-ts'

import type { Memory } from '../../kubelet/image/memory.js'
import type { Image, ImageFsStats } from '../../kubelet/image/snapshot.js'
import type { Knowledge } from '../../core/knowledge.js'
import type { ContainerVolumes } from '../crictl/inspect.js'
import type { CrictlContainer } from '../crictl/ps.js'

/** Images that containers mount as volumes, which container lists omit. */
export type ImageVolumes =
  /** From `crictl inspect`; a container without an entry may mount any image. */
  | { readonly _tag: 'Inspected'; readonly containers: ReadonlyArray<ContainerVolumes> }
  /** Stated: no container mounts an image, e.g. because `the kubelet is older than 1.35`. */
  | { readonly _tag: 'NoneMounted'; readonly because: string }
  /** Any container may mount any image, so every unused image is kept. */
  | { readonly _tag: 'Unknown' }

/** Past image use, which no tool prints. */
export type ImageHistory =
  /** The memory of an earlier run; other images are first detected now. */
  | { readonly _tag: 'Remembered'; readonly memory: Memory }
  /** Stated for every image. None as `firstDetected`: long ago; none as `lastUsed`: never seen in use. */
  | {
      readonly _tag: 'Stated'
      readonly firstDetected: O.Option<Date>
      readonly lastUsed: O.Option<Date>
      readonly because: string
    }
  /** Nothing is known, so every unused image is kept. */
  | { readonly _tag: 'Unknown' }

/** Input for an image collector snapshot. */
export interface KubeletImageParts {
  readonly at: Date
  /** When the kubelet's GC loop began, about its start; only the age pass reads it. */
  readonly beganGC: Knowledge<Date>
  /** From `crictl images`. */
  readonly images: ReadonlyArray<Image>
  /** From `crictl ps -a`. */
  readonly containers: ReadonlyArray<CrictlContainer>
  readonly imageVolumes: ImageVolumes
  /** From the statistics summary by {@link imageFsOf}, or stated. */
  readonly imageFs: Knowledge<ImageFsStats>
  readonly history: ImageHistory
}
