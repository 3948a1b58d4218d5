import * as fc from 'fast-check'
import { describe, it } from 'vitest'

import type { Forest } from '../../../src/reclaim/knapsack/forest.js'
import { solve } from '../../../src/reclaim/knapsack/solve.js'
import { runs } from '../../runs.js'

/** One thing of a forest as it is drawn: on which earlier one it stands, and its own numbers. */
interface Drawn {
  readonly on: number
  readonly gain: number
  readonly cost: number
  readonly objects: number
  readonly held: boolean
}

const drawn = (most: number): fc.Arbitrary<ReadonlyArray<Drawn>> =>
  fc.array(
    fc.record({
      on: fc.nat(1000),
      gain: fc.nat(most),
      cost: fc.nat(most),
      objects: fc.nat(2),
      held: fc.boolean().map((flag) => flag && most % 2 === 0),
    }),
    { minLength: 1, maxLength: 11 },
  )

/** A forest in which things without objects of their own cost nothing; every third stands on no other. */
const forestOf = (things: ReadonlyArray<Drawn>): Forest => ({
  below: Int32Array.from(things, ({ on }, at) => (at === 0 || on % 3 === 0 ? -1 : on % at)),
  gain: Float64Array.from(things, ({ gain }) => gain),
  cost: Float64Array.from(things, ({ cost, objects }) => (objects === 0 ? 0 : cost)),
  objects: Int32Array.from(things, ({ objects }) => objects),
  held: Uint8Array.from(things, ({ held }) => (held ? 1 : 0)),
})

/** The cheapest of all sets of things whose objects go; what no kept object and nothing held stands on is given back. */
const byTrying = ({ below, gain, cost, objects, held }: Forest, goal: number): number | null => {
  const withObjects = [...below.keys()].filter((thing) => objects[thing] !== 0 && !isHeld(thing))
  let least: number | null = null
  for (let set = 0; set < 2 ** withObjects.length; set++) {
    const goes = new Set(withObjects.filter((_, at) => (set >> at) % 2 === 1))
    const stays = new Set<number>()
    for (const thing of below.keys())
      if (held[thing] === 1 || (objects[thing] !== 0 && !goes.has(thing)))
        for (let at = thing; at !== -1; at = below[at] ?? -1) stays.add(at)
    const reached = new Set<number>()
    for (const thing of goes) for (let at = thing; at !== -1; at = below[at] ?? -1) reached.add(at)
    const freed = [...reached].filter((at) => !stays.has(at)).reduce((sum, at) => sum + (gain[at] ?? 0), 0)
    const lost = [...goes].reduce((sum, at) => sum + (cost[at] ?? 0), 0)
    if (freed >= goal && (least === null || lost < least)) least = lost
  }
  return least

  function isHeld(thing: number): boolean {
    return held[thing] === 1
  }
}

describe('the cheapest way to give back a goal', () => {
  it.each([6, 7, 1000, 1001])('costs what trying every set costs, with numbers up to %d', (most) => {
    fc.assert(
      fc.property(drawn(most), fc.nat(5 * most), (things, goal) => {
        const forest = forestOf(things)
        const tried = byTrying(forest, goal)
        const answer = solve(forest, goal)
        return tried === null
          ? answer._tag === 'OutOfReach'
          : answer._tag === 'Reached' &&
              answer.gain >= goal &&
              Math.abs(answer.cost - tried) < 1e-6 &&
              Math.abs(answer.lowerBound - tried) < 1e-6
      }),
      { numRuns: runs(3000) },
    )
  })
})

/** What goes with a thing. */
const within = ({ below }: Forest, thing: number): ReadonlyArray<number> =>
  [...below.keys()].filter((one) => {
    for (let at = one; at !== -1; at = below[at] ?? -1) if (at === thing) return true
    return false
  })

/** The least cost for each exact gain, of two independent parts. */
const joined = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): ReadonlyArray<number> => {
  const least = new Array<number>(a.length + b.length - 1).fill(Infinity)
  a.forEach((cost, gain) => {
    if (cost < Infinity) b.forEach((more, at) => (least[gain + at] = Math.min(least[gain + at] ?? 0, cost + more)))
  })
  return least
}

/** The least cost of all selections by table: whole things or their parts, tree by tree. */
const byTable = (forest: Forest, goal: number): number => {
  const { below, gain, cost } = forest
  const parts = new Map<number, ReadonlyArray<number>>()
  for (const thing of [...below.keys()].reverse()) {
    const all = within(forest, thing)
    const [gains, costs] = [gain, cost].map((of) => all.reduce((sum, one) => sum + (of[one] ?? 0), 0))
    const table = [...(parts.get(thing) ?? [0])]
    while (table.length <= (gains ?? 0)) table.push(Infinity)
    table[gains ?? 0] = Math.min(table[gains ?? 0] ?? Infinity, costs ?? 0)
    parts.set(below[thing] ?? -1, joined(parts.get(below[thing] ?? -1) ?? [0], table))
  }
  return Math.min(...(parts.get(-1) ?? [0]).slice(goal))
}

describe('the cheapest way among many', () => {
  const many = fc.array(fc.record({ on: fc.nat(1000), gain: fc.integer({ min: 1, max: 12 }), dear: fc.nat(9) }), {
    minLength: 12,
    maxLength: 26,
  })

  it.each([1, 3])(
    'costs what a table of all gains says, with one of %d things on no other, and is what it says',
    (apart) => {
      fc.assert(
        fc.property(many, fc.integer({ min: 20, max: 80 }), (things, percent) => {
          const forest: Forest = {
            below: Int32Array.from(things, ({ on }, at) => (at === 0 || on % apart === 0 ? -1 : on % at)),
            gain: Float64Array.from(things, ({ gain }) => gain),
            // Nearly proportional, so that multiplier alone says little.
            cost: Float64Array.from(things, ({ gain, dear }) => 10 * gain + dear),
            objects: Int32Array.from(things, () => 1),
            held: new Uint8Array(things.length),
          }
          const goal = Math.ceil((percent / 100) * things.reduce((sum, { gain }) => sum + gain, 0))
          const answer = solve(forest, goal)
          if (answer._tag !== 'Reached') return false
          const gone = answer.things.flatMap((thing) => within(forest, thing))
          const [gains, costs] = [forest.gain, forest.cost].map((of) =>
            gone.reduce((sum, one) => sum + (of[one] ?? 0), 0),
          )
          const least = byTable(forest, goal)
          return (
            new Set(gone).size === gone.length &&
            answer.things.every((thing, at) => at === 0 || thing > (answer.things[at - 1] ?? 0)) &&
            gains === answer.gain &&
            answer.gain >= goal &&
            Math.abs(answer.cost - (costs ?? 0)) < 1e-6 &&
            Math.abs(answer.cost - least) < 1e-6 &&
            Math.abs(answer.lowerBound - least) < 1e-6
          )
        }),
        { numRuns: runs(500) },
      )
    },
  )

  it('never promises more than a table says where few ways are looked at', () => {
    fc.assert(
      fc.property(
        many,
        fc.integer({ min: 20, max: 80 }),
        fc.constantFrom(1, 100, 1000, 10_000),
        (things, percent, effort) => {
          const forest: Forest = {
            below: Int32Array.from(things, ({ on }, at) => (at === 0 || on % 2 === 0 ? -1 : on % at)),
            gain: Float64Array.from(things, ({ gain }) => gain),
            cost: Float64Array.from(things, ({ gain, dear }) => 10 * gain + dear),
            objects: Int32Array.from(things, () => 1),
            held: new Uint8Array(things.length),
          }
          const goal = Math.ceil((percent / 100) * things.reduce((sum, { gain }) => sum + gain, 0))
          const answer = solve(forest, goal, { few: 0, least: effort, each: 0 })
          const least = byTable(forest, goal)
          return answer._tag === 'Reached' && answer.lowerBound <= least + 1e-6 && answer.cost >= least - 1e-6
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
