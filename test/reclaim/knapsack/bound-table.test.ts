import { describe, expect, it } from 'vitest'

import { boundTable } from '../../../src/reclaim/knapsack/bound-table.js'
import { rounded } from './build.js'

type Row = readonly [whole: 0 | 1, cost: number, gain: number, end: number]

/** What is left to save from each place on, at the best multiplier of one. */
const restOf = (...rows: ReadonlyArray<Row>): ReadonlyArray<number> => {
  const { multipliers, bounds } = boundTable(
    {
      choice: Int32Array.from(rows, (_, at) => at),
      whole: Uint8Array.from(rows, ([whole]) => whole),
      cost: Float64Array.from(rows, ([, cost]) => cost),
      gain: Float64Array.from(rows, ([, , gain]) => gain),
      end: Int32Array.from(rows, ([, , , end]) => end),
    },
    1,
  )
  return rounded(bounds[multipliers.indexOf(1)] ?? [])
}

describe('what is left to save', () => {
  it('is what each change saves, of those that save something', () => {
    expect(restOf([0, 1, 3, 1], [0, 5, 4, 2], [0, 2, 5, 3])).toEqual([-5, -3, -3, 0])
  })

  it('is by a whole or inside it, where its parts are taken: the better of both', () => {
    // As a whole 4, by two changes inside 2 and 1; a third after it saves 10.
    expect(restOf([0, 1, 5, 3], [0, 1, 3, 2], [0, 1, 2, 3], [0, 0, 10, 4])).toEqual([-14, -13, -11, -10, 0])
    expect(restOf([0, 1, 3, 3], [0, 1, 3, 2], [0, 1, 2, 3], [0, 0, 10, 4])).toEqual([-13, -13, -11, -10, 0])
  })

  it('is by its parts with what is saved inside, or nothing, where a whole is taken', () => {
    // By its parts 2 more, inside these 3 less.
    expect(restOf([1, 2, 0, 2], [0, 0, 3, 2], [0, 0, 7, 3])).toEqual([-8, -10, -7, 0])
    expect(restOf([1, 4, 0, 2], [0, 0, 3, 2], [0, 0, 7, 3])).toEqual([-7, -10, -7, 0])
  })

  it('is nothing after the last one', () => {
    expect(restOf()).toEqual([0])
  })
})

describe('the multipliers of a table', () => {
  it('lie on both sides of the best one alike, in ever larger steps', () => {
    const none = {
      choice: new Int32Array(),
      whole: new Uint8Array(),
      cost: new Float64Array(),
      gain: new Float64Array(),
    }
    const { multipliers } = boundTable({ ...none, end: new Int32Array() }, 10)
    const below = [3, 6, 8, 9, 9.5, 9.8, 9.9, 9.95, 9.98, 9.99]
    expect(rounded(multipliers)).toEqual(
      rounded([0, 1, ...below, 10, ...below.toReversed().map((one) => 100 / one), 100, 1000, 1e7]),
    )
  })
})
