/**
 * Answers which of the images that may go do go: in order until enough is free, or the set of least cost.
 */
import { int64ToBigint } from '../../core/int64.js'
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

/** The set of least cost that is enough; everything where nothing is. */
export const cheapestEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): Choice => {
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
  const blobs = new Map<string, number>()
  for (const { blob } of layers) if (blob !== undefined) blobs.set(blob.digest, (blobs.get(blob.digest) ?? 0) + 1)
  layers.forEach(({ unpacked, blob }, layer) => {
    forest.below[layer] = below[layer] ?? -1
    // A download that several layers were made of may stay, so it counts for none of them.
    const download = blob !== undefined && blobs.get(blob.digest) === 1 ? int64ToBigint(blob.size.least) : 0n
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
  if (answer._tag !== 'Reached') return { goes: new Set(removable.keys()), leastCost: null }
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
