/**
 * Layer store of a Docker daemon. Layer sizes follow from the totals of images.
 */
import { option as O } from 'fp-ts'

import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import { type Layer, exactly } from '../../reclaim/layers/store.js'
import { type ChainForest, forestOf, leastAbove, parentIn, topIn } from './chain.js'
import type { DockerDisk } from './docker-disk.js'
import type { DockerImage } from './docker-images.js'
import { sizesFromTotals } from './docker-sizes.js'
import type { DecodedLayers } from './store.js'

/** Input for a Docker daemon's layer store. */
export interface DockerLayerParts {
  /** All images, intermediate ones too (`docker image ls -a`): unlisted images keep nothing. */
  readonly images: ReadonlyArray<DockerImage>
  readonly disk: DockerDisk
}

/**
 * The layer store of a Docker daemon.
 *
 * Shape: layers by computed chain id. Docker counts images and what they share, not layers: layers that the totals
 * determine are exact, others are ranges, as are downloads of the containerd image store.
 * Order: layers lower ones first, in the order of the images. Units: bytes as Docker counts them; not disk usage with
 * the driver `vfs`.
 *
 * @upstream moby v28.5.2 daemon/images/image_list.go
 */
export const dockerLayers = ({ images, disk }: DockerLayerParts): DecodedLayers => {
  const { distinct, forest } = forestOf(images)
  const unpacked = sizesFromTotals(forest, totalsOf(forest, distinct, disk))
  const downloads = leastAbove(
    forest,
    distinct.map(({ size }) => int64ToBigint(size)),
  )
  const keepsDownloads = distinct.some(({ descriptor }) => O.isSome(descriptor))
  const places = new Map(distinct.map(({ id }, image) => [id, image]))
  const layers = forest.ids.map((id, layer): Layer => {
    const most = int64FromBigint(downloads[layer] ?? 0n)
    return {
      id,
      ...parentIn(forest, layer),
      unpacked: unpacked[layer] ?? { least: 0 },
      ...(keepsDownloads ? { blob: { digest: forest.diffIds[layer] ?? id, size: { least: 0, most } } } : {}),
    }
  })
  return {
    store: {
      layers,
      images: distinct.map(({ id, size, descriptor }, image) => {
        const own = O.isSome(descriptor) ? { least: descriptor.value.size, most: size } : exactly(0)
        return { id, ...topIn(forest, image), own }
      }),
      holders: disk.containers.flatMap(({ id, imageId }) => {
        const { topLayer } = topIn(forest, places.get(imageId) ?? -1)
        return topLayer === undefined ? [] : [{ id, layer: topLayer }]
      }),
    },
    unseen: disk.containers.flatMap(({ id, imageId }) =>
      places.has(imageId) ? [] : [`container ${id}, whose image is not listed`],
    ),
  }
}

/** What is known of the bytes up to a layer, it included. */
const totalsOf = (
  forest: ChainForest,
  images: ReadonlyArray<DockerImage>,
  { images: counted }: DockerDisk,
): ReadonlyMap<number, bigint> => {
  const totals = new Map<number, bigint>()
  const listed = new Map(counted.map((one) => [one.id, one]))
  const users = usersOf(forest, () => true)
  const ofListed = usersOf(forest, (image) => listed.has(images[image]?.id ?? ''))
  images.forEach(({ id, size, descriptor }, image) => {
    const top = forest.tops[image] ?? -1
    const one = listed.get(id)
    if (top === -1) return
    if (O.isNone(descriptor)) totals.set(top, int64ToBigint(size))
    else if (one !== undefined) {
      // The daemon counts what an image is unpacked and downloaded, but not the index that it may be named by.
      const index = descriptor.value.isIndex ? int64ToBigint(descriptor.value.size) : 0n
      const rest = int64ToBigint(one.size) - int64ToBigint(size) + index
      if (rest >= 0n) totals.set(top, rest)
    }
    if (one === undefined || O.isNone(one.shared)) return
    const shared = uppermostShared(forest, users, top)
    // Releases differ in whether images in between count as others; where it matters, nothing is learnt.
    if (shared !== -1 && shared === uppermostShared(forest, ofListed, top) && !totals.has(shared))
      totals.set(shared, int64ToBigint(one.shared.value))
  })
  return totals
}

const usersOf = ({ ids, below, tops }: ChainForest, counts: (image: number) => boolean): ReadonlyArray<number> => {
  const users = ids.map(() => 0)
  tops.forEach((top, image) => {
    if (top !== -1 && counts(image)) users[top] = (users[top] ?? 0) + 1
  })
  for (let layer = ids.length - 1; layer >= 0; layer--) {
    const under = below[layer] ?? -1
    if (under !== -1) users[under] = (users[under] ?? 0) + (users[layer] ?? 0)
  }
  return users
}

const uppermostShared = ({ below }: ChainForest, users: ReadonlyArray<number>, top: number): number => {
  let layer = top
  while (layer !== -1 && (users[layer] ?? 0) < 2) layer = below[layer] ?? -1
  return layer
}
