/**
 * Unique and shared bytes: what each image occupies alone, and which layers a group of images shares.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Stack, stackOf, downwards, layersBelow, none } from './stack.js'
import { type LayerStore, type SizeBounds, sumOf } from './store.js'

/** What an image occupies. */
export interface ImageShare {
  readonly id: string
  /** All layers below it, its own bytes included. */
  readonly unpacked: SizeBounds
  /** Bytes freed if only this image is removed, without downloads. */
  readonly exclusive: SizeBounds
}

/** Layers shared by the same images. */
export interface SharedLayers {
  /** Lower ones first. */
  readonly layers: ReadonlyArray<string>
  /** At least two, in the order of the store. */
  readonly images: ReadonlyArray<string>
  readonly unpacked: SizeBounds
  /** Something other than images needs them, so they always stay. */
  readonly held: boolean
}

/** Which images occupy which bytes. */
export interface SharedUse {
  /** In the order of the store. */
  readonly images: ReadonlyArray<ImageShare>
  /** Lower layers first. */
  readonly shared: ReadonlyArray<SharedLayers>
}

/**
 * Own and shared bytes of each image in a store.
 *
 * Units: bytes, as bounds. Fails as {@link freedBy} does.
 */
export const sharesOf = (store: LayerStore): E.Either<InvalidInput, SharedUse> => fp.map(sharesIn)(stackOf(store))

const sharesIn = (stack: Stack): SharedUse => {
  const { images } = stack
  const users = usersOf(stack)
  const held = heldBelow(stack)
  const exclusive = exclusiveBy(stack, users, held)
  return {
    images: images.map(({ id, own }, image) => ({
      id,
      unpacked: sumOf([own, ...Array.from(layersBelow(stack, image), (layer) => sizeOf(stack, layer))]),
      exclusive: exclusive(image),
    })),
    shared: groupsOf(stack, users, held),
  }
}

/** What is freed if one image alone is removed, without downloads; asked by index. */
export const exclusiveIn = (stack: Stack): ((image: number) => SizeBounds) =>
  exclusiveBy(stack, usersOf(stack), heldBelow(stack))

const exclusiveBy =
  (stack: Stack, users: Int32Array, held: Uint8Array) =>
  (image: number): SizeBounds => {
    const alone: SizeBounds[] = [stack.images[image]?.own ?? { least: 0 }]
    for (const layer of layersBelow(stack, image)) {
      // Below a layer that others need, or that is held, every layer is needed.
      if (users[layer] !== 1 || held[layer] === 1) break
      alone.push(sizeOf(stack, layer))
    }
    return sumOf(alone)
  }

const sizeOf = ({ layers }: Stack, layer: number): SizeBounds => layers[layer]?.unpacked ?? { least: 0 }

const usersOf = (stack: Stack): Int32Array => {
  const users = new Int32Array(stack.layers.length)
  for (const layer of stack.top) users[layer] = (users[layer] ?? 0) + 1
  downwards(stack, (layer, lower) => {
    users[lower] = (users[lower] ?? 0) + (users[layer] ?? 0)
  })
  return users
}

const heldBelow = (stack: Stack): Uint8Array => {
  const held = stack.held.slice()
  downwards(stack, (layer, lower) => {
    if (held[layer] === 1) held[lower] = 1
  })
  return held
}

interface Group {
  readonly layers: string[]
  readonly images: string[]
  readonly sizes: SizeBounds[]
  readonly held: boolean
}

/** Layers in a row with as many images on them carry the same ones. */
const groupsOf = (stack: Stack, users: Int32Array, held: Uint8Array): ReadonlyArray<SharedLayers> => {
  const groupOf = new Map<number, Group>()
  for (const layer of stack.upwards) {
    const one = stack.layers[layer]
    if (one === undefined || (users[layer] ?? 0) < 2) continue
    const lower = stack.below[layer] ?? none
    const continues = users[lower] === users[layer] && held[lower] === held[layer]
    const group = (continues ? groupOf.get(lower) : undefined) ?? {
      layers: [],
      images: [],
      sizes: [],
      held: held[layer] === 1,
    }
    groupOf.set(layer, group)
    group.layers.push(one.id)
    group.sizes.push(one.unpacked)
  }
  stack.images.forEach(({ id }, image) => {
    let last: Group | undefined
    for (const layer of layersBelow(stack, image)) {
      const group = groupOf.get(layer)
      if (group !== last) group?.images.push(id)
      last = group
    }
  })
  return [...new Set(groupOf.values())].map(({ layers, images, sizes, held: stays }) => ({
    layers,
    images,
    unpacked: sumOf(sizes),
    held: stays,
  }))
}
