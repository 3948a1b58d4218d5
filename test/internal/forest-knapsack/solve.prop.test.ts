import * as fc from 'fast-check'
import { describe, it } from 'vitest'

import type { Forest } from '../../../src/internal/forest-knapsack/forest.js'
import { solve } from '../../../src/internal/forest-knapsack/solve.js'

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
      { numRuns: 3000 },
    )
  })
})
