/**
 * Layer store of the containers/storage files.
 */
import { option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { type SizeBounds, exactly, unknownSize } from '../../reclaim/layers/store.js'
import type { StorageContainer, StorageImage, StorageLayer } from './storage-files.js'
import type { DecodedLayers } from './store.js'

/** The files of one store. */
export interface StorageParts {
  readonly layers: ReadonlyArray<StorageLayer>
  readonly images: ReadonlyArray<StorageImage>
  readonly containers: ReadonlyArray<StorageContainer>
  /**
   * What a layer is on disk. Default `differences` (overlay, btrfs); with `vfs`, full copies that include all layers
   * below.
   */
  readonly kept?: 'differences' | 'copies'
}

/**
 * The layer store that the files of containers/storage describe.
 *
 * Shape: container layers are layers too and keep those below. Copies of an image's top layer for user namespaces count
 * as leftovers, which also keep those below.
 * Order: as written. Units: bytes of layer archives; a full copy takes at least its own, at most all below it too.
 *
 * @upstream containers/storage v1.43.0 store.go ImageSize
 *
 * @example
 * ```ts
 * import { storageLayers } from 'gcplan/decode'
 * import * as Layers from 'gcplan/reclaim/layers'
 *
 * const { store } = storageLayers({
 *   layers: [
 *     { id: '1cbc', parent: '', diffSize: { _tag: 'Some', value: 194560 } },
 *     { id: '4b1b', parent: '1cbc', diffSize: { _tag: 'Some', value: 430080 } },
 *   ],
 *   images: [{ id: '5798', layer: '4b1b', bigDataBytes: 1846 }],
 *   containers: [],
 * })
 * const shares = Layers.sharesOf(store)
 * if (shares._tag === 'Right') console.log(shares.right.images[0]?.unpacked.least) // 626486
 * ```
 */
export const storageLayers = ({ layers, images, containers, kept = 'differences' }: StorageParts): DecodedLayers => {
  const sizeOf = kept === 'copies' ? copySizes(layers) : ownSize
  const known = new Set(layers.map(({ id }) => id))
  return {
    store: {
      layers: layers.map((layer) => ({
        id: layer.id,
        ...(layer.parent === '' ? {} : { parent: layer.parent }),
        unpacked: sizeOf(layer),
      })),
      images: images.map(({ id, layer, bigDataBytes }) => ({
        id,
        ...(layer === '' ? {} : { topLayer: layer }),
        own: exactly(bigDataBytes),
      })),
      holders: containers.flatMap(({ id, layer }) => (known.has(layer) ? [{ id, layer }] : [])),
    },
    unseen: containers.flatMap(({ id, layer }) =>
      known.has(layer) ? [] : [`container ${id}, whose layer is not listed`],
    ),
  }
}

const ownSize = ({ diffSize }: StorageLayer): SizeBounds => (O.isSome(diffSize) ? exactly(diffSize.value) : unknownSize)

/** What copies take: the sum of all below, as long as every part was measured. */
const copySizes = (layers: ReadonlyArray<StorageLayer>): ((layer: StorageLayer) => SizeBounds) => {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const sums = new Map<string, bigint | null>([['', 0n]])
  for (const { id } of layers) {
    const open: StorageLayer[] = []
    const inOpen = new Set<string>()
    let at = id
    for (let layer = byId.get(at); layer !== undefined && !sums.has(at) && !inOpen.has(at); layer = byId.get(at)) {
      open.push(layer)
      inOpen.add(at)
      at = layer.parent
    }
    // A layer below that is not listed, or a circle, has no sum; the store refuses both when it is read.
    let sum = sums.get(at) ?? null
    for (const layer of open.reverse()) {
      sum = sum === null || O.isNone(layer.diffSize) ? null : sum + int64ToBigint(layer.diffSize.value)
      sums.set(layer.id, sum)
    }
  }
  return (layer) => {
    const sum = sums.get(layer.id) ?? null
    const { least } = ownSize(layer)
    return sum === null ? { least } : { least, most: int64FromBigint(sum) }
  }
}
