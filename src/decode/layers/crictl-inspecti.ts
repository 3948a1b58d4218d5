/**
 * Decoder of `crictl inspecti`: the diff ids of each image's layers, without their sizes.
 */
import type { option as O } from 'fp-ts'

import type { Int64 } from '../../core/int64.js'
import { type Decoder, fields, inside, items, mapped, oneOrMore, optional, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { digest, name, size } from '../leaf.js'

/** The layers of one image. */
export interface CrictlImageLayers {
  readonly id: string
  /** Total size by the runtime. */
  readonly size: Int64
  /** Digests of the unpacked layers, lowest first. */
  readonly diffIds: ReadonlyArray<string>
  /** The chain id of the top layer; only containerd prints it. */
  readonly chainId: O.Option<string>
}

const image: Decoder<CrictlImageLayers> = mapped(
  fields({
    status: fields({ id: name, size }),
    info: record({
      chainId: ['chainID', optional(digest)],
      diffIds: ['imageSpec', inside('rootfs', inside('diff_ids', withDefault(items(digest), [])))],
    }),
  }),
  ({ status, info }) => ({ ...status, ...info }),
)

/**
 * Reads the layers of images from `crictl inspecti -o json ID...`.
 *
 * Takes text or parsed JSON: an object for one id, an array for several.
 * Order: as printed. Units: bytes; compressed with containerd, unpacked with CRI-O. Fails as
 * {@link decodeCrictlContainers} does, and for images without `info` (`crictl inspecti -q`).
 *
 * @example
 * ```ts
 * import { decodeCrictlInspecti } from 'gcplan/decode'
 *
 * const decoded = decodeCrictlInspecti({
 *   status: { id: 'sha256:fcd8', repoTags: [], size: '182381' },
 *   info: { imageSpec: { rootfs: { type: 'layers', diff_ids: ['sha256:1cbc'] } } },
 * })
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.diffIds) // [ 'sha256:1cbc' ]
 * ```
 */
export const decodeCrictlInspecti: FileDecoder<ReadonlyArray<CrictlImageLayers>> = fileOf(
  'CrictlInspecti',
  'crictl inspecti -o json ID...',
  oneOrMore(image),
)
