import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Pass, Plan } from '../../src/core/plan.js'
import { execute, executeWith } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { changes, goes, pass, planOf, scripted, simulatedTime, told } from './build.js'

const executed = async (plan: Plan<Letters>, script: Parameters<typeof scripted>[0] = {}) => {
  const { perform, calls } = scripted(script)
  const report = await execute(perform)<Letters>(plan)()
  return { told: told(report), calls, report }
}

const no = { 'remove a': ['no'] }

const two = (onFailure: Pass<Letters>['onFailure']): Plan<Letters> =>
  planOf(pass([goes('a'), goes('b')], { onFailure }), pass([goes('c')], { name: 'second', amendments: [changes('x')] }))

describe('a failure', () => {
  it('leaves the rest as it was where the plan goes on', async () => {
    expect((await executed(two('continue'), no)).told).toEqual([
      'Failed a remove a: no',
      'Removed b',
      'Amended x',
      'Removed c',
    ])
  })

  it('ends the run after its pass where the plan finishes it', async () => {
    expect((await executed(two('finish-pass'), no)).told).toEqual([
      'Failed a remove a: no',
      'Removed b',
      'Skipped x run-stopped',
      'Skipped c run-stopped',
    ])
  })

  it('ends the run at once where the plan stops', async () => {
    const { told, report } = await executed(two('stop'), no)
    expect(told).toEqual([
      'Failed a remove a: no',
      'Skipped b run-stopped',
      'Skipped x run-stopped',
      'Skipped c run-stopped',
    ])
    expect(report.passes.map(({ state, freed }) => [state._tag, freed])).toEqual([
      ['Ran', 0],
      ['NotReached', 0],
    ])
  })

  it('of an amendment stops the amendments and removals of a pass that stops', async () => {
    const amendments = [changes('x'), changes('y')]
    const plan = planOf(pass([goes('a')], { onFailure: 'stop', amendments }), pass([goes('b')], { name: 'second' }))
    expect((await executed(plan, { 'amend x': ['no'] })).told).toEqual([
      'Failed x amend x: no',
      'Skipped y run-stopped',
      'Skipped a run-stopped',
      'Skipped b run-stopped',
    ])
  })

  it('of an amendment ends the run after a pass that is finished', async () => {
    const amendments = [changes('x')]
    const plan = planOf(
      pass([goes('a')], { onFailure: 'finish-pass', amendments }),
      pass([goes('b')], { name: 'second' }),
    )
    expect((await executed(plan, { 'amend x': ['no'] })).told).toEqual([
      'Failed x amend x: no',
      'Removed a',
      'Skipped b run-stopped',
    ])
  })

  it('of one action ends its removal', async () => {
    const plan = planOf(pass([goes('a', { calls: ['stop', 'remove'] })]))
    const { told, calls } = await executed(plan, { stop: ['no'] })
    expect(told).toEqual(['Failed a stop: no'])
    expect(calls).toEqual(['stop'])
  })
})

describe('a goal', () => {
  const goal = { _tag: 'FreeBytes', bytes: 4 } as const
  const plan = planOf(
    pass([goes('a', { frees: 2 }), goes('b', { frees: 2 })], {
      goal,
      reserve: [goes('r', { frees: 2 }), goes('s', { frees: 2 })],
    }),
  )

  it('that is met leaves the reserve alone', async () => {
    const { told, report } = await executed(plan)
    expect(told).toEqual(['Removed a', 'Removed b'])
    expect(report.passes[0]?.freed).toBe(4)
  })

  it('that a failure leaves unmet is met from the reserve', async () => {
    expect((await executed(plan, no)).told).toEqual(['Failed a remove a: no', 'Removed b', 'Removed r'])
  })

  it('of bytes beyond what a number holds is counted exactly', async () => {
    const plan = planOf(
      pass([{ ...goes('a'), frees: '9007199254740993' }, { ...goes('b'), frees: 1 }, goes('c')], {
        goal: { _tag: 'FreeBytes', bytes: '9007199254740994' },
      }),
    )
    const { told, report } = await executed(plan)
    expect(told).toEqual(['Removed a', 'Removed b'])
    expect(report.passes[0]?.freed).toBe('9007199254740994')
  })

  it('to remove all leaves a reserve alone, whatever fails', async () => {
    const plan = planOf(pass([goes('a')], { reserve: [goes('r')] }))
    expect((await executed(plan, no)).told).toEqual(['Failed a remove a: no'])
  })
})

describe('a pass', () => {
  it('that the plan refuses ends the run', async () => {
    const refused = pass([], { refusal: O.some({ _tag: 'NoDisk' }), measured: { _tag: 'Disk' } })
    const { report } = await executed(planOf(refused, pass([goes('a')], { name: 'second' })))
    expect(report.passes).toMatchObject([
      { state: { _tag: 'Refused', refusal: { _tag: 'NoDisk' } }, outcomes: [], freed: 0, measured: { _tag: 'Disk' } },
      { state: { _tag: 'NotReached' }, outcomes: [{ _tag: 'Skipped', because: 'run-stopped' }] },
    ])
    expect(report.passes[0]?.events).toEqual([{ _tag: 'Begun' }])
  })

  it('says what was recorded and measured before it, where it was begun', async () => {
    const { report } = await executed(planOf(pass([], { measured: { _tag: 'Disk' } }), pass([], { name: 'second' })))
    expect(report.passes).toEqual([
      {
        name: 'first',
        state: { _tag: 'Ran' },
        outcomes: [],
        freed: 0,
        events: [{ _tag: 'Begun' }],
        measured: { _tag: 'Disk' },
      },
      { name: 'second', state: { _tag: 'Ran' }, outcomes: [], freed: 0, events: [{ _tag: 'Begun' }] },
    ])
  })

  it('may require what an earlier one removed', async () => {
    const plan = planOf(pass([goes('a')]), pass([goes('b', { requires: ['a'] })], { name: 'second' }))
    expect((await executed(plan)).told).toEqual(['Removed a', 'Removed b'])
    expect((await executed(plan, no)).told).toEqual(['Failed a remove a: no', 'Skipped b requirement-failed'])
  })
})

describe('whoever looks on', () => {
  const plan = planOf(
    pass([goes('a'), goes('b')], { onFailure: 'stop', amendments: [changes('x')] }),
    pass([goes('c')], { name: 'second' }),
  )

  it('is told of everything that happens, in order', async () => {
    const news: string[] = []
    const { perform } = scripted(no)
    await executeWith<Letters, string>({
      perform,
      clock: simulatedTime().clock,
      onProgress: (progress) => {
        const more = 'outcome' in progress ? progress.outcome._tag : 'removals' in progress ? progress.removals : ''
        news.push(`${progress._tag} ${progress.pass} ${more}`)
      },
    })(plan)()
    expect(news).toEqual([
      'PassBegun first 2',
      'AmendmentEnded first Amended',
      'RemovalEnded first Failed',
      'RemovalEnded first Skipped',
      'PassEnded first ',
    ])
  })

  it('is told of removals that go on at once', async () => {
    const news: string[] = []
    await executeWith<Letters, string>({
      perform: scripted().perform,
      clock: simulatedTime().clock,
      concurrency: 2,
      onProgress: (progress) => {
        if (progress._tag === 'RemovalEnded') news.push(`${progress.pass} ${progress.outcome.removal.target.id}`)
      },
    })(planOf(pass([goes('a'), goes('b')])))()
    expect(news).toEqual(['first a', 'first b'])
  })

  it('changes nothing by throwing', async () => {
    const { perform, calls } = scripted()
    const report = await executeWith<Letters, string>({
      perform,
      clock: simulatedTime().clock,
      concurrency: 2,
      onProgress: () => {
        throw new Error('away')
      },
    })(planOf(pass([goes('a'), goes('b')], { amendments: [changes('x')] })))()
    expect(told(report)).toEqual(['Amended x', 'Removed a', 'Removed b'])
    expect(calls).toEqual(['amend x', 'remove a', 'remove b'])
  })
})

describe('a removal of several requirements', () => {
  it.each([
    ['first', 'a'],
    ['last', 'b'],
  ])('is skipped where the %s of them failed', async (_, failed) => {
    const plan = planOf(pass([goes('a'), goes('b'), goes('c', { requires: ['a', 'b'] })]))
    expect((await executed(plan, { [`remove ${failed}`]: ['no'] })).told).toContain('Skipped c requirement-failed')
  })
})

describe('a report', () => {
  it('of a run that is not to look again is of the plan as it was', async () => {
    const plan = planOf(pass([goes('a')], { observesAgain: true }))
    const report = await executeWith<Letters, string>({ ...scripted(), clock: simulatedTime().clock })(plan)()
    expect(told(report)).toEqual(['Removed a'])
  })

  it('has no fields that say nothing', async () => {
    const { report } = await executed(planOf(pass([goes('a')])))
    expect(report.passes.map((each) => Object.keys(each))).toEqual([['name', 'state', 'outcomes', 'freed', 'events']])
    expect(report.passes[0]?.outcomes.map((each) => Object.keys(each))).toEqual([['_tag', 'removal']])
  })
})
