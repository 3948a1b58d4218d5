import { describe, expect, it } from 'vitest'

import type { Forest } from '../../../src/reclaim/knapsack/forest.js'
import { choicesOf } from '../../../src/reclaim/knapsack/forest.js'
import { outermost, relax } from '../../../src/reclaim/knapsack/relax.js'
import { repaired } from '../../../src/reclaim/knapsack/repair.js'
import type { Effort } from '../../../src/reclaim/knapsack/solve.js'
import { solve } from '../../../src/reclaim/knapsack/solve.js'
import type { Thing } from './build.js'
import { apart, drawn, evenApart, forest, hardApart, hardTrees, large, rounded, soundChoices } from './build.js'

describe('the cheapest selection', () => {
  it('is nothing where nothing is wanted', () => {
    for (const goal of [0, -1])
      expect(solve(apart([5, 1]), goal)).toEqual({
        _tag: 'Reached',
        things: [],
        cost: 0,
        gain: 0,
        lowerBound: 0,
        work: 0,
      })
  })

  it('is out of reach where everything is not enough, and says how much there is', () => {
    expect(solve(apart([5, 1], [6, 1]), 12)).toEqual({ _tag: 'OutOfReach', most: 11 })
    expect(solve(apart([5, 1], [6, 1]), 11)).toMatchObject({ _tag: 'Reached', things: [0, 1], cost: 2, gain: 11 })
    expect(solve(forest(), 1)).toEqual({ _tag: 'OutOfReach', most: 0 })
  })

  it('takes no multiplier per unit where one large thing is cheaper', () => {
    // By multiplier 0 and 1 come first, but together they cost more than 2 alone.
    expect(solve(apart([5, 4], [5, 4.5], [10, 8.4]), 10)).toMatchObject({ things: [2], cost: 8.4, lowerBound: 8.4 })
  })

  it('takes a thing with all that stands on it, or its parts', () => {
    const tree = forest([-1, 100, 0, 0], [0, 10, 3, 1], [0, 20, 4, 1], [-1, 50, 6, 1])
    expect(solve(tree, 130)).toMatchObject({ things: [0], cost: 7, gain: 130 })
    expect(solve(tree, 45)).toMatchObject({ things: [3], cost: 6 })
    expect(solve(tree, 20)).toMatchObject({ things: [2], cost: 4 })
    expect(solve(tree, 180)).toMatchObject({ things: [0, 3], cost: 13 })
  })

  it('leaves alone what is held, and what stands under it', () => {
    const tree = forest([-1, 100, 0, 0], [0, 10, 3, 1, 1], [0, 20, 4, 1])
    expect(solve(tree, 20)).toMatchObject({ things: [2], gain: 20 })
    expect(solve(tree, 21)).toEqual({ _tag: 'OutOfReach', most: 20 })
  })

  it('counts nothing for things on which no object stands', () => {
    expect(solve(forest([-1, 100, 0, 0]), 1)).toEqual({ _tag: 'OutOfReach', most: 0 })
    const tree = forest([-1, 5, 1, 1], [0, 100, 0, 0])
    expect(solve(tree, 6)).toEqual({ _tag: 'OutOfReach', most: 5 })
  })

  it('is refused for things that stand on each other in a circle', () => {
    expect(solve(forest([1, 1, 1, 1], [0, 1, 1, 1]), 1)).toEqual({ _tag: 'Circular' })
  })

  it('says how far off it may be where there was no room for all ways', () => {
    const things = Array.from({ length: 24 }, (_, at) => [100 + ((at * 37) % 41), 100 + ((at * 53) % 47)] as const)
    const [exact, rough] = [solve(apart(...things), 1111), solve(apart(...things), 1111, { few: 0, least: 1, each: 0 })]
    if (exact._tag !== 'Reached' || rough._tag !== 'Reached') throw new Error('out of reach')
    expect(exact.lowerBound).toBe(exact.cost)
    expect(rough.cost).toBeGreaterThanOrEqual(exact.cost)
    expect(rough.gain).toBeGreaterThanOrEqual(1111)
    expect(rough.lowerBound).toBeLessThanOrEqual(exact.cost)
    expect(rough.lowerBound).toBeGreaterThan(exact.cost * 0.9)
  })

  it('is near the least without all being looked at, where no two of 2^27 selections cost the same', () => {
    const things = Array.from({ length: 27 }, (_, at) => [2 ** 27 + 2 ** at, 2 ** 27 + 2 ** at] as const)
    const answer = solve(apart(...things), 13.5 * 2 ** 27)
    if (answer._tag !== 'Reached') throw new Error('out of reach')
    expect(answer.gain).toBeGreaterThanOrEqual(13.5 * 2 ** 27)
    expect(answer.cost / answer.lowerBound).toBeLessThan(1.04)
  })

  it('takes what costs nothing first', () => {
    expect(solve(apart([5, 0], [5, 1]), 5)).toMatchObject({ things: [0], cost: 0, lowerBound: 0 })
    expect(solve(apart([5, 0], [5, 1]), 6)).toMatchObject({ things: [0, 1], cost: 1 })
  })

  it('is found in a chain of a hundred thousand things', () => {
    const deep = forest(...Array.from({ length: 100_000 }, (_, at): Thing => [at - 1, 1, 0, at === 99_999 ? 1 : 0]))
    expect(solve(deep, 50_000)).toMatchObject({ things: [0], gain: 100_000 })
  })
})

describe('the choices of a forest', () => {
  it('are one for a thing and the only one on it', () => {
    const choices = choicesOf(forest([-1, 1, 0, 0], [0, 2, 0, 0], [1, 3, 5, 1]))
    expect(choices && { ...choices, gain: [...choices.gain], cost: [...choices.cost] }).toEqual({
      thing: Int32Array.from([0]),
      within: Int32Array.from([-1]),
      gain: [6],
      cost: [5],
    })
  })

  it('are two where the lower thing has an object of its own, and three where two stand on it', () => {
    expect([...(choicesOf(forest([-1, 1, 1, 1], [0, 2, 1, 1]))?.within ?? [])]).toEqual([-1, 0])
    expect([...(choicesOf(forest([-1, 1, 0, 0], [0, 2, 1, 1], [0, 2, 1, 1]))?.within ?? [])]).toEqual([-1, 0, 0])
  })

  it('are one where what else stands on a thing is held or empty', () => {
    expect([...(choicesOf(forest([-1, 1, 0, 0], [0, 2, 1, 1], [0, 9, 0, 0]))?.gain ?? [])]).toEqual([3])
    expect([...(choicesOf(forest([-1, 1, 0, 0], [0, 2, 1, 1], [0, 9, 1, 1, 1]))?.gain ?? [])]).toEqual([2])
  })
})

describe('the best multiplier', () => {
  const choices = choicesOf(apart([10, 1], [10, 2], [10, 4]))
  if (choices === null) throw new Error('circular')

  it('lies between a selection that falls short and one that is enough', () => {
    const { multiplier, lowerBound, short, enough, best } = relax(choices, 15)
    expect([multiplier, lowerBound, short.gain, enough.gain]).toEqual([0.2, 2, 10, 20])
    expect([...best].map((one) => Math.round(one * 10) / 10)).toEqual([-1, 0, 0])
  })

  it('is nothing where what costs nothing is enough', () => {
    const free = choicesOf(apart([10, 0], [10, 2]))
    if (free === null) throw new Error('circular')
    // What costs nothing is taken only when it is wanted.
    expect(relax(free, 10)).toMatchObject({ lowerBound: 0, enough: { cost: 0, gain: 10 } })
  })

  it('is repaired by one choice more or one less', () => {
    const uneven = choicesOf(apart([10, 1], [9, 2], [2, 1.5]))
    if (uneven === null) throw new Error('circular')
    const relaxation = relax(uneven, 12)
    expect(relaxation.enough.cost).toBe(3)
    expect(repaired(uneven, relaxation, 12)).toMatchObject({ cost: 2.5, gain: 12 })
    const taken = outermost(uneven, Uint8Array.from([1, 1, 1]))
    const less = repaired(uneven, { ...relaxation, short: { ...taken, cost: 99 }, enough: taken }, 12)
    expect(less).toMatchObject({ cost: 2.5, gain: 12 })
  })

  it('is that of a tree as a whole, or of its parts', () => {
    const whole = soundChoices(forest([-1, 100, 0, 0], [0, 10, 3, 1], [0, 20, 4, 1], [-1, 50, 6, 1]))
    const bought = relax(whole, 150)
    expect([bought.multiplier, bought.lowerBound, bought.short.gain, bought.enough.gain]).toEqual([0.12, 9.4, 130, 180])
    expect(rounded(bought.best)).toEqual([-8.6, 0, 0, 0])
    const parts = soundChoices(forest([-1, 1, 50, 1], [0, 10, 1, 1], [0, 20, 4, 1]))
    const apiece = relax(parts, 15)
    expect([apiece.multiplier, apiece.lowerBound, apiece.short.gain, apiece.enough.gain]).toEqual([0.2, 2, 10, 30])
    expect(rounded(apiece.best)).toEqual([-1, -1, 0])
    expect(repaired(parts, apiece, 15)).toEqual({ taken: Uint8Array.from([0, 0, 1]), cost: 4, gain: 20 })
    expect([...apiece.enough.taken]).toEqual([0, 1, 1])
  })

  it('is repaired by a choice that takes in what was chosen, never by one inside it', () => {
    const tree = soundChoices(forest([-1, 100, 0, 0], [0, 10, 3, 1], [0, 20, 4, 1], [-1, 5, 6, 1]))
    const all = outermost(tree, Uint8Array.from([1, 1, 1, 1]))
    const relaxation = { multiplier: 1, lowerBound: 0, best: new Float64Array(4), enough: { ...all, cost: 99 } }
    const widened = (marks: ReadonlyArray<number>, goal: number) =>
      repaired(tree, { ...relaxation, short: outermost(tree, Uint8Array.from(marks)) }, goal)
    expect(widened([0, 1, 0, 0], 31)).toEqual({ taken: Uint8Array.from([1, 0, 0, 0]), cost: 7, gain: 130 })
    expect(widened([1, 0, 0, 0], 134)).toEqual({ taken: Uint8Array.from([1, 0, 0, 1]), cost: 13, gain: 135 })
    expect(widened([0, 0, 0, 0], 9999)).toEqual({ ...all, cost: 99 })
  })

  it('counts a choice inside another one once', () => {
    const tree = choicesOf(forest([-1, 1, 1, 1], [0, 2, 1, 1], [1, 4, 1, 1]))
    if (tree === null) throw new Error('circular')
    expect(outermost(tree, Uint8Array.from([1, 1, 1]))).toMatchObject({ cost: 3, gain: 7 })
    expect(outermost(tree, Uint8Array.from([0, 1, 1]))).toMatchObject({ cost: 2, gain: 6 })
    expect([...outermost(tree, Uint8Array.from([1, 0, 1])).taken]).toEqual([1, 0, 0])
  })
})

describe('the cheapest selection among thousands', () => {
  it.each([
    [400, 1e6, 1e-9],
    [2000, 1e6, 1e-9],
    [2000, 1, 0.002],
  ])('is as good as proven, of %d things with %d ways looked at', (count, least, most) => {
    const things = large(count)
    const answer = solve(things, things.gain.reduce((sum, one) => sum + one, 0) * 0.4, { few: 0, least, each: 0 })
    if (answer._tag !== 'Reached') throw new Error('out of reach')
    expect((answer.cost - answer.lowerBound) / answer.cost).toBeLessThan(most)
  })
})

describe('the effort of a solution', () => {
  const solved = (things: Forest, goal: number, effort?: Effort) => {
    const answer = solve(things, goal, effort)
    if (answer._tag !== 'Reached') throw new Error('out of reach')
    return [answer.cost, ...rounded([answer.lowerBound]), answer.work]
  }

  it.each([
    [1, 13_047, 13_027.17218, 509],
    [1000, 13_046, 13_030.418614, 1372],
    [3000, 13_046, 13_033.427556, 2337],
    [10_000, 13_045, 13_045, 3189],
  ])('brings cost and bound together, of separate things with %d ways to look at', (least, ...found) => {
    expect(solved(hardApart(20), 12_345, { few: 0, least, each: 0 })).toEqual(found)
  })

  it.each([
    [1, 15_219, 15_158.826536, 587],
    [1000, 15_219, 15_164.345223, 1442],
    [3000, 15_219, 15_167.174524, 3311],
    [10_000, 15_206, 15_196.706543, 7508],
    [100_000, 15_206, 15_206, 12_488],
  ])('brings cost and bound together, of trees with %d ways to look at', (least, ...found) => {
    expect(solved(hardTrees, 14_345, { few: 0, least, each: 0 })).toEqual(found)
  })

  it.each([
    [300, 423],
    [1000, 761],
    [3000, 791],
    [30_000, 15_811],
    [100_000, 25_355],
  ])('ends early within a thousandth of the bound, after a fifth of %d ways', (least, work) => {
    expect(solved(evenApart, 7.5 * 2 ** 16, { few: 0, least, each: 0 })).toEqual([491_583, 491_520, work])
  })

  it('is so much for all, and so much for each choice', () => {
    const at = (least: number, each: number) => solved(hardApart(20), 12_345, { few: 0, least, each })
    expect(at(0, 50)).toEqual(at(1000, 0))
    expect(at(500, 25)).toEqual(at(1000, 0))
    expect(at(0, 50)).not.toEqual(at(3000, 0))
  })

  it('is whatever it takes where selections are few, at once with room for all', () => {
    const apartWith = (few: number) => solved(hardApart(16), 9345, { few, least: 1e6, each: 500 })
    expect(apartWith(2 ** 16)).toEqual([9945, 9945, 9586])
    expect(apartWith(2 ** 16 - 1)).toEqual([9945, 9945, 14_370])
    expect(solved(hardApart(16), 9345, { few: 2 ** 16, least: 1, each: 0 })).toEqual([9945, 9945, 9586])
    // Each of four trees as a whole, or by its parts in three times five ways.
    const treesWith = (few: number) => solved(hardTrees, 14_345, { few, least: 1e6, each: 0 })
    expect(treesWith(16 ** 4)).toEqual([15_206, 15_206, 8443])
    expect(treesWith(16 ** 4 - 1)).toEqual([15_206, 15_206, 12_488])
  })

  it('is a million ways and five hundred for each choice unless it is said, with 2^17 selections looked at all', () => {
    expect(solved(hardApart(17), 9345)).toEqual([9945, 9945, 12_640])
    expect(solved(hardApart(18), 9345)).toEqual([9945, 9945, 52_412])
    const next = drawn(11)
    const gains = Array.from({ length: 40 }, () => Math.round(1e6 + next() * 1e6))
    const many = apart(...gains.map((gain) => [gain, gain + 1e5] as const))
    const answer = solved(many, 20_000_345)
    expect(answer).toEqual(solved(many, 20_000_345, { few: 0, least: 1_020_000, each: 0 }))
    expect(answer).not.toEqual(solved(many, 20_000_345, { few: 0, least: 1_000_000, each: 0 }))
  })

  it('is none where the first selection costs what the best multiplier says', () => {
    expect(solved(apart([10, 1], [10, 2], [10, 4]), 20, { few: 0, least: 1e6, each: 0 })).toEqual([3, 3, 0])
    expect(solved(apart([10, 1], [10, 2], [10, 4]), 20)).toEqual([3, 3, 0])
  })
})
