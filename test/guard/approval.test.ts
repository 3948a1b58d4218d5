import { createHash } from 'node:crypto'

import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../src/core/time.js'
import {
  admitApproved,
  approve,
  approvedOnly,
  digest,
  digestOf,
  explainRefusal,
  guards,
  maxApprovalAge,
  maxCount,
  protectWhere,
  unlessApproved,
} from '../../src/guard/index.js'
import type { Toy } from './build.js'
import {
  approving,
  changed,
  digested,
  digestedOf,
  freeing,
  goes,
  keptIn,
  noon,
  passed,
  planOf,
  reasonFor,
  refusalsOf,
  removed,
  removing,
  stays,
} from './build.js'

describe('the digest of a plan', () => {
  const plan = planOf([
    { removals: [goes('a', { version: '1' }), goes('b', { requires: ['a'] })], amendments: [changed('k')] },
  ])

  it('is one text of 64 figures, the same forever', () => {
    expect(digested(removing('a'))).toBe('43c1b5c4d5b99508d1876e2a3aaed79b3eb672b2cf24ab2025babb2ce004b91c')
  })

  it('does not change with what drifts: times, reasons, bytes, what is kept, assumptions, other fields of targets', () => {
    const [first] = plan.passes
    const drifted = {
      ...plan,
      at: noon(9),
      assumptions: [{ about: 'x', assumed: 'y', because: 'z', targets: ['a'] }],
      passes: [
        {
          ...first,
          kept: [stays('other')],
          removals: first.removals.map((removal) => ({
            ...removal,
            frees: 9,
            target: { ...removal.target, kind: 'Pod' },
            reasons: [{ _tag: 'OwnersAbsent' as const, owners: [] }] as const,
          })),
        },
      ] as const,
    }
    expect(digested(drifted)).toBe(digested(plan))
  })

  it('changes with everything that would be done', () => {
    const others = [
      planOf([{ removals: [goes('b', { requires: ['a'] }), goes('a', { version: '1' })], amendments: [changed('k')] }]),
      planOf([{ removals: [goes('a', { version: '2' }), goes('b', { requires: ['a'] })], amendments: [changed('k')] }]),
      planOf([{ removals: [goes('a', { version: '1' }), goes('b')], amendments: [changed('k')] }]),
      planOf([
        { removals: [goes('a', { version: '1' }), goes('b', { requires: ['a', 'x'] })], amendments: [changed('k')] },
      ]),
      planOf([{ removals: [goes('a', { version: '1' }), goes('b', { requires: ['a'] })], amendments: [] }]),
      planOf([{ removals: [goes('a', { version: '1' })], amendments: [changed('k')] }]),
      planOf([{ name: 'other', removals: plan.passes[0].removals, amendments: [changed('k')] }]),
      planOf([{ removals: plan.passes[0].removals, reserve: [goes('r')], amendments: [changed('k')] }]),
      planOf([{ removals: plan.passes[0].removals, amendments: [changed('k')], goal: freeing(1) }]),
      planOf([{ removals: plan.passes[0].removals, amendments: [changed('k')], refusal: { _tag: 'NoDisk' } }]),
      { ...plan, passes: [{ ...plan.passes[0], onFailure: 'stop' as const }] as const },
      { ...plan, passes: [{ ...plan.passes[0], observesAgain: true }] as const },
      planOf([{ removals: plan.passes[0].removals, amendments: [changed('k')] }, {}]),
    ]
    const digests = [plan, ...others].map((each) => digested(each))
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('changes with how far a pass goes: with its goal of bytes, and with what each removal frees towards it', () => {
    const towards = (bytes: number, first: number, next: number) =>
      planOf([{ removals: [goes('a', { frees: first })], reserve: [goes('r', { frees: next })], goal: freeing(bytes) }])
    const digests = [towards(5, 5, 5), towards(6, 5, 5), towards(5, 4, 5), towards(5, 5, 4)].map((each) =>
      digested(each),
    )
    expect(new Set(digests).size).toBe(4)
  })

  it.each([
    ['NaN', NaN, 'NaN'],
    ['infinity', Infinity, 'Infinity'],
    ['a bigint', 1n, '1n'],
    ['a Map', new Map(), 'an object of Map'],
    ['a function', () => 0, 'a function'],
    ['an invalid Date', new Date(NaN), 'Invalid Date'],
    ['an instance', Object.create({ inherited: 1 }) as object, 'an object of Object'],
    ['a hole', [undefined], 'undefined'],
    ['a symbol', Symbol('s'), 'a symbol'],
    ['a symbol for a key', { [Symbol('s')]: 1 }, 'an object with a getter or a symbol'],
    [
      'a getter',
      {
        get version() {
          return 1
        },
      },
      'an object with a getter or a symbol',
    ],
  ])('is refused where an action holds %s, which no text stands for', (_, held, actual) => {
    const removal = { ...goes('a'), actions: [{ _tag: 'Delete' as const, id: 'a', version: held as never }] as const }
    const path = Array.isArray(held) ? 'version[0]' : 'version'
    const found = digest(planOf([{}, { removals: [removal] }]))
    expect(found).toMatchObject({ left: { problems: [{ path: `passes[1].removals[0].actions[0].${path}`, actual }] } })
    expect(approve(planOf([{ removals: [removal] }]))._tag).toBe('Left')
    expect(digestOf('removal', removal)).toMatchObject({ left: { problems: [{ path: `actions[0].${path}`, actual }] } })
  })

  it('is refused where an action holds a way to be written otherwise, or itself', () => {
    const action: Record<string, unknown> = { _tag: 'Delete', id: 'a' }
    const found = () => digest(planOf([{ removals: [{ ...goes('a'), actions: [action as never] }] }]))
    action['toJSON'] = () => 'another'
    expect(found()).toMatchObject({ left: { problems: [{ actual: 'a function' }] } })
    action['toJSON'] = action
    expect(found()).toMatchObject({ left: { problems: [{ actual: 'a value within itself' }] } })
  })

  it('takes what JSON has one text for as one: -0 and 0, an absent field and one that is undefined, any depth', () => {
    const of = (version: unknown) =>
      digested(
        planOf([{ removals: [{ ...goes('a'), actions: [{ _tag: 'Delete', id: 'a', version: version as never }] }] }]),
      )
    expect(of(-0)).toBe(of(0))
    expect(of(undefined)).toBe(digested(planOf([{ removals: [goes('a')] }])))
    const deep = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], null)
    expect(of(deep(50_000))).not.toBe(of(deep(50_001)))
    expect(of(new Date(5))).toBe(of(new Date(5).toISOString()))
  })

  it('of one removal is that of its target, actions and requirements, and not that of an amendment', () => {
    expect(digestedOf('removal', goes('a'))).toBe(
      digestedOf('removal', goes('a', { frees: 5, target: { kind: 'Pod' } })),
    )
    expect(digestedOf('removal', goes('a'))).not.toBe(digestedOf('removal', goes('a', { requires: ['x'] })))
    expect(digestedOf('removal', goes('a'))).not.toBe(digestedOf('amendment', goes('a')))
    expect(digestedOf('removal', goes('a'))).not.toBe(digestedOf('removal', goes('a', { version: '1' })))
  })
})

describe('an approval', () => {
  const approvedPlan = planOf([
    {
      removals: [goes('a', { version: '1' }), goes('b', { version: '1' })],
      reserve: [goes('r')],
      amendments: [changed('k')],
    },
  ])
  const approval = approving(approvedPlan)

  it('names every removal and amendment by digest, in plan order', () => {
    expect(approval).toEqual({
      digest: digested(approvedPlan),
      at: noon(),
      approved: [
        { what: 'amendment', target: { _tag: 'Object', id: 'k' }, digest: digestedOf('amendment', changed('k')) },
        {
          what: 'removal',
          target: { _tag: 'Object', id: 'a' },
          digest: digestedOf('removal', goes('a', { version: '1' })),
        },
        {
          what: 'removal',
          target: { _tag: 'Object', id: 'b' },
          digest: digestedOf('removal', goes('b', { version: '1' })),
        },
      ],
    })
  })

  it('names what is next in line only when asked to', () => {
    expect(approving(approvedPlan, 'with-reserve').approved.map(({ target }) => target.id)).toEqual([
      'k',
      'a',
      'b',
      'r',
    ])
  })

  it('lets the approved plan through as it is, but for what is next in line', () => {
    const verdict = approvedOnly(approval)(approvedPlan)
    expect(removed(verdict)).toEqual(['a', 'b'])
    expect(keptIn(verdict)).toEqual({ r: ['NotApproved'] })
    expect(passed(verdict).passes[0]).toMatchObject({ amendments: [{ target: { id: 'k' } }] })
    expect(passed(approvedOnly(approving(approvedPlan, 'with-reserve'))(approvedPlan))).toBe(approvedPlan)
  })

  it('holds back what is new and what moved, and says which', () => {
    const fresh = planOf([
      {
        removals: [goes('a', { version: '1' }), goes('b', { version: '2' }), goes('c')],
        amendments: [changed('l')],
        kept: [stays('l')],
      },
    ])
    const verdict = approvedOnly(approval)(fresh)
    expect(removed(verdict)).toEqual(['a'])
    expect(keptIn(verdict)).toEqual({ l: ['InUse', 'NotApproved'], b: ['Moved'], c: ['NotApproved'] })
    expect(reasonFor(verdict, 'b')).toEqual({
      _tag: 'Moved',
      approved: [digestedOf('removal', goes('b', { version: '1' }))],
      found: digestedOf('removal', goes('b', { version: '2' })),
    })
  })

  it('does not cover an amendment by the removal of the same target', () => {
    expect(
      passed(approvedOnly(approving(removing('k')))(planOf([{ amendments: [changed('k')], kept: [stays('k')] }])))
        .passes[0],
    ).toMatchObject({
      amendments: [],
    })
  })

  it('never selects anew: nothing moves up for what it does not cover', () => {
    const space = (version: string) =>
      planOf([
        {
          goal: freeing(5),
          removals: [goes('a', { frees: 5, version })],
          reserve: [goes('b', { frees: 5 })],
        },
      ])
    const verdict = approvedOnly(approving(space('1'), 'with-reserve'))(space('2'))
    expect(removed(verdict)).toEqual([])
    expect(passed(verdict).passes[0].reserve.map(({ target }) => target.id)).toEqual(['b'])
  })

  it('of several amendments of one target covers each of them', () => {
    const twice = planOf([
      {
        amendments: [changed('k'), { ...changed('k'), actions: [{ _tag: 'Delete', id: 'other' }] }],
        kept: [stays('k')],
      },
    ])
    expect(passed(approvedOnly(approving(twice))(twice))).toBe(twice)
  })

  it('of nothing covers nothing', () => {
    const nothing = approving(planOf([{}]))
    expect(removed(approvedOnly(nothing)(removing('a', 'b')))).toEqual([])
  })

  it('has the last word while a plan is carried out', () => {
    const admit = admitApproved(approval)
    expect(E.isRight(admit({ _tag: 'Remove', pass: 'sweep', removal: goes('a', { version: '1' }) }))).toBe(true)
    expect(E.isRight(admit({ _tag: 'Amend', pass: 'sweep', amendment: changed('k') }))).toBe(true)
    expect(admit({ _tag: 'Remove', pass: 'sweep', removal: goes('c') })).toEqual(E.left({ _tag: 'NotApproved' }))
    expect(admit({ _tag: 'Remove', pass: 'sweep', removal: goes('b', { version: '2' }) })).toMatchObject(
      E.left({ _tag: 'Moved' }),
    )
    expect(admit({ _tag: 'Amend', pass: 'sweep', amendment: changed('a') })).toEqual(E.left({ _tag: 'NotApproved' }))
  })

  it('reads what it is asked about afresh: what was changed after the first question is not admitted', () => {
    const admit = admitApproved(approval)
    const removal = goes('a', { version: '1' })
    expect(E.isRight(admit({ _tag: 'Remove', pass: 'sweep', removal }))).toBe(true)
    Object.assign(removal.actions[0], { version: '2' })
    expect(admit({ _tag: 'Remove', pass: 'sweep', removal })).toMatchObject(E.left({ _tag: 'Moved' }))
  })

  it('does not cover a removal whose requirements are others', () => {
    const admit = admitApproved(approving(planOf([{ removals: [goes('a'), goes('b', { requires: ['a'] })] }])))
    expect(admit({ _tag: 'Remove', pass: 'sweep', removal: goes('b') })).toMatchObject(E.left({ _tag: 'Moved' }))
  })

  it('does not cover what no text stands for', () => {
    const removal = { ...goes('a'), actions: [{ _tag: 'Delete' as const, id: 'a', version: NaN as never }] as const }
    const admit = admitApproved(approving(planOf([{ removals: [goes('a')] }])))
    expect(admit({ _tag: 'Remove', pass: 'sweep', removal })).toEqual(E.left({ _tag: 'NotApproved' }))
  })
})

describe('an exception for one approved plan', () => {
  const plan = removing('a', 'b', 'c')
  const capped = unlessApproved(approving(plan))(maxCount(2))

  it('lets that plan pass, and no other', () => {
    expect(removed(capped(plan))).toEqual(['a', 'b', 'c'])
    expect(refusalsOf(capped(removing('a', 'b', 'd')))).toMatchObject([{ _tag: 'OverMaxCount' }])
    expect(removed(capped(removing('x')))).toEqual(['x'])
  })

  it('lets no plan pass that may go further: with a higher goal, or with removals that free less', () => {
    const few = [1, 2, 3].map((place) => goes(`a${place}`, { frees: 1 }))
    const more = Array.from({ length: 47 }, (_, place) => goes(`r${place}`, { frees: 1 }))
    const plans = [
      planOf([{ removals: few, reserve: more, goal: freeing(50) }]),
      planOf([
        {
          removals: few.map((each) => ({ ...each, frees: 0 })),
          reserve: more.map((each) => ({ ...each, frees: 0 })),
          goal: freeing(3),
        },
      ]),
    ]
    const guard = unlessApproved(approving(planOf([{ removals: few, reserve: more, goal: freeing(3) }])))(maxCount(3))
    expect(plans.map((each) => refusalsOf(guard(each))[0]?._tag)).toEqual(['OverMaxCount', 'OverMaxCount'])
  })

  it('of a plan that removes nothing lets no other pass', () => {
    const guard = unlessApproved(approving(planOf([{}])))(maxCount(2))
    expect(refusalsOf(guard(plan))).toMatchObject([{ _tag: 'OverMaxCount' }])
  })

  it('is for the plan that the guard sees', () => {
    const guard = guards(
      protectWhere('mine')(({ id }) => id === 'z'),
      capped,
    )
    expect(removed(guard(removing('a', 'b', 'z', 'c')))).toEqual(['a', 'b', 'c'])
  })

  it('still holds back what the guard holds back', () => {
    const guard = unlessApproved(approving(plan))(protectWhere('mine')(({ id }) => id === 'a'))
    expect(removed(guard(plan))).toEqual(['b', 'c'])
  })
})

describe('the age of an approval', () => {
  const aged = (later: number) =>
    refusalsOf(maxApprovalAge(millis(10))(noon(later))(approving(removing('a')))(removing('a')))

  it('may be reached and not passed, and not be negative', () => {
    expect([aged(0), aged(10)]).toEqual([[], []])
    expect(aged(11)).toEqual([{ _tag: 'ApprovalTooOld', at: noon(), age: 11, limit: 10 }])
    expect(aged(-1).map(explainRefusal)).toEqual(['the approval of 2026-01-01T12:00:00.000Z is in the future'])
  })

  it('is refused where a setting means nothing', () => {
    const at = (maxAge: number, now: Date) =>
      refusalsOf(maxApprovalAge(millis(maxAge))(now)(approving(removing('a')))(removing('a')))
    expect(at(-1, noon())).toMatchObject([{ guard: 'maxApprovalAge', path: 'maxAge' }])
    expect(at(1, new Date(NaN))).toMatchObject([{ path: 'now' }])
    expect(
      refusalsOf(maxApprovalAge(millis(1))(noon())({ ...approving(removing('a')), at: 'x' as never })(removing('a'))),
    ).toMatchObject([{ path: 'at' }])
  })
})

describe('a digest', () => {
  it('can be computed by other tools from what the documentation says', () => {
    const json =
      '{"kind":"gcplan/plan-digest","passes":[{"amendments":[],"goal":{"_tag":"RemoveAll"},"name":"sweep","observesAgain":false,' +
      '"onFailure":"continue","refused":false,"removals":[{"actions":[{"_tag":"Delete","id":"a"}],"requires":[],' +
      '"target":{"_tag":"Object","id":"a"}}],"reserve":[]}],"version":1}'
    expect(createHash('sha256').update(json).digest('hex')).toBe(digested<Toy>(removing('a')))
  })
})
