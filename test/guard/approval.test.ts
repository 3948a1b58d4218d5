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
  changed,
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
    expect(digest(removing('a'))).toBe('2dae338a4e0907092c8f72de000437177f261c6fab7d4b526c96c61e9b398f46')
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
    expect(digest(drifted)).toBe(digest(plan))
  })

  it('changes with everything that would be done', () => {
    const others = [
      planOf([{ removals: [goes('b', { requires: ['a'] }), goes('a', { version: '1' })], amendments: [changed('k')] }]),
      planOf([{ removals: [goes('a', { version: '2' }), goes('b', { requires: ['a'] })], amendments: [changed('k')] }]),
      planOf([{ removals: [goes('a', { version: '1' }), goes('b')], amendments: [changed('k')] }]),
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
    const digests = [plan, ...others].map((each) => digest(each))
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('of one removal is that of its target and actions, and not that of an amendment', () => {
    expect(digestOf('removal', goes('a'))).toBe(
      digestOf('removal', goes('a', { frees: 5, requires: ['x'], target: { kind: 'Pod' } })),
    )
    expect(digestOf('removal', goes('a'))).not.toBe(digestOf('amendment', goes('a')))
    expect(digestOf('removal', goes('a'))).not.toBe(digestOf('removal', goes('a', { version: '1' })))
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
  const approval = approve(approvedPlan)

  it('names every removal and amendment by digest, in plan order', () => {
    expect(approval).toEqual({
      digest: digest(approvedPlan),
      at: noon(),
      approved: [
        { what: 'amendment', target: { _tag: 'Object', id: 'k' }, digest: digestOf('amendment', changed('k')) },
        {
          what: 'removal',
          target: { _tag: 'Object', id: 'a' },
          digest: digestOf('removal', goes('a', { version: '1' })),
        },
        {
          what: 'removal',
          target: { _tag: 'Object', id: 'b' },
          digest: digestOf('removal', goes('b', { version: '1' })),
        },
      ],
    })
  })

  it('names what is next in line only when asked to', () => {
    expect(approve(approvedPlan, 'with-reserve').approved.map(({ target }) => target.id)).toEqual(['k', 'a', 'b', 'r'])
  })

  it('lets the approved plan through as it is, but for what is next in line', () => {
    const verdict = approvedOnly(approval)(approvedPlan)
    expect(removed(verdict)).toEqual(['a', 'b'])
    expect(keptIn(verdict)).toEqual({ r: ['NotApproved'] })
    expect(passed(verdict).passes[0]).toMatchObject({ amendments: [{ target: { id: 'k' } }] })
    expect(passed(approvedOnly(approve(approvedPlan, 'with-reserve'))(approvedPlan))).toBe(approvedPlan)
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
      approved: [digestOf('removal', goes('b', { version: '1' }))],
      found: digestOf('removal', goes('b', { version: '2' })),
    })
  })

  it('does not cover an amendment by the removal of the same target', () => {
    expect(
      passed(approvedOnly(approve(removing('k')))(planOf([{ amendments: [changed('k')], kept: [stays('k')] }])))
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
    const verdict = approvedOnly(approve(space('1'), 'with-reserve'))(space('2'))
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
    expect(passed(approvedOnly(approve(twice))(twice))).toBe(twice)
  })

  it('of nothing covers nothing', () => {
    const nothing = approve(planOf([{}]))
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
})

describe('an exception for one approved plan', () => {
  const plan = removing('a', 'b', 'c')
  const capped = unlessApproved(approve(plan))(maxCount(2))

  it('lets that plan pass, and no other', () => {
    expect(removed(capped(plan))).toEqual(['a', 'b', 'c'])
    expect(refusalsOf(capped(removing('a', 'b', 'd')))).toMatchObject([{ _tag: 'OverMaxCount' }])
    expect(removed(capped(removing('x')))).toEqual(['x'])
  })

  it('of a plan that removes nothing lets no other pass', () => {
    const guard = unlessApproved(approve(planOf([{}])))(maxCount(2))
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
    const guard = unlessApproved(approve(plan))(protectWhere('mine')(({ id }) => id === 'a'))
    expect(removed(guard(plan))).toEqual(['b', 'c'])
  })
})

describe('the age of an approval', () => {
  const aged = (later: number) =>
    refusalsOf(maxApprovalAge(millis(10))(noon(later))(approve(removing('a')))(removing('a')))

  it('may be reached and not passed, and not be negative', () => {
    expect([aged(0), aged(10)]).toEqual([[], []])
    expect(aged(11)).toEqual([{ _tag: 'ApprovalTooOld', at: noon(), age: 11, limit: 10 }])
    expect(aged(-1).map(explainRefusal)).toEqual(['the approval of 2026-01-01T12:00:00.000Z is in the future'])
  })

  it('is refused where a setting means nothing', () => {
    const at = (maxAge: number, now: Date) =>
      refusalsOf(maxApprovalAge(millis(maxAge))(now)(approve(removing('a')))(removing('a')))
    expect(at(-1, noon())).toMatchObject([{ guard: 'maxApprovalAge', path: 'maxAge' }])
    expect(at(1, new Date(NaN))).toMatchObject([{ path: 'now' }])
    expect(
      refusalsOf(maxApprovalAge(millis(1))(noon())({ ...approve(removing('a')), at: 'x' as never })(removing('a'))),
    ).toMatchObject([{ path: 'at' }])
  })
})

describe('a digest', () => {
  it('can be computed by other tools from what the documentation says', () => {
    const json =
      '{"kind":"gcplan/plan-digest","passes":[{"amendments":[],"goal":"RemoveAll","name":"sweep","observesAgain":false,' +
      '"onFailure":"continue","refused":false,"removals":[{"actions":[{"_tag":"Delete","id":"a"}],"requires":[],' +
      '"target":{"_tag":"Object","id":"a"}}],"reserve":[]}],"version":1}'
    expect(createHash('sha256').update(json).digest('hex')).toBe(digest<Toy>(removing('a')))
  })
})
