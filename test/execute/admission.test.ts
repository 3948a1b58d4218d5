import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Admit, Proposal } from '../../src/core/admission.js'
import { millis } from '../../src/core/time.js'
import { executeWith, explainFault, isCallFault } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { changes, goes, noon, pass, planOf, scripted, signalOf, simulatedTime, told } from './build.js'

const executed = async (admit: Admit<Letters>, plan: ReturnType<typeof planOf>) => {
  const { perform, calls } = scripted()
  const report = await executeWith<Letters, string>({ perform, clock: simulatedTime().clock, admit })(plan)()
  return { told: told(report), calls, report }
}

const idOf = (proposal: Proposal<Letters>): string =>
  (proposal._tag === 'Remove' ? proposal.removal : proposal.amendment).target.id

const refusing =
  (...ids: ReadonlyArray<string>): Admit<Letters> =>
  (proposal) =>
    ids.includes(idOf(proposal)) ? E.left({ _tag: 'NotApproved' }) : E.right(undefined)

describe('what is not admitted', () => {
  it('is not called for, and reported with the reason', async () => {
    const { told, calls, report } = await executed(refusing('a'), planOf(pass([goes('a', { frees: 3 }), goes('b')])))
    expect(told).toEqual(['Refused a NotApproved', 'Removed b'])
    expect(calls).toEqual(['remove b'])
    expect(report.passes[0]?.freed).toBe(0)
  })

  it('holds back what requires it', async () => {
    const plan = planOf(pass([goes('a'), goes('b', { requires: ['a'] })]))
    expect((await executed(refusing('a'), plan)).told).toEqual([
      'Refused a NotApproved',
      'Skipped b requirement-failed',
    ])
  })

  it('is no failure: neither the pass nor the run ends', async () => {
    for (const onFailure of ['stop', 'finish-pass'] as const) {
      const plan = planOf(pass([goes('a'), goes('b')], { onFailure }), pass([goes('c')], { name: 'second' }))
      expect((await executed(refusing('a'), plan)).told).toEqual(['Refused a NotApproved', 'Removed b', 'Removed c'])
    }
  })

  it('leads to what is next in line, while the goal is unmet', async () => {
    const goal = { _tag: 'FreeBytes', bytes: 2 } as const
    const plan = planOf(pass([goes('a', { frees: 2 })], { goal, reserve: [goes('r', { frees: 2 }), goes('s')] }))
    expect((await executed(refusing('a'), plan)).told).toEqual(['Refused a NotApproved', 'Removed r'])
  })

  it('is held back with an amendment that is not admitted', async () => {
    const plan = planOf(pass([goes('a', { requires: ['x'] })], { amendments: [changes('x')] }))
    const { told, calls } = await executed(refusing('x'), plan)
    expect(told).toEqual(['Refused x NotApproved', 'Skipped a requirement-failed'])
    expect(calls).toEqual([])
  })

  it('is held back with one of several amendments of its target, whatever becomes of the others', async () => {
    const plan = planOf(
      pass([goes('a', { requires: ['x'] })], { amendments: [changes('x', [], 'first'), changes('x', [], 'second')] }),
    )
    let asked = 0
    const { told, calls } = await executed(
      () => (++asked === 1 ? E.left({ _tag: 'NotApproved' }) : E.right(undefined)),
      plan,
    )
    expect(told).toEqual(['Refused x NotApproved', 'Amended x', 'Skipped a requirement-failed'])
    expect(calls).toEqual(['second'])
  })

  it('is anything on which nobody can decide', async () => {
    const unsure: Admit<Letters> = () => {
      throw new Error('no idea')
    }
    const { told, calls, report } = await executed(unsure, planOf(pass([goes('a')])))
    expect(told).toEqual(['Refused a AdmissionThrew'])
    expect(calls).toEqual([])
    expect(report.passes[0]?.outcomes[0]).toMatchObject({ refusal: { thrown: { message: 'no idea' } } })
  })
})

describe('whoever admits', () => {
  it('is asked of each decision in order, right before each of its calls', async () => {
    const asked: string[] = []
    const { perform, calls } = scripted()
    const plan = planOf(
      pass([goes('a', { calls: ['a1', 'a2'] }), goes('b')], { amendments: [changes('x')] }),
      pass([goes('c')], { name: 'second' }),
    )
    await executeWith<Letters, string>({
      perform,
      clock: simulatedTime().clock,
      admit: (proposal) => {
        asked.push(`${proposal._tag} ${idOf(proposal)} in ${proposal.pass} after ${calls.length}`)
        return E.right(undefined)
      },
    })(plan)()
    expect(asked).toEqual([
      'Amend x in first after 0',
      'Remove a in first after 1',
      'Remove a in first after 2',
      'Remove b in first after 3',
      'Remove c in second after 4',
    ])
  })

  it('may change its mind between two calls: the second one is not made, and the removal has failed', async () => {
    const refusal = { _tag: 'Protected' }
    const changing = (calls: ReadonlyArray<string>): Admit<Letters> => {
      return () => (calls.includes('a1') ? E.left(refusal) : E.right(undefined))
    }
    const { perform, calls } = scripted()
    const report = await executeWith<Letters, string>({
      ...{ perform, clock: simulatedTime().clock, admit: changing(calls) },
    })(planOf(pass([goes('a', { calls: ['a1', 'a2'] })])))()
    expect(calls).toEqual(['a1'])
    const [outcome] = report.passes[0]?.outcomes ?? []
    expect(outcome).toMatchObject({
      ...{ _tag: 'Failed', action: { text: 'a2' }, error: { _tag: 'NotAdmitted', refusal } },
    })
    expect(outcome?._tag === 'Failed' && isCallFault(outcome.error) && explainFault(outcome.error)).toBe(
      'no longer admitted: Protected',
    )
  })

  it('is asked again before a call is made again, after the wait', async () => {
    const asked: string[] = []
    const time = simulatedTime()
    let calls = 0
    const report = await time.settled(
      executeWith<Letters, string>({
        perform: () => () => {
          calls++
          return Promise.resolve(E.left('busy'))
        },
        clock: time.clock,
        classify: () => 'retryable',
        retry: { attempts: 5, wait: () => millis(1000) },
        admit: () => {
          asked.push(`after ${time.clock.now().getTime() - noon} ms`)
          return asked.length > 2 ? E.left({ _tag: 'Protected' }) : E.right(undefined)
        },
      })(planOf(pass([goes('a')])))(),
    )
    expect(asked).toEqual(['after 0 ms', 'after 1000 ms', 'after 2000 ms'])
    expect(calls).toBe(2)
    expect(report.passes[0]?.outcomes).toMatchObject([
      { _tag: 'Failed', error: { _tag: 'NotAdmitted', refusal: { _tag: 'Protected' } } },
    ])
  })

  it('is not asked again when the run was called off during the wait', async () => {
    const off = signalOf()
    const time = simulatedTime()
    let asked = 0
    await time.settled(
      executeWith<Letters, string>({
        perform: () => () => Promise.resolve(E.left('busy')),
        clock: time.clock,
        signal: off.signal,
        classify: () => 'retryable',
        retry: { attempts: 5, wait: () => millis(1000) },
        onProgress: ({ _tag }) => {
          if (_tag === 'Retrying') off.abort()
        },
        admit: () => {
          asked++
          return E.right(undefined)
        },
      })(planOf(pass([goes('a')])))(),
    )
    expect(asked).toBe(1)
  })

  it('is not asked of what is skipped anyway', async () => {
    const asked: string[] = []
    const plan = planOf(pass([goes('b', { requires: ['a'] })]))
    await executed((proposal) => {
      asked.push(idOf(proposal))
      return E.right(undefined)
    }, plan)
    expect(asked).toEqual([])
  })
})
