/**
 * Reads, sorts and groups items without a locale: the same on every host.
 */

/**
 * Reads a list where the index is known to be in range: a loop's counter below `length`, or a number that was handed out
 * as an index of this list. Such a read needs no check, and the cast stands here alone.
 */
export const elementAt = <A>(list: ArrayLike<A>, index: number): A => list[index] as A

/** A field of a value's own, never one that it inherits; nothing where the value has no fields. */
export const ownField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Compares text by UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares instants; earlier first. */
export const compareInstant = (a: Date, b: Date): number => a.getTime() - b.getTime()

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
 * bisection. Why: a comparison written in JavaScript takes eight times as long for a hundred thousand numbers.
 */
export const placesByRank = (numbers: Float64Array): Uint32Array => {
  const { length } = numbers
  const least = numbers.reduce((low, number) => Math.min(low, number), Infinity)
  const most = numbers.reduce((high, number) => Math.max(high, number), -Infinity)
  const isPackable = numbers.every((number) => Number.isInteger(number)) && (most - least + 1) * length <= 2 ** 53
  return isPackable ? placesByPacking(numbers, least) : placesByBisection(numbers)
}

/** Whole numbers that lie close together are sorted with their places in one number each. */
const placesByPacking = (numbers: Float64Array, least: number): Uint32Array => {
  const { length } = numbers
  const packed = numbers.map((number, place) => (number - least) * length + place).sort()
  return Uint32Array.from(packed, (one) => one % length)
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

/** The first index of a number among sorted numbers. */
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

/** The n-th smallest number, counted from 0, by quickselect; reorders the numbers. */
export const nthSmallest = (numbers: Float64Array, place: number): number => {
  let from = 0
  let to = numbers.length - 1
  while (from < to) {
    const pivot = numbers[(from + to) >> 1] ?? 0
    let low = from
    let high = to
    while (low <= high) {
      while ((numbers[low] ?? 0) < pivot) low++
      while ((numbers[high] ?? 0) > pivot) high--
      if (low > high) break
      const swapped = numbers[low] ?? 0
      numbers[low++] = numbers[high] ?? 0
      numbers[high--] = swapped
    }
    // Between the two lies at most one number, equal to the pivot; it is in its place.
    if (place <= high) to = high
    else from = low
  }
  return numbers[place] ?? 0
}

/** Groups items by key; groups and their items keep the order of first sight. */
export const groupBy = <A>(key: (item: A) => string, items: ReadonlyArray<A>): Map<string, A[]> => {
  const groups = new Map<string, A[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}
