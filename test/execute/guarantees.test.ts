/** What docs/guards.md says of an approval: one test for each sentence. */
import { either as E, function as F } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { removedTargets } from '../../src/core/report.js'
import { millis } from '../../src/core/time.js'
import { execute, executeWith, run } from '../../src/execute/index.js'
import { admitApproved, approve } from '../../src/guard/index.js'
import type { Letters } from './build.js'
import { call, changes, goes, pass, planOf, simulatedTime, told } from './build.js'

const approvalOf = (plan: Plan<Letters>) =>
  F.pipe(
    approve(plan),
    E.getOrElseW((problem) => {
      throw new Error(JSON.stringify(problem))
    }),
  )

/** A store of letters, in which each call takes a turn of the event loop. */
const store = (letters: string) => {
  const there = new Set(letters)
  const calls: string[] = []
  return {
    there,
    calls,
    perform:
      ({ text }: Letters['Action']) =>
      async () => {
        calls.push(text)
        await Promise.resolve()
        return there.delete(text.slice(-1)) ? E.right(undefined) : E.left('NotFound')
      },
  }
}

describe('two executors of one approval', () => {
  it('make each approved call at most once each, and no other', async () => {
    const plan = planOf(pass([goes('a'), goes('b'), goes('c')]))
    const admit = admitApproved(approvalOf(planOf(pass([goes('a'), goes('b')]))))
    const { perform, calls, there } = store('abc')
    const options = {
      perform,
      classify: (error: string) => (error === 'NotFound' ? 'gone' : 'fatal'),
    }
    const executor = executeWith<Letters, string>({ ...options, clock: simulatedTime().clock, admit })
    const reports = await Promise.all([executor(plan)(), executor(plan)()])
    expect(reports.map(told)).toEqual([
      ['Removed a', 'Removed b', 'Refused c NotApproved'],
      ['Removed a found gone', 'Removed b found gone', 'Refused c NotApproved'],
    ])
    expect(calls.toSorted()).toEqual(['remove a', 'remove a', 'remove b', 'remove b'])
    expect([...there]).toEqual(['c'])
  })
})

describe('the second executor', () => {
  it('meets a conflict where the first has changed what a precondition names, and calls no more', async () => {
    const plan = planOf(pass([goes('a'), goes('b')]))
    const calls: string[] = []
    const perform =
      ({ text }: Letters['Action']) =>
      async () => {
        calls.push(text)
        const isFirst = calls.filter((call) => call === text).length === 1
        await Promise.resolve()
        return isFirst ? E.right(undefined) : E.left('Conflict')
      }
    const executor = executeWith<Letters, string>({
      ...{ perform, clock: simulatedTime().clock, admit: admitApproved(approvalOf(plan)) },
      classify: () => 'conflict',
      retry: { attempts: 5, wait: () => millis(1) },
    })
    const reports = await Promise.all([executor(plan)(), executor(plan)()])
    expect(reports.map(told)).toEqual([
      ['Removed a', 'Removed b'],
      ['Failed a remove a: Conflict as conflict', 'Failed b remove b: Conflict as conflict'],
    ])
    expect(calls.toSorted()).toEqual(['remove a', 'remove a', 'remove b', 'remove b'])
  })
})

describe('a plan altered after its approval', () => {
  const altered = async (alter: (plan: Plan<Letters>) => void) => {
    const plan = planOf(pass([goes('a', { calls: ['stop a', 'remove a'] }), goes('b')]))
    const admit = admitApproved(approvalOf(plan))
    const calls: string[] = []
    const report = await executeWith<Letters, string>({
      clock: simulatedTime().clock,
      admit,
      perform:
        ({ text }) =>
        () => {
          calls.push(text)
          if (text === 'stop a') alter(plan)
          return Promise.resolve(E.right(undefined))
        },
    })(plan)()
    return { calls, told: told(report) }
  }
  const first = (plan: Plan<Letters>) => plan.passes[0].removals[0] as unknown as { actions: { text: string }[] }

  it('is called as it was approved where other calls are put in its place during the run', async () => {
    const { calls } = await altered((plan) => {
      first(plan).actions = [{ text: 'stop a' }, { text: 'remove z' }]
    })
    expect(calls).toEqual(['stop a', 'remove a', 'remove b'])
  })

  it('is called as it was approved where other calls are put into a change of what stays', async () => {
    const amendment = {
      ...changes('k'),
      actions: [call('stop k'), call('amend k')] as [Letters['Action'], Letters['Action']],
    }
    const plan = planOf(pass([], { amendments: [amendment] }))
    const calls: string[] = []
    await executeWith<Letters, string>({
      clock: simulatedTime().clock,
      admit: admitApproved(approvalOf(plan)),
      perform:
        ({ text }) =>
        () => {
          calls.push(text)
          amendment.actions = [call('stop k'), call('amend z')]
          return Promise.resolve(E.right(undefined))
        },
    })(plan)()
    expect(calls).toEqual(['stop k', 'amend k'])
  })

  it('is not called where it was altered before the run, and says that it is another', async () => {
    const plan = planOf(pass([goes('a'), goes('b')]))
    const admit = admitApproved(approvalOf(plan))
    first(plan).actions = [{ text: 'remove z' }]
    const { perform, calls } = store('abz')
    const report = await executeWith<Letters, string>({ perform, clock: simulatedTime().clock, admit })(plan)()
    expect(told(report)).toEqual(['Refused a Moved', 'Removed b'])
    expect(calls).toEqual(['remove b'])
  })

  it('is not called again where it was altered between a call and its retry', async () => {
    const plan = planOf(pass([goes('a')]))
    const calls: string[] = []
    await executeWith<Letters, string>({
      clock: { ...simulatedTime().clock, sleep: () => () => Promise.resolve() },
      admit: admitApproved(approvalOf(plan)),
      classify: () => 'retryable',
      retry: { attempts: 5, wait: () => millis(1) },
      perform:
        ({ text }) =>
        () => {
          calls.push(text)
          for (const action of first(plan).actions) action.text = 'remove z'
          return Promise.resolve(E.left('Unavailable'))
        },
    })(plan)()
    expect(calls).toEqual(['remove a'])
  })

  it('is not called where its own calls are written over', async () => {
    const { calls, told } = await altered((plan) => {
      for (const action of first(plan).actions) action.text = 'remove z'
    })
    expect(calls).toEqual(['stop a', 'remove b'])
    expect(told[0]).toMatch(/^Failed a/)
  })
})

describe('an approval of a stale snapshot', () => {
  it('covers the call, whatever bears its name by then', async () => {
    const plan = planOf(pass([goes('a')]))
    const { perform, there } = store('a')
    const admit = admitApproved(approvalOf(plan))
    there.delete('a')
    there.add('a')
    await executeWith<Letters, string>({ perform, clock: simulatedTime().clock, admit })(plan)()
    expect([...there]).toEqual([])
  })
})

describe('a port that lies', () => {
  it('is believed by a report, and found out by a run that looks again', async () => {
    const plan = planOf(pass([goes('a')]))
    const lie = () => () => Promise.resolve(E.right(undefined))
    expect(removedTargets(await execute<Letters['Action'], string>(lie)<Letters>(plan)())).toEqual([
      { _tag: 'Letter', id: 'a' },
    ])
    const ran = await run<Letters, Plan<Letters>, undefined, undefined, string, string>({
      clock: simulatedTime().clock,
      observe: () => () => Promise.resolve(E.right(plan)),
      plan: () => (seen) => E.right(seen),
      perform: lie,
      deadline: millis(1000),
    })(undefined)()
    expect(ran).toMatchObject({ right: { ended: 'stuck' } })
  })
})
