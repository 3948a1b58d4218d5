/**
 * Answers the same as the accounting does, the plain way: what everything that stays stands on stays.
 */
import type { LayerStore } from '../../../src/reclaim/layers/store.js'

/** At least so many bytes, for exact sizes exactly so many. */
export const naivelyFreed = ({ layers, images, holders }: LayerStore, gone: ReadonlySet<string>): number => {
  const layerOf = new Map(layers.map((layer) => [layer.id, layer]))
  const path = (id: string | undefined): ReadonlyArray<string> => {
    const layer = id === undefined ? undefined : layerOf.get(id)
    return layer === undefined ? [] : [layer.id, ...path(layer.parent)]
  }
  const staying = new Set<string>()
  const stay = (id: string | undefined): void => {
    for (const layer of path(id)) staying.add(layer)
  }
  for (const { id, topLayer } of images) if (!gone.has(id)) stay(topLayer)
  for (const { layer } of holders) stay(layer)
  const carried = new Set(images.flatMap(({ topLayer }) => path(topLayer)))
  for (const { id } of layers) if (!carried.has(id)) stay(id)
  const going = layers.filter(({ id }) => !staying.has(id) && carried.has(id))
  const needed = new Set(layers.flatMap(({ id, blob }) => (staying.has(id) && blob !== undefined ? [blob.digest] : [])))
  const downloads = new Map(
    going.flatMap(({ blob }) =>
      blob === undefined || needed.has(blob.digest) ? [] : [[blob.digest, blob.size] as const],
    ),
  )
  const own = images.filter(({ id }) => gone.has(id)).map((image) => image.own)
  return [...own, ...going.map(({ unpacked }) => unpacked), ...downloads.values()].reduce(
    (sum, { least }) => sum + Number(least),
    0,
  )
}
