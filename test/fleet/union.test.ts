import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family, Plan } from '../../src/core/plan.js'
import { type PartPlan, unionOf } from '../../src/fleet/index.js'

const planOf = (more: Partial<Plan<Family>['passes'][0]> = {}, at = 0): Plan<Family> => ({
  at: new Date(at),
  passes: [
    {
      ...{ name: 'only', observesAgain: false, goal: { _tag: 'RemoveAll' }, onFailure: 'continue' },
      ...{ removals: [], reserve: [], kept: [], events: [], refusal: O.none },
      ...more,
    },
  ],
  wakeAt: O.none,
  assumptions: [],
})

const part = (plan: Plan<Family>): PartPlan<Family> => ({ plan, decides: () => true, records: () => true })

const unionOfTwo = (one: Plan<Family>, other: Plan<Family>) => unionOf([part(one), part(other)])

describe('unionOf', () => {
  it('refuses plans of two instants, of other passes, and of two disks, and names the part', () => {
    const disk = planOf({ goal: { _tag: 'FreeBytes', bytes: 5 } })
    expect([
      unionOfTwo(planOf(), planOf({}, 1000)),
      unionOfTwo(planOf(), planOf({ name: 'another' })),
      unionOfTwo(planOf(), disk),
    ]).toEqual([
      E.left({
        ...{ _tag: 'PlansDiffer', part: 1, path: 'at' },
        ...{ expected: '1970-01-01T00:00:00.000Z', actual: '1970-01-01T00:00:01.000Z' },
      }),
      E.left({ _tag: 'PlansDiffer', part: 1, path: 'passes', expected: 'only', actual: 'another' }),
      E.left({
        ...{ _tag: 'PlansDiffer', part: 1, path: 'passes[0].goal' },
        ...{ expected: 'to remove all', actual: 'to free 5 bytes in only' },
      }),
    ])
    expect(unionOf([part(disk)])).toEqual(E.right(disk))
  })

  it('refuses a target on which two parts decide', () => {
    const kept = planOf({ kept: [{ target: { _tag: 'Image', id: 'a' }, reasons: [{ _tag: 'InUse' }] }] })
    expect(unionOfTwo(kept, kept)).toEqual(E.left({ _tag: 'DecidedTwice', part: 1, pass: 'only', target: 'a' }))
  })

  it('wakes when the first part does', () => {
    const wake = (at: number): Plan<Family> => ({ ...planOf(), wakeAt: O.some(new Date(at)) })
    const union = unionOfTwo(wake(7), wake(5))
    expect(E.isRight(union) && union.right.wakeAt).toEqual(O.some(new Date(5)))
  })
})
