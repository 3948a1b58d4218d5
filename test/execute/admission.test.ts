import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Admit, Proposal } from '../../src/core/admission.js'
import { executeWith } from '../../src/execute/index.js'
import type { Letters } from './build.js'
import { changes, goes, pass, planOf, scripted, simulatedTime, told } from './build.js'

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
  it('is asked of each decision in order, right before its first call', async () => {
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
      'Remove b in first after 3',
      'Remove c in second after 4',
    ])
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
