import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  explainRefusal,
  maxGrowth,
  maxPolicyChange,
  refuseAssumptions,
  requireCoverage,
  requireDesired,
  requireKept,
  requireSameScope,
  requireWorking,
  withoutAssumptions,
} from '../../src/guard/index.js'
import { noon, freeing, goes, keptIn, planOf, reasonFor, refusalsOf, removed, removing, stays } from './build.js'

describe('coverage', () => {
  const listed = new Set(['pods in web', 'jobs in web'])
  const covers = (place: string) => listed.has(place)

  it('lets a plan pass that has all it needs', () => {
    expect(removed(requireCoverage(['pods in web'])(covers)(removing('a')))).toEqual(['a'])
    expect(removed(requireCoverage([])(covers)(removing('a')))).toEqual(['a'])
  })

  it('refuses a plan for everything that is missing', () => {
    expect(refusalsOf(requireCoverage(['nodes', 'pods in web', 'jobs in data'])(covers)(removing('a')))).toEqual([
      { _tag: 'NotCovered', missing: ['nodes', 'jobs in data'] },
    ])
  })

  it('refuses needs that are no list', () => {
    expect(refusalsOf(requireCoverage('pods' as never)(covers)(removing('a')))).toMatchObject([
      { guard: 'requireCoverage', path: 'needed' },
    ])
  })
})

describe('scope', () => {
  it('may not grow or shrink from one plan to the next, whatever its order', () => {
    const guard = requireSameScope(['pods', 'jobs'])
    expect(removed(guard(['jobs', 'pods', 'jobs'])(removing('a')))).toEqual(['a'])
    expect(refusalsOf(guard(['pods', 'nodes'])(removing('a')))).toEqual([
      { _tag: 'ScopeChanged', added: ['nodes'], dropped: ['jobs'] },
    ])
    expect(refusalsOf(guard(['pods'])(removing('a')))).toMatchObject([{ added: [], dropped: ['jobs'] }])
    expect(refusalsOf(guard(['pods', 'jobs', 'x'])(removing('a')))).toMatchObject([{ added: ['x'], dropped: [] }])
  })

  it('that is no list is refused', () => {
    expect(refusalsOf(requireSameScope(1 as never)(['a'])(removing('a')))).toMatchObject([
      { guard: 'requireSameScope', path: 'before' },
    ])
    expect(refusalsOf(requireSameScope(['a'])(1 as never)(removing('a')))).toMatchObject([{ path: 'now' }])
  })
})

describe('what has to work', () => {
  it('stops every plan while it does not', () => {
    const guard = requireWorking([
      { what: 'listing of widgets', state: E.left('conversion webhook refused') },
      { what: 'discovery', state: E.right(7) },
      { what: 'listing of gadgets', state: E.left('timeout') },
    ])
    expect(refusalsOf(guard(planOf([{}])))).toEqual([
      { _tag: 'Stalled', what: 'listing of widgets', because: 'conversion webhook refused' },
      { _tag: 'Stalled', what: 'listing of gadgets', because: 'timeout' },
    ])
  })

  it('includes the component itself', () => {
    const plan = planOf([{ removals: [goes('a')] }, { name: 'space', refusal: { _tag: 'NoDisk' } }])
    expect(refusalsOf(requireWorking([])(plan))).toEqual([{ _tag: 'PassRefused', pass: 'space', refusal: 'NoDisk' }])
    expect(removed(requireWorking([{ what: 'x', state: E.right(1) }])(removing('a')))).toEqual(['a'])
  })
})

describe('assumptions', () => {
  const plan = planOf([{ removals: [goes('a'), goes('b'), goes('c')] }], {
    assumptions: [
      { about: 'x', assumed: 'long ago', because: 'stated', targets: ['a', 'b'] },
      { about: 'y', assumed: 'never', because: 'by flag', targets: ['b', 'c'] },
    ],
  })

  it('that are not accepted refuse the plan, with all they decide', () => {
    expect(refusalsOf(refuseAssumptions(() => false)(plan))).toEqual([
      { _tag: 'RestsOnAssumptions', about: ['x', 'y'], targets: ['a', 'b', 'c'] },
    ])
    expect(refusalsOf(refuseAssumptions(({ about }) => about === 'x')(plan))).toMatchObject([
      { about: ['y'], targets: ['b', 'c'] },
    ])
    expect(removed(refuseAssumptions(() => true)(plan))).toHaveLength(3)
    expect(removed(refuseAssumptions(() => false)(removing('a')))).toEqual(['a'])
  })

  it('that are not accepted hold back what they decide', () => {
    const verdict = withoutAssumptions(({ about }) => about === 'y')(plan)
    expect(removed(verdict)).toEqual(['c'])
    expect(reasonFor(verdict, 'b')).toEqual({ _tag: 'RestsOnAssumption', about: 'x', because: 'stated' })
    expect(reasonFor(withoutAssumptions(() => false)(plan), 'b')).toMatchObject({ about: 'x' })
    expect(keptIn(withoutAssumptions(() => true)(plan))).toEqual({})
  })
})

describe('an empty desired state', () => {
  it('refuses a plan that removes something', () => {
    expect(refusalsOf(requireDesired(0)(removing('a', 'b')))).toEqual([{ _tag: 'NothingDesired', removals: 2 }])
    expect(removed(requireDesired(0)(planOf([{ kept: [stays('a')] }])))).toEqual([])
    expect(removed(requireDesired(1)(removing('a')))).toEqual(['a'])
  })

  it('refuses a plan that removes something only if another removal fails', () => {
    const plan = planOf([{ goal: freeing(1), reserve: [goes('a')] }])
    expect(refusalsOf(requireDesired(0)(plan))).toHaveLength(1)
  })

  it('cannot be a negative number of things', () => {
    expect(refusalsOf(requireDesired(-1)(removing('a')))).toMatchObject([{ guard: 'requireDesired', path: 'desired' }])
  })
})

describe('a plan that would leave nothing', () => {
  it('is refused unless there were only a few', () => {
    expect(refusalsOf(requireKept(1)(removing('a', 'b')))).toEqual([{ _tag: 'NothingKept', removals: 2, floor: 1 }])
    expect(removed(requireKept(2)(removing('a', 'b')))).toHaveLength(2)
    expect(removed(requireKept(0)(planOf([{ removals: [goes('a'), goes('b')], kept: [stays('k')] }])))).toHaveLength(2)
    expect(removed(requireKept(0)(planOf([{}])))).toEqual([])
    expect(refusalsOf(requireKept(-1)(planOf([{}])))).toMatchObject([{ guard: 'requireKept', path: 'floor' }])
  })
})

describe('growth from plan to plan', () => {
  const count = (length: number) => removing(...Array.from({ length }, (_, index) => `r${index}`))

  it('may reach its share and not pass it', () => {
    expect(removed(maxGrowth({ percent: 50 })(10)(count(15)))).toHaveLength(15)
    expect(refusalsOf(maxGrowth({ percent: 50 })(10)(count(16)))).toEqual([
      { _tag: 'GrewTooMuch', before: 10, count: 16, limit: 50, floor: 0 },
    ])
    expect(removed(maxGrowth({ percent: 0 })(10)(count(9)))).toHaveLength(9)
  })

  it('from nothing is too much, but for a few', () => {
    expect(refusalsOf(maxGrowth({ percent: 100 })(0)(count(1)))).toHaveLength(1)
    expect(removed(maxGrowth({ percent: 100, floor: 3 })(0)(count(3)))).toHaveLength(3)
    expect(refusalsOf(maxGrowth({ percent: 100, floor: 3 })(0)(count(4)))).toHaveLength(1)
  })

  it('counts what is planned', () => {
    const plan = planOf([{ goal: freeing(5), removals: [goes('a', { frees: 5 })], reserve: [goes('b'), goes('c')] }])
    expect(refusalsOf(maxGrowth({ percent: 0 })(1)(plan))).toEqual([])
  })

  it('is refused where a setting means nothing', () => {
    const paths = (percent: number, floor: number, before: number) =>
      refusalsOf(maxGrowth({ percent, floor })(before)(count(1))).map((refusal) => 'path' in refusal && refusal.path)
    expect([paths(-1, 0, 0), paths(0, -1, 0), paths(0, 0, -1)]).toEqual([['percent'], ['floor'], ['before']])
  })
})

describe('a policy that moved', () => {
  const moved = (before: unknown, after: unknown, percent = 50) =>
    refusalsOf(maxPolicyChange(percent)(before, after)(removing('a'))).map(
      (refusal) => 'field' in refusal && refusal.field,
    )

  it('by no more than a share passes', () => {
    expect(moved({ days: 30, inner: { list: [10] } }, { days: 15, inner: { list: [15] } })).toEqual([])
    expect(moved({ days: 30 }, { days: 14 })).toEqual(['days'])
    expect(moved({ days: 30 }, { days: 46 })).toEqual(['days'])
    expect(moved({ days: -30 }, { days: -45 })).toEqual([])
    expect(moved({ days: -30 }, { days: -46 })).toEqual(['days'])
  })

  it('from, to or across zero moved by more than any share', () => {
    expect(moved({ a: 0, b: 5, c: 5 }, { a: 1, b: 0, c: -1 }, 10_000)).toEqual(['a', 'b', 'c'])
    expect(moved({ a: 0, b: -0 }, { a: -0, b: 0 })).toEqual([])
  })

  it('in a field that came, went, or is another word, is told', () => {
    expect(moved({ a: 1, b: 'x', c: true }, { b: 'y', c: true, d: 1 })).toEqual(['a', 'b', 'd'])
    expect(moved({ a: null, b: { c: 1 } }, { a: null, b: 1 })).toEqual(['b'])
    expect(moved([1], { 0: 1 })).toEqual([''])
    expect(moved({ a: undefined }, {})).toEqual([])
  })

  it('in wide integers and instants is measured as well', () => {
    expect(moved({ a: '9223372036854775807', b: 10n }, { a: '9223372036854775806', b: 12n })).toEqual([])
    expect(moved({ a: '100', b: 10n }, { a: '10', b: 100n })).toEqual(['a', 'b'])
    expect(moved({ at: noon() }, { at: noon(1) })).toEqual([])
    expect(moved({ at: noon(), n: NaN }, { at: new Date(NaN), n: NaN })).toEqual(['at'])
    expect(moved({ n: Infinity }, { n: 5 })).toEqual(['n'])
    expect(moved({ a: '10x' }, { a: '10y' })).toEqual(['a'])
  })

  it('is told by paths, and by before and after', () => {
    expect(refusalsOf(maxPolicyChange(10)({ inner: { days: 30 } }, { inner: { days: 3 } })(removing('a')))).toEqual([
      { _tag: 'PolicyMovedTooMuch', field: 'inner.days', before: '30', after: '3', limit: 10 },
    ])
    expect(refusalsOf(maxPolicyChange(10)(1, 2)(removing('a'))).map(explainRefusal)).toEqual([
      "the policy's value moved from 1 to 2, by more than 10 %",
    ])
  })

  it('without an end, or within itself, is looked at to a depth', () => {
    const circle: Record<string, unknown> = { n: 1 }
    circle['self'] = circle
    const other: Record<string, unknown> = { n: 1 }
    other['self'] = other
    expect(moved(circle, circle)).toEqual([])
    expect(moved(circle, other)).toHaveLength(1)
  })

  it('is safe for inherited names', () => {
    expect(moved({}, JSON.parse('{"__proto__": {"a": 1}}'))).toEqual(['__proto__'])
    expect(moved({ toString: 1 }, {})).toEqual(['toString'])
  })

  it('is refused where the share means nothing', () => {
    expect(refusalsOf(maxPolicyChange(-1)({}, {})(removing('a')))).toMatchObject([
      { guard: 'maxPolicyChange', path: 'percent' },
    ])
  })
})
