/**
 * Answers what taking images away really gives back: the layers on which nothing stands any more.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Stack } from './stack.js'
import { stackOf } from './stack.js'
import type { LayerStore, SizeBounds } from './store.js'
import { sumOf } from './sum.js'

/** What goes with a set of images. */
export interface Freed {
  readonly bytes: SizeBounds
  /** Layers that go, lower ones first. */
  readonly layers: ReadonlyArray<string>
  /** Downloads that go, in the order of the layers. */
  readonly blobs: ReadonlyArray<string>
}

/**
 * What a store gives back when images are taken away together.
 *
 * Shape: ids that the store does not hold give nothing back. A layer goes when no image that stays, no holder and no
 * leftover stands on it; a download when no layer that stays was made of it.
 * Order: layers lower ones first, else as in the store.
 * Units: bytes; a bound where a size is not known.
 * Fails with InvalidInput for a store that names what it lacks.
 *
 * @example
 * ```ts
 * import { Layers } from 'gcplan/node'
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
  (images: ReadonlySet<string>): E.Either<InvalidInput, Freed> =>
    either.map((stack: Stack) => freedIn(stack, (image) => images.has(stack.images[image]?.id ?? '')))(stackOf(store))

/** The same for a store that was read already; `goes` is asked by index. */
export const freedIn = (stack: Stack, goes: (image: number) => boolean): Freed => {
  const { layers, images, below, upwards, top } = stack
  const stays = stack.held.slice()
  const touched = new Uint8Array(layers.length)
  const own: SizeBounds[] = []
  images.forEach((image, index) => {
    const layer = top[index] ?? -1
    if (goes(index)) own.push(image.own)
    if (layer !== -1) (goes(index) ? touched : stays)[layer] = 1
  })
  for (let place = upwards.length - 1; place >= 0; place--) {
    const layer = upwards[place] ?? 0
    const lower = below[layer] ?? -1
    if (lower === -1) continue
    if (stays[layer] === 1) stays[lower] = 1
    if (touched[layer] === 1) touched[lower] = 1
  }
  const going = [...upwards].filter((layer) => touched[layer] === 1 && stays[layer] === 0)
  const gone = going.flatMap((layer) => layers[layer] ?? [])
  const needed = new Set(
    layers.flatMap(({ blob }, layer) => (blob === undefined || stays[layer] === 0 ? [] : [blob.digest])),
  )
  const blobs = new Map(
    gone.flatMap(({ blob }) =>
      blob === undefined || needed.has(blob.digest) ? [] : [[blob.digest, blob.size] as const],
    ),
  )
  return {
    bytes: sumOf([...own, ...gone.map(({ unpacked }) => unpacked), ...blobs.values()]),
    layers: gone.map(({ id }) => id),
    blobs: [...blobs.keys()],
  }
}
