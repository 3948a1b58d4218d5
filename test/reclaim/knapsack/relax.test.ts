import { describe, expect, it } from 'vitest'

import { outermost, relax } from '../../../src/reclaim/knapsack/relax.js'
import { choicesFrom, rounded } from './build.js'

const taken = ({ taken: marks }: { readonly taken: Uint8Array }): string => marks.join('')

describe('the best multiplier', () => {
  it('is moved until the goal lies between two selections of equal worth', () => {
    const choices = choicesFrom([-1, 10, 1], [-1, 10, 2], [-1, 10, 3], [-1, 10, 4], [-1, 10, 50])
    const at = (goal: number) => {
      const { multiplier, lowerBound, short, enough } = relax(choices, goal)
      return [...rounded([multiplier, lowerBound]), taken(short), taken(enough)]
    }
    expect(at(5)).toEqual([0.1, 0.5, '00000', '10000'])
    expect(at(10)).toEqual([0.1, 1, '00000', '10000'])
    expect(at(11)).toEqual([0.2, 1.2, '10000', '11000'])
    expect(at(35)).toEqual([0.4, 8, '11100', '11110'])
    expect(at(50)).toEqual([5, 60, '11110', '11111'])
  })

  it('is as exact for small numbers as for large ones', () => {
    for (const scale of [1e-9, 1, 1e9]) {
      const choices = choicesFrom([-1, 10, scale], [-1, 10, 2 * scale], [-1, 10, 3 * scale])
      const { multiplier, lowerBound, short, enough, best } = relax(choices, 15)
      expect([taken(short), taken(enough)]).toEqual(['100', '110'])
      expect(rounded([multiplier / scale, lowerBound / scale, ...[...best].map((one) => one / scale)])).toEqual([
        0.2, 2, -1, 0, 0,
      ])
    }
  })

  it('is not that of things that give back nothing', () => {
    const { multiplier, lowerBound, short, enough } = relax(choicesFrom([-1, 10, 1], [-1, 10, 2], [-1, 0, 100]), 15)
    expect([multiplier, lowerBound, taken(short), taken(enough)]).toEqual([0.2, 2, '100', '110'])
  })

  it('is nothing where what is enough costs nothing', () => {
    const { multiplier, lowerBound, short, enough } = relax(choicesFrom([-1, 10, 0], [-1, 10, 0]), 5)
    expect([multiplier, lowerBound, taken(short), taken(enough)]).toEqual([0, 0, '00', '11'])
  })

  it('tells the least inside each choice, which its parts add up to', () => {
    const { multiplier, best } = relax(choicesFrom([-1, 40, 30], [0, 10, 1], [0, 10, 2], [-1, 60, 24]), 45)
    expect([multiplier, ...rounded(best)]).toEqual([0.4, -5, -3, -2, 0])
  })

  it('tells that of a whole by its parts where these save more', () => {
    const choices = choicesFrom([-1, 40, 30], [0, 10, 1], [0, 10, 2], [-1, 30, 6], [3, 10, 5], [-1, 10, 90])
    const { multiplier, lowerBound, short, enough, best } = relax(choices, 45)
    expect([multiplier, lowerBound, taken(short), taken(enough)]).toEqual([0.2, 8, '010000', '011100'])
    // As a whole 22 too much, by its parts 1 saved; a whole saves nothing that its part does not cost.
    expect(rounded(best)).toEqual([-1, -1, 0, 0, 0, 0])
  })
})

describe('the outermost of marked choices', () => {
  it('are those that lie in no other one, however far inside', () => {
    const choices = choicesFrom([-1, 9, 8], [0, 5, 4], [1, 3, 2], [2, 1, 1], [-1, 20, 30])
    const marked = (...marks: ReadonlyArray<number>) => {
      const { taken: found, cost, gain } = outermost(choices, Uint8Array.from(marks))
      return [found.join(''), cost, gain]
    }
    expect(marked(1, 0, 0, 1, 0)).toEqual(['10000', 8, 9])
    expect(marked(0, 1, 0, 1, 1)).toEqual(['01001', 34, 25])
    expect(marked(0, 0, 0, 1, 0)).toEqual(['00010', 1, 1])
    expect(marked(0, 0, 0, 0, 0)).toEqual(['00000', 0, 0])
  })
})
