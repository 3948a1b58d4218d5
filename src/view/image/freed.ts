/** What images really free, where the layers that they share are known. */
import { type Int64, int64ToBigint } from '../../core/int64.js'
import { freedIn, freedInTurn } from '../../reclaim/layers/account.js'
import type { Stack } from '../../reclaim/layers/stack.js'
import type { Turn } from './turns.js'

/** What each turn really frees: what is removed in its order, then what is spared; null for an image that the store lacks. */
export const freedByTurn = (stack: Stack, turns: ReadonlyArray<Turn>): ReadonlyMap<Turn, Int64> => {
  const inOrder = [...turns.filter(isRemoved), ...turns.filter(({ outcome }) => outcome === 'spared')]
  const known = inOrder.flatMap((turn) => {
    const image = stack.imageAt.get(turn.removal.target.imageId)
    return image === undefined ? [] : [{ turn, image }]
  })
  // An image that is keyed by several handlers goes with its first turn.
  const images = [...new Set(known.map(({ image }) => image))]
  const left = new Map(freedInTurn(stack, images).map((bytes, place) => [images[place], bytes] as const))
  return new Map(
    known.map(({ turn, image }) => {
      const bytes = left.get(image) ?? 0
      left.delete(image)
      return [turn, bytes]
    }),
  )
}

const isRemoved = ({ outcome }: Turn): boolean => outcome === 'removed'

/** Bytes that go with images, by id, all together; the lower bound. */
export const freedWith = (stack: Stack, images: ReadonlySet<string>): bigint =>
  int64ToBigint(freedIn(stack, (_, { id }) => images.has(id)).bytes.least)
