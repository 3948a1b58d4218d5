import { describe, expect, it } from 'vitest'

import type { Choices } from '../../../src/reclaim/knapsack/forest.js'
import { outermost } from '../../../src/reclaim/knapsack/relax.js'
import { repaired } from '../../../src/reclaim/knapsack/repair.js'
import { choicesFrom } from './build.js'

/** What is left of two selections, of which the first falls short. */
const repair = (choices: Choices, short: ReadonlyArray<number>, enough: ReadonlyArray<number>, goal: number) => {
  const [low, high] = [short, enough].map((marks) => outermost(choices, Uint8Array.from(marks)))
  if (low === undefined || high === undefined) throw new Error('two were given')
  const { taken, cost, gain } = repaired(
    choices,
    { multiplier: 1, lowerBound: 0, best: new Float64Array(), short: low, enough: high },
    goal,
  )
  return [taken.join(''), cost, gain]
}

describe('one choice more', () => {
  it('costs what is not taken of it already', () => {
    const choices = choicesFrom([-1, 30, 20], [0, 10, 6], [0, 10, 6], [-1, 8, 10], [-1, 90, 90])
    expect(repair(choices, [0, 1, 1, 0, 0], [0, 0, 0, 0, 1], 28)).toEqual(['10000', 20, 30])
    // What stands further inside counts as well.
    const deep = choicesFrom([-1, 30, 20], [0, 15, 14], [1, 10, 12], [-1, 20, 10], [-1, 90, 90])
    expect(repair(deep, [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], 30)).toEqual(['10000', 20, 30])
    expect(repair(deep, [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], 15)).toEqual(['01000', 14, 15])
  })

  it('gives back what is not given back by it already', () => {
    const choices = choicesFrom([-1, 30, 20], [0, 10, 6], [0, 15, 8], [-1, 6, 9], [-1, 90, 90])
    expect(repair(choices, [0, 1, 1, 0, 0], [0, 0, 0, 0, 1], 30)).toEqual(['10000', 20, 30])
    expect(repair(choices, [0, 1, 1, 0, 0], [0, 0, 0, 0, 1], 31)).toEqual(['01110', 23, 31])
  })

  it('is the first of two that cost the same', () => {
    const choices = choicesFrom([-1, 5, 4], [-1, 6, 4], [-1, 90, 90])
    expect(repair(choices, [0, 0, 0], [0, 0, 1], 5)).toEqual(['100', 4, 5])
    expect(repair(choices, [0, 0, 0], [0, 0, 1], 6)).toEqual(['010', 4, 6])
  })

  it('lies in none that is taken', () => {
    const choices = choicesFrom([-1, 30, 20], [0, 29, 1], [1, 28, 1], [-1, 9, 3], [-1, 90, 90])
    expect(repair(choices, [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], 31)).toEqual(['10010', 23, 39])
  })

  it('is not made where it does not cost less than what is enough', () => {
    const choices = choicesFrom([-1, 5, 4], [-1, 6, 4], [-1, 3, 3])
    expect(repair(choices, [0, 0, 0], [0, 1, 0], 5)).toEqual(['010', 4, 6])
    expect(repair(choices, [0, 0, 1], [0, 1, 0], 5)).toEqual(['010', 4, 6])
  })
})

describe('one choice less', () => {
  it('is the dearest of those taken that are not needed', () => {
    const choices = choicesFrom([-1, 10, 1], [-1, 5, 3], [-1, 4, 2], [-1, 3, 99])
    expect(repair(choices, [0, 0, 0, 0], [1, 1, 1, 0], 14)).toEqual(['1010', 3, 14])
    expect(repair(choices, [0, 0, 0, 0], [1, 1, 1, 0], 15)).toEqual(['1100', 4, 15])
    expect(repair(choices, [0, 0, 0, 0], [1, 1, 1, 0], 16)).toEqual(['1110', 6, 19])
  })

  it('is the first of two that cost the same', () => {
    const choices = choicesFrom([-1, 10, 9], [-1, 5, 3], [-1, 4, 3])
    expect(repair(choices, [0, 0, 0], [1, 1, 1], 14)).toEqual(['101', 12, 14])
  })

  it('is not made where a choice more costs less', () => {
    const choices = choicesFrom([-1, 10, 9], [-1, 5, 3], [-1, 10, 8])
    expect(repair(choices, [0, 0, 0], [1, 1, 0], 10)).toEqual(['001', 8, 10])
  })
})
