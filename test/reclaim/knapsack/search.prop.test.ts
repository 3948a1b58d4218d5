import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Baseline } from '../../../src/reclaim/knapsack/baseline.js'
import { baselineOf } from '../../../src/reclaim/knapsack/baseline.js'
import { deviationsOf } from '../../../src/reclaim/knapsack/deviate.js'
import type { Choices } from '../../../src/reclaim/knapsack/forest.js'
import { boundTable } from '../../../src/reclaim/knapsack/bound-table.js'
import type { Relaxation } from '../../../src/reclaim/knapsack/relax.js'
import { outermost, relax } from '../../../src/reclaim/knapsack/relax.js'
import { search } from '../../../src/reclaim/knapsack/search.js'
import { runs } from '../../runs.js'

interface Case {
  readonly choices: Choices
  readonly goal: number
  readonly relaxation: Relaxation
  readonly baseline: Baseline
}

/** Choices with what stands on them; numbers of few values, so that much is tied. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    drawn: fc.array(fc.record({ on: fc.nat(1000), gain: fc.nat(6), cost: fc.nat(6) }), { minLength: 1, maxLength: 9 }),
    percent: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ drawn, percent }) => {
    const within = Int32Array.from(drawn, ({ on }, at) => (at === 0 || on % 3 === 0 ? -1 : on % at))
    const [gain, cost] = [Float64Array.from(drawn, (one) => one.gain + 1), Float64Array.from(drawn, (one) => one.cost)]
    for (let choice = drawn.length - 1; choice >= 0; choice--) {
      const enclosing = within[choice] ?? -1
      if (enclosing === -1) continue
      gain[enclosing] = (gain[enclosing] ?? 0) + (gain[choice] ?? 0)
      cost[enclosing] = (cost[enclosing] ?? 0) + (cost[choice] ?? 0)
    }
    const choices = { thing: Int32Array.from(drawn, (_, at) => at), within, gain, cost }
    const total = gain.reduce((sum, one, at) => (within[at] === -1 ? sum + one : sum), 0)
    const goal = Math.ceil((total * percent) / 100)
    const relaxation = relax(choices, goal)
    return { choices, goal, relaxation, baseline: baselineOf(choices, relaxation, goal) }
  })

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9

const selected = (choices: Choices, whole: Uint8Array, turned: number = -1) =>
  outermost(
    choices,
    whole.map((mark, choice) => (choice === turned ? 1 - mark : mark)),
  )

/** The choices around one, the next one first. */
const around = ({ within }: Choices, choice: number): ReadonlyArray<number> => {
  const found: number[] = []
  for (let at = within[choice] ?? -1; at !== -1; at = within[at] ?? -1) found.push(at)
  return found
}

/** Every selection there is. */
const selections = (choices: Choices) =>
  Array.from({ length: 2 ** choices.within.length }, (_, set) =>
    outermost(
      choices,
      Uint8Array.from(choices.within, (_one, choice) => (set >> choice) & 1),
    ),
  )

describe('what is taken at the best multiplier', () => {
  it('is worth no less than any selection, and is what is marked', () => {
    fc.assert(
      fc.property(cases, ({ choices, relaxation: { multiplier }, baseline }) => {
        const taken = selected(choices, baseline.whole)
        const least = Math.min(...selections(choices).map(({ cost, gain }) => cost - multiplier * gain))
        return (
          near(taken.cost, baseline.cost) &&
          near(taken.gain, baseline.gain) &&
          near(baseline.cost - multiplier * baseline.gain, least)
        )
      }),
      { numRuns: runs(300) },
    )
  })

  it('does not pass the goal where it makes no difference, and comes as near as one choice after the other can', () => {
    fc.assert(
      fc.property(cases, ({ choices, goal, relaxation: { short }, baseline: { whole, slack, gainChange, gain } }) => {
        const isFree = (choice: number): boolean =>
          slack[choice] === 0 && around(choices, choice).every((one) => whole[one] === 0)
        return (
          (gain <= goal || short.gain >= goal) &&
          [...whole.keys()].every(
            (choice) => whole[choice] === 1 || !isFree(choice) || gain + (gainChange[choice] ?? 0) > goal,
          )
        )
      }),
      { numRuns: runs(300) },
    )
  })

  it('changes by what is said when one choice is made otherwise, which is worse by its slack', () => {
    fc.assert(
      fc.property(cases, ({ choices, relaxation: { multiplier }, baseline }) =>
        [...choices.within.keys()].every((choice) => {
          // As if all around were taken by their parts.
          const parts = baseline.whole.map((mark, one) => (around(choices, choice).includes(one) ? 0 : mark))
          const [before, after] = [selected(choices, parts), selected(choices, parts, choice)]
          const [cost, gain] = [baseline.costChange[choice] ?? 0, baseline.gainChange[choice] ?? 0]
          return (
            near(after.cost - before.cost, cost) &&
            near(after.gain - before.gain, gain) &&
            near(cost - multiplier * gain, baseline.slack[choice] ?? 0)
          )
        }),
      ),
      { numRuns: runs(300) },
    )
  })
})

/** The slack of a choice with that of all around it that must be taken by their parts first. */
const reached = (choices: Choices, { whole, slack }: Baseline, choice: number): number =>
  around(choices, choice).reduce((sum, one) => sum + (whole[one] === 1 ? (slack[one] ?? 0) : 0), slack[choice] ?? 0)

describe('what may be made otherwise', () => {
  it('is what the limit allows, each with what changes, inner ones right after outer ones', () => {
    fc.assert(
      fc.property(cases, fc.nat(12), ({ choices, baseline }, tenths) => {
        const limit = tenths / 2 + 0.123
        const { choice, whole, cost, gain, end } = deviationsOf(choices, baseline, limit)
        const open = [...choices.within.keys()].filter((one) => reached(choices, baseline, one) <= limit)
        const outer = (one: number): number => around(choices, one).find((other) => open.includes(other)) ?? -1
        return (
          [...choice].toSorted((a, b) => a - b).join() === open.join() &&
          [...choice].every((one, place) => {
            const inside = [...choice.slice(place + 1, end[place])]
            const beside = [...choice].filter((other, at) => at > place && outer(other) === outer(one))
            const sizeOf = (other: number): number =>
              open.filter((each) => around(choices, each).includes(other)).length
            const change = (other: number): number => Math.abs(baseline.gainChange[other] ?? 0)
            return (
              whole[place] === baseline.whole[one] &&
              cost[place] === baseline.costChange[one] &&
              gain[place] === baseline.gainChange[one] &&
              open.filter((each) => around(choices, each).includes(one)).length === inside.length &&
              inside.every((each) => around(choices, each).includes(one)) &&
              // Inside something the fullest comes first; else, and among the others, what changes most.
              beside.every((other) =>
                outer(one) === -1
                  ? change(one) >= change(other)
                  : sizeOf(one) >= sizeOf(other) || change(one) >= change(other),
              )
            )
          })
        )
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('a table of multipliers', () => {
  it('says at each what all other ways to choose save at most', () => {
    fc.assert(
      fc.property(cases, ({ choices, relaxation, baseline }) => {
        const table = boundTable(deviationsOf(choices, baseline, Infinity), relaxation.multiplier)
        return [...table.multipliers].every((multiplier, step) => {
          const least = Math.min(...selections(choices).map(({ cost, gain }) => cost - multiplier * gain))
          const saved = table.bounds[step]?.[0] ?? Number.NaN
          const size = 1 + Math.abs(least) + multiplier
          return (
            Math.abs(baseline.cost - multiplier * baseline.gain + saved - least) < 1e-9 * size &&
            (step === 0 || multiplier >= (table.multipliers[step - 1] ?? 0))
          )
        })
      }),
      { numRuns: runs(200) },
    )
  })

  it('reaches from nothing over the best multiplier far beyond it, close to it in small steps', () => {
    const empty = { within: new Int32Array(), whole: new Uint8Array(), numbers: new Float64Array() }
    const none = {
      choice: empty.within,
      whole: empty.whole,
      cost: empty.numbers,
      gain: empty.numbers,
      end: empty.within,
    }
    const { multipliers } = boundTable(none, 2)
    const steps = [...multipliers].map((one, at) => one / (multipliers[at - 1] ?? 1))
    expect([multipliers[0], multipliers.includes(2), multipliers.at(-1)]).toEqual([0, true, 2e6])
    expect(steps.filter((step) => step > 1 && step < 1.01).length).toBeGreaterThanOrEqual(6)
  })
})

describe('a search', () => {
  it('finds the cheapest selection with room for all, and bounds it with room for few', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 3 }), fc.boolean(), (one, width, isRounded) => {
        const { choices, goal, relaxation, baseline } = one
        const enough = selections(choices).filter(({ gain }) => gain >= goal)
        const least = Math.min(...enough.map(({ cost }) => cost))
        const known = Math.max(...enough.map(({ cost }) => cost)) + 1
        const ask = (room: number) =>
          search(baseline, deviationsOf(choices, baseline, known - relaxation.lowerBound), {
            goal,
            multiplier: relaxation.multiplier,
            known,
            unit: isRounded ? 1 : 0,
            width: room,
            work: room === Infinity ? Infinity : 1,
          })
        const found = ask(Infinity)
        const whole = baseline.whole.slice()
        for (const choice of found.changes ?? []) whole[choice] = 1 - (whole[choice] ?? 0)
        const selection = outermost(choices, whole)
        return (
          found.changes !== null &&
          near(selection.cost, least) &&
          selection.gain >= goal &&
          near(found.lowerBound, least) &&
          ask(width).lowerBound <= least + 1e-9
        )
      }),
      { numRuns: runs(500) },
    )
  })
})
