/**
 * The layers of a store as indices: the parent of each layer, and the images that end in it.
 */
import type { either as E } from 'fp-ts'

import * as either from '../../core/either.js'
import type { InvalidInput, Problem } from '../../core/problem.js'
import { problemLimit, show } from '../../core/problem.js'
import { topologicalOrder } from '../../internal/topological-order.js'
import { findStoreProblems } from './schema.js'
import type { Layer, LayerStore, StoredImage } from './store.js'
import type { Standing } from './walk.js'
import { downwards, none } from './walk.js'

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
  if (malformed !== null) return either.left(malformed)
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
  if (first !== undefined) return either.left({ _tag: 'InvalidInput', source: 'layers', problems: [first, ...rest] })
  const standing = { below, upwards: order ?? new Int32Array() }
  holdLeftovers(standing, top, held)
  return either.right({ ...standing, layers, images, top, held, imageAt })
}

const holdLeftovers = (standing: Standing, top: Int32Array, held: Uint8Array): void => {
  const carries = new Uint8Array(held.length)
  for (const layer of top) carries[layer] = 1
  downwards(standing, (layer, lower) => {
    if (carries[layer] === 0) held[layer] = 1
    else carries[lower] = 1
  })
}
