import { describe, expect, it } from 'vitest'

import {
  allOf,
  byKind,
  byNamespace,
  byOwner,
  explainRefusal,
  guards,
  maxBytes,
  maxCount,
  maxPercent,
  protectWhere,
} from '../../src/guard/index.js'
import { freeing, goes, planOf, refusalsOf, removed, removing, stays, target } from './build.js'

const ids = (...names: ReadonlyArray<string>) => names.map((id) => ({ _tag: 'Object', id }))

describe('a cap on the number of removals', () => {
  it('passes a plan that reaches it', () => {
    expect(removed(maxCount(3)(removing('a', 'b', 'c')))).toEqual(['a', 'b', 'c'])
  })

  it('refuses the whole plan beyond it, with everything that would go and what lies beyond', () => {
    expect(refusalsOf(maxCount(2)(removing('a', 'b', 'c')))).toEqual([
      {
        _tag: 'OverMaxCount',
        count: 3,
        limit: 2,
        scope: { _tag: 'Plan' },
        counting: 'planned',
        targets: ids('a', 'b', 'c'),
        beyond: ids('c'),
      },
    ])
  })

  it('never shortens a plan', () => {
    const plan = removing('a', 'b', 'c')
    const verdict = maxCount(2)(plan)
    expect(verdict._tag).toBe('Left')
    expect(removed(maxCount(3)(plan))).toHaveLength(3)
  })

  it('of none passes a plan that removes nothing', () => {
    expect(removed(maxCount(0)(planOf([{ kept: [stays('a')] }])))).toEqual([])
    expect(refusalsOf(maxCount(0)(removing('a')))).toHaveLength(1)
  })

  it('counts a target of several passes once', () => {
    const plan = planOf([{ removals: [goes('a'), goes('b')] }, { removals: [goes('a')] }])
    expect(removed(maxCount(2)(plan))).toEqual(['a', 'b', 'a'])
    expect(refusalsOf(maxCount(1)(plan))).toMatchObject([{ count: 2 }])
  })

  it('tells targets of one id and two kinds of record apart', () => {
    const plan = planOf([{ removals: [goes('a'), goes('a', { target: { _tag: 'Other' } })] }])
    expect(refusalsOf(maxCount(1)(plan))).toMatchObject([{ count: 2, beyond: [{ _tag: 'Other', id: 'a' }] }])
  })

  it('passes over what is next in line where the goal is to remove all', () => {
    const plan = planOf([{ removals: [goes('a')], reserve: [goes('b'), goes('c')] }])
    expect(removed(maxCount(1)(plan))).toEqual(['a'])
  })
})

describe('a cap at worst', () => {
  const sized = planOf([
    {
      goal: freeing(10),
      removals: [goes('large', { frees: 10 })],
      reserve: [goes('x', { frees: 4 }), goes('y', { frees: 4 }), goes('z', { frees: 4 }), goes('w', { frees: 4 })],
    },
  ])

  it('counts what failures would bring in from the reserve', () => {
    // large fails; then x, y and z reach the goal.
    expect(refusalsOf(maxCount(2)(sized))).toMatchObject([{ count: 3, counting: 'at-worst' }])
    expect(removed(maxCount(3)(sized))).toEqual(['large'])
  })

  it('counts planned removals alone when asked to', () => {
    expect(removed(maxCount(1, { counting: 'planned' })(sized))).toEqual(['large'])
    expect(refusalsOf(maxCount(0, { counting: 'planned' })(sized))).toMatchObject([
      { count: 1, counting: 'planned', targets: ids('large') },
    ])
  })

  it('adds the largest to all but one byte of the goal', () => {
    expect(refusalsOf(maxBytes(18)(sized))).toMatchObject([{ _tag: 'OverMaxBytes', bytes: 19, counting: 'at-worst' }])
    expect(removed(maxBytes(19)(sized))).toEqual(['large'])
  })

  it('expects no more bytes than there are', () => {
    const plan = planOf([{ goal: freeing(1000), removals: [goes('a', { frees: 3 }), goes('b', { frees: 4 })] }])
    expect(removed(maxBytes(7)(plan))).toEqual(['a', 'b'])
    expect(refusalsOf(maxBytes(6)(plan))).toMatchObject([{ bytes: 7, counting: 'planned' }])
  })

  it('expects one removal even for a goal of nothing, which is looked at after a removal', () => {
    const plan = planOf([
      { goal: freeing(0), removals: [], reserve: [goes('a', { frees: 5 }), goes('b', { frees: 7 })] },
    ])
    expect(refusalsOf(maxCount(0)(plan))).toMatchObject([{ count: 1 }])
    expect(refusalsOf(maxBytes(6)(plan))).toMatchObject([{ bytes: 7 }])
  })

  it('counts the smallest first, in whatever order they stand', () => {
    const line = (...sizes: ReadonlyArray<number>) =>
      planOf([{ goal: freeing(6), removals: sizes.map((frees, index) => goes(`r${index}`, { frees })) }])
    for (const sizes of [
      [5, 1, 3, 2],
      [1, 2, 3, 5],
      [5, 3, 2, 1],
      [2, 5, 1, 3],
    ])
      expect(refusalsOf(maxCount(2)(line(...sizes))), sizes.join()).toMatchObject([{ count: 3 }])
    expect(refusalsOf(maxCount(2)(line(9, 3, 3, 9)))).toEqual([])
    expect(refusalsOf(maxBytes(13)(line(9, 3, 3, 9)))).toMatchObject([{ bytes: 14 }])
  })

  it('adds up over passes, each target once', () => {
    const reserve = [goes('x', { frees: 4 }), goes('y', { frees: 4 })]
    const one = { goal: freeing(8), removals: [goes('a', { frees: 8 })], reserve }
    expect(refusalsOf(maxCount(0)(planOf([one, one])))).toMatchObject([{ count: 3 }])
    expect(refusalsOf(maxBytes(0)(planOf([one, one])))).toMatchObject([{ bytes: 16 }])
  })

  it('takes the larger size of a target that two passes size differently', () => {
    const plan = planOf([
      { removals: [goes('a', { frees: 5 }), goes('b', { frees: 2 })] },
      { removals: [goes('a', { frees: 9 }), goes('b', { frees: 1 })] },
    ])
    expect(refusalsOf(maxBytes(10)(plan))).toMatchObject([{ bytes: 11 }])
    expect(refusalsOf(maxBytes(11)(plan))).toEqual([])
  })
})

describe('a cap on a share', () => {
  const some = (count: number, kept: number) =>
    planOf([
      {
        removals: Array.from({ length: count }, (_, index) => goes(`r${index}`)),
        kept: Array.from({ length: kept }, (_, index) => stays(`k${index}`)),
      },
    ])

  it('passes a share that is reached and refuses one that is passed', () => {
    expect(removed(maxPercent({ percent: 20 })(some(2, 8)))).toHaveLength(2)
    expect(refusalsOf(maxPercent({ percent: 20 })(some(3, 7)))).toEqual([
      {
        _tag: 'OverMaxPercent',
        count: 3,
        considered: 10,
        percent: 30,
        limit: 20,
        floor: 0,
        scope: { _tag: 'Plan' },
        counting: 'planned',
        targets: ids('r0', 'r1', 'r2'),
        beyond: ids('r2'),
      },
    ])
  })

  it('tells every target that is more than the share, of which a part counts for none', () => {
    expect(refusalsOf(maxPercent({ percent: 25 })(some(3, 7)))).toMatchObject([{ percent: 30, beyond: ids('r2') }])
  })

  it('passes a few however few were considered', () => {
    expect(removed(maxPercent({ percent: 10, floor: 2 })(some(2, 0)))).toHaveLength(2)
    expect(refusalsOf(maxPercent({ percent: 10, floor: 2 })(some(3, 0)))).toMatchObject([
      { count: 3, percent: 100, floor: 2, beyond: ids('r2') },
    ])
  })

  it('counts what is next in line as considered, and each target once', () => {
    const plan = planOf([
      { goal: freeing(4), removals: [goes('a', { frees: 4 })], reserve: [goes('b', { frees: 4 })], kept: [stays('c')] },
      { kept: [stays('c'), stays('d')] },
    ])
    expect(refusalsOf(maxPercent({ percent: 24 })(plan))).toMatchObject([{ considered: 4, percent: 25 }])
    expect(refusalsOf(maxPercent({ percent: 25 })(plan))).toEqual([])
  })

  it('of nothing considered is no share', () => {
    expect(removed(maxPercent({ percent: 0 })(planOf([{}])))).toEqual([])
  })
})

describe('a cap on bytes', () => {
  it('adds without loss beyond 2^53', () => {
    const plan = planOf([
      { removals: [goes('a', { frees: 9007199254740991 }), goes('b', { frees: '9007199254740993' })] },
    ])
    expect(refusalsOf(maxBytes('18014398509481983')(plan))).toMatchObject([
      { bytes: '18014398509481984', limit: '18014398509481983', beyond: ids('b') },
    ])
    expect(refusalsOf(maxBytes('18014398509481984')(plan))).toEqual([])
  })

  it('names as beyond what does not fit any more, from the first on', () => {
    const plan = planOf([
      { removals: [goes('a', { frees: 3 }), goes('b', { frees: 4 }), goes('c', { frees: 5 }), goes('d')] },
    ])
    expect(refusalsOf(maxBytes(7)(plan))).toMatchObject([{ beyond: ids('c', 'd') }])
    expect(refusalsOf(maxBytes(6)(plan))).toMatchObject([{ beyond: ids('b', 'c', 'd') }])
  })

  it('says a sum beyond 64 bits as the largest there is', () => {
    const frees = '9223372036854775807'
    const plan = planOf([{ removals: [goes('a', { frees }), goes('b', { frees })] }])
    expect(refusalsOf(maxBytes(1)(plan))).toMatchObject([{ bytes: frees, beyond: ids('a', 'b') }])
  })
})

describe('a cap in groups', () => {
  const object = (id: string, namespace: string, kind = 'Job') => goes(id, { target: { namespace, kind } })
  const plan = planOf([
    {
      removals: [
        object('a', 'web'),
        object('b', 'web', 'Pod'),
        object('c', 'data'),
        goes('n', { target: { kind: 'Node' } }),
      ],
      kept: [stays('k', { namespace: 'data', kind: 'Job' })],
    },
  ])

  it('counts in each namespace by itself, and what has none in none', () => {
    expect(refusalsOf(maxCount(1, { per: byNamespace })(plan))).toMatchObject([
      { count: 2, scope: { _tag: 'Group', by: 'namespace', key: 'web' }, targets: ids('a', 'b'), beyond: ids('b') },
    ])
    expect(refusalsOf(maxCount(0, { per: byNamespace })(plan)).map((refusal) => explainRefusal(refusal))).toEqual([
      'namespace web: 2 removals, more than 0',
      'namespace data: 1 removal, more than 0',
    ])
  })

  it('counts in each kind by itself', () => {
    expect(refusalsOf(maxCount(1, { per: byKind })(plan))).toMatchObject([
      { count: 2, scope: { by: 'kind', key: 'Job' }, targets: ids('a', 'c') },
    ])
  })

  it('takes a share of what was considered in the group', () => {
    expect(refusalsOf(maxPercent({ percent: 50 }, { per: byNamespace })(plan))).toMatchObject([
      { considered: 2, scope: { key: 'web' } },
    ])
  })

  it('counts for each owner that reasons name', () => {
    const owned = (id: string, ...names: ReadonlyArray<string>) =>
      goes(id, {
        reasons: [
          {
            _tag: 'OwnersAbsent',
            owners: names.map((name) => ({ apiVersion: 'v1', kind: 'Set', name, uid: `u-${name}` })),
          },
        ],
      })
    const cascade = planOf([{ removals: [owned('a', 'x'), owned('b', 'x', 'y'), owned('c', 'y', 'y')] }])
    expect(refusalsOf(maxCount(1, { per: byOwner })(cascade))).toMatchObject([
      { count: 2, scope: { by: 'owner', key: 'Set x (u-x)' }, beyond: ids('b') },
      { count: 2, scope: { by: 'owner', key: 'Set y (u-y)' }, beyond: ids('c') },
    ])
  })

  it('counts at worst in each group', () => {
    const space = planOf([
      {
        goal: freeing(10),
        removals: [goes('large', { frees: 10, target: { namespace: 'a' } })],
        reserve: ['x', 'y', 'z', 'w'].map((id) => goes(id, { frees: 4, target: { namespace: 'b' } })),
      },
    ])
    expect(refusalsOf(maxCount(1, { per: byNamespace })(space))).toMatchObject([{ count: 3, scope: { key: 'b' } }])
  })

  it('counts by a grouping of the user, in several groups or in none', () => {
    const letters = { name: 'letter', keysOf: ({ target: { id } }: { target: { id: string } }) => id.split('|') }
    const words = removing('a|b', 'b|c', 'd')
    expect(refusalsOf(maxCount(1, { per: letters })(words))).toMatchObject([{ scope: { by: 'letter', key: 'b' } }])
  })

  it('is safe for a namespace called __proto__', () => {
    expect(
      refusalsOf(maxCount(0, { per: byNamespace })(planOf([{ removals: [object('a', '__proto__')] }]))),
    ).toHaveLength(1)
  })
})

describe('several caps', () => {
  it('are all reported', () => {
    expect(
      refusalsOf(guards(maxCount(1), maxPercent({ percent: 10 }))(removing('a', 'b'))).map(({ _tag }) => _tag),
    ).toEqual(['OverMaxCount', 'OverMaxPercent'])
  })

  it('of which all have to be passed refuse only together', () => {
    const both = allOf(maxCount(1), maxPercent({ percent: 60 }))
    expect(removed(both(planOf([{ removals: [goes('a'), goes('b')], kept: [stays('c'), stays('d')] }])))).toHaveLength(
      2,
    )
    expect(removed(both(removing('a')))).toEqual(['a'])
    expect(refusalsOf(both(removing('a', 'b'))).map(({ _tag }) => _tag)).toEqual(['OverMaxCount', 'OverMaxPercent'])
    expect(refusalsOf(allOf()(removing('a'))).map(({ _tag }) => _tag)).toEqual(['InvalidSetting'])
  })

  it('of which one is set to what it cannot be refuse in any case', () => {
    expect(refusalsOf(allOf(maxCount(5), maxPercent({ percent: -1 }))(removing('a'))).map(({ _tag }) => _tag)).toEqual([
      'InvalidSetting',
    ])
  })

  it('count what is left by those that hold back before them', () => {
    const guard = guards(
      protectWhere('mine')(({ id }) => id === 'a'),
      maxCount(1),
    )
    expect(removed(guard(removing('a', 'b')))).toEqual(['b'])
    expect(
      refusalsOf(
        guards(
          maxCount(1),
          protectWhere('mine')(({ id }) => id === 'a'),
        )(removing('a', 'b')),
      ),
    ).toHaveLength(1)
  })
})

describe('a limit that means nothing', () => {
  it('lets no plan pass, not even one that removes nothing: there are no sentinels', () => {
    const nothing = planOf([{ kept: [stays('a')] }])
    for (const limit of [-1, NaN, Infinity, 1.5, 2 ** 53, undefined, '3'] as number[]) {
      expect(refusalsOf(maxCount(limit)(nothing)), String(limit)).toMatchObject([
        { _tag: 'InvalidSetting', guard: 'maxCount', path: 'limit' },
      ])
    }
    for (const percent of [-0.1, NaN, Infinity, null] as number[])
      expect(refusalsOf(maxPercent({ percent })(nothing))).toMatchObject([{ _tag: 'InvalidSetting', path: 'percent' }])
    expect(refusalsOf(maxPercent({ percent: 1, floor: -1 })(nothing))).toMatchObject([{ path: 'floor' }])
    for (const bytes of [-1, '-5', 'x', 2 ** 60] as number[])
      expect(refusalsOf(maxBytes(bytes)(nothing))).toMatchObject([{ _tag: 'InvalidSetting', guard: 'maxBytes' }])
  })

  it('is said with what was expected', () => {
    expect(refusalsOf(maxCount(-1)(removing('a'))).map(explainRefusal)).toEqual([
      'maxCount cannot have limit set to -1: expected a whole number, 0 or more',
    ])
  })
})

describe('a removal in groups', () => {
  it('has its kind from its field, or else from its tag', () => {
    expect(byKind.keysOf({ target: target('a'), reasons: [] })).toEqual(['Object'])
    expect(byKind.keysOf({ target: target('a', { kind: 'Pod' }), reasons: [] })).toEqual(['Pod'])
  })
})
