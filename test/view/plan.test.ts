import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { planView } from '../../src/view/index.js'
import { type Toy, explain, image } from '../render/toy.js'
import { expectPlain } from './plain.js'

const at = new Date('2026-01-01T12:00:00Z')

const removal = (id: string, frees: number) =>
  ({
    target: image(id, `${id}:1`),
    actions: [{ _tag: 'RemoveImage', id }],
    reasons: [
      { _tag: 'Unused', rank: 1 },
      { _tag: 'Old', lastUsed: O.none },
    ],
    requires: [],
    frees,
  }) as const

const pass = {
  name: 'age',
  observesAgain: true,
  goal: { _tag: 'RemoveAll' },
  onFailure: 'continue',
  removals: [],
  reserve: [],
  kept: [],
  events: [],
  refusal: O.none,
} as const

const plan: Plan<Toy> = {
  at,
  passes: [
    {
      ...pass,
      kept: ['a', 'c'].map((id) => ({ target: image(id, `${id}:1`), reasons: [{ _tag: 'InUse' }] as const })),
    },
    {
      ...pass,
      name: 'space',
      goal: { _tag: 'FreeBytes', bytes: 500 },
      removals: [removal('a', 60), removal('b', 40)],
      reserve: [removal('c', 7)],
      kept: [{ target: image('d'), reasons: [{ _tag: 'InUse' }] }],
      events: [{ _tag: 'Shortage', message: 'too\nlittle' }, { _tag: 'Shortage', bytes: 3 }, { _tag: 'Shortage' }],
      refusal: O.some({ _tag: 'NoDisk', capacity: 0 }),
    },
  ],
  wakeAt: O.some(new Date('2026-01-01T12:05:30Z')),
  assumptions: [{ about: 'disk', assumed: 'full', because: 'somebody says so', targets: ['a', 'b'] }],
}

const wording = { explain, label: ({ tag }: Toy['Target']) => tag }

describe('the model of a plan', () => {
  const view = planView(wording)(plan)

  it('has a row for each target and pass, with sentences and tags of reasons and actions', () => {
    expect(view.passes[1]?.rows.map(({ decision, id, frees }) => [decision, id, frees])).toEqual([
      ['remove', 'a', 60],
      ['remove', 'b', 40],
      ['next', 'c', 7],
      ['keep', 'd', null],
    ])
    expect(view.passes[1]?.rows[0]).toEqual({
      pass: 'space',
      decision: 'remove',
      kind: 'Image',
      id: 'a',
      label: 'a:1',
      frees: 60,
      actions: ['RemoveImage'],
      sentences: ['least recently used number 1', 'unused for longer than 7 days'],
      reasons: ['Unused', 'Old'],
    })
  })

  it('says the figures of a pass, its goal and by how much it misses that', () => {
    const [age, space] = view.passes
    expect(age).toMatchObject({ figures: 'nothing to remove, 2 kept', goalBytes: null, shortBytes: 0, shortfall: null })
    expect(space).toMatchObject({
      figures:
        '2 to remove (100 B), 1 next in line, 1 kept; to free 500 B; a forecast, for the component looks again first',
      counts: { remove: 2, next: 1, amend: 0, keep: 1 },
      freesBytes: 100,
      goalBytes: 500,
    })
  })

  it('calls a pass a forecast only where another one comes before it', () => {
    expect(view.passes.map(({ isForecast }) => isForecast)).toEqual([false, true])
  })

  it('has events with their message, else their fields, and the refusal as a sentence', () => {
    expect(view.passes[1]?.events).toEqual(['Shortage: too\\u000alittle', 'Shortage: bytes 3', 'Shortage'])
    expect(view.passes[1]?.refusal).toBe('the disk says it has 0 bytes')
    expect(view.passes[0]?.refusal).toBeNull()
  })

  it('counts a target once in all: removed before next, next before kept', () => {
    expect(view.totals).toEqual({
      remove: 2,
      next: 1,
      amend: 0,
      keep: 1,
      freesBytes: 100,
      said: '2 to remove (100 B), 1 next in line, 1 kept',
    })
  })

  it('tells when it changes by itself, and what it assumes for which targets', () => {
    expect(view.wake).toEqual({ at: '2026-01-01T12:05:30Z', afterMillis: 330_000 })
    expect(view.wakes).toBe('changes by itself at 2026-01-01T12:05:30Z, in 5 min 30 s')
    expect(view.assumptions).toEqual([{ said: 'disk full (somebody says so)', targets: ['a', 'b'] }])
    const never = planView(wording)({ ...plan, wakeAt: O.none })
    expect([never.wake, never.wakes]).toEqual([null, 'does not change by itself'])
  })

  it('says what the component says of a pass that misses its goal', () => {
    const short: Plan<Toy> = { ...plan, passes: [{ ...pass, goal: { _tag: 'FreeBytes', bytes: 9 } }] }
    const [only] = planView({ ...wording, whenShort: 'FreeDiskSpaceFailed' })(short).passes
    expect([only?.shortBytes, only?.shortfall]).toEqual([9, 'falls short by 9 B; expect FreeDiskSpaceFailed'])
  })

  it('lists the decisions that are asked for, and totals of all', () => {
    const some = planView({ ...wording, decisions: ['next'] })(plan)
    expect(some.passes.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(['c'])
    expect(some.totals).toEqual(view.totals)
  })

  it('says of passes that were not looked at that they were not', () => {
    const unseen: Plan<Toy> = { ...plan, passes: [pass, { ...pass, name: 'space' }] }
    expect(planView({ ...wording, notLookedAt: ['age'] })(unseen).passes.map(({ figures }) => figures)).toEqual([
      'not looked at',
      'nothing to remove; a forecast, for the component looks again first',
    ])
  })

  it('counts bytes beyond 2^53 exactly, as decimal text', () => {
    const huge: Plan<Toy> = {
      ...plan,
      passes: [{ ...pass, removals: [{ ...removal('a', 0), frees: '9223372036854775807' }, removal('b', 1)] }],
    }
    const { passes, totals } = planView(wording)(huge)
    expect([passes[0]?.freesBytes, totals.freesBytes]).toEqual(['9223372036854775808', '9223372036854775808'])
    expectPlain({ passes, totals })
  })
})
