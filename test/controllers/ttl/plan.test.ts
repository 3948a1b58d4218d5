import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { lastInstant } from '../../../src/core/time.js'
import type { Job } from '../../../src/controllers/ttl/index.js'
import { apply, defaultPolicy, explain, makePolicy, plan, presets } from '../../../src/controllers/ttl/index.js'
import { since } from '../../since.js'
import { at, finished, job, noon, planOf } from './build.js'

const tagAt = (seconds: number, one: Job): string | undefined => {
  const [{ removals, kept }] = planOf({ at: at(seconds), jobs: [one] }).passes
  return [...removals, ...kept].map(({ reasons }) => reasons[0]._tag).join()
}

describe('a finished Job', () => {
  it('goes at the very end of its time, not a millisecond before', () => {
    expect(tagAt(59.999, job('a', 60))).toBe('NotExpired')
    expect(tagAt(60, job('a', 60))).toBe('Expired')
  })

  it('goes at once with a TTL of zero, and not before it has finished by its own word', () => {
    expect(tagAt(0, job('a', 0))).toBe('Expired')
    expect(tagAt(-1, job('a', 0))).toBe('NotExpired')
  })

  it('goes by the first condition that says that it has finished', () => {
    const conditions = [
      finished(5, 'FailureTarget'),
      finished(10, 'Complete', 'False'),
      finished(20, 'Failed'),
      finished(1),
    ]
    expect(tagAt(29.999, job('a', 10, conditions))).toBe('NotExpired')
    expect(tagAt(30, job('a', 10, conditions))).toBe('Expired')
  })

  it.each([
    ['without a TTL', job('a', undefined), 'NoTtl'],
    ['without a condition', job('a', 1, []), 'NotFinished'],
    ['that is suspended', job('a', 1, [finished(0, 'Suspended')]), 'NotFinished'],
    ['that is being deleted', job('a', 1, undefined, { deletionTimestamp: noon }), 'BeingDeleted'],
    ['whose condition has no time', job('a', 1, [finished(undefined), finished(0)]), 'FinishTimeMissing'],
    ['without spec and status', { ...job('a', 1), spec: undefined, status: undefined }, 'NotFinished'],
  ])('%s stays', (_, one, tag) => {
    expect(tagAt(3600, one)).toBe(tag)
  })

  it('whose time is the zero time has none', () => {
    const zero = { type: 'Complete', status: 'True', lastTransitionTime: new Date('0001-01-01T00:00:00Z') }
    expect(tagAt(0, job('a', 1, [zero]))).toBe('FinishTimeMissing')
  })

  it('stays where no time can be named that is late enough', () => {
    const late = { type: 'Complete', status: 'True', lastTransitionTime: lastInstant }
    const planned = planOf({ at: noon, jobs: [job('a', 2_147_483_647, [late])] })
    expect(planned.wakeAt).toEqual(O.some(lastInstant))
  })
})

describe('a plan', () => {
  const jobs = [job('late', 90), job('b', 60), job('a', 60), job('first', 10), job('never', undefined)]

  it('removes by expiry, then by name, and wakes for the next Job', () => {
    const planned = planOf({ at: at(60), jobs })
    expect(planned.passes[0].removals.map(({ target }) => target.name)).toEqual(['first', 'a', 'b'])
    expect(planned.wakeAt).toEqual(O.some(at(90)))
  })

  it('orders what expired together, and what stays, by namespace, then by name, then by uid', () => {
    const mixed = [
      job('b', 60, undefined, { namespace: 'x' }),
      job('a', 60, undefined, { namespace: 'y' }),
      job('a', 60, undefined, { namespace: 'x', uid: 'u-2' }),
      job('c', 60, undefined, { namespace: undefined }),
      job('a', 60, undefined, { namespace: 'x', uid: 'u-1' }),
    ]
    const ordered = [';c;u-c', 'x;a;u-1', 'x;a;u-2', 'x;b;u-b', 'y;a;u-a']
    for (const jobs of [mixed, mixed.toReversed()]) {
      const [{ removals }] = planOf({ at: at(60), jobs }).passes
      const [{ kept }] = planOf({ at: at(59), jobs }).passes
      for (const decided of [removals, kept])
        expect(decided.map(({ target: { namespace, name, id } }) => `${namespace};${name};${id}`)).toEqual(ordered)
    }
  })

  it('is one pass that goes on after failures, frees nothing and tells nobody', () => {
    const { passes, assumptions } = planOf({ at: at(60), jobs: [job('a', 60)] })
    expect(passes).toEqual([
      {
        name: 'finished',
        observesAgain: false,
        goal: { _tag: 'RemoveAll' },
        onFailure: 'continue',
        removals: [
          {
            target: { _tag: 'Job', id: 'u-a', namespace: 'ns', name: 'a' },
            actions: expect.any(Array) as unknown,
            reasons: [{ _tag: 'Expired', finishedAt: noon, ttlSeconds: 60, expiredAt: at(60) }],
            requires: [],
            frees: 0,
          },
        ],
        reserve: [],
        kept: [],
        events: [],
        refusal: O.none,
      },
    ])
    expect(assumptions).toEqual([])
  })

  it('leaves the very same snapshot behind where nothing goes', () => {
    const snapshot = { at: at(59), jobs: [job('a', 60)] }
    expect(apply(planOf(snapshot))(snapshot)).toBe(snapshot)
  })

  it('leaves other Jobs as they are', () => {
    const snapshot = { at: at(60), jobs: [job('a', 60), job('b', 90), job('c', 60)] }
    const after = apply(planOf(snapshot))(snapshot).jobs
    expect(after.map(({ metadata: { name, deletionTimestamp } }) => [name, deletionTimestamp])).toEqual([
      ['a', at(60)],
      ['b', undefined],
      ['c', at(60)],
    ])
    expect(after[1]).toBe(snapshot.jobs[1])
  })

  it('looks a Job up before it deletes it in the foreground, by its uid', () => {
    expect(planOf({ at: at(60), jobs: [job('a', 1)] }).passes[0].removals[0]?.actions).toEqual([
      { _tag: 'Recheck', job: { namespace: 'ns', name: 'a' }, uid: 'u-a' },
      {
        _tag: 'Delete',
        job: { namespace: 'ns', name: 'a' },
        options: { propagationPolicy: 'Foreground', preconditions: { uid: 'u-a' } },
      },
    ])
  })

  it('leaves Jobs behind that wait for their pods', () => {
    const snapshot = { at: at(60), jobs: [job('a', 1)] }
    const [left] = apply(planOf(snapshot))(snapshot).jobs
    expect(left?.metadata.finalizers).toEqual(['foregroundDeletion'])
    expect(planOf({ at: at(60), jobs: left === undefined ? [] : [left] }).passes[0].removals).toEqual([])
  })

  it('has a policy for each release', () => {
    expect(since(presets)).toEqual({ controller: { '1.20': 'off', '1.26': 'on' } })
  })

  it('removes nothing while the controller is off, as in 1.20', () => {
    const planned = planOf({ at: at(60), jobs }, presets.kubernetes_1_20)
    expect(planned.passes[0].kept.every(({ reasons }) => reasons[0]._tag === 'ControllerOff')).toBe(true)
    expect(planned.wakeAt).toEqual(O.none)
  })

  it.each([
    ['a uid that comes twice', { jobs: [job('a', 1), job('a', 1)] }, 'jobs[1].metadata.uid'],
    ['another kind', { jobs: [{ ...job('a', 1), kind: 'Pod' }] }, 'jobs[0].kind'],
    ['a TTL below zero', { jobs: [job('a', -1)] }, 'jobs[0].spec.ttlSecondsAfterFinished'],
    ['a TTL that is text', { jobs: [job('a', '1' as never)] }, 'jobs[0].spec.ttlSecondsAfterFinished'],
    [
      'a condition without status',
      { jobs: [job('a', 1, [{ type: 'a' } as never])] },
      'jobs[0].status.conditions[0].status',
    ],
    ['no time', { at: new Date(NaN) }, 'at'],
  ])('is refused for %s', (_, more, path) => {
    const planned = plan(defaultPolicy)({ at: noon, jobs: [], ...more })
    expect(E.isLeft(planned) && planned.left.problems[0].path).toBe(path)
  })
})

describe('a policy', () => {
  it('is on, and is refused when it is neither on nor off', () => {
    expect(makePolicy({})).toEqual(E.right(defaultPolicy))
    expect(defaultPolicy).toEqual({ controller: 'on' })
    expect(E.isLeft(makePolicy({ controller: 'no' as never }))).toBe(true)
  })
})

describe('a reason reads', () => {
  const finish = { finishedAt: noon, ttlSeconds: 60 }
  it.each([
    [
      { _tag: 'Expired', ...finish, expiredAt: at(60) },
      'it finished at 2026-01-01T12:00:00.000Z, and its TTL of 60 s expired at 2026-01-01T12:01:00.000Z',
    ],
    [
      { _tag: 'NotExpired', ...finish, expiresAt: at(60) },
      'it finished at 2026-01-01T12:00:00.000Z, and its TTL of 60 s expires at 2026-01-01T12:01:00.000Z',
    ],
    [
      { _tag: 'BeingDeleted', since: noon, finalizers: [] },
      'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z)',
    ],
    [
      { _tag: 'BeingDeleted', since: noon, finalizers: ['a', 'b'] },
      'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z); held by a, b',
    ],
    [{ _tag: 'NotFinished' }, 'it has not finished'],
    [{ _tag: 'NoTtl' }, 'it has finished and sets no ttlSecondsAfterFinished'],
    [
      { _tag: 'FinishTimeMissing', condition: 'Failed' },
      'its condition Failed has no lastTransitionTime; the controller retries forever',
    ],
    [{ _tag: 'ControllerOff' }, 'the controller is disabled'],
  ] as const)('%o', (reason, sentence) => {
    expect(explain(reason)).toBe(sentence)
  })
})
