/**
 * What removing images really frees: the layers on which nothing stands any more.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { opaque, problemsOf } from '../../internal/schema/schema.js'
import { type Stack, stackOf, downwards, none, layersBelow } from './stack.js'
import { type LayerStore, type SizeBounds, type StoredImage, sumOf } from './store.js'
import { type Int64, int64FromBigint, int64ToBigint } from '../../core/int64.js'

/** What removing a set of images frees. */
export interface Freed {
  readonly bytes: SizeBounds
  /** Freed layers, lower ones first. */
  readonly layers: ReadonlyArray<string>
  /** Freed downloads, in the order of the layers. */
  readonly blobs: ReadonlyArray<string>
}

/**
 * What removing images together frees.
 *
 * Shape: unknown ids free nothing. A layer is freed if no remaining image, holder or leftover needs it; a download if
 * no remaining layer was made from it.
 * Order: layers lower ones first, else as in the store.
 * Units: bytes; a bound where a size is not known. Fails with InvalidInput for a store with missing references, or
 * images that are not a Set.
 *
 * @example
 * ```ts
 * import * as Layers from 'gcplan/reclaim/layers'
 *
 * const store = {
 *   layers: [
 *     { id: 'base', unpacked: Layers.exactly(70) },
 *     { id: 'app', parent: 'base', unpacked: Layers.exactly(30) },
 *   ],
 *   images: [
 *     { id: 'debian', topLayer: 'base', own: Layers.exactly(0) },
 *     { id: 'shop', topLayer: 'app', own: Layers.exactly(0) },
 *   ],
 *   holders: [],
 * }
 * const freed = Layers.freedBy(store)(new Set(['shop']))
 * if (freed._tag === 'Right') console.log(freed.right.bytes) // { least: 30, most: 30 }
 * ```
 */
export const freedBy =
  (store: LayerStore) =>
  (images: ReadonlySet<string>): E.Either<InvalidInput, Freed> => {
    const problem = findImagesProblems(images)
    return problem === null
      ? fp.map((stack: Stack) => freedIn(stack, (_, { id }) => images.has(id)))(stackOf(store))
      : fp.left(problem)
  }

const findImagesProblems = problemsOf(
  'images',
  opaque('a Set', (value): value is ReadonlySet<string> => value instanceof Set),
)

/** The same for a store that was read already; `goes` is asked by index. */
export const freedIn = (stack: Stack, goes: (image: number, stored: StoredImage) => boolean): Freed => {
  const { layers, images, top } = stack
  // Whatever carries nothing is held, so everything that does not stay is freed.
  const stays = stack.held.slice()
  const own: SizeBounds[] = []
  images.forEach((image, index) => {
    if (goes(index, image)) own.push(image.own)
    else stays[top[index] ?? none] = 1
  })
  downwards(stack, (layer, lower) => {
    if (stays[layer] === 1) stays[lower] = 1
  })
  const needed = new Set<string>()
  layers.forEach(({ blob }, layer) => {
    if (blob !== undefined && stays[layer] === 1) needed.add(blob.digest)
  })
  const gone = [...stack.upwards].filter((layer) => stays[layer] === 0).flatMap((layer) => layers[layer] ?? [])
  const blobs = new Map<string, SizeBounds>()
  for (const { blob } of gone) if (blob !== undefined && !needed.has(blob.digest)) blobs.set(blob.digest, blob.size)
  return {
    bytes: sumOf([...own, ...gone.map(({ unpacked }) => unpacked), ...blobs.values()]),
    layers: gone.map(({ id }) => id),
    blobs: [...blobs.keys()],
  }
}

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
