/**
 * Reads, sorts, groups and numbers items without a locale: the same on every host.
 */
import type { readonlyNonEmptyArray as RNEA } from 'fp-ts'

/**
 * Reads a list where the index is known to be in range: a loop's counter below `length`, or a number that was handed out
 * as an index of this list. Such a read needs no check, and the cast stands here alone.
 */
export const elementAt = <A>(list: ArrayLike<A>, index: number): A => list[index] as A

/** Whether there is any. */
export const isNonEmpty = <A>(list: ReadonlyArray<A>): list is RNEA.ReadonlyNonEmptyArray<A> => list.length > 0

/** A field of a value's own, never one that it inherits; nothing where the value has no fields. */
export const ownField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** True for an object that is not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares text by UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares instants; earlier first. */
export const compareInstant = (a: Date, b: Date): number => a.getTime() - b.getTime()

/** The earliest of some instants; nothing where there is none. */
export const earliest = (instants: ReadonlyArray<Date | undefined>): Date | undefined => {
  let first: Date | undefined
  for (const one of instants) if (one !== undefined && (first === undefined || one < first)) first = one
  return first
}

/** Compares text by its UTF-8 bytes, as stores and Go do; differs from code units where surrogate pairs come in. */
export const compareBytes = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left !== right) return byteRank(left) - byteRank(right)
  }
  return a.length - b.length
}

/** True when some code unit of the text may order differently by bytes than by code units. */
export const isWide = (text: string): boolean => wide.test(text)

const wide = /[\ud800-\uffff]/

/** Surrogates stand for the characters beyond U+FFFF. */
const byteRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit)

/**
 * The places of the numbers, smallest number first; equal numbers keep their order. None may be NaN.
 *
 * Odd: the engine sorts the numbers alone, each with its index or, where that does not fit, finding its rank by
 * bisection. Why: a comparison written in JavaScript takes eight times as long for a hundred thousand numbers, and a
 * function called for each number doubles what is left.
 */
export const placesByRank = (numbers: Float64Array): Uint32Array => {
  const { length } = numbers
  let [least, most, isWhole] = [Infinity, -Infinity, true]
  for (let place = 0; place < length; place++) {
    const number = elementAt(numbers, place)
    if (number < least) least = number
    if (number > most) most = number
    isWhole &&= Number.isInteger(number)
  }
  const isPackable = isWhole && (most - least + 1) * length <= 2 ** 53
  return isPackable ? placesByPacking(numbers, least) : placesByBisection(numbers)
}

/** Items by their numbers, smallest first; those of equal numbers as they compare. No number may be NaN. */
export const byNumber = <A>(
  items: ReadonlyArray<A>,
  numbers: Float64Array,
  compareTied: (a: A, b: A) => number,
): ReadonlyArray<A> => {
  const places = placesByRank(numbers)
  const sorted: A[] = []
  for (let index = 0; index < places.length; index++) sorted.push(elementAt(items, elementAt(places, index)))
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const number = elementAt(numbers, elementAt(places, from))
    do to++
    while (to < sorted.length && elementAt(numbers, elementAt(places, to)) === number)
    if (to - from === 1) continue
    const tied = sorted.slice(from, to).sort(compareTied)
    for (let index = 0; index < tied.length; index++) sorted[from + index] = elementAt(tied, index)
  }
  return sorted
}

/** Whole numbers that lie close together are sorted with their places in one number each. */
const placesByPacking = (numbers: Float64Array, least: number): Uint32Array => {
  const { length } = numbers
  const packed = new Float64Array(length)
  for (let place = 0; place < length; place++) packed[place] = (elementAt(numbers, place) - least) * length + place
  packed.sort()
  const places = new Uint32Array(length)
  for (let index = 0; index < length; index++) places[index] = elementAt(packed, index) % length
  return places
}

const placesByBisection = (numbers: Float64Array): Uint32Array => {
  const sorted = numbers.slice().sort()
  const taken = new Uint32Array(numbers.length)
  const places = new Uint32Array(numbers.length)
  for (let place = 0; place < numbers.length; place++) {
    const first = firstOf(sorted, numbers[place] ?? 0)
    const before = taken[first] ?? 0
    taken[first] = before + 1
    places[first + before] = place
  }
  return places
}

const firstOf = (sorted: Float64Array, wanted: number): number => {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds an item to the list of a key, which may be its first. */
export const addTo = <K, A>(lists: Map<K, A[]>, key: K, item: A): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Groups items by key; groups and their items keep the order of first sight. */
export const groupBy = <A>(key: (item: A) => string, items: ReadonlyArray<A>): Map<string, A[]> => {
  const groups = new Map<string, A[]>()
  for (const item of items) addTo(groups, key(item), item)
  return groups
}

/** Keys by number. */
export interface Numbering {
  readonly keys: ReadonlyArray<string>
  /**
   * One integer per slot (0: free): within the mask the number plus one, beyond it what the hash has there. Most of the
   * time of a look-up is spent waiting for memory, of which such slots need half as much as with the hash beside.
   */
  readonly slots: Int32Array
  readonly mask: number
  /** Used instead of the slots if too many keys share a hash. */
  readonly crowded: ReadonlyMap<string, number> | null
  /** False when some key occurs twice. */
  readonly distinct: boolean
}

/** The greatest distance of a key from the slot of its hash. */
const reach = 48

/** Numbers keys by their index. */
export const numbering = (keys: ReadonlyArray<string>): Numbering => {
  const capacity = 2 ** Math.ceil(Math.log2(2 * keys.length + 2))
  const mask = capacity - 1
  const slots = new Int32Array(capacity)
  let distinct = true
  // Until a loop over a long list is compiled, each step by an iterator leaves an object behind.
  for (let number = 0; number < keys.length; number++) {
    const key = elementAt(keys, number)
    const hash = hashOf(key)
    let slot = hash & mask
    let held = slots[slot] ?? 0
    for (let steps = 0; held !== 0; steps++) {
      if (((held ^ hash) & ~mask) === 0 && keys[(held & mask) - 1] === key) distinct = false
      if (steps === reach) return crowdedNumbering(keys)
      slot = (slot + 1) & mask
      held = slots[slot] ?? 0
    }
    slots[slot] = (hash & ~mask) | (number + 1)
  }
  return { keys, slots, mask, crowded: null, distinct }
}

/** The number of a key; -1 when it has none. */
export const numberOfKey = (numbers: Numbering, key: string): number =>
  numbers.crowded === null ? probe(numbers, key, hashOf(key)) : (numbers.crowded.get(key) ?? -1)

const probe = ({ keys, slots, mask }: Numbering, key: string, hash: number): number => {
  for (let slot = hash & mask, steps = 0; steps <= reach; slot = (slot + 1) & mask, steps++) {
    const held = slots[slot] ?? 0
    if (held === 0) return -1
    if (((held ^ hash) & ~mask) === 0 && keys[(held & mask) - 1] === key) return (held & mask) - 1
  }
  return -1
}

const crowdedNumbering = (keys: ReadonlyArray<string>): Numbering => {
  const crowded = new Map<string, number>()
  keys.forEach((key, number) => crowded.set(key, number))
  return { keys, slots: new Int32Array(0), mask: 0, crowded, distinct: crowded.size === keys.length }
}

/** Hashes the last characters and a few spread over the key. */
const hashOf = (key: string): number => {
  const { length } = key
  const tail = length > 10 ? length - 10 : 0
  let hash = length
  for (let at = tail; at < length; at++) hash = Math.imul(hash, 31) + key.charCodeAt(at)
  for (let at = 0, step = (tail >> 2) + 1; at < tail; at += step) hash = Math.imul(hash, 31) + key.charCodeAt(at)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** Texts as numbers that compare as the texts do. */
export interface TextRanks {
  /** Each once, in order. */
  readonly texts: ReadonlyArray<string>
  /** The place in `texts` of each text that was given. */
  readonly ranks: Uint32Array
}

/** Ranks texts by UTF-16 code units, of which many are equal, often neighbours. */
export const rankTexts = (given: ReadonlyArray<string>): TextRanks => {
  const numbers = new Map<string, number>()
  const ranks = new Uint32Array(given.length)
  let before: string | undefined
  let number = 0
  for (let place = 0; place < given.length; place++) {
    const text = elementAt(given, place)
    if (text !== before) {
      number = numbers.get(text) ?? numbers.size
      if (number === numbers.size) numbers.set(text, number)
      before = text
    }
    ranks[place] = number
  }
  // Without a comparison of its own the engine compares code units too, and faster.
  const texts = [...numbers.keys()].sort()
  const rankOf = new Uint32Array(texts.length)
  for (let rank = 0; rank < texts.length; rank++) rankOf[numbers.get(elementAt(texts, rank)) ?? 0] = rank
  for (let place = 0; place < ranks.length; place++) ranks[place] = elementAt(rankOf, elementAt(ranks, place))
  return { texts, ranks }
}
