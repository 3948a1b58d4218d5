import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Pass, amendmentsOf } from '../../src/core/plan.js'
import { planView } from '../../src/view/index.js'
import { toyPlans } from '../render/plans.js'
import { type Toy, explain } from '../render/toy.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

const wording = { explain, label: ({ tag }: Toy['Target']) => tag }

const listsOf = (pass: Pass<Toy>) => ({
  remove: pass.removals,
  next: pass.reserve,
  amend: amendmentsOf(pass),
  keep: pass.kept,
})

describe('the model of any plan', () => {
  it('is plain JSON whose texts are safe, whatever the names are', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        expectPlain(planView(wording)(plan))
      }),
      { numRuns: runs(300) },
    )
  })

  it('has every decision of every pass once, in its order', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        const { passes } = planView(wording)(plan)
        expect(passes).toHaveLength(plan.passes.length)
        for (const [place, pass] of plan.passes.entries())
          for (const [decision, list] of Object.entries(listsOf(pass))) {
            const rows = passes[place]?.rows.filter((row) => row.decision === decision) ?? []
            expect(rows.map(({ frees }) => frees)).toEqual(list.map((one) => ('frees' in one ? one.frees : null)))
            expect(rows.map(({ reasons }) => reasons)).toEqual(list.map((one) => one.reasons.map(({ _tag }) => _tag)))
            expect(passes[place]?.counts).toMatchObject({ [decision]: list.length })
          }
      }),
      { numRuns: runs(300) },
    )
  })

  it('has totals that the rows come to', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        const { passes, totals } = planView(wording)(plan)
        const sum = passes.reduce((bytes, { freesBytes }) => bytes + BigInt(freesBytes), 0n)
        expect(BigInt(totals.freesBytes)).toBe(sum)
        const ids = new Set(
          plan.passes.flatMap((pass) =>
            Object.values(listsOf(pass)).flatMap((all) => all.map(({ target }) => target.id)),
          ),
        )
        expect(totals.remove + totals.next + totals.keep).toBe(ids.size)
      }),
      { numRuns: runs(300) },
    )
  })
})
