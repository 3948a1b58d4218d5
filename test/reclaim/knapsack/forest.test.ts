import { describe, expect, it } from 'vitest'

import { choicesOf } from '../../../src/reclaim/knapsack/forest.js'
import type { Thing } from './build.js'
import { forest, soundChoices } from './build.js'

const listed = (...things: ReadonlyArray<Thing>) => {
  const { thing, within, gain, cost } = soundChoices(forest(...things))
  return [...thing].map((one, at) => [one, within[at], gain[at], cost[at]])
}

describe('the choices of a forest', () => {
  it('are things with all that goes with them', () => {
    expect(listed([-1, 1, 2, 1], [0, 10, 20, 1], [1, 100, 200, 1], [0, 1000, 2000, 1], [-1, 5, 6, 1])).toEqual([
      [0, -1, 1111, 2222],
      [1, 0, 110, 220],
      [2, 1, 100, 200],
      [3, 0, 1000, 2000],
      [4, -1, 5, 6],
    ])
  })

  it('come lower ones first, each followed by what stands on it', () => {
    expect(listed([2, 10, 20, 1], [-1, 5, 6, 1], [-1, 1, 2, 1])).toEqual([
      [2, -1, 11, 22],
      [0, 0, 10, 20],
      [1, -1, 5, 6],
    ])
  })

  it('are none for what no object stands on, which gives back nothing', () => {
    expect(listed([-1, 100, 0, 0])).toEqual([])
    expect(listed([-1, 5, 1, 1], [0, 100, 0, 0])).toEqual([[0, -1, 5, 1]])
  })

  it('are none for what is held and all below it', () => {
    expect(listed([-1, 1, 0, 0], [0, 2, 0, 0], [1, 3, 4, 1, 1], [1, 5, 6, 1], [0, 7, 8, 1])).toEqual([
      [3, -1, 5, 6],
      [4, -1, 7, 8],
    ])
    expect(listed([-1, 1, 0, 0], [0, 2, 0, 0, 1], [0, 3, 4, 1])).toEqual([[2, -1, 3, 4]])
    // What stands on something held may go.
    expect(listed([-1, 1, 0, 0, 1], [0, 2, 3, 1])).toEqual([[1, -1, 2, 3]])
  })

  it('are one for things on each other of which only the highest has an object', () => {
    expect(listed([-1, 1, 0, 0], [0, 2, 0, 0], [1, 3, 5, 1], [2, 4, 1, 1])).toEqual([
      [0, -1, 10, 6],
      [3, 0, 4, 1],
    ])
  })

  it('leave the forest as it was given', () => {
    const given = forest([-1, 1, 0, 0], [0, 2, 0, 0, 1], [0, 3, 4, 1], [2, 3, 0, 0])
    const before = structuredClone(given)
    choicesOf(given)
    expect(given).toEqual(before)
  })
})
