/**
 * Answers which of the images that may go do go: in order until enough is free, or the set of least cost.
 */
import { int64ToBigint } from '../../core/int64.js'
import { solve } from '../../internal/forest-knapsack/solve.js'
import { freedIn } from '../layers/account.js'
import { freedInTurn } from '../layers/in-turn.js'
import type { Stack } from '../layers/stack.js'
import type { Removable } from './effect.js'
import { withEffect } from './effect.js'

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
 * A download that several layers were made of goes with the last of them, which no forest can say. It is counted once for
 * none of them, so that what is found is enough, and once for each, so that the bound holds for every set; of the sets found
 * so, and the first that are enough in order, the cheapest that is really enough is taken.
 */
export const cheapestEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): Choice => {
  const shared = sharedDownloads(stack)
  const all = new Set(removable.keys())
  const careful = cheapest(stack, removable, wanted, (digest) => !shared.has(digest))
  if (shared.size === 0) return careful ?? { goes: all, leastCost: null }
  const hopeful = cheapest(stack, removable, wanted, () => true)
  if (hopeful === null || !isEnough(stack, removable, all, wanted)) return { goes: all, leastCost: null }
  const found = [all, firstEnough(stack, removable, wanted), hopeful.goes, careful?.goes ?? all]
    .filter((goes) => isEnough(stack, removable, goes, wanted))
    .map((goes) => withEffect(stack, removable, goes))
  const goes = found.reduce((a, b) => (costOf(removable, b) < costOf(removable, a) ? b : a), all)
  return { goes, leastCost: hopeful.leastCost }
}

const costOf = (removable: ReadonlyArray<Removable>, goes: ReadonlySet<number>): number =>
  [...goes].reduce((sum, place) => sum + (removable[place]?.cost ?? 0), 0)

const isEnough = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  goes: ReadonlySet<number>,
  wanted: bigint,
): boolean => {
  const images = new Set([...goes].map((place) => removable[place]?.image))
  return int64ToBigint(freedIn(stack, (image) => images.has(image)).bytes.least) >= wanted
}

/** Downloads of which several layers were made. */
const sharedDownloads = ({ layers }: Stack): ReadonlySet<string> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { blob } of layers) {
    if (blob === undefined) continue
    if (seen.has(blob.digest)) shared.add(blob.digest)
    seen.add(blob.digest)
  }
  return shared
}

/** The set of least cost where a layer counts with the downloads that `counts` says; null where none is enough. */
const cheapest = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  wanted: bigint,
  counts: (digest: string) => boolean,
): Choice | null => {
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
  layers.forEach(({ unpacked, blob }, layer) => {
    forest.below[layer] = below[layer] ?? -1
    const download = blob !== undefined && counts(blob.digest) ? int64ToBigint(blob.size.least) : 0n
    forest.gain[layer] = Number(int64ToBigint(unpacked.least) + download)
    forest.held[layer] = stack.held[layer] ?? 0
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
  const answer = solve(forest, Number(wanted))
  if (answer._tag !== 'Reached') return null
  const going = new Uint8Array(size)
  for (const thing of answer.things) going[thing] = 1
  for (const layer of stack.upwards) {
    const lower = below[layer] ?? -1
    if (lower !== -1 && going[lower] === 1) going[layer] = 1
  }
  const goes = removable.flatMap(({ image }, place) => {
    const layer = top[image] ?? -1
    return going[layers.length + image] === 1 || (layer !== -1 && going[layer] === 1) ? [place] : []
  })
  return { goes: new Set(goes), leastCost: answer.lowerBound }
}
