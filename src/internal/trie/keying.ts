/**
 * How a trie tells values apart: by a key that each value carries, and two hashes of it. The second hash is computed
 * only if the first is the same; keys that share both are in one sorted bucket.
 */

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
