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
