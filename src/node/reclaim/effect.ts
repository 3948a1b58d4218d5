/**
 * Answers which of the images chosen give anything back.
 */
import { int64ToBigint } from '../../core/int64.js'
import { freedIn } from '../layers/account.js'
import type { Stack } from '../layers/stack.js'
import type { Layer, SizeBounds } from '../layers/store.js'

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
  const { layers, images, below, upwards, top } = stack
  const going = new Set(removable.filter((_, place) => chosen.has(place)).map(({ image }) => image))
  const freed = new Set(freedIn(stack, (image) => going.has(image)).layers)
  // 1: the layer or one below it goes and gives something back.
  const gives = new Uint8Array(layers.length)
  for (const layer of upwards) {
    const { id, unpacked, blob } = layers[layer] ?? unlisted
    const isSomething = freed.has(id) && (!isNothing(unpacked) || blob !== undefined)
    gives[layer] = isSomething ? 1 : (gives[below[layer] ?? -1] ?? 0)
  }
  return new Set(
    [...chosen].filter((place) => {
      const image = removable[place]?.image ?? -1
      return !isNothing(images[image]?.own ?? nothing) || gives[top[image] ?? -1] === 1
    }),
  )
}

const nothing: SizeBounds = { least: 0, most: 0 }
const unlisted: Layer = { id: '', unpacked: nothing }
