/** Chance with a seed: the same seed gives the same world. */

/** Draws. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number
  /** True so often. */
  readonly chance: (share: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
}

/** Draws from a seed (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: (from) => {
      const one = from[below(from.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}
