import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Pass } from '../../src/core/plan.js'
import type { Options } from '../../src/execute/index.js'
import { executeWith } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { changes, goes, pass, planOf, simulatedTime, told } from './build.js'

/** Carries out passes by calls that take so many turns; notes when each begins and ends, and how many go on at once. */
const watched = async (
  turns: Readonly<Record<string, number>>,
  concurrency: Options<Letters, string>['concurrency'],
  ...passes: readonly [Pass<Letters>, ...Pass<Letters>[]]
) => {
  const notes: string[] = []
  let underWay = 0
  let most = 0
  const report = await executeWith<Letters, string>({
    clock: simulatedTime().clock,
    concurrency,
    perform:
      ({ text }) =>
      async () => {
        notes.push(`+${text}`)
        most = Math.max(most, ++underWay)
        for (let turn = turns[text] ?? 1; turn > 0; turn--) await new Promise((next) => setImmediate(next))
        underWay--
        notes.push(`-${text}`)
        return text.includes('!') ? E.left('no') : E.right(undefined)
      },
  })(planOf(...passes))()
  return { notes, most, told: told(report), report }
}

const abcd = ['a', 'b', 'c', 'd'].map((id) => goes(id, { calls: [id], frees: 1 }))

describe('removals that go on at once', () => {
  it('are no more than told, and begin in order', async () => {
    const { notes, most } = await watched({ a: 9, b: 2 }, 2, pass(abcd))
    expect(most).toBe(2)
    expect(notes).toEqual(['+a', '+b', '-b', '+c', '-c', '+d', '-d', '-a'])
  })

  it('are reported in the order of the plan, with all their bytes', async () => {
    const { told, report } = await watched({ a: 9, b: 2 }, 4, pass(abcd))
    expect(told).toEqual(['Removed a', 'Removed b', 'Removed c', 'Removed d'])
    expect(report.passes[0]?.freed).toBe(4)
  })

  it('wait for what they require', async () => {
    const { notes, told } = await watched(
      { a: 5 },
      4,
      pass([goes('a', { calls: ['a'] }), goes('b', { calls: ['b'], requires: ['a'] }), goes('c', { calls: ['c'] })]),
    )
    expect(notes).toEqual(['+a', '+c', '-c', '-a', '+b', '-b'])
    expect(told).toEqual(['Removed a', 'Removed b', 'Removed c'])
  })

  it('are skipped when what they require fails', async () => {
    const { told } = await watched(
      { 'a!': 5 },
      4,
      pass([goes('a', { calls: ['a!'] }), goes('b', { calls: ['b'], requires: ['a'] }), goes('c', { calls: ['c'] })]),
    )
    expect(told).toEqual(['Failed a a!: no', 'Skipped b requirement-failed', 'Removed c'])
  })

  it('are as many as there are where nothing limits them', async () => {
    expect((await watched({}, Infinity, pass(abcd))).most).toBe(4)
  })

  it('are limited by pass', async () => {
    const lanes = (name: string): number => (name === 'first' ? 3 : 1)
    const { notes } = await watched({}, lanes, pass(abcd.slice(0, 2)), pass(abcd.slice(2), { name: 'second' }))
    expect(notes).toEqual(['+a', '+b', '-a', '-b', '+c', '-c', '+d', '-d'])
  })

  it.each([0, -3, NaN, 0.5])('go one by one where %d may be under way', async (concurrency) => {
    const { most, told } = await watched({}, concurrency, pass(abcd))
    expect(most).toBe(1)
    expect(told).toHaveLength(4)
  })

  it('go one by one where nobody can say how many may be under way', async () => {
    const concurrency = (): never => {
      throw new Error('no idea')
    }
    expect((await watched({}, concurrency, pass(abcd))).most).toBe(1)
  })

  it('go one by one where nothing is said', async () => {
    expect((await watched({}, undefined, pass(abcd))).most).toBe(1)
  })

  it('go one by one towards a goal, so that nothing more than needed goes', async () => {
    const goal = { _tag: 'FreeBytes', bytes: 2 } as const
    const { notes } = await watched({}, 4, pass(abcd, { goal }))
    expect(notes).toEqual(['+a', '-a', '+b', '-b'])
  })

  it('go one by one where the first failure stops them', async () => {
    const removals = [goes('a', { calls: ['a!'] }), ...abcd.slice(1)]
    const { notes, told } = await watched({}, 4, pass(removals, { onFailure: 'stop' }))
    expect(notes).toEqual(['+a!', '-a!'])
    expect(told).toEqual(['Failed a a!: no', 'Skipped b run-stopped', 'Skipped c run-stopped', 'Skipped d run-stopped'])
  })

  it('are all done before the next pass begins', async () => {
    const { notes } = await watched({ a: 5 }, 2, pass(abcd.slice(0, 2)), pass(abcd.slice(2), { name: 'second' }))
    expect(notes.indexOf('-a')).toBeLessThan(notes.indexOf('+c'))
  })
})

describe('amendments that go on at once', () => {
  it('come after each other on one target, and all before the removals', async () => {
    const amendments = [changes('x', [], 'x1'), changes('x', [], 'x2'), changes('y', [], 'y')]
    const { notes } = await watched({ x1: 3 }, 4, pass([goes('a', { calls: ['a'] })], { amendments }))
    expect(notes).toEqual(['+x1', '+y', '-y', '-x1', '+x2', '-x2', '+a', '-a'])
  })

  it('come after each other on one target also where fewer go on at once', async () => {
    const amendments = ['x1', 'x2', 'x3'].map((text) => changes('x', [], text))
    const { notes } = await watched({ x1: 2, x2: 3 }, 2, pass([], { amendments }))
    expect(notes).toEqual(['+x1', '-x1', '+x2', '-x2', '+x3', '-x3'])
  })

  it('count for nothing on a target of which one failed', async () => {
    for (const texts of [
      ['x!', 'x2'],
      ['x1', 'x!'],
    ]) {
      const amendments = texts.map((text) => changes('x', [], text))
      const { told } = await watched({}, 4, pass([goes('a', { requires: ['x'] })], { amendments }))
      expect(told[2]).toBe('Skipped a requirement-failed')
    }
  })

  it('wait for the amendments that they require', async () => {
    const amendments = [changes('x', [], 'x'), changes('y', ['x'], 'y')]
    const { notes } = await watched({ x: 3 }, 4, pass([], { amendments }))
    expect(notes).toEqual(['+x', '-x', '+y', '-y'])
  })
})

describe('a concurrency that means nothing', () => {
  const throws = (): number => {
    throw new Error('out of reach')
  }

  it.each([
    ['none', 0],
    ['no number', NaN],
    ['less than none', -2],
    ['half', 0.5],
    ['a function that throws', throws],
  ])('is one at a time, for changes too: %s', async (_, concurrency) => {
    const both = pass([goes('a', { calls: ['a'] }), goes('b', { calls: ['b'] })], { amendments: [changes('x')] })
    const { told, most } = await watched({}, concurrency, both)
    expect(told).toEqual(['Amended x', 'Removed a', 'Removed b'])
    expect(most).toBe(1)
  })
})
