import { describe, expect, it } from 'vitest'

import type { Progress, ParetoFrontier } from '../../../src/reclaim/knapsack/pareto-frontier.js'
import { mergeFrontiers, emptyFrontier, roomFor } from '../../../src/reclaim/knapsack/pareto-frontier.js'

type Way = readonly [cost: number, gain: number, trail: number]

const waysOf = (...ways: ReadonlyArray<Way>): ParetoFrontier => ({
  cost: Float64Array.from(ways, ([cost]) => cost),
  gain: Float64Array.from(ways, ([, gain]) => gain),
  trail: Int32Array.from(ways, ([, , trail]) => trail),
})

const listed = ({ cost, gain, trail }: ParetoFrontier): ReadonlyArray<Way> =>
  [...cost].map((one, at) => [one, gain[at] ?? Number.NaN, trail[at] ?? Number.NaN])

/** A search for 100 that knows a selection for 50, and of what is left that it costs nothing at the least. */
const progressOf = (over: Partial<Progress> = {}): Progress => ({
  goal: 100,
  bounds: { multipliers: Float64Array.of(0), bounds: [Float64Array.of(0, 0)] },
  unit: 0,
  known: 50,
  found: null,
  leftOut: Infinity,
  work: 0,
  before: new Int32Array(),
  changed: new Int32Array(),
  changes: 0,
  room: roomFor(0),
  ...over,
})

describe('ways joined with others', () => {
  it('are in the order of their cost, the others with what the change adds', () => {
    const progress = progressOf()
    const ways = waysOf([1, 1, -1], [4, 5, 20], [9, 9, 21])
    const others = waysOf([0, 1, 10], [4, 4, 11], [8, 8, 12])
    const change = { choice: 7, cost: 2, gain: 2 }
    expect(listed(mergeFrontiers(progress, ways, others, change, 0, 99))).toEqual([
      [1, 1, -1],
      [2, 3, 0],
      [4, 5, 20],
      [6, 6, 1],
      [9, 9, 21],
      [10, 10, 2],
    ])
    expect([...progress.before.slice(0, 3)]).toEqual([10, 11, 12])
    expect([...progress.changed.slice(0, 3)]).toEqual([7, 7, 7])
    expect([progress.changes, progress.work, progress.found, progress.known]).toEqual([3, 6, null, 50])
  })

  it('keep their last change where nothing is changed', () => {
    const progress = progressOf()
    const both = mergeFrontiers(progress, waysOf([1, 1, 5]), waysOf([2, 2, 6]), null, 0, 99)
    expect(listed(both)).toEqual([
      [1, 1, 5],
      [2, 2, 6],
    ])
    expect(progress.changes).toBe(0)
  })

  it('are one list where the other is empty, whichever that is', () => {
    const some = waysOf([1, 1, 3], [2, 2, 4])
    const change = { choice: 5, cost: -1, gain: 1 }
    expect(listed(mergeFrontiers(progressOf(), some, emptyFrontier, null, 0, 99))).toEqual(listed(some))
    expect(listed(mergeFrontiers(progressOf(), emptyFrontier, some, change, 0, 99))).toEqual([
      [0, 2, 0],
      [1, 3, 1],
    ])
    expect(listed(mergeFrontiers(progressOf(), emptyFrontier, emptyFrontier, change, 0, 99))).toEqual([])
  })

  it('are without those that another one beats', () => {
    const beaten = mergeFrontiers(
      progressOf(),
      waysOf([1, 4, 0], [3, 6, 1]),
      waysOf([2, 4, 2], [4, 5, 3], [5, 7, 4]),
      null,
      0,
      99,
    )
    expect(listed(beaten)).toEqual([
      [1, 4, 0],
      [3, 6, 1],
      [5, 7, 4],
    ])
  })

  it('are the one that gives back more of two that cost the same, the first of two alike', () => {
    const join = (ways: ParetoFrontier, others: ParetoFrontier) =>
      listed(mergeFrontiers(progressOf(), ways, others, null, 0, 99))
    expect(join(waysOf([1, 4, 0]), waysOf([1, 5, 1]))).toEqual([[1, 5, 1]])
    expect(join(waysOf([1, 5, 0]), waysOf([1, 4, 1]))).toEqual([[1, 5, 0]])
    expect(join(waysOf([1, 4, 0]), waysOf([1, 4, 1]))).toEqual([[1, 4, 0]])
  })

  it('are without those that cost no less than what is known', () => {
    const join = (unit: number, cost: number) =>
      mergeFrontiers(progressOf({ unit }), waysOf([cost, 1, 0]), emptyFrontier, null, 0, 99)
    // Any numbers: less by more than is lost in adding up. Whole ones: less by one.
    expect([50, 50 - 1e-11, 50 - 1e-10, 49].map((cost) => join(0, cost).cost.length)).toEqual([0, 0, 1, 1])
    expect([50, 49.5, 49, 48].map((cost) => join(1, cost).cost.length)).toEqual([0, 0, 1, 1])
    // In units of 25.
    expect([30, 25].map((cost) => join(25, cost).cost.length)).toEqual([0, 1])
  })

  it('are a new best one where the goal is reached, and without what costs more from then on', () => {
    const progress = progressOf()
    const ways = waysOf([9, 99, 8], [30, 100, 9], [31, 200, 10], [32, 300, 11])
    expect(listed(mergeFrontiers(progress, ways, emptyFrontier, null, 0, 99))).toEqual([
      [9, 99, 8],
      [30, 100, 9],
    ])
    expect([progress.known, progress.found]).toEqual([30, 9])
  })

  it('say by which change the goal was reached', () => {
    const progress = progressOf()
    mergeFrontiers(progress, waysOf([1, 1, -1]), waysOf([2, 90, 4]), { choice: 6, cost: 3, gain: 15 }, 0, 99)
    expect([progress.known, progress.found, progress.before[0], progress.changed[0]]).toEqual([5, 0, 4, 6])
  })

  it('do not know a way better that reaches the goal at the cost of the known one', () => {
    // The bound of what is left promises something, the way itself is no better.
    const table = { multipliers: Float64Array.of(0), bounds: [Float64Array.of(-5)] }
    const progress = progressOf({ bounds: table })
    expect(listed(mergeFrontiers(progress, waysOf([50, 100, 3]), emptyFrontier, null, 0, 99))).toEqual([[50, 100, 3]])
    expect([progress.known, progress.found]).toEqual([50, null])
  })
})

describe('the least that a way leads to', () => {
  const least = (progress: Progress, kept: number) => [...progress.room.least.slice(0, kept)]

  it('is told by the multiplier that suits what is missing, for what is left from a place on', () => {
    const table = {
      multipliers: Float64Array.of(0, 0.1, 0.5),
      bounds: [Float64Array.of(0, -1), Float64Array.of(-2, -3), Float64Array.of(-30, -40)],
    }
    const ways = waysOf([1, 0, 0], [2, 70, 1], [3, 90, 2])
    const [first, second] = [progressOf({ bounds: table, known: 1e9 }), progressOf({ bounds: table, known: 1e9 })]
    mergeFrontiers(first, ways, emptyFrontier, null, 0, 99)
    // 100 missing: 0, 8 or 20. 30: 0, 1 or -15. 10: 0, -1 or -25.
    expect(least(first, 3)).toEqual([21, 3, 3])
    mergeFrontiers(second, ways, emptyFrontier, null, 1, 99)
    // 100 missing: -1, 7 or 10. 30: -1, 0 or -25. 10: -1, -2 or -35.
    expect(least(second, 3)).toEqual([11, 2, 2])
  })

  it('goes on to lower multipliers past two that say the same', () => {
    const table = {
      multipliers: Float64Array.of(0, 1, 2),
      bounds: [Float64Array.of(7), Float64Array.of(-95), Float64Array.of(-195)],
    }
    const progress = progressOf({ bounds: table })
    mergeFrontiers(progress, waysOf([1, 0, 0]), emptyFrontier, null, 0, 99)
    expect(least(progress, 1)).toEqual([8])
  })

  it('leaves out a way whose least is what is known', () => {
    const table = { multipliers: Float64Array.of(0.2), bounds: [Float64Array.of(-1)] }
    const ways = waysOf([10, 0, 0], [31, 0.1, 1], [32, 6, 2])
    // The least of these: 29, 49.98 and 49.8.
    expect(
      listed(mergeFrontiers(progressOf({ bounds: table }), ways, emptyFrontier, null, 0, 99)).map(([cost]) => cost),
    ).toEqual([10, 31, 32])
    expect(
      listed(mergeFrontiers(progressOf({ bounds: table, known: 49.9 }), ways, emptyFrontier, null, 0, 99)).map(
        ([cost]) => cost,
      ),
    ).toEqual([10, 32])
  })
})

describe('ways for which there is no room', () => {
  const table = { multipliers: Float64Array.of(0.3), bounds: [Float64Array.of(-1)] }
  // The least of these: 30, 28, 29 and 28.
  const ways = waysOf([1, 0, 0], [2, 10, 1], [6, 20, 2], [8, 30, 3])

  it('are those that promise least, and what they promise is remembered', () => {
    const progress = progressOf({ bounds: table })
    expect(listed(mergeFrontiers(progress, ways, emptyFrontier, null, 0, 3))).toEqual([
      [2, 10, 1],
      [6, 20, 2],
      [8, 30, 3],
    ])
    expect(progress.leftOut).toBe(30)
    expect(mergeFrontiers(progress, ways, emptyFrontier, null, 0, 2).cost.length).toBe(2)
    expect(progress.leftOut).toBe(29)
    mergeFrontiers(progress, ways, emptyFrontier, null, 0, 3)
    expect(progress.leftOut).toBe(29)
  })

  it('are the later ones of those that promise the same', () => {
    const progress = progressOf({ bounds: table })
    expect(listed(mergeFrontiers(progress, ways, emptyFrontier, null, 0, 1))).toEqual([[2, 10, 1]])
    expect(progress.leftOut).toBe(28)
  })

  it('are none where there is room for as many as there are', () => {
    const progress = progressOf({ bounds: table })
    expect(mergeFrontiers(progress, ways, emptyFrontier, null, 0, 4).cost.length).toBe(4)
    expect(progress.leftOut).toBe(Infinity)
  })
})

describe('room for ways', () => {
  const change = { choice: 1, cost: 1, gain: 1 }

  it('is made for all looked at and as many again, and kept for as long as it is enough', () => {
    const progress = progressOf()
    mergeFrontiers(progress, waysOf([1, 1, 0]), waysOf([2, 2, 0], [3, 3, 0]), change, 0, 99)
    const { room, before } = progress
    const sizes = [room.cost, room.gain, room.trail, room.least, before, progress.changed].map(({ length }) => length)
    expect(sizes).toEqual([6, 6, 6, 6, 6, 6])
    mergeFrontiers(progress, emptyFrontier, waysOf([1, 1, 0], [2, 2, 0], [3, 3, 0], [4, 4, 0]), change, 0, 99)
    expect(progress.room).toBe(room)
    expect(progress.before).toBe(before)
    expect([progress.changes, progress.work]).toEqual([6, 7])
    mergeFrontiers(progress, emptyFrontier, waysOf([1, 1, 9]), { ...change, choice: 2 }, 0, 99)
    expect(progress.room).toBe(room)
    // What was written before is still there.
    expect([...progress.before]).toEqual([0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0])
    expect([...progress.changed]).toEqual([1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0])
  })
})
