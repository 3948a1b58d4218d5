import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Difference } from '../../src/document/index.js'
import { diff, explainDifference } from '../../src/document/index.js'
import type { Toy } from '../guard/build.js'
import { changed, freeing, goes, planOf, removing, stays } from '../guard/build.js'
import type { Plan } from '../../src/core/plan.js'

const byTags = diff({ reasons: 'tags' })
const say = explainDifference(({ _tag }) => _tag)
const sentences = (before: Plan<Toy>, after: Plan<Toy>) => byTags(before)(after).map(say)

describe('the difference between two plans', () => {
  it('is nothing between a plan and itself, whatever the hour', () => {
    const plan = planOf([
      { removals: [goes('a')], reserve: [goes('b')], kept: [stays('c')], amendments: [changed('c')] },
    ])
    expect(byTags(plan)({ ...plan, at: new Date(0) })).toEqual([])
  })

  it('tells what appeared, what disappeared and what moved, with the reasons of both', () => {
    const before = planOf([{ removals: [goes('a'), goes('b')], reserve: [goes('n')], kept: [stays('c'), stays('d')] }])
    const after = planOf([{ removals: [goes('b'), goes('c'), goes('n')], kept: [stays('e'), stays('d')] }])
    expect(sentences(before, after)).toEqual([
      'sweep: Object a is no longer in the plan; it was removed (Unused)',
      'sweep: Object n is now removed (Unused); it was next in line (Unused)',
      'sweep: Object c is now removed (Unused); it was kept (InUse)',
      'sweep: Object e is new and kept (InUse)',
    ])
    expect(byTags(before)(after)[2]).toEqual({
      _tag: 'Moved',
      pass: 'sweep',
      target: { _tag: 'Object', id: 'c' },
      before: { place: 'kept', reasons: [{ _tag: 'InUse' }], actions: [] },
      after: { place: 'removal', reasons: [{ _tag: 'Unused' }], actions: [{ _tag: 'Delete', id: 'c' }] },
    })
  })

  it('tells other reasons by their tags, or by anything in them', () => {
    const owned = (...owners: ReadonlyArray<object>) =>
      planOf([{ removals: [goes('a', { reasons: [{ _tag: 'OwnersAbsent', owners }] })] }])
    expect(byTags(owned({ name: 'x' }))(owned({ name: 'y' }))).toEqual([])
    expect(diff({ reasons: 'facts' })(owned({ name: 'x' }))(owned({ name: 'y' })).map(({ _tag }) => _tag)).toEqual([
      'ReasonsChanged',
    ])
    expect(sentences(removing('a'), owned())).toEqual([
      'sweep: Object a is still removed (now: OwnersAbsent; before: Unused)',
    ])
    const two = planOf([{ removals: [goes('a', { reasons: [{ _tag: 'Unused' }, { _tag: 'Unused' }] })] }])
    expect(byTags(removing('a'))(two)).toHaveLength(1)
    expect(byTags(two)(removing('a'))).toHaveLength(1)
    expect(sentences(two, removing())).toEqual([
      'sweep: Object a is no longer in the plan; it was removed (Unused; also: Unused)',
    ])
  })

  it('tells other calls, as of another version', () => {
    const at = (version: string) => planOf([{ removals: [goes('a', { version })] }])
    expect(sentences(at('1'), at('2'))).toEqual([
      'sweep: Object a is still removed, by other calls: Delete; version is "2" instead of "1"',
    ])
    const bare = planOf([
      { removals: [{ ...goes('a', {}), actions: [{ _tag: 'Mark' } as never, { _tag: 'Delete' } as never] }] },
    ])
    expect(sentences(at('1'), bare)).toEqual([
      'sweep: Object a is still removed, by other calls: Delete before, Mark, Delete now',
    ])
  })

  it('tells what is changed by itself', () => {
    const kept = { kept: [stays('k')] }
    expect(sentences(planOf([kept]), planOf([{ ...kept, amendments: [changed('k')] }]))).toEqual([
      'sweep: Object k is new and changed (Dangling)',
    ])
    expect(sentences(planOf([{ ...kept, amendments: [changed('k')] }]), planOf([kept]))).toEqual([
      'sweep: Object k is no longer in the plan; it was changed (Dangling)',
    ])
  })

  it('tells another order by as few as can be', () => {
    expect(sentences(removing('a', 'b', 'c', 'd'), removing('d', 'a', 'b', 'c'))).toEqual([
      'sweep: Object d is still removed, as number 1 instead of 4',
    ])
    expect(sentences(removing('a', 'x', 'b'), removing('y', 'a', 'b'))).toHaveLength(2)
    const line = (...ids: ReadonlyArray<string>) =>
      planOf([{ reserve: ids.map((id) => goes(id)), kept: [stays('k'), stays('l')] }])
    expect(sentences(line('a', 'b'), line('b', 'a'))).toEqual([
      'sweep: Object b is still next in line, as number 1 instead of 2',
    ])
    const amend = (...ids: ReadonlyArray<string>) => planOf([{ amendments: ids.map((id) => changed(id)) }])
    expect(sentences(amend('a', 'b'), amend('b', 'a'))).toEqual([
      'sweep: Object b is still changed, as number 1 instead of 2',
    ])
    expect(
      sentences(planOf([{ kept: [stays('k'), stays('l')] }]), planOf([{ kept: [stays('l'), stays('k')] }])),
    ).toEqual([])
  })

  it('tells of passes that came and went, of goals and of refusals', () => {
    const before = planOf([
      { name: 'age', removals: [goes('a')] },
      { name: 'space', goal: freeing(5) },
    ])
    const after = planOf([
      { name: 'space', goal: freeing(6), refusal: { _tag: 'NoDisk' } },
      { name: 'new', kept: [stays('k')] },
    ])
    expect(sentences(before, after)).toEqual([
      'age: the pass is gone',
      'age: Object a is no longer in the plan; it was removed (Unused)',
      'space: the goal changed from free 5 bytes to free 6 bytes',
      'space: the component would end its run here (NoDisk)',
      'new: the pass is new',
      'new: Object k is new and kept (InUse)',
    ])
    expect(sentences(planOf([{ refusal: { _tag: 'NoDisk' } }]), planOf([{ goal: freeing(1) }]))).toEqual([
      'sweep: the goal changed from remove all to free 1 bytes',
      'sweep: the component would no longer end its run here (NoDisk)',
    ])
    expect(say({ _tag: 'RefusalChanged', pass: 'p', before: 'A', after: 'B' })).toBe(
      'p: the component would end its run here for another reason (B, before A)',
    )
    const still: Difference = {
      _tag: 'ReasonsChanged',
      pass: 'p',
      target: { _tag: 'T', id: 'a' },
      before: { place: 'kept', reasons: [{ _tag: 'A' }], actions: [] },
      after: { place: 'kept', reasons: [{ _tag: 'B' }], actions: [] },
    }
    expect(say(still)).toBe('p: T a is still kept (now: B; before: A)')
  })

  it('tells targets that come twice in a list apart', () => {
    expect(sentences(removing('a', 'a'), removing('a'))).toEqual([
      'sweep: Object a is no longer in the plan; it was removed (Unused)',
    ])
  })

  it('is nothing if and only if every target is decided alike and in one order', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const differences = byTags(removing(...before))(removing(...after))
        expect(differences.length === 0).toBe(before.join() === after.join())
        const moved = new Set(
          differences.filter(({ _tag }) => _tag === 'Reordered').map((each) => 'target' in each && each.target.id),
        )
        const common = (list: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
          list.filter((id) => other.includes(id) && !moved.has(id))
        expect(common(before, after)).toEqual(common(after, before))
      }),
    )
  })

  it('of a hundred thousand in reverse is told at once', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `r${index}`)
    expect(byTags(removing(...ids))(removing(...ids.reverse()))).toHaveLength(99_999)
  })
})
