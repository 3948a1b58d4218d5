import { int64ToBigint } from '../core/int64.js'
import { freedIn } from './layers/account.js'
import type { Stack } from './layers/stack.js'
import type { SizeBounds } from './layers/store.js'

/** An image that may be removed: its index in the store, and what losing it costs. */
export interface Removable {
  readonly image: number
  readonly cost: number
}

/** Surely nothing: an unknown size might be something. */
export const isNothing = ({ most }: SizeBounds): boolean => most !== undefined && int64ToBigint(most) === 0n

/** Of the chosen images, those that free anything: bytes of their own, or a layer that is removed with them. */
export const withEffect = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> => {
  const { layers, images, below, upwards, top } = stack
  const going = new Set(removable.filter((_, place) => chosen.has(place)).map(({ image }) => image))
  const freed = new Set(freedIn(stack, (image) => going.has(image)).layers)
  // 1: it is removed and frees something, or one below it does.
  const gives = Uint8Array.from(layers, ({ id, unpacked, blob }) =>
    freed.has(id) && (!isNothing(unpacked) || blob !== undefined) ? 1 : 0,
  )
  for (const layer of upwards) if (gives[below[layer] ?? -1] === 1) gives[layer] = 1
  const own = Uint8Array.from(images, (image) => (isNothing(image.own) ? 0 : 1))
  return new Set(
    removable.flatMap(({ image }, place) =>
      chosen.has(place) && (own[image] === 1 || gives[top[image] ?? -1] === 1) ? [place] : [],
    ),
  )
}
