/**
 * Interns keys: a key's number is its index in a list.
 *
 * Odd: an open table over a hash of some characters. Why: filling V8's Map with half a million keys takes four times
 * as long, and looking up keys that are equal and not identical, as text read from files is, half as long again;
 * `bench/containerd.bench.ts`. Keys with too many hash collisions (a hostile input) go to a Map.
 */
import { elementAt } from './lists.js'

/** Keys by number. */
export interface Numbering {
  readonly keys: ReadonlyArray<string>
  /** Two integers per slot: the hash, and the number plus one (0: free). */
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
  const capacity = 2 ** Math.ceil(Math.log2(1.5 * keys.length + 2))
  const mask = capacity - 1
  const slots = new Int32Array(2 * capacity)
  let distinct = true
  for (let number = 0; number < keys.length; number++) {
    const key = elementAt(keys, number)
    const hash = hashOf(key)
    let slot = hash & mask
    for (let steps = 0; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask, steps++) {
      if (slots[2 * slot] === hash && keys[(slots[2 * slot + 1] ?? 0) - 1] === key) distinct = false
      if (steps === reach) return crowdedNumbering(keys)
    }
    slots[2 * slot] = hash
    slots[2 * slot + 1] = number + 1
  }
  return { keys, slots, mask, crowded: null, distinct }
}

/** The number of a key; -1 when it has none. */
export const numberOfKey = (numbers: Numbering, key: string): number =>
  numbers.crowded === null ? probe(numbers, key, hashOf(key)) : (numbers.crowded.get(key) ?? -1)

const probe = ({ keys, slots, mask }: Numbering, key: string, hash: number): number => {
  for (let slot = hash & mask, steps = 0; steps <= reach; slot = (slot + 1) & mask, steps++) {
    const number = (slots[2 * slot + 1] ?? 0) - 1
    if (number < 0) return -1
    if (slots[2 * slot] === hash && keys[number] === key) return number
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
