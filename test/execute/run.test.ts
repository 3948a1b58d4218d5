import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import type { Report } from '../../src/core/report.js'
import { removedTargets } from '../../src/core/report.js'
import { instant } from '../../src/core/time.js'
import type { RunPorts } from '../../src/execute/index.js'
import { run } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { goes, hangs, noon, pass, planOf, seconds, signalOf, simulatedTime, told } from './build.js'

/** A world of letters: those of the policy are to go. Calls that fail say so by letter, one error after the other. */
const world = (letters: string, errors: Readonly<Record<string, ReadonlyArray<string | null>>> = {}) => {
  let there: ReadonlyArray<string> = Array.from(letters)
  const calls: string[] = []
  const time = simulatedTime()
  const ports = {
    clock: time.clock,
    observe: () => () => Promise.resolve(E.right(there)),
    plan:
      (policy: string) =>
      (seen: ReadonlyArray<string>): E.Either<string, Plan<Letters>> =>
        E.right({
          ...planOf(pass(seen.filter((id) => policy.includes(id)).map((id) => goes(id)))),
          wakeAt: O.some(instant(noon + seen.length)),
        }),
    perform:
      ({ text }) =>
      () => {
        const id = text.slice(-1)
        const error = errors[id]?.[calls.filter((made) => made === id).length] ?? null
        calls.push(id)
        if (error !== null) return Promise.resolve(E.left(error))
        there = there.filter((other) => other !== id)
        return Promise.resolve(E.right(undefined))
      },
    classify: (error) => (error === 'changed' ? 'conflict' : 'fatal'),
  } satisfies RunPorts<Letters, ReadonlyArray<string>, undefined, string, string, string>
  return { ports: ports as RunPorts<Letters, ReadonlyArray<string>, undefined, string, string, string>, calls, time }
}

const letters = (there: ReadonlyArray<string>): string => there.join('')

describe('a run', () => {
  it('looks, plans and carries out until nothing is left to do', async () => {
    const { ports, calls } = world('abcd')
    const ran = await run(ports)('ac')()
    if (E.isLeft(ran)) throw new Error('failed')
    const { rounds, ended, wakeAt } = ran.right
    expect(ended).toBe('settled')
    expect(rounds.map(({ report }) => told(report))).toEqual([['Removed a', 'Removed c'], []])
    expect(calls).toEqual(['a', 'c'])
    expect(wakeAt).toEqual(O.some(instant(noon + 2)))
  })

  it('is stuck when it would attempt again what it attempted before', async () => {
    const { ports, calls } = world('ab', { a: ['denied', 'denied'] })
    const ran = await run(ports)('ab')()
    expect(ran).toMatchObject({ right: { ended: 'stuck' } })
    expect(calls).toEqual(['a', 'b', 'a'])
  })

  it('is settled only when its later looks find nothing to do either', async () => {
    const { ports, calls } = world('ab')
    let plans = 0
    // The first look of a round finds nothing; the one before the pass does.
    const plan: typeof ports.plan = (policy) => (seen) =>
      ++plans % 2 === 1
        ? E.right(planOf(pass([], { observesAgain: true })))
        : E.right(planOf(pass(seen.filter((id) => policy.includes(id)).map((id) => goes(id)))))
    expect(await run({ ...ports, plan })('ab')()).toMatchObject({ right: { ended: 'settled' } })
    expect(calls).toEqual(['a', 'b'])
  })

  it('goes on after a conflict, which the next look decides anew', async () => {
    const { ports, calls } = world('a', { a: ['changed', 'changed', null] })
    const ran = await run(ports)('a')()
    expect(ran).toMatchObject({ right: { ended: 'settled' } })
    expect(calls).toEqual(['a', 'a', 'a'])
  })

  it('ends at its bound', async () => {
    const { ports, calls } = world('a', { a: Array.from({ length: 20 }, () => 'changed') })
    expect(await run({ ...ports, rounds: 2 })('a')()).toMatchObject({ right: { ended: 'bound' } })
    expect(calls).toEqual(['a', 'a'])
    expect(await run(ports)('a')()).toMatchObject({ right: { ended: 'bound' } })
    expect(calls).toHaveLength(12)
  })

  it.each([0, -1, NaN])('has its usual bound where %d rounds are given', async (rounds) => {
    const { ports, calls } = world('a', { a: Array.from({ length: 20 }, () => 'changed') })
    await run({ ...ports, rounds })('a')()
    expect(calls).toHaveLength(10)
  })

  it('waits between rounds where told', async () => {
    const { ports, time } = world('a')
    await time.settled(run({ ...ports, between: seconds(7) })('a')())
    expect(time.slept).toEqual([7000])
  })
})

describe('a guard', () => {
  it('changes each plan before it is carried out', async () => {
    const { ports, calls } = world('abc')
    const guard = (plan: Plan<Letters>): E.Either<never, Plan<Letters>> =>
      E.right({
        ...plan,
        passes: [{ ...plan.passes[0], removals: plan.passes[0].removals.filter(({ target }) => target.id !== 'a') }],
      })
    expect(await run({ ...ports, guard })('abc')()).toMatchObject({ right: { ended: 'settled' } })
    expect(calls).toEqual(['b', 'c'])
  })

  it('that lets no plan pass ends the run before anything is done', async () => {
    const { ports, calls } = world('abc')
    const guard = () => E.left([{ _tag: 'TooMany' }] as const)
    expect(await run({ ...ports, guard })('abc')()).toMatchObject({
      left: { _tag: 'GuardRefused', refusals: [{ _tag: 'TooMany' }], rounds: [] },
    })
    expect(calls).toEqual([])
  })

  it('stands before plans of later looks as well', async () => {
    const { ports, calls } = world('abc')
    let plans = 0
    const guard = (plan: Plan<Letters>) => (++plans === 1 ? E.right(plan) : E.left([{ _tag: 'TooMany' }] as const))
    const looking = (policy: string) => (seen: ReadonlyArray<string>) =>
      E.right(
        planOf(
          pass(
            seen.filter((id) => policy.includes(id)).map((id) => goes(id)),
            { observesAgain: true },
          ),
        ),
      )
    const ran = await run({ ...ports, guard, plan: looking, rounds: 1 })('a')()
    expect(calls).toEqual([])
    expect(ran).toMatchObject({
      right: { rounds: [{ report: { passes: [{ state: { _tag: 'Unobserved', error: { _tag: 'GuardRefused' } } }] } }] },
    })
  })

  it('that throws lets nothing pass', async () => {
    const { ports, calls } = world('abc')
    const guard = () => {
      throw new Error('boom')
    }
    expect(await run({ ...ports, guard })('abc')()).toMatchObject({
      left: { _tag: 'PlanThrew', thrown: { message: 'boom' } },
    })
    expect(calls).toEqual([])
  })
})

describe('a run that fails', () => {
  it('says that a look failed, and what was done by then', async () => {
    const { ports } = world('ab')
    let looks = 0
    const observe: typeof ports.observe = (memory) =>
      ++looks === 2 ? () => Promise.resolve(E.left('no list')) : ports.observe(memory)
    const ran = await run({ ...ports, observe })('ab')()
    expect(ran).toMatchObject({ left: { _tag: 'ObserveFailed', error: 'no list' } })
    expect(E.isLeft(ran) && ran.left.rounds.map(({ report }) => told(report))).toEqual([['Removed a', 'Removed b']])
  })

  it('says that a look took too long', async () => {
    const { ports, time } = world('ab')
    const ran = await time.settled(run({ ...ports, observe: () => () => hangs<never>(), deadline: seconds(1) })('ab')())
    expect(ran).toMatchObject({ left: { _tag: 'ObserveFailed', error: { _tag: 'DeadlineExceeded' } } })
  })

  it('looks again while the error is retryable', async () => {
    const { ports, time } = world('ab')
    let looks = 0
    const observe: typeof ports.observe = (memory) =>
      ++looks < 3 ? () => Promise.resolve(E.left('busy')) : ports.observe(memory)
    const retry = { attempts: 3, wait: () => seconds(1) }
    const ran = await time.settled(run({ ...ports, observe, classify: () => 'retryable', retry })('ab')())
    expect(ran).toMatchObject({ right: { ended: 'settled' } })
  })

  it('says that the collector does not plan on what was seen', async () => {
    const { ports } = world('ab')
    expect(await run({ ...ports, plan: () => () => E.left('broken snapshot') })('ab')()).toMatchObject({
      left: { _tag: 'PlanRefused', error: 'broken snapshot' },
    })
  })
})

describe('a run that is called off', () => {
  it('during the first look has done nothing', async () => {
    const { ports } = world('ab')
    const off = signalOf()
    const observe: typeof ports.observe = () => () => {
      off.abort()
      return hangs<never>()
    }
    expect(await run({ ...ports, observe, signal: off.signal })('ab')()).toMatchObject({
      right: { ended: 'aborted', rounds: [], wakeAt: O.none },
    })
  })

  it('during a call reports what was done', async () => {
    const { ports } = world('ab')
    const off = signalOf()
    const ran = await run({
      ...ports,
      signal: off.signal,
      onProgress: ({ _tag }) => {
        if (_tag === 'RemovalEnded') off.abort()
      },
    })('ab')()
    expect(ran).toMatchObject({ right: { ended: 'aborted' } })
    expect(E.isRight(ran) && ran.right.rounds.map(({ report }) => told(report))).toEqual([
      ['Removed a', 'Skipped b aborted'],
    ])
  })

  it('when nothing was left to do is not settled', async () => {
    const { ports } = world('')
    const off = signalOf()
    const ran = await run({
      ...ports,
      signal: off.signal,
      onProgress: ({ _tag }) => {
        if (_tag === 'PassEnded') off.abort()
      },
    })('a')()
    expect(ran).toMatchObject({ right: { ended: 'aborted', rounds: [{}] } })
  })

  it('between rounds looks no more', async () => {
    const { ports, time } = world('ab')
    const off = signalOf()
    let looks = 0
    const ran = await run({
      ...ports,
      observe: (memory) => {
        looks++
        return ports.observe(memory)
      },
      between: seconds(60),
      signal: off.signal,
      onProgress: ({ _tag }) => {
        if (_tag === 'PassEnded') setImmediate(off.abort)
      },
    })('ab')()
    expect(ran).toMatchObject({ right: { ended: 'aborted' } })
    expect(looks).toBe(1)
    expect(await time.passes()).toBe(false)
  })
})

interface Seen {
  readonly there: ReadonlyArray<string>
  readonly memory: ReadonlyArray<string>
}

/** What is there at each look, the last for good; and a memory of everything that was there. */
const remembering = (looks: readonly [string, ...string[]], observesAgain: boolean, error: string | null) => {
  const given: string[] = []
  const ports: RunPorts<Letters, Seen, ReadonlyArray<string>, string, string, string> = {
    clock: simulatedTime().clock,
    perform: () => () => Promise.resolve(error === null ? E.right(undefined) : E.left(error)),
    observe: (memory) => {
      const there = Array.from(looks[Math.min(given.length, looks.length - 1)] ?? '')
      given.push(letters(memory))
      return () => Promise.resolve(E.right({ there, memory }))
    },
    plan:
      (policy) =>
      ({ there }) =>
        E.right(
          planOf(
            pass(
              there.filter((id) => policy.includes(id)).map((id) => goes(id)),
              { observesAgain },
            ),
          ),
        ),
    recall: {
      memory: [],
      remember: () => (seen) => ({ ...seen, memory: [...new Set([...seen.memory, ...seen.there])] }),
      memoryOf: ({ memory }) => memory,
      applyReport: () => (seen) => seen,
    },
  }
  return { ports, given }
}

describe('a memory', () => {
  it('goes from look to look within a round, and is that of the last of them', async () => {
    const { ports, given } = remembering(['a', 'ab'], true, null)
    const ran = await run({ ...ports, rounds: 1 })('a')()
    expect(given).toEqual(['', 'a'])
    expect(ran).toMatchObject({ right: { ended: 'bound', memory: ['a', 'b'] } })
  })

  it('is that of the last look where a run is stuck', async () => {
    const { ports } = remembering(['a', 'ab'], false, 'denied')
    expect(await run(ports)('a')()).toMatchObject({ right: { ended: 'stuck', memory: ['a', 'b'] } })
  })

  it('goes from look to look, and what was removed is taken out of it', async () => {
    const { ports } = world('ab')
    const given: string[] = []
    const ran = await run<Letters, Seen, ReadonlyArray<string>, string, string, string>({
      clock: ports.clock,
      perform: ports.perform,
      observe: (memory) => {
        given.push(letters(memory))
        return () =>
          ports
            .observe(undefined)()
            .then(E.map((there): Seen => ({ there, memory })))
      },
      plan:
        (policy) =>
        ({ there, memory }) =>
          ports.plan(policy)(there.filter((id) => memory.includes(id))),
      recall: {
        memory: ['z'],
        remember: () => (seen) => ({ ...seen, memory: [...new Set([...seen.memory, ...seen.there])] }),
        memoryOf: ({ memory }) => memory,
        applyReport:
          <Err>(report: Report<Letters, Err>) =>
          ({ there, memory }: Seen): Seen => {
            const gone = new Set(removedTargets(report).map(({ id }) => id))
            return { there, memory: memory.filter((id) => !gone.has(id)) }
          },
      },
    })('a')()
    expect(given).toEqual(['z', 'zb'])
    expect(ran).toMatchObject({ right: { ended: 'settled', memory: ['z', 'b'] } })
  })
})
