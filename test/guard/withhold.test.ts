import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { agreeing, explainProtection, guards, withhold, protectWhere, withinPlan } from '../../src/guard/index.js'
import { changed, freeing, goes, keptIn, passed, planOf, reasonFor, removed, removing, stays } from './build.js'

const holding = (...ids: ReadonlyArray<string>) => protectWhere('held')(({ id }) => ids.includes(id))

describe('a target that is held back', () => {
  it('leaves the removals and stands under kept, with its reason', () => {
    const verdict = holding('b')(planOf([{ removals: [goes('a'), goes('b')], kept: [stays('k')] }]))
    expect(removed(verdict)).toEqual(['a'])
    expect(keptIn(verdict)).toEqual({ k: ['InUse'], b: ['ProtectedByRule'] })
    expect(reasonFor(verdict, 'b')).toEqual({ _tag: 'ProtectedByRule', rule: 'held' })
  })

  it('leaves the reserve as well', () => {
    const verdict = holding('x')(
      planOf([{ goal: freeing(1), removals: [goes('a', { frees: 1 })], reserve: [goes('x'), goes('y')] }]),
    )
    expect(passed(verdict).passes[0].reserve.map(({ target }) => target.id)).toEqual(['y'])
    expect(keptIn(verdict)).toEqual({ x: ['ProtectedByRule'] })
  })

  it('takes along what requires it, as far as that goes, in later passes too', () => {
    const plan = planOf([
      { removals: [goes('a'), goes('b', { requires: ['a'] }), goes('free')] },
      { removals: [goes('c', { requires: ['free', 'b'] }), goes('d', { requires: ['free'] })] },
    ])
    const verdict = holding('a')(plan)
    expect(removed(verdict)).toEqual(['free', 'd'])
    expect(keptIn(verdict)).toEqual({ a: ['ProtectedByRule'], b: ['RequiresHeldBack'], c: ['RequiresHeldBack'] })
    expect(reasonFor(verdict, 'c')).toEqual({ _tag: 'RequiresHeldBack', required: { _tag: 'Object', id: 'b' } })
  })

  it('is not changed either, and its own reason to stay comes first', () => {
    const plan = planOf([
      {
        kept: [stays('k'), stays('l')],
        amendments: [changed('k'), changed('l')],
        removals: [goes('r', { requires: ['k'] })],
      },
    ])
    const verdict = holding('k')(plan)
    expect(passed(verdict).passes[0]).toMatchObject({ amendments: [{ target: { id: 'l' } }] })
    expect(keptIn(verdict)).toEqual({ k: ['InUse', 'ProtectedByRule'], l: ['InUse'], r: ['RequiresHeldBack'] })
  })

  it('of which only the change is held back still goes', () => {
    const plan = planOf([{ amendments: [changed('a')], removals: [goes('a'), goes('b')] }])
    const verdict = withhold(({ what }) => (what === 'amendment' ? O.some({ _tag: 'NotApproved' } as const) : O.none))(
      plan,
    )
    expect(verdict.passes[0].removals.map(({ target }) => target.id)).toEqual(['a', 'b'])
    expect(verdict.passes[0].kept).toEqual([])
    expect(verdict.passes[0]).toMatchObject({ amendments: [] })
  })

  it('says of the change why it is held back, where both are', () => {
    const plan = planOf([{ amendments: [changed('a')], removals: [goes('a')], kept: [stays('a')] }])
    const verdict = withhold(({ what }) => O.some({ _tag: 'ProtectedByRule', rule: what } as const))(plan)
    expect(verdict.passes[0].kept[0]?.reasons.at(-1)).toEqual({ _tag: 'ProtectedByRule', rule: 'amendment' })
  })

  it('of two passes leaves both', () => {
    const verdict = holding('a')(planOf([{ removals: [goes('a')] }, { removals: [goes('a'), goes('b')] }]))
    expect(removed(verdict)).toEqual(['b'])
    expect(passed(verdict).passes.map(({ kept }) => kept.length)).toEqual([1, 1])
  })

  it('stands under kept once, however often it would go', () => {
    expect(passed(holding('a')(removing('a', 'a'))).passes[0].kept).toHaveLength(1)
  })

  it('goes back and forth with what requires it only once', () => {
    const plan = planOf([{ removals: [goes('a', { requires: ['b'] }), goes('b', { requires: ['a'] })] }])
    expect(removed(holding('a')(plan))).toEqual([])
  })

  it('of a chain of a hundred thousand takes it all along', () => {
    const removals = Array.from({ length: 100_000 }, (_, index) =>
      goes(`r${index}`, index === 0 ? {} : { requires: [`r${index - 1}`] }),
    )
    expect(removed(holding('r0')(planOf([{ removals }])))).toEqual([])
  })

  it('changes nothing else of the plan', () => {
    const plan = planOf([{ removals: [goes('a')] }])
    expect(passed(holding('nobody')(plan))).toBe(plan)
    expect(passed(holding('a')(plan)).at).toBe(plan.at)
    expect('amendments' in passed(holding('a')(plan)).passes[0]).toBe(false)
  })
})

describe('a goal from which something is held back', () => {
  const plan = planOf([
    {
      goal: freeing(10),
      removals: [goes('a', { frees: 6 }), goes('b', { frees: 4 })],
      reserve: [goes('x', { frees: 3 }), goes('y', { frees: 3 }), goes('z', { frees: 3 })],
    },
  ])

  it('is met by what is next in line, as when a removal fails', () => {
    const verdict = holding('a')(plan)
    expect(removed(verdict)).toEqual(['b', 'x', 'y'])
    expect(passed(verdict).passes[0].reserve.map(({ target }) => target.id)).toEqual(['z'])
  })

  it('takes nothing from the reserve when it is met without', () => {
    expect(removed(holding('x')(plan))).toEqual(['a', 'b'])
  })

  it('takes all there is when that is not enough', () => {
    expect(removed(holding('a', 'b', 'y')(plan))).toEqual(['x', 'z'])
  })

  it('takes nothing more once it is met to the byte', () => {
    const exact = planOf([
      { goal: freeing(6), removals: [goes('a', { frees: 6 })], reserve: [goes('x', { frees: 6 }), goes('y')] },
    ])
    expect(removed(holding('a')(exact))).toEqual(['x'])
  })

  it('to remove all takes nothing from the reserve', () => {
    expect(removed(holding('a')(planOf([{ removals: [goes('a')], reserve: [goes('x')] }])))).toEqual([])
  })
})

describe('agreement with another plan', () => {
  it('holds back what the other would keep, and not what it has next in line', () => {
    const other = planOf([{ removals: [goes('a')], reserve: [goes('b')] }])
    const verdict = agreeing('the plan of two minutes ago')(other)(removing('a', 'b', 'c'))
    expect(removed(verdict)).toEqual(['a', 'b'])
    expect(reasonFor(verdict, 'c')).toEqual({ _tag: 'OtherPlanDisagrees', plan: 'the plan of two minutes ago' })
  })

  it('is asked of changes by themselves', () => {
    const other = planOf([{ removals: [goes('b')], amendments: [changed('a')] }])
    const verdict = agreeing('the other')(other)(
      planOf([{ removals: [goes('a'), goes('b')], amendments: [changed('a'), changed('b')] }]),
    )
    expect(removed(verdict)).toEqual(['b'])
    expect(passed(verdict).passes[0]).toMatchObject({ amendments: [{ target: { id: 'a' } }] })
  })
})

describe('what a removal takes along', () => {
  const along: Readonly<Record<string, ReadonlyArray<string>>> = { a: ['b'], b: ['a', 'b'], c: ['d', 'e'], f: ['c'] }
  const reached = ({ id }: { readonly id: string }) => (along[id] ?? []).map((each) => ({ _tag: 'Object', id: each }))

  it('goes when the plan removes that as well', () => {
    expect(removed(withinPlan(reached)(removing('a', 'b')))).toEqual(['a', 'b'])
  })

  it('holds the removal back when the plan does not remove it, and names the first', () => {
    const verdict = withinPlan(reached)(removing('c', 'x'))
    expect(removed(verdict)).toEqual(['x'])
    expect(reasonFor(verdict, 'c')).toEqual({
      _tag: 'ReachesBeyondPlan',
      beyond: { _tag: 'Object', id: 'd' },
      others: 1,
    })
  })

  it('holds back what reaches something that is held back', () => {
    const verdict = withinPlan(reached)(removing('f', 'c', 'd'))
    expect(removed(verdict)).toEqual(['d'])
    expect(keptIn(verdict)).toEqual({ f: ['ReachesBeyondPlan'], c: ['ReachesBeyondPlan'] })
    expect(explainProtection(reasonFor(verdict, 'c') as never)).toBe(
      'its removal would also remove Object e, which the plan does not',
    )
  })

  it('holds back what reaches something that requires what is held back', () => {
    const plan = planOf([{ removals: [goes('a'), goes('b', { requires: ['c'] }), goes('c')] }])
    expect(keptIn(withinPlan(reached)(plan))).toEqual({
      a: ['ReachesBeyondPlan'],
      b: ['RequiresHeldBack'],
      c: ['ReachesBeyondPlan'],
    })
  })

  it('does not count what is only next in line', () => {
    const plan = planOf([{ goal: freeing(1), removals: [goes('a', { frees: 1 })], reserve: [goes('b')] }])
    expect(removed(withinPlan(reached)(plan))).toEqual([])
  })
})

describe('guards one after the other', () => {
  it('pass every plan when there are none', () => {
    const plan = removing('a')
    expect(passed(guards()(plan))).toBe(plan)
  })

  it('go on with what was there before a refusal', () => {
    const verdict = guards(holding('a'), holding('b'))(removing('a', 'b', 'c'))
    expect(removed(verdict)).toEqual(['c'])
  })
})
