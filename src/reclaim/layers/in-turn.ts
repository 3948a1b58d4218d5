/**
 * What each of several images frees when they are removed one after the other: a layer is freed with the last image
 * that stands on it.
 */
import { int64FromBigint, int64ToBigint } from '../../core/int64.js'
import type { Int64 } from '../../core/int64.js'
import type { Stack } from './stack.js'
import { downwards, layersBelow } from './walk.js'

/** Minimum bytes that each image frees, in the order given; indices of images, none twice. */
export const freedInTurn = (stack: Stack, order: ReadonlyArray<number>): ReadonlyArray<Int64> => {
  const { layers, images, top } = stack
  // The number of things that stand on a layer directly; it is removed when none is left. What carries nothing is held.
  const users = Int32Array.from(stack.held)
  for (const layer of top) users[layer] = (users[layer] ?? 0) + 1
  downwards(stack, (_, lower) => {
    users[lower] = (users[lower] ?? 0) + 1
  })
  const made = new Map<string, number>()
  for (const { blob } of layers) if (blob !== undefined) made.set(blob.digest, (made.get(blob.digest) ?? 0) + 1)
  return order.map((image) => {
    let bytes = int64ToBigint(images[image]?.own.least ?? 0)
    for (const layer of layersBelow(stack, image)) {
      const left = (users[layer] ?? 0) - 1
      users[layer] = left
      if (left > 0) break
      const gone = layers[layer]
      bytes += int64ToBigint(gone?.unpacked.least ?? 0)
      if (gone?.blob === undefined) continue
      const others = (made.get(gone.blob.digest) ?? 1) - 1
      made.set(gone.blob.digest, others)
      if (others === 0) bytes += int64ToBigint(gone.blob.size.least)
    }
    return int64FromBigint(bytes)
  })
}
