/** To which switches a change is due: each alone, or the least set that takes all of its members. */
import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family, Plan } from '../../src/core/index.js'
import { attributing } from '../../src/upgrade/attribute.js'
import { boardOf, differing, within } from '../../src/upgrade/board.js'
import type { View } from '../../src/upgrade/change.js'
import { explainBecause, explainSource, explainSwitch } from '../../src/upgrade/index.js'

const plan: Plan<Family> = {
  at: new Date(0),
  passes: [
    {
      name: 'only',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      removals: [],
      reserve: [],
      kept: [],
      events: [],
      refusal: O.none,
    },
  ],
  wakeAt: O.none,
  assumptions: [],
}
const view = (said: string): View<Family> => ({ plan, outcomes: { said } })
const said = { key: 'said', lookIn: ({ outcomes }: View<Family>) => outcomes['said'] ?? '' }

describe('a change', () => {
  const dueTo = (brings: (set: ReadonlyArray<string>) => boolean | null) => {
    const tried: string[] = []
    const because = attributing(['a', 'b', 'c'], view('new'), (set) => {
      tried.push(set.join(''))
      const is = brings(set)
      return is === null ? null : view(is ? 'new' : 'old')
    })
    return { because: because(said), again: because(said), tried }
  }

  it('is due to each switch that brings it about alone', () => {
    expect(dueTo((set) => set.includes('b')).because).toEqual([['b']])
    expect(dueTo((set) => !set.includes('b')).because).toEqual([['a'], ['c']])
  })

  it('is due to a set of which none can be spared', () => {
    expect(dueTo((set) => set.includes('a') && set.includes('c')).because).toEqual([['a', 'c']])
    expect(dueTo((set) => set.length === 3).because).toEqual([['a', 'b', 'c']])
    expect(dueTo((set) => set.length > 1).because).toEqual([['b', 'c']])
  })

  it('is not due to switches with which there is no plan', () => {
    expect(dueTo((set) => (set.length === 1 ? null : set.includes('b'))).because).toEqual([['b', 'c']])
  })

  it('is looked for once, and each set tried once', () => {
    const { because, again, tried } = dueTo((set) => set.length === 3)
    expect(again).toBe(because)
    expect(tried).toEqual([...new Set(tried)])
  })

  it('is said with all of them', () => {
    expect(explainBecause([['a'], ['b']])).toBe('a, or b')
    expect(explainBecause([['a', 'b']])).toBe('a and b together')
  })
})

describe('a board', () => {
  interface Rules {
    readonly order: string
    readonly limit: number
    readonly hooks: boolean
  }
  const row = { decides: 'what goes first', upstream: 'kubernetes 1.36.2 a.go b' }
  const board = boardOf<Rules>({ order: row, limit: 'setting', hooks: row })
  const [old, now]: readonly [Rules, Rules] = [
    { order: 'old', limit: 1, hooks: false },
    { order: 'new', limit: 2, hooks: true },
  ]

  it('has the fields that releases change, each set alone', () => {
    expect(board.map(({ name, valueIn }) => [name, valueIn(old)])).toEqual([
      ['order', 'old'],
      ['hooks', false],
    ])
    expect(board.map(({ setAsIn }) => setAsIn(now)(old))).toEqual([
      { ...old, order: 'new' },
      { ...old, hooks: true },
    ])
  })

  it('of one field of several policies names it, and leaves the others', () => {
    interface Both {
      readonly image: Rules
      readonly other: Rules
    }
    const part = within<Both, 'image'>('image')(board)
    const [first] = part
    const [before, after] = [
      { image: old, other: old },
      { image: now, other: now },
    ]
    expect(part.map(({ name }) => name)).toEqual(['image.order', 'image.hooks'])
    expect(first?.valueIn(after)).toBe('new')
    expect(first?.setAsIn(after)(before)).toEqual({ image: { ...old, order: 'new' }, other: old })
  })

  it('tells which switches differ', () => {
    expect(differing(board, old, { ...old, hooks: true, limit: 5 }).map(({ name }) => name)).toEqual(['hooks'])
    expect(differing(board, old, { ...old })).toEqual([])
  })

  it('says a switch, and where it is from', () => {
    const change = { name: 'order', before: '', after: true, row, changes: 0 }
    expect(explainSwitch(change)).toBe('order: what goes first ("", then true)')
    expect(explainSource({ ...row, gate: { name: 'G', stages: 'beta in 1.30' } })).toBe(
      'kubernetes 1.36.2 a.go b; feature gate G, beta in 1.30',
    )
    expect(explainSource(row)).toBe('kubernetes 1.36.2 a.go b')
  })
})
