/**
 * Answers which of the images that may go do go: in order until enough is free, or the set of least cost.
 */
import { int64ToBigint } from '../../core/int64.js'
import { solve } from '../../internal/forest-knapsack/solve.js'
import type { Freed } from '../layers/account.js'
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
 * A download that several layers were made of goes with the last of them, which no forest can say. It is counted in equal
 * parts for each, so that no set gives back more than is counted and the bound holds for every set; what a set found so
 * lacks is asked for in addition. Such downloads are left out altogether where that finds nothing. Of the sets found, and
 * the first that are enough in order, the cheapest that is really enough is taken.
 */
export const cheapestEnough = (stack: Stack, removable: ReadonlyArray<Removable>, wanted: bigint): Choice => {
  const all = new Set(removable.keys())
  const most = freedOf(stack, removable, all)
  if (int64ToBigint(most.bytes.least) < wanted) return { goes: all, leastCost: null }
  const downloads = downloadsOf(stack)
  const parts = partsOf(stack, downloads, new Set(most.blobs))
  const found: ReadonlySet<number>[] = []
  let leastCost = 0
  let missing = 0n
  for (let round = 0; round < rounds; round++) {
    const solved = cheapest(stack, removable, wanted + missing, parts)
    if (solved === null) break
    if (round === 0) leastCost = solved.lowerBound
    found.push(solved.goes)
    const lacks = wanted - int64ToBigint(freedOf(stack, removable, solved.goes).bytes.least)
    if (lacks <= 0n) break
    missing += lacks
  }
  if (found.length > 1) {
    const alone = [...most.blobs].filter((digest) => downloads.get(digest)?.layers === 1n)
    const careful = cheapest(stack, removable, wanted, partsOf(stack, downloads, new Set(alone)))
    if (careful !== null) found.push(careful.goes)
  }
  const enough = [...found, firstEnough(stack, removable, wanted), all]
    .filter((goes) => int64ToBigint(freedOf(stack, removable, goes).bytes.least) >= wanted)
    .map((goes) => withEffect(stack, removable, goes))
  const goes = enough.reduce((a, b) => (costOf(removable, b) < costOf(removable, a) ? b : a), all)
  return { goes, leastCost: Math.min(leastCost, costOf(removable, goes)) }
}

/** How often a set that is not enough is looked for again. */
const rounds = 3

const costOf = (removable: ReadonlyArray<Removable>, goes: ReadonlySet<number>): number =>
  removable.reduce((sum, { cost }, place) => (goes.has(place) ? sum + cost : sum), 0)

const freedOf = (stack: Stack, removable: ReadonlyArray<Removable>, goes: ReadonlySet<number>): Freed => {
  const images = new Set(removable.filter((_, place) => goes.has(place)).map(({ image }) => image))
  return freedIn(stack, (image) => images.has(image))
}

interface Download {
  readonly bytes: bigint
  readonly layers: bigint
}

/** How large each download is, at the most that is said of it, and how many layers were made of it. */
const downloadsOf = ({ layers }: Stack): ReadonlyMap<string, Download> => {
  const downloads = new Map<string, Download>()
  for (const { blob } of layers) {
    if (blob === undefined) continue
    const before = downloads.get(blob.digest) ?? { bytes: 0n, layers: 0n }
    const bytes = int64ToBigint(blob.size.least)
    downloads.set(blob.digest, {
      bytes: bytes > before.bytes ? bytes : before.bytes,
      layers: before.layers + 1n,
    })
  }
  return downloads
}

/** What each layer counts for its download, if that is to count; what cannot be shared out evenly the first ones have. */
const partsOf = (
  { layers }: Stack,
  downloads: ReadonlyMap<string, Download>,
  counts: ReadonlySet<string>,
): ReadonlyArray<bigint> => {
  const given = new Map<string, bigint>()
  return layers.map(({ blob }) => {
    const download = blob === undefined || !counts.has(blob.digest) ? undefined : downloads.get(blob.digest)
    if (blob === undefined || download === undefined) return 0n
    const place = given.get(blob.digest) ?? 0n
    given.set(blob.digest, place + 1n)
    return download.bytes / download.layers + (place < download.bytes % download.layers ? 1n : 0n)
  })
}

/** The set of least cost where a layer counts with a part of its download; null where none is enough. */
const cheapest = (
  stack: Stack,
  removable: ReadonlyArray<Removable>,
  wanted: bigint,
  downloads: ReadonlyArray<bigint>,
): { readonly goes: ReadonlySet<number>; readonly lowerBound: number } | null => {
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
    forest.gain[layer] = Number(int64ToBigint(unpacked.least) + (downloads[layer] ?? 0n))
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
  return { goes: new Set(goes), lowerBound: answer.lowerBound }
}
