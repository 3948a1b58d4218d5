/**
 * The bytes that pulling an image adds and removing one frees: a layer comes with its first image and goes with its
 * last.
 */
import { int64ToBigint } from '../../core/int64.js'
import type { Stack } from '../../reclaim/layers/stack.js'
import type { SizeBounds } from '../../reclaim/layers/store.js'

/** Layers that are there, as images come and go. */
export interface PresentLayers {
  /** Bytes that come with an image, by its place in the store. */
  readonly add: (image: number) => number
  /** Bytes that go with it, at least. */
  readonly remove: (image: number) => number
}

/** Begins with the images that are there. */
export const presentLayers = (stack: Stack, there: Iterable<number>): PresentLayers => {
  const { layers, images, below, top, held } = stack
  // How many things stand on each layer directly; a layer is there as long as one does.
  const standing = new Int32Array(layers.length)
  const made = new Map<string, number>()
  const own = (image: number): number => least(images[image]?.own)

  const appear = (layer: number): number => {
    const { unpacked, blob } = layers[layer] ?? { unpacked: { least: 0 } }
    if (blob === undefined) return least(unpacked)
    const others = made.get(blob.digest) ?? 0
    made.set(blob.digest, others + 1)
    return least(unpacked) + (others === 0 ? least(blob.size) : 0)
  }
  const vanish = (layer: number): number => {
    const { unpacked, blob } = layers[layer] ?? { unpacked: { least: 0 } }
    if (blob === undefined) return least(unpacked)
    const others = (made.get(blob.digest) ?? 1) - 1
    made.set(blob.digest, others)
    return least(unpacked) + (others === 0 ? least(blob.size) : 0)
  }
  const stand = (from: number): number => {
    let bytes = 0
    for (let layer = from; layer !== -1; layer = below[layer] ?? -1) {
      const before = standing[layer] ?? 0
      standing[layer] = before + 1
      if (before > 0) break
      bytes += appear(layer)
    }
    return bytes
  }
  const leave = (from: number): number => {
    let bytes = 0
    for (let layer = from; layer !== -1; layer = below[layer] ?? -1) {
      const after = (standing[layer] ?? 0) - 1
      standing[layer] = after
      if (after > 0) break
      bytes += vanish(layer)
    }
    return bytes
  }

  held.forEach((holds, layer) => {
    if (holds === 1) stand(layer)
  })
  for (const image of there) stand(top[image] ?? -1)
  return {
    add: (image) => own(image) + stand(top[image] ?? -1),
    remove: (image) => own(image) + leave(top[image] ?? -1),
  }
}

const least = (size: SizeBounds | undefined): number => Number(int64ToBigint(size?.least ?? 0))
