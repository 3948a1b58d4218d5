/**
 * Answers which of the images that may go do go: in order until enough is free, or the set of least cost.
 */
import { int64ToBigint } from '../../core/int64.js'
import type { Forest } from '../../internal/forest-knapsack/forest.js'
import { solve } from '../../internal/forest-knapsack/solve.js'
import { freedInTurn } from '../layers/in-turn.js'
import type { Stack } from '../layers/stack.js'

/** An image that may go: where the store has it, and what losing it costs. */
export interface Removable {
  readonly image: number
  readonly cost: number
}

/** Which images go, by place in the list of removable ones. */
export interface Choice {
  readonly goes: ReadonlySet<number>
  /** No set that is enough costs less; null where even everything is not enough. */
  readonly leastCost: number | null
}

/** As many from the beginning of a list of sizes as the kubelet takes: at least one, until what is counted is enough. */
export const countedEnough = (counted: ReadonlyArray<bigint>, wanted: bigint): ReadonlySet<number> => {
  const goes = new Set<number>()
  let sum = 0n
  for (const [place, size] of counted.entries()) {
    goes.add(place)
    sum += size
    if (sum >= wanted) break
  }
  return goes
}

/** As many from the beginning as really are enough; all of them where none are. */
export const firstEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): ReadonlySet<number> => {
  const goes = new Set<number>()
  let sum = 0n
  for (const [place, bytes] of freedInTurn(
    stack,
    removable.map(({ image }) => image),
  ).entries()) {
    if (sum >= wanted) break
    goes.add(place)
    sum += int64ToBigint(bytes)
  }
  return goes
}

/**
 * The set of least cost that is enough; everything where nothing is.
 *
 * A download that several layers were made of goes only with the last of them, which no forest can say. It counts for
 * none of them in the search, so that what is found is enough, and for each of them in the bound, so that it holds.
 */
export const cheapestEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): Choice => {
  const shared = sharedBlobs(stack)
  const answer = solve(
    forestOf(stack, removable, (digest) => !shared.has(digest)),
    Number(wanted),
  )
  const bounding =
    shared.size === 0
      ? answer
      : solve(
          forestOf(stack, removable, () => true),
          Number(wanted),
        )
  const leastCost = bounding._tag === 'Reached' ? bounding.lowerBound : null
  return answer._tag === 'Reached'
    ? { goes: placesOf(stack, removable, answer.things), leastCost }
    : { goes: new Set(removable.keys()), leastCost }
}

/** Digests of downloads that several layers were made of. */
const sharedBlobs = ({ layers }: Stack): ReadonlySet<string> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { blob } of layers)
    if (blob !== undefined) {
      if (seen.has(blob.digest)) shared.add(blob.digest)
      seen.add(blob.digest)
    }
  return shared
}

/** Layers, and behind them each image as a thing of its own, whose own bytes count even where its layers stay. */
const forestOf = (
  { layers, images, below, top, held }: Stack,
  removable: ReadonlyArray<Removable>,
  counts: (digest: string) => boolean,
): Forest => {
  const size = layers.length + images.length
  const forest = {
    below: new Int32Array(size).fill(-1),
    gain: new Float64Array(size),
    cost: new Float64Array(size),
    objects: new Int32Array(size),
    held: new Uint8Array(size),
  }
  layers.forEach(({ unpacked, blob }, layer) => {
    forest.below[layer] = below[layer] ?? -1
    const download = blob !== undefined && counts(blob.digest) ? int64ToBigint(blob.size.least) : 0n
    forest.gain[layer] = Number(int64ToBigint(unpacked.least) + download)
    forest.held[layer] = held[layer] ?? 0
  })
  const placeOf = new Map(removable.map(({ image }, place) => [image, place]))
  images.forEach(({ own }, image) => {
    const thing = layers.length + image
    forest.below[thing] = top[image] ?? -1
    forest.gain[thing] = Number(int64ToBigint(own.least))
    const place = placeOf.get(image)
    if (place === undefined) forest.held[thing] = 1
    else {
      forest.objects[thing] = 1
      forest.cost[thing] = removable[place]?.cost ?? 0
    }
  })
  return forest
}

/** Places of the images that go when things of the forest go with all that stands on them. */
const placesOf = (
  { layers, below, top, upwards }: Stack,
  removable: ReadonlyArray<Removable>,
  things: ReadonlyArray<number>,
): ReadonlySet<number> => {
  const going = new Set(things)
  for (const layer of upwards) if (going.has(below[layer] ?? -1)) going.add(layer)
  return new Set(
    removable.flatMap(({ image }, place) =>
      going.has(layers.length + image) || going.has(top[image] ?? -1) ? [place] : [],
    ),
  )
}
