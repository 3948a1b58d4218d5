import type { Choices, Forest } from '../../../src/reclaim/knapsack/forest.js'
import { choicesOf } from '../../../src/reclaim/knapsack/forest.js'

export type Thing = readonly [below: number, gain: number, cost: number, objects: number, held?: 1]

export const forest = (...things: ReadonlyArray<Thing>): Forest => ({
  below: Int32Array.from(things, ([below]) => below),
  gain: Float64Array.from(things, ([, gain]) => gain),
  cost: Float64Array.from(things, ([, , cost]) => cost),
  objects: Int32Array.from(things, ([, , , objects]) => objects),
  held: Uint8Array.from(things, ([, , , , held]) => held ?? 0),
})

/** Separate things, each with a gain and a cost. */
export const apart = (...things: ReadonlyArray<readonly [gain: number, cost: number]>): Forest =>
  forest(...things.map(([gain, cost]): Thing => [-1, gain, cost, 1]))

export const soundChoices = (of: Forest): Choices => {
  const choices = choicesOf(of)
  if (choices === null) throw new Error('circular')
  return choices
}

/** Choices as they are, each with all that goes with it. */
export const choicesFrom = (
  ...rows: ReadonlyArray<readonly [within: number, gain: number, cost: number]>
): Choices => ({
  thing: Int32Array.from(rows, (_, at) => at),
  within: Int32Array.from(rows, ([within]) => within),
  gain: Float64Array.from(rows, ([, gain]) => gain),
  cost: Float64Array.from(rows, ([, , cost]) => cost),
})

/** Numbers that look drawn by lot. */
export const drawn = (seed: number): (() => number) => {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Trees of a base, a few runtimes on it and services on these, with costs that have little to do with gains. */
export const large = (count: number): Forest => {
  const next = drawn(7)
  return forest(
    ...Array.from({ length: count }, (_, at): Thing => {
      const below = at % 40 === 0 ? -1 : at % 40 < 6 ? at - (at % 40) : at - (at % 40) + 1 + Math.floor(next() * 5)
      const bytes = Math.round(1e6 * Math.exp(next() * 5))
      return at % 40 < 6 ? [below, 3 * bytes, 0, 0] : [below, bytes, Math.round(bytes * next() ** 3), 1]
    }),
  )
}

/** The numbers, rounded to millionths, zero without a sign. */
export const rounded = (numbers: Iterable<number>): ReadonlyArray<number> =>
  [...numbers].map((one) => Math.round(one * 1e6) / 1e6 + 0)

/** Trees of six in which cost and gain hardly differ, so that the multiplier says little. */
export const hardTrees: Forest = (() => {
  const next = drawn(5)
  return forest(
    ...Array.from({ length: 24 }, (_, at): Thing => {
      const gain = Math.round(1000 + next() * 1000)
      const root = at - (at % 6)
      return [at === root ? -1 : at % 6 < 3 ? root : root + 1 + (at % 2), gain, gain + 100 + (at % 2), 1]
    }),
  )
})()

/** Separate things of which each costs a hundred more than it gives back. */
export const hardApart = (count: number): Forest => {
  const next = drawn(3)
  return apart(
    ...Array.from({ length: count }, () => {
      const gain = Math.round(1000 + next() * 1000)
      return [gain, gain + 100] as const
    }),
  )
}

/** Separate things that cost what they give back, of which no two selections cost the same. */
export const evenApart: Forest = apart(
  ...Array.from({ length: 16 }, (_, at) => [2 ** 16 + 2 ** at, 2 ** 16 + 2 ** at] as const),
)
