/** The part of a plan that a change is about, as it looks before the change, after it, and half way. */
import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family, Kept, Pass, Removal } from '../../src/core/index.js'
import { aspectsOf } from '../../src/upgrade/aspect.js'
import { type View, changesBetween } from '../../src/upgrade/change.js'

const target = (id: string) => ({ _tag: 'Thing', id })
const goes = (id: string, why = 'Old', call = 'Delete'): Removal<Family> => ({
  target: target(id),
  actions: [{ _tag: call }],
  reasons: [{ _tag: why }],
  requires: [],
  frees: 0,
})
const stays = (id: string, why = 'New'): Kept<Family> => ({ target: target(id), reasons: [{ _tag: why }] })
const pass = (more: Partial<Pass<Family>> = {}, name = 'first'): Pass<Family> => ({
  name,
  observesAgain: false,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: [],
  reserve: [],
  kept: [],
  events: [],
  refusal: O.none,
  ...more,
})
const view = (first: Pass<Family>, ...rest: ReadonlyArray<Pass<Family>>): View<Family> => ({
  plan: { at: new Date(0), passes: [first, ...rest], wakeAt: O.none, assumptions: [] },
  outcomes: {},
})

/** Of each change its kind, the aspect, and in which of some views that looks as it does after the change. */
const looks = (before: View<Family>, after: View<Family>, ...halves: ReadonlyArray<View<Family>>) => {
  const aspectOf = aspectsOf(before, after)
  return changesBetween(before, after).map((change) => {
    const { key, lookIn } = aspectOf(change)
    return [change._tag, key, ...[before, after, ...halves].map((one) => lookIn(one) === lookIn(after))]
  })
}

describe('the aspect of', () => {
  it('a pass is whether it is there', () => {
    const both = view(pass(), pass({}, 'second'))
    expect(looks(view(pass()), both)).toEqual([['PassAppeared', 'pass second', false, true]])
    expect(looks(both, view(pass()))).toEqual([['PassDisappeared', 'pass second', false, true]])
  })

  it('a goal is the goal, and none where there is no pass', () => {
    const freeing = (bytes: number) => view(pass({ goal: { _tag: 'FreeBytes', bytes } }))
    expect(looks(view(pass()), freeing(5), freeing(6), view(pass({}, 'other')))).toEqual([
      ['GoalChanged', 'goal first', false, true, false, false],
    ])
  })

  it('a refusal is its tag', () => {
    const refused = (tag: string) => view(pass({ refusal: O.some({ _tag: tag }) }))
    expect(looks(view(pass()), refused('Full'), refused('Empty'), refused('Full'))).toEqual([
      ['RefusalChanged', 'refusal first', false, true, false, true],
    ])
  })

  it('a target that comes, goes or moves is the whole decision on it', () => {
    const [kept, gone] = [view(pass({ kept: [stays('a')] })), view(pass({ removals: [goes('a')] }))]
    const reserve = view(pass({ reserve: [goes('a')] }))
    expect(looks(kept, gone, reserve)).toEqual([['Moved', 'Moved first decide Thing a', false, true, false]])
    expect(looks(view(pass()), gone, reserve)).toEqual([
      ['Appeared', 'Appeared first decide Thing a', false, true, false],
    ])
    expect(looks(gone, view(pass()), reserve)).toEqual([
      ['Disappeared', 'Disappeared first decide Thing a', false, true, false],
    ])
  })

  it('a reason or a call is that alone', () => {
    const by = (why: string, call: string) => view(pass({ removals: [goes('a', why, call)] }))
    expect(looks(by('Old', 'Delete'), by('Idle', 'Patch'), by('Idle', 'Delete'), by('Old', 'Patch'))).toEqual([
      ['ReasonsChanged', 'ReasonsChanged first decide Thing a', false, true, true, false],
      ['ActionsChanged', 'ActionsChanged first decide Thing a', false, true, false, true],
    ])
  })

  it('a change to a target that stays is apart from the decision about it', () => {
    const amending = { ...pass({ kept: [stays('a')] }), amendments: [goes('a', 'Mark', 'Patch')] }
    expect(looks(view(pass({ kept: [stays('a')] })), view(amending))).toEqual([
      ['Appeared', 'Appeared first amend Thing a', false, true],
    ])
  })

  it('an order is that of what is in both', () => {
    const inOrder = (...ids: ReadonlyArray<string>) => view(pass({ removals: ids.map((id) => goes(id)) }))
    const aspects = looks(inOrder('a', 'b', 'x'), inOrder('b', 'a', 'y'), inOrder('b', 'z', 'a'), inOrder('a', 'b'))
    expect(aspects.at(-1)).toEqual(['Reordered', 'order first removal', false, true, true, false])
  })

  it('what a run leaves behind is its text', () => {
    const ending = (error: string): View<Family> => ({ ...view(pass()), outcomes: error === '' ? {} : { error } })
    expect(looks(ending(''), ending('full'), ending('nothing'))).toEqual([
      ['OutcomeChanged', 'outcome error', false, true, false],
    ])
    expect(looks(ending('nothing'), ending(''))).toEqual([])
  })
})
