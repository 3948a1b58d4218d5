import type { Image } from '../../kubelet/image/snapshot.js'
import { type Decoder, inside, items, mapped, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { flag, size, text } from '../leaf.js'
import { handlerOf } from './message.js'

const names: Decoder<ReadonlyArray<string>> = withDefault(items(text), [])

const image: Decoder<Image> = mapped(
  record({
    id: text,
    tags: ['repoTags', names],
    digests: ['repoDigests', names],
    size,
    pinned: withDefault(flag, false),
    runtimeHandler: ['spec', handlerOf],
  }),
  ({ tags, digests, ...image }) => ({ ...image, tags: tags.length > 0 ? tags : digests }),
)

/**
 * Reads the images of a node from `crictl images -o json`.
 *
 * Takes text or parsed JSON. Untagged images are named by their digests, if any. Without pin information, nothing is
 * pinned.
 * Order: as printed. Units: bytes as the runtime counts them; with containerd compressed blobs, shared ones in each
 * image. Fails as {@link decodeCrictlContainers} does, and for a size beyond 63 bits.
 *
 * @example
 * ```ts
 * import { decodeCrictlImages } from 'gcplan/decode'
 *
 * const text = '{"images": [{"id": "sha256:fcd8314c", "repoTags": ["base:1.0"], "repoDigests": [], "size": "182381"}]}'
 * const decoded = decodeCrictlImages(text)
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.size) // 182381
 * ```
 */
export const decodeCrictlImages: FileDecoder<ReadonlyArray<Image>> = fileOf(
  'CrictlImages',
  'crictl images -o json',
  inside('images', items(image)),
)
