/**
 * The layers of a store as indices: the parent of each layer, and the images that end in it.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type InvalidInput, type Problem, problemLimit, show } from '../../core/problem.js'
import { topologicalOrder } from '../../internal/topological-order.js'
import { type Layer, type LayerStore, type StoredImage, findStoreProblems } from './store.js'

/** A store whose names have become indices. */
export interface Stack extends Standing {
  readonly layers: ReadonlyArray<Layer>
  readonly images: ReadonlyArray<StoredImage>
  /** The uppermost layer of each image; -1: it has none. */
  readonly top: Int32Array
  /** 1: something beside images stands on the layer itself, or on the bare layer above it. */
  readonly held: Uint8Array
  readonly imageAt: ReadonlyMap<string, number>
}

/**
 * Reads a store as indices.
 *
 * A layer on which neither an image nor a holder stands is a leftover: taking images away does not give it back, and it
 * keeps what is below.
 * Fails with every name that is missing or comes twice, and with layers that stand on each other in a circle.
 */
export const stackOf = (store: LayerStore): E.Either<InvalidInput, Stack> => {
  const malformed = findStoreProblems(store)
  if (malformed !== null) return fp.left(malformed)
  const { layers, images, holders } = store
  const problems: Problem[] = []
  const report = (path: string, expected: string, actual: unknown): void => {
    if (problems.length < problemLimit) problems.push({ path, expected, actual: show(actual) })
  }
  const named = (things: ReadonlyArray<{ readonly id: string }>, list: string): ReadonlyMap<string, number> => {
    const at = new Map<string, number>()
    things.forEach(({ id }, index) => {
      if (at.has(id)) report(`${list}[${index}].id`, 'a unique id', id)
      at.set(id, index)
    })
    return at
  }
  const layerAt = named(layers, 'layers')
  const imageAt = named(images, 'images')
  const find = (name: string | undefined, path: string): number => {
    if (name === undefined) return none
    const index = layerAt.get(name)
    if (index === undefined) report(path, 'the id of a layer of the store', name)
    return index ?? none
  }
  const below = Int32Array.from(layers, ({ parent }, index) => find(parent, `layers[${index}].parent`))
  const top = Int32Array.from(images, ({ topLayer }, index) => find(topLayer, `images[${index}].topLayer`))
  const held = new Uint8Array(layers.length)
  holders.forEach(({ layer }, index) => {
    held[find(layer, `holders[${index}].layer`)] = 1
  })
  const order = topologicalOrder(below)
  if (order === null) report('layers', 'layers that end in a lowest one', 'a circle of parents')
  const [first, ...rest] = problems
  if (first !== undefined) return fp.left({ _tag: 'InvalidInput', source: 'layers', problems: [first, ...rest] })
  const standing = { below, upwards: order ?? new Int32Array() }
  holdLeftovers(standing, top, held)
  return fp.right({ ...standing, layers, images, top, held, imageAt })
}

const holdLeftovers = (standing: Standing, top: Int32Array, held: Uint8Array): void => {
  const carries = new Uint8Array(held.length)
  for (const layer of top) carries[layer] = 1
  downwards(standing, (layer, lower) => {
    if (carries[layer] === 0) held[layer] = 1
    else carries[lower] = 1
  })
}

/**
 * Traversals of a store's layers: all of them from the top down, or those below one image.
 *
 * Where there is no layer the index is {@link none}; a typed array holds nothing there, and writing to it has no
 * effect.
 */

/** The index of no layer. */
export const none = -1

/** How layers stand on each other. */
export interface Standing {
  /** The layer below each; -1: none. */
  readonly below: Int32Array
  /** Layers, each after the one below it. */
  readonly upwards: Int32Array
}

/** Visits each layer after all that stand on it, with the one below it. */
export const downwards = ({ below, upwards }: Standing, visit: (layer: number, lower: number) => void): void => {
  for (const layer of upwards.toReversed()) visit(layer, below[layer] ?? none)
}

/** The layers of an image from its uppermost down. */
export function* layersBelow(
  { below, top }: Pick<Standing, 'below'> & { readonly top: Int32Array },
  image: number,
): Generator<number> {
  for (let layer = top[image] ?? none; layer !== none; layer = below[layer] ?? none) yield layer
}
