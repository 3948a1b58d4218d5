/**
 * Answers whether a collector's plans can be carried out in a world that goes wrong: nothing is removed that may not be,
 * everything is reported, and another run comes to rest. Each small world is tried with several kinds of chaos, so that ten
 * thousand runs of each collector are cheap.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Collector } from '../../../src/core/collector.js'
import type { Family, Plan } from '../../../src/core/plan.js'
import { same } from '../../../src/testing/match/same.js'
import { carryOut } from '../../laws.js'
import { chaos, survive, wrongIn } from './world.js'

const worlds = 2000
const runsOfEach = 5

/** Rounds after which a world without failures is at rest. */
const rounds = 12

/** Registers the test of one collector. */
export const suffers = <F extends Family, Snapshot, Policy>(
  name: string,
  collector: Pick<Collector<F, Snapshot, Policy, never, unknown, unknown>, 'plan' | 'applyReport'>,
  policy: fc.Arbitrary<Policy>,
  snapshot: fc.Arbitrary<Snapshot>,
): void => {
  it(`${name} removes nothing that may not go, reports everything, and comes to rest`, async () => {
    const planned = (rules: Policy, look: Snapshot): Plan<F> | null => {
      const result = collector.plan(rules)(look)
      return E.isRight(result) ? result.right : null
    }
    const comesToRest = async (rules: Policy, look: Snapshot): Promise<boolean> => {
      let world = look
      for (let round = 0; round < rounds; round++) {
        const again = planned(rules, world)
        if (again === null) return true
        const { report } = await carryOut(again, () => false)
        const next = collector.applyReport(report)(world)
        if (same(next, world)) return true
        world = next
      }
      return false
    }
    let runs = 0
    let calls = 0
    const severalTimes = fc.array(chaos, { minLength: runsOfEach, maxLength: runsOfEach })
    const withPlan = fc
      .tuple(policy, snapshot)
      .map(([rules, look]) => [rules, look, planned(rules, look)] as const)
      .filter(([, , plan]) => plan !== null)
    await fc.assert(
      fc.asyncProperty(withPlan, severalTimes, async ([rules, look, plan], all) => {
        if (plan === null) return
        for (const given of all) {
          const after = await survive(plan, given)
          runs++
          calls += after.called.length
          expect(wrongIn(after)).toEqual([])
          expect(await comesToRest(rules, collector.applyReport(after.report)(look))).toBe(true)
        }
      }),
      { numRuns: worlds },
    )
    expect(runs).toBe(worlds * runsOfEach)
    expect(calls).toBeGreaterThan(runs / 10)
  })
}
