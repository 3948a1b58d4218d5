/**
 * Answers whether a collector can be let loose on a world that goes wrong: nothing is removed that may not be, everything is
 * reported, and another run comes to rest. Each small world is tried with several kinds of chaos, so that ten thousand runs
 * of each collector are cheap.
 */
import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Family, Plan } from '../../../src/core/plan.js'
import type { Recall } from '../../../src/execute/index.js'
import { run } from '../../../src/execute/index.js'
import { full, runs } from '../../runs.js'
import { chaos } from './mishap.js'
import { approvalsOf, storm } from './storm.js'
import type { World, Wrong } from './world.js'

const worlds = runs(1000)
const runsOfEach = 10

/** Rounds after which a world without failures is at rest. */
const rounds = 30

/** How a collector is let loose. */
export interface Sufferer<F extends Family, Snapshot, Policy, Memory> {
  readonly policy: fc.Arbitrary<Policy>
  readonly snapshot: fc.Arbitrary<Snapshot>
  readonly plan: (policy: Policy) => (snapshot: Snapshot) => E.Either<unknown, Plan<F>>
  /** A world that begins as a snapshot shows it. */
  readonly world: (policy: Policy, snapshot: Snapshot) => World<F, Snapshot>
  /** What the collector carries from look to look. */
  readonly recall?: (policy: Policy, snapshot: Snapshot) => Recall<F, Snapshot, Memory, null>
  /** The share of runs that remove something, at least. */
  readonly removing?: number
}

/** Registers the test of one collector. */
export const suffers = <F extends Family, Snapshot, Policy, Memory = undefined>(
  name: string,
  { policy, snapshot, plan, world, recall, removing = 0.1 }: Sufferer<F, Snapshot, Policy, Memory>,
): void => {
  it(
    `${name} removes nothing that may not go, reports everything, and comes to rest`,
    { timeout: 600_000 },
    async () => {
      /** What is not at rest when nothing goes wrong any more. */
      const restless = async (
        rules: Policy,
        look: Snapshot,
        on: World<F, Snapshot>,
      ): Promise<ReadonlyArray<string>> => {
        const ran = await run<F, Snapshot, Memory, null, unknown, Wrong>({
          clock: { now: on.now, sleep: () => () => Promise.resolve() },
          observe: () => () => Promise.resolve(E.right(on.look())),
          plan: () => plan(rules),
          perform: on.perform((call) => call),
          classify: ({ means }) => means,
          rounds,
          ...(recall === undefined ? {} : { recall: recall(rules, look) }),
        })(null)()
        if (E.isLeft(ran)) return [`no plan: ${JSON.stringify(ran.left)}`]
        const { ended, rounds: went } = ran.right
        if (ended !== 'settled' && ended !== 'stuck') return [ended]
        // What is asked to go again and again is on its way out, and held by somebody else.
        const things = on.things()
        return (went.at(-1)?.plan.passes ?? []).flatMap(({ removals }) =>
          removals.flatMap(({ target }) => (on.isGoing(things.get(on.keyOf(target))) ? [] : [`${target.id} stays`])),
        )
      }
      let tried = 0
      let removed = 0
      const severalTimes = fc.array(chaos, { minLength: runsOfEach, maxLength: runsOfEach })
      const begun = fc
        .tuple(policy, snapshot)
        .map(([rules, look]) => {
          const planned = plan(rules)(look)
          return { rules, look, planned: E.isRight(planned) ? planned.right : null }
        })
        .filter(({ planned }) => planned?.passes.some(({ removals }) => removals.length > 0) === true)
      await fc.assert(
        fc.asyncProperty(begun, severalTimes, async ({ rules, look, planned }, all) => {
          if (planned === null) return
          const approvals = approvalsOf(planned)
          for (const given of all) {
            const on = world(rules, look)
            const course = { planned, approvals, decide: plan(rules), recall: recall?.(rules, look) }
            const after = await storm<F, Snapshot, Memory>(course, on, given)
            tried++
            if (after.removed > 0) removed++
            const flaws = [...after.flaws, ...(await restless(rules, look, on))]
            if (flaws.length > 0) throw new Error(flaws.join('\n'))
          }
        }),
        { numRuns: worlds },
      )
      expect(tried).toBe(worlds * runsOfEach)
      if (full) expect(removed / tried).toBeGreaterThan(removing)
    },
  )
}
