/**
 * Whether a digest covers all that decides how far an execution goes: plans of one digest do the same under every pattern of
 * failures, and with any part of a plan left out of the digest some that do not the same would have one.
 */
import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Amendment, Pass, Plan, Removal } from '../../src/core/plan.js'
import { amendmentsOf } from '../../src/core/plan.js'
import { executeLooking } from '../../src/execute/index.js'
import { runs } from '../runs.js'
import type { Toy } from './build.js'
import { changed, digested, freeing, goes, noon, planOf, stays } from './build.js'

const ids = ['a', 'b', 'c', 'd']

const letters = fc.constantFrom(...ids)

const removals = fc
  .uniqueArray(
    fc.record({
      id: letters,
      frees: fc.nat({ max: 3 }),
      version: fc.constantFrom('1', '2'),
      needs: fc.subarray(ids, { maxLength: 2 }),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  )
  .map((specs) =>
    specs.map(({ id, frees, version, needs }) =>
      goes(id, { frees, version, requires: needs.filter((other) => other !== id) }),
    ),
  )

const passes = fc
  .record({
    removals,
    name: fc.constantFrom('sweep', 'age'),
    goal: fc.option(fc.nat({ max: 6 })),
    cut: fc.nat({ max: 4 }),
    onFailure: fc.constantFrom('continue', 'finish-pass', 'stop'),
    observesAgain: fc.boolean(),
    amended: fc.subarray(ids, { maxLength: 2 }),
    refused: fc.constantFrom(false, false, false, true),
  })
  .map((spec): Pass<Toy> => {
    const [whole] = planOf([
      { name: spec.name, goal: spec.goal === null ? { _tag: 'RemoveAll' } : freeing(spec.goal) },
    ]).passes
    const cut = spec.goal === null ? spec.removals.length : Math.min(spec.cut, spec.removals.length)
    return {
      ...whole,
      ...{ onFailure: spec.onFailure, observesAgain: spec.observesAgain },
      ...{ removals: spec.removals.slice(0, cut), reserve: spec.removals.slice(cut) },
      amendments: spec.amended.map((id) => changed(id)),
      refusal: spec.refused ? O.some({ _tag: 'NoDisk' as const }) : O.none,
    } as Pass<Toy>
  })

const plans: fc.Arbitrary<Plan<Toy>> = fc
  .tuple(passes, fc.array(passes, { maxLength: 1 }))
  .map(([first, rest]) => ({ ...planOf([{}]), passes: [first, ...rest] }))

type Change = (plan: Plan<Toy>) => Plan<Toy>

const inPasses =
  (change: (pass: Pass<Toy>) => Partial<Pass<Toy> & { readonly amendments: ReadonlyArray<Amendment<Toy>> }>): Change =>
  (plan) => {
    const [first, ...rest] = plan.passes.map((pass) => ({ ...pass, ...change(pass) }))
    return first === undefined ? plan : { ...plan, passes: [first, ...rest] }
  }

const inRemovals = (change: (removal: Removal<Toy>) => Partial<Removal<Toy>>): Change =>
  inPasses((pass) => ({
    removals: pass.removals.map((one) => ({ ...one, ...change(one) })),
    reserve: pass.reserve.map((one) => ({ ...one, ...change(one) })),
  }))

const sorted = <A extends { readonly target: { readonly id: string } }>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.toSorted((a, b) => (a.target.id < b.target.id ? -1 : 1))

/** What may change in a plan, with a figure, and how the digest would be if it did not count. */
const parts: Readonly<Record<string, { readonly drift: (figure: number) => Change; readonly blank: Change }>> = {
  goal: {
    drift: (figure) => inPasses(({ goal }) => (goal._tag === 'RemoveAll' ? {} : { goal: freeing(figure) })),
    blank: inPasses(({ goal }) => (goal._tag === 'RemoveAll' ? {} : { goal: freeing(0) })),
  },
  'whether there is a goal': {
    drift: (figure) =>
      inPasses(({ goal }) => ({ goal: goal._tag === 'RemoveAll' ? freeing(figure) : { _tag: 'RemoveAll' } })),
    blank: inPasses(() => ({ goal: freeing(0) })),
  },
  frees: {
    drift: (figure) => inRemovals(({ target }) => (target.id === ids[figure % 4] ? { frees: figure } : {})),
    blank: inRemovals(() => ({ frees: 0 })),
  },
  requires: {
    drift: (figure) => inRemovals(({ target }) => (target.id === ids[figure % 4] ? { requires: [] } : {})),
    blank: inRemovals(() => ({ requires: [] })),
  },
  'requires after the first': {
    drift: (figure) =>
      inRemovals(({ target, requires }) => (target.id === ids[figure % 4] ? { requires: requires.slice(0, 1) } : {})),
    blank: inRemovals(({ requires }) => ({ requires: requires.slice(0, 1) })),
  },
  actions: {
    drift: (figure) =>
      inRemovals(({ target: { id } }) =>
        id === ids[figure % 4] ? { actions: [{ _tag: 'Delete', id, version: '3' }] } : {},
      ),
    blank: inRemovals(({ target: { id } }) => ({ actions: [{ _tag: 'Delete', id }] })),
  },
  order: {
    drift: () => inPasses((pass) => ({ removals: pass.removals.toReversed() })),
    blank: inPasses((pass) => ({ removals: sorted(pass.removals) })),
  },
  reserve: {
    drift: (figure) => inPasses(({ reserve }) => ({ reserve: reserve.toSpliced(figure % 4, 1) })),
    blank: inPasses(() => ({ reserve: [] })),
  },
  'order of the reserve': {
    drift: () => inPasses(({ reserve }) => ({ reserve: reserve.toReversed() })),
    blank: inPasses(({ reserve }) => ({ reserve: sorted(reserve) })),
  },
  'where the reserve begins': {
    drift: () =>
      inPasses(({ removals: [first, ...rest], reserve }) =>
        first === undefined ? {} : { removals: rest, reserve: [first, ...reserve] },
      ),
    blank: inPasses((pass) => ({ removals: [...pass.removals, ...pass.reserve], reserve: [] })),
  },
  refusal: {
    drift: () => inPasses(({ refusal }) => ({ refusal: O.isSome(refusal) ? O.none : O.some({ _tag: 'NoDisk' }) })),
    blank: inPasses(() => ({ refusal: O.none })),
  },
  onFailure: {
    drift: (figure) =>
      inPasses(() => ({ onFailure: (['continue', 'finish-pass', 'stop'] as const)[figure % 3] ?? 'stop' })),
    blank: inPasses(() => ({ onFailure: 'stop' })),
  },
  amendments: {
    drift: (figure) => inPasses((pass) => ({ amendments: amendmentsOf(pass).toSpliced(figure % 3, 1) })),
    blank: inPasses(() => ({ amendments: [] })),
  },
  'names of passes': {
    drift: (figure) => inPasses(() => ({ name: figure % 2 === 0 ? 'sweep' : 'age' })),
    blank: inPasses(() => ({ name: 'any' })),
  },
  observesAgain: {
    drift: () => inPasses(({ observesAgain }) => ({ observesAgain: !observesAgain })),
    blank: inPasses(() => ({ observesAgain: false })),
  },
  'order of passes': {
    drift: () => (plan) => {
      const [first, ...rest] = plan.passes.toReversed()
      return first === undefined ? plan : { ...plan, passes: [first, ...rest] }
    },
    blank: (plan) => {
      const [first, ...rest] = plan.passes.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      return first === undefined ? plan : { ...plan, passes: [first, ...rest] }
    },
  },
}

/** What changes nothing of what is done. */
const harmless: ReadonlyArray<Change> = [
  (plan) => ({ ...plan, at: noon(5) }),
  inPasses(() => ({ kept: [stays('z')] })),
  inRemovals(({ target }) => ({ target: { ...target, kind: 'Pod' } })),
  inRemovals(() => ({ reasons: [{ _tag: 'OwnersAbsent', owners: [] }] })),
]

const drifts: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...Object.values(parts)), fc.nat({ max: 6 }))
      .map(([{ drift }, figure]) => drift(figure)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...harmless) },
)

/** Calls and looks of an execution while the calls on these fail. A pass that is looked at again has its removals reversed. */
const courseOf = async (plan: Plan<Toy>, fails: ReadonlySet<string>): Promise<ReadonlyArray<string>> => {
  const course: string[] = []
  const perform = (action: Toy['Action']) => () => {
    course.push(JSON.stringify(action))
    return Promise.resolve(fails.has(action.id) ? E.left('failed') : E.right(undefined))
  }
  const look = (pass: string) => () => {
    course.push(`look ${pass}`)
    return Promise.resolve(E.right(plan))
  }
  const { passes: ended } = await executeLooking<Toy['Action'], string, Toy>(perform, look)(plan)()
  return [...course, ...ended.map(({ state }) => state._tag)]
}

const patterns = Array.from(
  { length: 2 ** ids.length },
  (_, bits) => new Set(ids.filter((__, place) => ((bits >> place) & 1) === 1)),
)

/** Executions under every pattern of failures. */
const coursesOf = async (plan: Plan<Toy>): Promise<string> =>
  JSON.stringify(await Promise.all(patterns.map((fails) => courseOf(plan, fails))))

/** Of drawn pairs of plans that a digest takes for one: how many do the same, and how many do not. */
const pairsOf = async (digestOf: (plan: Plan<Toy>) => string, most: number) => {
  let [alike, confused] = [0, 0]
  for (const [plan, drift] of fc.sample(fc.tuple(plans, drifts), { seed: 7, numRuns: most })) {
    const drifted = drift(plan)
    if (digestOf(drifted) !== digestOf(plan)) continue
    if ((await coursesOf(drifted)) === (await coursesOf(plan))) alike++
    else confused++
    if (confused > 0) break
  }
  return { alike, confused }
}

describe('the digest of a plan', () => {
  it('is one for plans that have the same possible executions alone', async () => {
    await fc.assert(
      fc.asyncProperty(plans, drifts, async (plan, drift) => {
        const drifted = drift(plan)
        if (digested(drifted) === digested(plan)) expect(await coursesOf(drifted)).toBe(await coursesOf(plan))
      }),
      { numRuns: runs(4000) },
    )
    expect((await pairsOf(digested, 200)).alike).toBeGreaterThan(20)
  })

  it.each(Object.entries(parts))(
    'would take plans for one that go different ways, were it without %s',
    async (_, { blank }) => {
      expect((await pairsOf((plan) => digested(blank(plan)), 4000)).confused).toBe(1)
    },
  )
})
