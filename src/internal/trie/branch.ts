/**
 * Branches of a persistent map: a trie over hashes, five bits a level, whose branches hold values and further
 * branches side by side. Equal contents give equal tries, however they were made: a branch with a single value is
 * never kept below another.
 *
 * Values are told apart by a key that each carries, and two hashes of it. The second hash is computed only if the first is the
 * same; keys that share both are in one sorted bucket.
 */
import { elementAt } from '../lists.js'

/** How values are keyed. Keys are equal when they are identical. */
export interface Keying<K extends string | number, V> {
  readonly keyOf: (value: V) => K
  /** 32 bits of a key; `round` is 0 or 1. */
  readonly hash: (key: K, round: number) => number
}

/** Values keyed by a text that they carry. */
export const keyedByText = <V>(keyOf: (value: V) => string): Keying<string, V> => ({ keyOf, hash: hashOfText })

/** Values keyed by a whole number that they carry. */
export const keyedByNumber = <V>(keyOf: (value: V) => number): Keying<number, V> => ({ keyOf, hash: hashOfNumber })

/** Odd multipliers; the rounds share nothing, so that keys chosen to collide in one part in the other. */
const multipliers = [0x01000193, 0x5bd1e995] as const

const hashOfText = (key: string, round: number): number => {
  const multiplier = round === 0 ? multipliers[0] : multipliers[1]
  let hash = 0x811c9dc5 ^ key.length
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), multiplier)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

const hashOfNumber = (key: number, round: number): number => (round === 0 ? key | 0 : Math.floor(key / 2 ** 32) | 0)

/** A branch may be changed in place by the holder of its token; null: by no one. */
export type Owner = object | null

/** One branch; all but `owner` decides what the trie holds. Changed in place by its owner alone. */
export interface Branch<V> {
  /** Values in this branch and below. */
  size: number
  /** Places that hold a value, one bit each; 0 in a bucket. */
  valueMap: number
  /** Places that hold a branch, one bit each. */
  branchMap: number
  /** By place; in a bucket by key. */
  values: ReadonlyArray<V>
  /** By place. */
  branches: ReadonlyArray<Branch<V>>
  owner: Owner
}

/** A trie, read-only. */
export type Trie<V> = Readonly<Branch<V>>

/** Levels of one hash. */
export const levelsPerHash = 7

/** The level at which both hashes are used up and keys lie in buckets. */
export const bucketLevel: number = 2 * levelsPerHash

export const none: ReadonlyArray<never> = []

const empty: Trie<never> = { size: 0, valueMap: 0, branchMap: 0, values: none, branches: none, owner: null }

/** The trie that holds nothing. */
export const emptyTrie = <V>(): Trie<V> => empty

/** The bit of a hash's place at a level. */
export const bitAt = (hash: number, level: number): number => 1 << ((hash >>> (5 * (level % levelsPerHash))) & 31)

/** How many places below `bit` are taken. */
export const indexOf = (map: number, bit: number): number => {
  let bits = map & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Where a key lies in a bucket, or where it belongs. */
export const placeInBucket = <K extends string | number, V>(
  { keyOf }: Keying<K, V>,
  values: ReadonlyArray<V>,
  key: K,
): number => {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyOf(elementAt(values, middle)) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The value of a key; `undefined` when there is none. */
export const find = <K extends string | number, V>(keying: Keying<K, V>, trie: Trie<V>, key: K): V | undefined => {
  let branch = trie
  let hash = keying.hash(key, 0)
  for (let level = 0; level < bucketLevel; level++) {
    if (level === levelsPerHash) hash = keying.hash(key, 1)
    const bit = bitAt(hash, level)
    if ((branch.valueMap & bit) !== 0) {
      const value = elementAt(branch.values, indexOf(branch.valueMap, bit))
      return keying.keyOf(value) === key ? value : undefined
    }
    if ((branch.branchMap & bit) === 0) return undefined
    branch = elementAt(branch.branches, indexOf(branch.branchMap, bit))
  }
  const value = branch.values[placeInBucket(keying, branch.values, key)]
  return value !== undefined && keying.keyOf(value) === key ? value : undefined
}

/** Calls `visit` for every value, in an order that the contents alone decide. */
export const each = <V>(trie: Trie<V>, visit: (value: V) => void): void => {
  for (const value of trie.values) visit(value)
  for (const branch of trie.branches) each(branch, visit)
}

/** Every value, in the order of {@link each}. */
export const valuesOf = <V>(trie: Trie<V>): V[] => {
  const values: V[] = []
  each(trie, (value) => values.push(value))
  return values
}
