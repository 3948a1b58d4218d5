/**
 * Layers by chain id: a layer is identified by the diff ids up to it, so equal contents on different parents are
 * different layers.
 */
import type { Layer, StoredImage } from '../../reclaim/layers/store.js'
import { sha256 } from '../../internal/sha-256.js'

/** Layers of several images, each once, parents first. */
export interface ChainForest {
  readonly ids: ReadonlyArray<string>
  /** Contents of each layer alone. */
  readonly diffIds: ReadonlyArray<string>
  /** Index of the layer below; -1 for none. */
  readonly below: ReadonlyArray<number>
  /** Index of the uppermost layer of each image; -1 for none. */
  readonly tops: ReadonlyArray<number>
}

/**
 * The layers of images, from the contents of their layers, lowest first.
 *
 * @upstream opencontainers/image-spec v1.1.0 config.md Layer ChainID
 */
export const chainForest = (images: ReadonlyArray<ReadonlyArray<string>>): ChainForest => {
  const ids: string[] = []
  const diffIds: string[] = []
  const below: number[] = []
  // What was seen on a layer already: a chain id is computed once, however many images have it.
  const seen = new Map<string, number>()
  const tops = images.map((contents) => {
    let top = -1
    for (const diffId of contents) {
      const place = `${top} ${diffId}`
      const known = seen.get(place)
      if (known !== undefined) {
        top = known
        continue
      }
      const lower = ids[top]
      seen.set(place, ids.length)
      below.push(top)
      diffIds.push(diffId)
      top = ids.push(lower === undefined ? diffId : `sha256:${sha256(`${lower} ${diffId}`)}`) - 1
    }
    return top
  })
  return { ids, diffIds, below, tops }
}

/** The images, each once, and the layers that they stand on. */
export const forestOf = <I extends { readonly id: string; readonly diffIds: ReadonlyArray<string> }>(
  images: ReadonlyArray<I>,
): { readonly distinct: ReadonlyArray<I>; readonly forest: ChainForest } => {
  const seen = new Set<string>()
  const distinct = images.filter(({ id }) => seen.size < seen.add(id).size)
  return { distinct, forest: chainForest(distinct.map(({ diffIds }) => diffIds)) }
}

/** The layer below a layer, as a store names it. */
export const parentIn = ({ ids, below }: ChainForest, layer: number): Pick<Layer, 'parent'> => {
  const parent = ids[below[layer] ?? -1]
  return parent === undefined ? {} : { parent }
}

/** The uppermost layer of an image, as a store names it. */
export const topIn = ({ ids, tops }: ChainForest, image: number): Pick<StoredImage, 'topLayer'> => {
  const topLayer = ids[tops[image] ?? -1]
  return topLayer === undefined ? {} : { topLayer }
}

/** For each layer, the smallest value of the images on it. */
export const leastAbove = (
  { ids, below, tops }: ChainForest,
  said: ReadonlyArray<bigint>,
): ReadonlyArray<bigint | null> => {
  const least: (bigint | null)[] = ids.map(() => null)
  const lower = (layer: number, bytes: bigint): void => {
    const known = least[layer] ?? null
    if (known === null || bytes < known) least[layer] = bytes
  }
  tops.forEach((top, image) => {
    if (top !== -1) lower(top, said[image] ?? 0n)
  })
  for (let layer = ids.length - 1; layer >= 0; layer--) {
    const bytes = least[layer] ?? null
    const under = below[layer] ?? -1
    if (under !== -1 && bytes !== null) lower(under, bytes)
  }
  return least
}
