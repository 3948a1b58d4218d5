/**
 * Chooses the images to remove: in order until enough is free, or the cheapest set that frees enough.
 */
import { int64ToBigint } from '../core/int64.js'
import { solve } from './knapsack/solve.js'
import { type Freed, freedIn, freedInTurn } from './layers/account.js'
import type { Stack } from './layers/stack.js'
import { type Removable, withEffect } from './effect.js'

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
 * A download that several layers were made of is freed with the last of them, which a forest cannot express. It is counted
 * in equal parts for each, so that no set gives back more than is counted, and the bound holds for every set. Where the set found is
 * not enough, one is looked for to which such downloads do not count. Of the sets found, and the first that are enough in
 * order, the cheapest that is really enough is taken.
 */
export const cheapestEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): Choice => {
  const all = new Set(removable.keys())
  const most = freedOf(stack, removable, all)
  const isEnough = (goes: ReadonlySet<number>): boolean =>
    int64ToBigint(freedOf(stack, removable, goes).bytes.least) >= wanted
  if (!isEnough(all)) return { goes: all, leastCost: null }
  const layersOf = layersByDownload(stack)
  const hopeful = cheapest(stack, removable, wanted, partsOf(stack, layersOf, new Set(most.blobs)))
  const alone = new Set(most.blobs.filter((digest) => layersOf.get(digest) === 1))
  const goes = isEnough(hopeful.goes)
    ? hopeful.goes
    : cheapest(stack, removable, wanted, partsOf(stack, layersOf, alone)).goes
  const cheapestOf = [goes, firstEnough(stack, removable, wanted), all]
    .filter(isEnough)
    .map((one) => withEffect(stack, removable, one))
    .reduce((a, b) => (isBetter(removable, b, a) ? b : a))
  return { goes: cheapestOf, leastCost: Math.min(hopeful.lowerBound, costOf(removable, cheapestOf)) }
}

const costOf = (removable: ReadonlyArray<Removable>, goes: ReadonlySet<number>): number =>
  removable.reduce((sum, { cost }, place) => (goes.has(place) ? sum + cost : sum), 0)

/** Costs less, or as much with fewer images: what costs nothing would go for nothing. */
const isBetter = (
  removable: ReadonlyArray<Removable>,
  one: ReadonlySet<number>,
  other: ReadonlySet<number>,
): boolean => {
  const more = costOf(removable, one) - costOf(removable, other)
  return more < 0 || (more === 0 && one.size < other.size)
}

const freedOf = (stack: Stack, removable: ReadonlyArray<Removable>, goes: ReadonlySet<number>): Freed => {
  const images = new Set(removable.filter((_, place) => goes.has(place)).map(({ image }) => image))
  return freedIn(stack, (image) => images.has(image))
}

const layersByDownload = ({ layers }: Stack): ReadonlyMap<string, number> => {
  const count = new Map<string, number>()
  for (const { blob } of layers) if (blob !== undefined) count.set(blob.digest, (count.get(blob.digest) ?? 0) + 1)
  return count
}

/** What each layer counts for its download, if that is to count; together not less than the download. */
const partsOf = (
  { layers }: Stack,
  layersOf: ReadonlyMap<string, number>,
  counts: ReadonlySet<string>,
): ReadonlyArray<number> =>
  layers.map(({ blob }) =>
    blob === undefined || !counts.has(blob.digest)
      ? 0
      : Math.ceil(Number(int64ToBigint(blob.size.least)) / (layersOf.get(blob.digest) ?? 1)),
  )

/** The set of least cost where a layer counts with a part of its download; everything where none is enough. */
const cheapest = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  wanted: bigint,
  parts: ReadonlyArray<number>,
): { readonly goes: ReadonlySet<number>; readonly lowerBound: number } => {
  const { layers, images, below, top } = stack
  // Every image is a thing of its own on its uppermost layer, so that its own bytes count even where the layer stays.
  const size = layers.length + images.length
  const forest = {
    below: new Int32Array(size).fill(-1),
    gain: new Float64Array(size),
    cost: new Float64Array(size),
    objects: new Int32Array(size),
    held: new Uint8Array(size),
  }
  layers.forEach(({ unpacked }, layer) => {
    forest.below[layer] = below[layer] ?? -1
    forest.gain[layer] = Number(int64ToBigint(unpacked.least)) + (parts[layer] ?? 0)
    forest.held[layer] = stack.held[layer] ?? 0
  })
  // Whatever may not go is held.
  forest.held.fill(1, layers.length)
  images.forEach(({ own }, image) => {
    forest.below[layers.length + image] = top[image] ?? -1
    forest.gain[layers.length + image] = Number(int64ToBigint(own.least))
  })
  for (const { image, cost } of removable) {
    forest.held[layers.length + image] = 0
    forest.objects[layers.length + image] = 1
    forest.cost[layers.length + image] = cost
  }
  const answer = solve(forest, Number(wanted))
  if (answer._tag !== 'Reached') return { goes: new Set(removable.keys()), lowerBound: 0 }
  const going = new Uint8Array(size)
  for (const thing of answer.things) going[thing] = 1
  for (const layer of stack.upwards) if (going[below[layer] ?? -1] === 1) going[layer] = 1
  const places = removable.flatMap(({ image }, place) =>
    going[layers.length + image] === 1 || going[top[image] ?? -1] === 1 ? [place] : [],
  )
  return { goes: new Set(places), lowerBound: answer.lowerBound }
}
