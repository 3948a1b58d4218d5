/**
 * Decoders of the containers/storage files `layers.json`, `images.json` and `containers.json` of one storage driver, as
 * CRI-O, Podman and Buildah write them.
 */
import { option as O } from 'fp-ts'

import { type Int64, int64FromBigint, isInt64 } from '../../core/int64.js'
import { type Decoder, fields, items, reading, record, withDefault } from '../codec.js'
import { type FileDecoder, fileOf } from '../file.js'
import { measured, name, text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** A layer, of an image or of a container. */
export interface StorageLayer {
  readonly id: string
  /** Empty for none. */
  readonly parent: string
  /** Size as an archive; none if not measured, as for container layers. */
  readonly diffSize: O.Option<Int64>
}

/** An image. */
export interface StorageImage {
  readonly id: string
  /** Its top layer; empty for none. */
  readonly layer: string
  /** Bytes beside its layers: manifests, configuration, signatures. */
  readonly bigDataBytes: Int64
}

/** A container. */
export interface StorageContainer {
  readonly id: string
  /** Its writable layer. */
  readonly layer: string
  /** Id of its image; empty for none. */
  readonly image: string
}

const layer: Decoder<StorageLayer> = record({
  id: name,
  parent: withDefault(text, ''),
  diffSize: ['diff-size', withDefault(measured, O.none)],
})

const sizes: Decoder<Int64> = withDefault(
  reading('an object of sizes, 0 or more each', (value) => {
    if (!isRecord(value)) return O.none
    let sum = 0n
    for (const bytes of Object.values(value)) {
      if (!isInt64(bytes) || BigInt(bytes) < 0n) return O.none
      sum += BigInt(bytes)
    }
    const total = int64FromBigint(sum)
    return isInt64(total) ? O.some(total) : O.none
  }),
  0,
)

const image: Decoder<StorageImage> = record({
  id: name,
  layer: withDefault(text, ''),
  bigDataBytes: ['big-data-sizes', sizes],
})

const container: Decoder<StorageContainer> = fields({ id: name, layer: name, image: withDefault(text, '') })

/**
 * Reads the layers of a store from `layers.json`, e.g. `/var/lib/containers/storage/overlay-layers/layers.json`.
 *
 * Takes text or parsed JSON. Order: as written. Units: bytes of layer archives. Fails as {@link decodeCrictlContainers}
 * does.
 *
 * @example
 * ```ts
 * import { decodeStorageLayers } from 'gcplan/decode'
 *
 * const decoded = decodeStorageLayers('[{"id": "1cbc", "diff-digest": "sha256:1cbc", "diff-size": 194560}]')
 * if (decoded._tag === 'Right') console.log(decoded.right[0]?.diffSize) // { _tag: 'Some', value: 194560 }
 * ```
 */
export const decodeStorageLayers: FileDecoder<ReadonlyArray<StorageLayer>> = fileOf(
  'StorageLayers',
  'layers.json of containers/storage',
  items(layer),
)

/**
 * Reads the images of a store from `images.json`, e.g. `/var/lib/containers/storage/overlay-images/images.json`.
 *
 * Takes text or parsed JSON. Order: as written. Units: bytes. Fails as {@link decodeCrictlContainers} does.
 */
export const decodeStorageImages: FileDecoder<ReadonlyArray<StorageImage>> = fileOf(
  'StorageImages',
  'images.json of containers/storage',
  items(image),
)

/**
 * Reads the containers of a store from `containers.json`, e.g.
 * `/var/lib/containers/storage/overlay-containers/containers.json`.
 *
 * Takes text or parsed JSON. Order: as written. Fails as {@link decodeCrictlContainers} does.
 */
export const decodeStorageContainers: FileDecoder<ReadonlyArray<StorageContainer>> = fileOf(
  'StorageContainers',
  'containers.json of containers/storage',
  items(container),
)
