import { describe, expect, it } from 'vitest'

import { baselineOf } from '../../../src/reclaim/knapsack/baseline.js'
import type { Choices } from '../../../src/reclaim/knapsack/forest.js'
import { outermost } from '../../../src/reclaim/knapsack/relax.js'
import { choicesFrom, rounded } from './build.js'

/** At a multiplier of one for each unit of gain, with the least inside each choice. */
const at = (choices: Choices, best: ReadonlyArray<number>, goal: number, multiplier = 1) => {
  const none = outermost(choices, new Uint8Array(choices.within.length))
  return baselineOf(
    choices,
    { multiplier, best: Float64Array.from(best), lowerBound: 0, short: none, enough: none },
    goal,
  )
}

describe('what is taken at the best multiplier', () => {
  it('is what costs less than it is worth, a whole before its parts where that is better', () => {
    // Worth 3 as a whole and 4 by its parts; worth 4 as a whole and 1 by its parts.
    const choices = choicesFrom([-1, 15, 12], [0, 7, 3], [0, 6, 7], [-1, 12, 8], [3, 4, 3], [-1, 3, 5])
    const { whole, cost, gain, costChange, gainChange, slack } = at(choices, [-4, -4, 0, -4, -1, 0], 100)
    expect([...whole]).toEqual([0, 1, 0, 1, 1, 0])
    expect([cost, gain]).toEqual([11, 19])
    expect([...costChange]).toEqual([9, -3, 7, -5, -3, 5])
    expect([...gainChange]).toEqual([8, -7, 6, -8, -4, 3])
    expect([...slack]).toEqual([1, 4, 1, 3, 1, 2])
  })

  it('is what makes no difference as well, the first ones, as far as the goal is not passed', () => {
    const choices = choicesFrom([-1, 4, 4], [-1, 5, 5], [-1, 3, 3], [-1, 2, 2])
    const taken = (goal: number) => [...at(choices, [0, 0, 0, 0], goal).whole]
    expect(taken(3)).toEqual([0, 0, 1, 0])
    expect(taken(4)).toEqual([1, 0, 0, 0])
    expect(taken(8)).toEqual([1, 0, 1, 0])
    expect(taken(9)).toEqual([1, 1, 0, 0])
    expect(taken(14)).toEqual([1, 1, 1, 1])
  })

  it('is not what makes no difference where the goal is passed already', () => {
    const choices = choicesFrom([-1, 9, 1], [-1, 1, 1])
    expect([...at(choices, [-8, 0], 9).whole]).toEqual([1, 0])
    expect([...at(choices, [-8, 0], 10).whole]).toEqual([1, 1])
  })

  it('is nothing that makes no difference inside something taken as a whole', () => {
    const choices = choicesFrom([-1, 20, 10], [0, 3, 3], [1, 1, 1], [-1, 2, 2])
    expect([...at(choices, [-10, 0, 0, 0], 22).whole]).toEqual([1, 0, 0, 1])
    // A whole that makes no difference itself: what is inside it is taken with it.
    const equal = choicesFrom([-1, 6, 6], [0, 3, 3], [1, 1, 1], [-1, 2, 2])
    expect([...at(equal, [0, 0, 0, 0], 9).whole]).toEqual([1, 0, 0, 1])
    expect([...at(equal, [0, 0, 0, 0], 5).whole]).toEqual([0, 1, 0, 1])
    expect([...at(equal, [0, 0, 0, 0], 3).whole]).toEqual([0, 1, 0, 0])
  })

  it('changes to a whole by what that adds to the parts', () => {
    // Two parts worth 2 and 3; the whole is worth 5 as well and adds 4.
    const choices = choicesFrom([-1, 14, 9], [0, 4, 2], [0, 6, 3])
    expect([...at(choices, [-5, -2, -3], 13).whole]).toEqual([0, 1, 1])
    const { whole, cost, gain } = at(choices, [-5, -2, -3], 14)
    expect([...whole]).toEqual([1, 1, 1])
    expect([cost, gain]).toEqual([9, 14])
  })

  it('takes what differs by less than is lost in adding up as no different', () => {
    const taken = (off: number) => [...at(choicesFrom([-1, 1, 1 - off]), [0], 0).whole]
    expect([taken(2e-12), taken(5e-13)]).toEqual([[1], [0]])
    // What is lost grows with the sum of both sides, here 10 and 2.
    const parts = (off: number) => [...at(choicesFrom([-1, 12, 10 - off], [0, 6, 4]), [-2, -2], 6).whole]
    expect([parts(2e-11), parts(1e-11)]).toEqual([
      [1, 1],
      [0, 1],
    ])
  })

  it('is measured at the multiplier', () => {
    const { whole, slack } = at(choicesFrom([-1, 4, 7], [-1, 4, 9]), [-1, 0], 100, 2)
    expect([...whole]).toEqual([1, 0])
    expect(rounded(slack)).toEqual([1, 1])
  })
})
