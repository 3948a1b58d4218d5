import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { removedTargets } from '../../src/core/report.js'
import { execute, executeWith } from '../../src/execute/index.js'
import type { Guarded } from '../../src/guard/index.js'
import {
  admitApproved,
  approvedOnly,
  byNamespace,
  confirm,
  guards,
  maxBytes,
  maxCount,
  noSightings,
  observeSightings,
  protectWhere,
} from '../../src/guard/index.js'
import { runs } from '../runs.js'
import type { Toy } from './build.js'
import { approving, changed, digested, freeing, goes, noon, planOf, stays } from './build.js'

const ids = Array.from('abcdefghij')
const namespaces = ['x', 'y']

/** Plans of one or two passes over ten letters, with requirements, goals, reserve and versions. */
const plans: fc.Arbitrary<Plan<Toy>> = fc
  .array(
    fc.record({
      goal: fc.option(fc.nat({ max: 20 }), { nil: null }),
      order: fc.shuffledSubarray(ids, { minLength: 10 }),
      cuts: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 4 })),
      sizes: fc.array(fc.nat({ max: 9 }), { minLength: 10, maxLength: 10 }),
      versions: fc.array(fc.constantFrom('1', '2'), { minLength: 10, maxLength: 10 }),
      needs: fc.array(fc.option(fc.constantFrom(...ids), { nil: null }), { minLength: 10, maxLength: 10 }),
      amended: fc.subarray(ids, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((specs) => {
    const passes = specs.map(({ goal, order, cuts: [first, more], sizes, versions, needs, amended }) => {
      const removal = (id: string) => {
        const index = ids.indexOf(id)
        const needed = needs[index]
        return goes(id, {
          frees: sizes[index] ?? 0,
          version: versions[index] ?? '1',
          requires: needed === null || needed === undefined || index % 3 > 0 ? [] : [needed],
          target: { namespace: namespaces[index % 2] ?? 'x' },
        })
      }
      const kept = order.slice(first + more)
      return {
        ...(goal === null ? {} : { goal: freeing(goal) }),
        removals: order.slice(0, first).map(removal),
        reserve: goal === null ? [] : order.slice(first, first + more).map(removal),
        kept: (goal === null ? order.slice(first) : kept).map((id) => stays(id)),
        amendments: amended.filter((id) => kept.includes(id)).map((id) => changed(id)),
      }
    })
    const [head = {}, ...rest] = passes
    return planOf([head, ...rest])
  })

const failing = fc.func(fc.boolean())

/** Carries a plan out while some calls fail; gives what was removed. */
const carriedOut = async (plan: Plan<Toy>, fails: (id: string) => boolean) => {
  const perform =
    ({ id }: Toy['Action']) =>
    () =>
      Promise.resolve(fails(id) ? E.left('failed') : E.right(undefined))
  return removedTargets(await execute<Toy['Action'], string>(perform)<Toy>(plan)())
}

const decided = (plan: Plan<Guarded<Toy>> | Plan<Toy>) =>
  plan.passes.map(({ removals, reserve, kept }) =>
    [...removals, ...reserve, ...kept].map(({ target: { id } }) => id).sort(),
  )

const rightOf = <A>(verdict: E.Either<unknown, A>): A => {
  if (E.isLeft(verdict)) throw new Error(JSON.stringify(verdict.left))
  return verdict.right
}

describe('a guard over any plan', () => {
  it('decides every target of a pass exactly once, as the collector did', () => {
    fc.assert(
      fc.property(plans, fc.subarray(ids), (plan, held) => {
        const guarded = rightOf(protectWhere('held')(({ id }) => held.includes(id))(plan))
        expect(decided(guarded)).toEqual(decided(plan))
      }),
    )
  })

  it('never lets go, next in line or changed what it holds back, nor what requires that', () => {
    fc.assert(
      fc.property(plans, fc.subarray(ids), (plan, held) => {
        const { passes } = rightOf(protectWhere('held')(({ id }) => held.includes(id))(plan))
        const doing = (pass: (typeof passes)[number] | Plan<Toy>['passes'][number]) => [
          ...pass.removals,
          ...pass.reserve,
          ...('amendments' in pass ? (pass.amendments as typeof pass.removals) : []),
        ]
        const before = new Set(plan.passes.flatMap(doing).map(({ target }) => target.id))
        const left = passes.flatMap(doing)
        for (const { target, requires } of left) {
          expect(held).not.toContain(target.id)
          for (const { id } of requires) expect(before.has(id) && held.includes(id)).toBe(false)
        }
      }),
    )
  })

  it('leaves a plan that it has been over as it is', () => {
    fc.assert(
      fc.property(plans, fc.subarray(ids), (plan, held) => {
        const guard = protectWhere('held')(({ id }) => held.includes(id))
        const once = rightOf(guard(plan))
        expect(rightOf(guard(once as unknown as Plan<Toy>))).toBe(once)
      }),
    )
  })
})

describe('a cap over any plan', () => {
  it('passes a plan whole or not at all', () => {
    fc.assert(
      fc.property(plans, fc.nat({ max: 12 }), (plan, limit) => {
        const verdict = guards(maxCount(limit), maxBytes(limit * 3))(plan)
        expect(E.isLeft(verdict) || (verdict.right as unknown) === plan).toBe(true)
      }),
    )
  })

  it('holds however removals fail, in all and in each namespace', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat({ max: 8 }), fc.nat({ max: 30 }), failing, async (plan, limit, bytes, fails) => {
        const gone = await carriedOut(plan, fails)
        const distinct = new Set(gone.map(({ id }) => id))
        if (E.isRight(maxCount(limit)(plan))) expect(distinct.size).toBeLessThanOrEqual(limit)
        if (E.isRight(maxCount(limit, { per: byNamespace })(plan)))
          for (const namespace of namespaces) {
            const there = gone.filter((target) => target.namespace === namespace)
            expect(new Set(there.map(({ id }) => id)).size).toBeLessThanOrEqual(limit)
          }
        if (E.isRight(maxBytes(bytes)(plan))) {
          const sizes = new Map<string, number>()
          for (const { target, frees } of plan.passes.flatMap(({ removals, reserve }) => [...removals, ...reserve]))
            if (distinct.has(target.id)) sizes.set(target.id, Math.min(sizes.get(target.id) ?? Infinity, Number(frees)))
          expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes)
        }
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('an approval of any plan', () => {
  const clock = { now: () => noon(), sleep: () => () => Promise.resolve() }

  it('lets nothing go that it does not cover word for word, whatever the next plan says and however calls fail', async () => {
    await fc.assert(
      fc.asyncProperty(plans, plans, fc.boolean(), failing, async (before, now, reserve, fails) => {
        const approval = approving(before, reserve ? 'with-reserve' : 'planned')
        const covered = new Set(
          before.passes.flatMap(({ removals, reserve: next }) =>
            [...removals, ...(reserve ? next : [])].map(({ target, actions }) => JSON.stringify([target.id, actions])),
          ),
        )
        const calls: unknown[] = []
        const perform = (action: Toy['Action']) => () => {
          calls.push(action)
          return Promise.resolve(fails(action.id) ? E.left('failed') : E.right(undefined))
        }
        const report = await executeWith<Toy, string>({ perform, clock, admit: admitApproved(approval) })(now)()
        for (const { outcomes } of report.passes)
          for (const { _tag, removal } of outcomes)
            if (_tag === 'Removed' || _tag === 'Failed')
              expect(covered.has(JSON.stringify([removal.target.id, removal.actions]))).toBe(true)
        const left = rightOf(approvedOnly(approval)(now)).passes.flatMap(({ removals, reserve: next }) => [
          ...removals,
          ...next,
        ])
        for (const { target, actions } of left) expect(covered.has(JSON.stringify([target.id, actions]))).toBe(true)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('names the plan by a digest that only what would be done changes', () => {
    fc.assert(
      fc.property(plans, plans, (a, b) => {
        const doing = (plan: Plan<Toy>) =>
          JSON.stringify(
            plan.passes.map((pass) => [
              pass.goal,
              ...[
                pass.removals,
                pass.reserve,
                'amendments' in pass ? (pass.amendments as typeof pass.removals) : [],
              ].map((list) =>
                list.map(({ target, actions, requires, frees }) => [
                  target.id,
                  actions,
                  requires.map(({ id }) => id),
                  pass.goal._tag === 'FreeBytes' ? frees : null,
                ]),
              ),
            ]),
          )
        expect(digested(a) === digested(b)).toBe(doing(a) === doing(b))
      }),
    )
  })
})

describe('two phases over any course of plans', () => {
  it('let go only what every one of the last plans would remove', () => {
    fc.assert(
      fc.property(
        fc.array(plans, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        (course, sightings) => {
          let memory = noSightings
          course.forEach((each, index) => {
            const plan = { ...each, at: noon(index) }
            memory = observeSightings(plan)(memory)
            const gone = rightOf(confirm({ sightings })(memory)(plan)).passes.flatMap(({ removals }) => removals)
            const last = course.slice(Math.max(0, index + 1 - sightings), index + 1)
            for (const { target } of gone) {
              expect(last).toHaveLength(sightings)
              for (const { passes } of last) {
                const planned = passes.flatMap(({ removals, reserve }) => [...removals, ...reserve])
                expect(planned.some((removal) => removal.target.id === target.id)).toBe(true)
              }
            }
          })
        },
      ),
    )
  })
})
