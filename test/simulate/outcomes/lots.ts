/** Draws by lot, the same for the same seed. */

/** Lots of one seed. */
export interface Lots {
  /** A number below a limit. */
  readonly draw: (limit: number) => number
  readonly pick: <A>(list: readonly [A, ...ReadonlyArray<A>]) => A
  /** True once in so many times. */
  readonly once: (times: number) => boolean
}

/** The lots of a seed. */
export const lotsOf = (seed: number): Lots => {
  let state = (seed * 2654435761) >>> 0
  const draw = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { draw, pick: (list) => list[draw(list.length)] ?? list[0], once: (times) => draw(times) === 0 }
}
