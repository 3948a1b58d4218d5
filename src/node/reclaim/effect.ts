/**
 * Answers which of the images chosen give anything back.
 */
import { int64ToBigint } from '../../core/int64.js'
import { freedIn } from '../layers/account.js'
import type { Stack } from '../layers/stack.js'
import type { SizeBounds } from '../layers/store.js'

/** An image that may go: where the store has it, and what losing it costs. */
export interface Removable {
  readonly image: number
  readonly cost: number
}

/** Surely nothing: an unknown size might be something. */
export const isNothing = ({ most }: SizeBounds): boolean => most !== undefined && int64ToBigint(most) === 0n

/** Of the images chosen, those that give anything back: bytes of their own, or a layer that goes with them. */
export const withEffect = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> => {
  const images = new Set(removable.filter((_, place) => chosen.has(place)).map(({ image }) => image))
  const freed = new Set(freedIn(stack, (image) => images.has(image)).layers)
  return new Set(
    [...chosen].filter((place) => {
      const image = removable[place]?.image ?? -1
      const own = stack.images[image]?.own
      if (own === undefined || !isNothing(own)) return true
      for (let layer = stack.top[image] ?? -1; layer !== -1; layer = stack.below[layer] ?? -1) {
        const { id, unpacked, blob } = stack.layers[layer] ?? { id: '', unpacked: { least: 0, most: 0 } }
        if (freed.has(id) && (!isNothing(unpacked) || blob !== undefined)) return true
      }
      return false
    }),
  )
}
