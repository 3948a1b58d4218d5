import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { FinishObserver } from '../../../src/controllers/lifecycle/index.js'
import { jobObserver, podObserver } from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, object, planOf, reasonsFor } from './build.js'
import { observeFinish } from '../../../src/controllers/lifecycle/finished.js'

const Build = { group: 'example.com', kind: 'Build' }
const build = (status: unknown) =>
  object('example.com/v1', 'Build', 'b', { enabled: true, afterFinished: true }, { status })
const t = (second: number): string => `2026-01-01T10:00:0${second}Z`
const ended = (second: number) => ({ state: { terminated: { finishedAt: t(second) } } })

describe('a job', () => {
  const see = (conditions: unknown) =>
    observeFinish(jobObserver)(object('batch/v1', 'Job', 'j', {}, { status: { conditions } }))
  it('has finished by the first condition that says so', () => {
    const suspended = { type: 'Suspended', status: 'True', lastTransitionTime: t(0) }
    const failed = { type: 'Failed', status: 'True', lastTransitionTime: t(2) }
    expect(see([suspended, { ...failed, status: 'False' }])).toEqual({ finished: false })
    expect(see([suspended, failed, { ...failed, type: 'Complete', lastTransitionTime: t(1) }])).toEqual({
      finished: true,
      at: new Date(t(2)),
    })
    expect(see([{ type: 'Complete', status: 'True' }])).toEqual({ finished: true })
    expect(see('none')).toEqual({ failed: 'conditions is no list' })
    expect(see(undefined)).toEqual({ finished: false })
  })

  it('that finished in the zero time of Go did not say when', () => {
    expect(see([{ type: 'Complete', status: 'True', lastTransitionTime: '0001-01-01T00:00:00Z' }])).toEqual({
      finished: true,
    })
  })
})

describe('a pod', () => {
  const see = (status: unknown) => observeFinish(podObserver)(object('v1', 'Pod', 'p', {}, { status }))
  it('has finished when the last of its containers has', () => {
    expect(
      see({ phase: 'Succeeded', initContainerStatuses: [ended(9)], containerStatuses: [ended(1), {}, ended(3)] }),
    ).toEqual({ finished: true, at: new Date(t(9)) })
  })

  it('that never ran a container finished when it was no longer ready', () => {
    const unready = { type: 'Ready', status: 'False', lastTransitionTime: t(4) }
    expect(see({ phase: 'Failed', conditions: [unready] })).toEqual({ finished: true, at: new Date(t(4)) })
    expect(see({ phase: 'Failed', conditions: [{ ...unready, status: 'True' }] })).toEqual({ finished: true })
  })

  it('runs in every other phase', () => {
    expect(
      ['Running', 'Pending', 'Unknown', undefined].map((phase) => see({ phase, containerStatuses: [ended(1)] })),
    ).toEqual(new Array(4).fill({ finished: false }))
    expect(see({ phase: 5 })).toEqual({ failed: 'phase is no text' })
  })
})

describe('a kind of the user', () => {
  const by = (observer: FinishObserver, status: unknown, more: Partial<Parameters<typeof enabled>[0]> = {}) =>
    reasonsFor(planOf(clusterOf([build(status)]), enabled({ finished: [observer], ...more })), 'b')

  it('has finished by a condition', () => {
    const observer: FinishObserver = { _tag: 'ByCondition', ...Build, types: ['Succeeded'] }
    expect(by(observer, { conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: t(1) }] })).toEqual([
      'NoTtl',
    ])
    expect(by(observer, { conditions: [{ type: 'Succeeded', status: 'False' }] })).toEqual(['NotFinished'])
  })

  it('has finished by a phase', () => {
    const observer: FinishObserver = {
      _tag: 'ByPhase',
      ...Build,
      path: 'status.phase',
      finishedValues: ['Done'],
      finishTimePath: 'status.completedAt',
    }
    expect(by(observer, { phase: 'Done', completedAt: t(1) })).toEqual(['NoTtl'])
    expect(by(observer, { phase: 'Busy' })).toEqual(['NotFinished'])
    expect(by(observer, {})).toEqual(['NotFinished'])
    expect(by(observer, { phase: 3 })).toEqual(['FinishUnreadable'])
    expect(by(observer, { phase: 'Done' })).toEqual(['FinishTimeUnknown'])
    expect(by(observer, { phase: 'Done' }, { missingFinishTime: 'observation' })).toEqual(['NoTtl'])
  })

  it('has finished by a function, and what it fails on stays', () => {
    const custom = (observe: Extract<FinishObserver, { readonly _tag: 'Custom' }>['observe']): FinishObserver => ({
      _tag: 'Custom',
      ...Build,
      observe,
    })
    expect(
      by(
        custom(() => E.right({ finished: true, at: new Date(t(1)) })),
        {},
      ),
    ).toEqual(['NoTtl'])
    expect(
      by(
        custom(() => E.right({ finished: false })),
        {},
      ),
    ).toEqual(['NotFinished'])
    expect(
      by(
        custom(() => E.left('odd')),
        {},
      ),
    ).toEqual(['FinishUnreadable'])
    expect(
      by(
        custom(() => {
          throw new Error('bug')
        }),
        {},
      ),
    ).toEqual(['FinishUnreadable'])
  })

  it('stays when nothing says how one sees that it has finished', () => {
    expect(by(jobObserver, {})).toEqual(['FinishUnobserved'])
  })
})
