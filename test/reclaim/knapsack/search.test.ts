import { describe, expect, it } from 'vitest'

import { baselineOf } from '../../../src/reclaim/knapsack/baseline.js'
import { deviationsOf } from '../../../src/reclaim/knapsack/deviate.js'
import type { Choices } from '../../../src/reclaim/knapsack/forest.js'
import { relax } from '../../../src/reclaim/knapsack/relax.js'
import type { Question } from '../../../src/reclaim/knapsack/search.js'
import { search } from '../../../src/reclaim/knapsack/search.js'
import { choicesFrom, hardTrees, rounded, soundChoices } from './build.js'

const all = { unit: 0, width: Infinity, work: Infinity }

const searched = (choices: Choices, goal: number, asked: Omit<Question, 'goal' | 'multiplier'>) => {
  const relaxation = relax(choices, goal)
  const baseline = baselineOf(choices, relaxation, goal)
  const deviations = deviationsOf(choices, baseline, asked.known - relaxation.lowerBound)
  const { changes, lowerBound, work } = search(baseline, deviations, {
    goal,
    multiplier: relaxation.multiplier,
    ...asked,
  })
  return [changes, ...rounded([lowerBound, work])]
}

describe('a search', () => {
  it('finds what is cheaper than what is known, by changes to what is taken at the best multiplier', () => {
    const choices = choicesFrom([-1, 5, 4], [-1, 5, 4.5], [-1, 10, 8.4])
    // At the best multiplier 0 is taken.
    expect(searched(choices, 10, { known: 8.5, ...all })).toEqual([[0, 2], 8.4, 6])
    expect(searched(choices, 10, { known: 8.4, ...all })).toEqual([null, 8.4, 3])
  })

  const [trees, goal] = [soundChoices(hardTrees), 14_345]

  it.each([
    [16_000, 0, 8314],
    [16_000, 1, 8063],
    [15_219, 0, 8443],
    [15_219, 1, 8199],
  ])('finds the cheapest with room for all, cheaper than %d in units of %d after %d ways', (known, unit, work) => {
    expect(searched(trees, goal, { ...all, known, unit })).toEqual([[4, 7, 9], 15_206, work])
  })

  it('finds nothing cheaper than the cheapest, which is what it promises', () => {
    expect(searched(trees, goal, { ...all, known: 15_206 })).toEqual([null, 15_206, 4835])
    expect(searched(trees, goal, { ...all, known: 15_206, unit: 1 })).toEqual([null, 15_206, 4667])
  })

  it.each([
    [100, 15_180.653573, 2626],
    [32, 15_167.174524, 1032],
    [17, 15_161.064925, 616],
    [16, 15_158.826536, 587],
    [1, 15_158.826536, 587],
  ])('keeps %d ways at most, though never fewer than sixteen, and promises less', (width, lowerBound, work) => {
    expect(searched(trees, goal, { known: 15_219, unit: 0, width, work: Infinity })).toEqual([null, lowerBound, work])
  })

  it.each([
    [9000, [4, 7, 9], 15_206, 7266],
    [5000, null, 15_192.46165, 4205],
    [1000, null, 15_164.345223, 872],
    [1, null, 15_158.826536, 587],
  ])('shares %d ways to look at among what is left to go through', (most, changes, lowerBound, work) => {
    expect(searched(trees, goal, { known: 15_219, unit: 0, width: Infinity, work: most })).toEqual([
      changes,
      lowerBound,
      work,
    ])
  })
})
