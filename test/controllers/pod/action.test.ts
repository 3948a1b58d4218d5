import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Port } from '../../../src/controllers/pod/index.js'
import { apply, applyReport, conclude, perform } from '../../../src/controllers/pod/index.js'
import { carryOut } from '../../laws.js'
import { at, lookAt, noon, planOf, pod } from './build.js'

const orphan = pod('orphan', { node: 'gone' })
const snapshot = lookAt([orphan], { memory: { waiting: [], ripe: ['gone'] } })

describe('a call', () => {
  it('reaches the port, a patch with its body as of the moment it is sent', async () => {
    const calls: unknown[] = []
    const port: Port<never> = {
      patchStatus: (name, patch, bodyAt) => {
        calls.push([name.name, patch.patchType, bodyAt(noon).status.conditions?.[0]?.lastTransitionTime])
        return TE.right(null)
      },
      delete: (name, options) => {
        calls.push([name.name, options])
        return TE.right(null)
      },
    }
    for (const action of planOf(snapshot).passes[2]?.removals.flatMap(({ actions }) => actions) ?? [])
      expect(E.isRight(await perform(port)(action)())).toBe(true)
    expect(calls).toEqual([
      ['orphan', 'application/strategic-merge-patch+json', '2026-01-01T12:00:00Z'],
      ['orphan', { gracePeriodSeconds: 0 }],
    ])
  })

  it('is not made for a pod whose mark failed', async () => {
    const { calls } = await carryOut(planOf(snapshot), ({ _tag }) => _tag === 'MarkFailed')
    expect(calls.map(({ _tag }) => _tag)).toEqual(['MarkFailed'])
  })
})

describe('a report', () => {
  it('of nothing that was done leaves the very same snapshot', async () => {
    const { report } = await carryOut(planOf(snapshot), ({ _tag }) => _tag === 'MarkFailed')
    expect(applyReport(report)(snapshot)).toBe(snapshot)
    const still = lookAt([orphan])
    expect(apply(planOf(still))(still)).toBe(still)
  })

  it('of removals that were skipped leaves every pod as it is', () => {
    const passes = planOf(snapshot).passes.map(({ name, removals }) => ({
      name,
      state: { _tag: 'Ran' as const },
      outcomes: removals.map((removal) => ({ _tag: 'Skipped' as const, removal, because: 'aborted' as const })),
      freed: 0,
    }))
    expect(passes.flatMap(({ outcomes }) => outcomes.flatMap(({ removal }) => removal.actions))).toHaveLength(2)
    expect(applyReport({ passes })(snapshot)).toBe(snapshot)
  })

  it('of all that was done leaves what the plan leaves', async () => {
    const held = lookAt([pod('held', { node: 'gone', finalizers: ['example.com/x'] }), pod('other')], {
      memory: snapshot.memory,
    })
    const { report } = await carryOut(planOf(held), () => false)
    expect(applyReport(report)(held)).toEqual(apply(planOf(held))(held))
    expect(applyReport(report)(held).pods.map(({ metadata }) => metadata.deletionTimestamp)).toEqual([noon, undefined])
  })

  it('counts what several passes did to one pod', () => {
    const twice = lookAt(
      [pod('held', { node: 'gone', deletionTimestamp: at(-5), finalizers: ['example.com/x'], status: {} })],
      { memory: snapshot.memory },
    )
    const planned = planOf(twice, { terminatedPodGcThreshold: 1 })
    const [left] = apply(planned)(twice).pods
    expect(left?.status?.conditions?.map(({ type }) => type)).toEqual(['DisruptionTarget'])
    expect(left?.metadata.deletionTimestamp).toEqual(at(-5))
  })

  it('of a delete that failed leaves the pod marked', async () => {
    const { report } = await carryOut(planOf(snapshot), ({ _tag }) => _tag === 'Delete')
    expect(applyReport(report)(snapshot).pods.map(({ status }) => status?.phase)).toEqual(['Failed'])
  })

  it('concludes in nothing, whatever failed', async () => {
    const { report } = await carryOut(planOf(snapshot), () => true)
    expect(conclude(String)(planOf(snapshot))(report)).toEqual({ events: [], error: { _tag: 'None' } })
  })
})
