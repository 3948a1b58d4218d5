import { describe, expect, it } from 'vitest'

import { type Change, explainChange } from '../../src/upgrade/index.js'

const say = explainChange(({ _tag }: { readonly _tag: string }) => _tag, { from: '1.34', to: '1.35' })

const target = { _tag: 'Image', id: 'a' }
const decided = (
  place: 'removal' | 'reserve' | 'kept' | 'amendment',
  reason: string,
  ...calls: ReadonlyArray<object>
) => ({
  place,
  reasons: [{ _tag: reason }],
  actions: calls.map((call) => ({ _tag: 'Remove', ...call })),
})

const sentences: ReadonlyArray<readonly [change: Change, sentence: string]> = [
  [{ _tag: 'OutcomeChanged', outcome: 'error', before: 'none', after: 'full' }, 'error in 1.34: none; in 1.35: full'],
  [{ _tag: 'PassAppeared', pass: 'age' }, 'age: a pass that only 1.35 has'],
  [{ _tag: 'PassDisappeared', pass: 'age' }, 'age: a pass that only 1.34 has'],
  [
    { _tag: 'GoalChanged', pass: 'space', before: { _tag: 'RemoveAll' }, after: { _tag: 'FreeBytes', bytes: 7 } },
    'space: the goal is to remove all in 1.34, to free 7 bytes in 1.35',
  ],
  [
    { _tag: 'RefusalChanged', pass: 'space', before: null, after: 'Full' },
    'space: the component ends its run here in 1.35 (Full)',
  ],
  [
    { _tag: 'RefusalChanged', pass: 'space', before: 'Full', after: null },
    'space: the component ends its run here in 1.34 (Full), not in 1.35',
  ],
  [
    { _tag: 'RefusalChanged', pass: 'space', before: 'Full', after: 'Odd' },
    'space: the component ends its run here in 1.34 (Full), the component ends its run here in 1.35 (Odd)',
  ],
  [
    { _tag: 'Appeared', pass: 'age', target, after: decided('removal', 'Old') },
    'age: Image a: not looked at in 1.34, removed in 1.35 (Old)',
  ],
  [
    { _tag: 'Disappeared', pass: 'age', target, before: decided('reserve', 'Old') },
    'age: Image a: next in line in 1.34 (Old), not looked at in 1.35',
  ],
  [
    { _tag: 'Moved', pass: 'age', target, before: decided('removal', 'Old'), after: decided('kept', 'Used') },
    'age: Image a: removed in 1.34 (Old), kept in 1.35 (Used)',
  ],
  [
    { _tag: 'ReasonsChanged', pass: 'age', target, before: decided('kept', 'Used'), after: decided('kept', 'Pinned') },
    'age: Image a: kept in both: in 1.34 (Used), in 1.35 (Pinned)',
  ],
  [
    {
      _tag: 'ActionsChanged',
      pass: 'age',
      target,
      before: decided('amendment', 'Old', { of: 1 }, { grace: 3 }),
      after: decided('amendment', 'Old', { of: 1 }, { grace: 4 }),
    },
    'age: Image a: changed in both, by other calls in 1.35: in Remove grace is 4 instead of 3',
  ],
  [
    {
      _tag: 'ActionsChanged',
      pass: 'age',
      target,
      before: decided('removal', 'Old', {}, { _tag: 'Owner', action: { _tag: 'Delete' } }),
      after: decided('removal', 'Old', { action: null }, { _tag: 'Pod', action: { _tag: 'Mark' } }, { action: {} }),
    },
    'age: Image a: removed in both, by Remove, Delete in 1.34 and by Remove, Mark, Remove in 1.35',
  ],
  [
    { _tag: 'Reordered', pass: 'age', target, place: 'removal', before: 2, after: 1 },
    'age: Image a: removed in both, as number 2 in 1.34 and 1 in 1.35',
  ],
]

describe('a difference between releases', () => {
  it.each(sentences)('%j is said with both', (change, sentence) => {
    expect(say(change)).toBe(sentence)
  })

  it('says a reason once that several collectors give', () => {
    const after = {
      place: 'kept',
      reasons: [{ _tag: 'Used' }, { _tag: 'Old' }, { _tag: 'Used' }],
      actions: [],
    } as const
    expect(say({ _tag: 'Appeared', pass: 'age', target, after })).toBe(
      'age: Image a: not looked at in 1.34, kept in 1.35 (Used; also: Old)',
    )
    const named = explainChange(
      ({ _tag }: { readonly _tag: string }) => _tag,
      { from: 'a', to: 'b' },
      ({ id }) => id,
    )
    expect(named({ _tag: 'Appeared', pass: 'age', target, after })).toBe(
      'age: a: not looked at in a, kept in b (Used; also: Old)',
    )
  })
})
