/**
 * Builds a trie of many values at once: values are sorted by their hashes, so that every branch is made once, in its
 * final size. Inserting them one by one gives the same trie, but the whole fold of a listing then takes 40 % more
 * processor time; `bench/kubernetes-owner-memory.bench.ts`.
 */
import { type Branch, type Trie, type Keying, emptyTrie, levelsPerHash, none } from './branch.js'
import { insertBelow } from './change.js'
import { elementAt } from '../lists.js'

const places = 32

/** The trie of values with distinct keys. */
export const buildTrie = <K extends string | number, V>(keying: Keying<K, V>, values: ReadonlyArray<V>): Trie<V> => {
  const { length } = values
  if (length === 0) return emptyTrie()
  const hashes = new Int32Array(length)
  for (let index = 0; index < length; index++) hashes[index] = keying.hash(keying.keyOf(elementAt(values, index)), 0)
  const order = Int32Array.from(hashes.keys())
  const sorted = new Int32Array(length)
  /** Where the values of each place end, level by level. */
  const ends = Array.from({ length: levelsPerHash }, () => new Int32Array(places))

  const branchOf = (from: number, to: number, level: number): Branch<V> => {
    const end = ends[level]
    if (end === undefined) return crowd(from, to)
    sortByPlace(from, to, 5 * level, end)
    let [valueMap, branchMap, valueCount] = [0, 0, 0]
    for (let place = 0, at = from; place < places; at = end[place++] ?? 0) {
      const count = (end[place] ?? 0) - at
      if (count === 1) {
        valueMap |= 1 << place
        valueCount++
      } else if (count > 1) branchMap |= 1 << place
    }
    const held = new Array<V>(valueCount)
    const branches: Branch<V>[] = []
    // Branches below sort by the places of deeper levels and keep to their own ranges; the ends of this level stay.
    for (let place = 0, at = from, next = 0; place < places; place++) {
      const until = end[place] ?? 0
      if (until - at === 1) held[next++] = elementAt(values, order[at] ?? 0)
      else if (until > at) branches.push(branchOf(at, until, level + 1))
      at = until
    }
    return {
      size: to - from,
      valueMap,
      branchMap,
      values: valueCount === 0 ? none : held,
      branches: branches.length === 0 ? none : branches.slice(),
      owner: null,
    }
  }

  const sortByPlace = (from: number, to: number, shift: number, end: Int32Array): void => {
    end.fill(0)
    for (let at = from; at < to; at++) {
      const place = ((hashes[order[at] ?? 0] ?? 0) >>> shift) & (places - 1)
      end[place] = (end[place] ?? 0) + 1
    }
    for (let place = 0, start = from; place < places; place++) {
      const count = end[place] ?? 0
      end[place] = start
      start += count
    }
    for (let at = from; at < to; at++) {
      const index = order[at] ?? 0
      const place = ((hashes[index] ?? 0) >>> shift) & (places - 1)
      const free = end[place] ?? 0
      sorted[free] = index
      end[place] = free + 1
    }
    order.set(sorted.subarray(from, to), from)
  }

  /** Values whose first hashes are the same. */
  const crowd = (from: number, to: number): Branch<V> => {
    let branch: Branch<V> = emptyTrie<V>()
    for (let at = from; at < to; at++)
      branch = insertBelow(keying, null, branch, levelsPerHash, elementAt(values, order[at] ?? 0))
    return branch
  }

  return branchOf(0, length, 0)
}
