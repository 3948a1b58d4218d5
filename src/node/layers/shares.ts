/**
 * Answers which images share what: for each image what it alone occupies, and which layers a group of images stands on.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Stack } from './stack.js'
import { stackOf } from './stack.js'
import type { Layer, LayerStore, SizeBounds } from './store.js'
import { sumOf } from './sum.js'

/** What an image occupies. */
export interface ImageShare {
  readonly id: string
  /** All layers below it, its own bytes included. */
  readonly unpacked: SizeBounds
  /** What goes when it alone is taken away, downloads left out. */
  readonly exclusive: SizeBounds
}

/** Layers that the same images stand on. */
export interface SharedLayers {
  /** Lower ones first. */
  readonly layers: ReadonlyArray<string>
  /** At least two, in the order of the store. */
  readonly images: ReadonlyArray<string>
  readonly unpacked: SizeBounds
  /** Something beside images stands on them, so that they stay in any case. */
  readonly held: boolean
}

/** Who occupies what. */
export interface Shares {
  /** In the order of the store. */
  readonly images: ReadonlyArray<ImageShare>
  /** Lower layers first. */
  readonly shared: ReadonlyArray<SharedLayers>
}

/**
 * Who occupies what in a store.
 *
 * Units: bytes, as bounds. Fails as {@link freedBy} does.
 */
export const sharesOf = (store: LayerStore): E.Either<InvalidInput, Shares> => either.map(sharesIn)(stackOf(store))

const sharesIn = (stack: Stack): Shares => {
  const { images } = stack
  const users = usersOf(stack)
  const held = heldBelow(stack)
  const exclusive = exclusiveBy(stack, users, held)
  return {
    images: images.map(({ id, own }, image) => ({
      id,
      unpacked: sumOf([own, ...pathOf(stack, image).map((layer) => sizeOf(stack, layer))]),
      exclusive: exclusive(image),
    })),
    shared: groupsOf(stack, users, held),
  }
}

/** What goes when one image alone is taken away, downloads left out; asked by index. */
export const exclusiveIn = (stack: Stack): ((image: number) => SizeBounds) =>
  exclusiveBy(stack, usersOf(stack), heldBelow(stack))

const exclusiveBy =
  (stack: Stack, users: Int32Array, held: Uint8Array) =>
  (image: number): SizeBounds => {
    const alone: SizeBounds[] = [stack.images[image]?.own ?? { least: 0 }]
    for (const layer of pathOf(stack, image)) {
      // Below a layer that others need, or that is held, every layer is needed.
      if (users[layer] !== 1 || held[layer] === 1) break
      alone.push(sizeOf(stack, layer))
    }
    return sumOf(alone)
  }

/** Layers from the uppermost of an image down. */
const pathOf = ({ top, below }: Stack, image: number): ReadonlyArray<number> => {
  const layers: number[] = []
  for (let layer = top[image] ?? -1; layer !== -1; layer = below[layer] ?? -1) layers.push(layer)
  return layers
}

const sizeOf = ({ layers }: Stack, layer: number): SizeBounds => layers[layer]?.unpacked ?? { least: 0 }

/** How many images stand on each layer. */
const usersOf = ({ layers, below, upwards, top }: Stack): Int32Array => {
  const users = new Int32Array(layers.length)
  for (const layer of top) if (layer !== -1) users[layer] = (users[layer] ?? 0) + 1
  for (let place = upwards.length - 1; place >= 0; place--) {
    const layer = upwards[place] ?? 0
    const lower = below[layer] ?? -1
    if (lower !== -1) users[lower] = (users[lower] ?? 0) + (users[layer] ?? 0)
  }
  return users
}

const heldBelow = ({ below, upwards, held }: Stack): Uint8Array => {
  const result = held.slice()
  for (let place = upwards.length - 1; place >= 0; place--) {
    const layer = upwards[place] ?? 0
    const lower = below[layer] ?? -1
    if (lower !== -1 && result[layer] === 1) result[lower] = 1
  }
  return result
}

/** Layers in a row with as many images on them carry the same ones. */
const groupsOf = (
  { layers, images, below, upwards, top }: Stack,
  users: Int32Array,
  held: Uint8Array,
): ReadonlyArray<SharedLayers> => {
  const groupOf = new Int32Array(layers.length).fill(-1)
  const groups: { readonly layers: Layer[]; readonly images: string[]; readonly held: boolean }[] = []
  for (const layer of upwards) {
    const lower = below[layer] ?? -1
    if ((users[layer] ?? 0) < 2) continue
    const continues = lower !== -1 && users[lower] === users[layer] && held[lower] === held[layer]
    const at = continues ? (groupOf[lower] ?? -1) : groups.push({ layers: [], images: [], held: held[layer] === 1 }) - 1
    groupOf[layer] = at
    const one = layers[layer]
    if (one !== undefined) groups[at]?.layers.push(one)
  }
  images.forEach(({ id }, image) => {
    let last = -1
    for (let layer = top[image] ?? -1; layer !== -1; layer = below[layer] ?? -1) {
      const at = groupOf[layer] ?? -1
      if (at !== last && at !== -1) groups[at]?.images.push(id)
      last = at
    }
  })
  return groups.map((group) => ({
    layers: group.layers.map(({ id }) => id),
    images: group.images,
    unpacked: sumOf(group.layers.map(({ unpacked }) => unpacked)),
    held: group.held,
  }))
}
