import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Job, Policy, Snapshot } from '../../../src/controllers/ttl/index.js'
import { defaultPolicy, plan } from '../../../src/controllers/ttl/index.js'
import { spoilt, watched } from '../../apiserver/soundness.js'
import { finished, job, noon, planOf } from './build.js'

const bare: Job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'bare', uid: 'u-bare' } }
const sound = { at: noon, jobs: [job('a', 60, [finished(0), finished(undefined, 'Suspended')])] }

const placesOf = (snapshot: unknown): ReadonlyArray<string> => {
  const planned = plan(defaultPolicy)(snapshot as Snapshot)
  return E.isLeft(planned) ? planned.left.problems.map(({ path }) => path) : []
}

describe('a snapshot of Jobs', () => {
  it.each<[place: string, thing: unknown]>([
    ['at', 0],
    ['jobs', {}],
    ['jobs[0]', null],
    ['jobs[0].kind', 'CronJob'],
    ['jobs[0].metadata', 'a'],
    ['jobs[0].metadata.name', ''],
    ['jobs[0].metadata.finalizers', 'one'],
    ['jobs[0].spec', null],
    ['jobs[0].spec', 60],
    ['jobs[0].spec.ttlSecondsAfterFinished', 0.5],
    ['jobs[0].spec.ttlSecondsAfterFinished', 2 ** 53],
    ['jobs[0].status', null],
    ['jobs[0].status', 'Complete'],
    ['jobs[0].status.conditions', { type: 'Complete' }],
    ['jobs[0].status.conditions[0]', null],
    ['jobs[0].status.conditions[1].type', 7],
    ['jobs[0].status.conditions[1].status', true],
    ['jobs[0].status.conditions[0].lastTransitionTime', '2026-01-01T12:00:00Z'],
    ['jobs[0].status.conditions[0].lastTransitionTime', new Date(Number.NaN)],
  ])('is refused for what is wrong at %s: %o', (place, thing) => {
    expect(placesOf(sound)).toEqual([])
    expect(placesOf(spoilt(sound, place, thing))).toEqual([place])
  })

  it.each([[null], [undefined], ['jobs'], [7]])('is not %o', (value) => {
    expect(placesOf(value)).toEqual([''])
  })

  it('is refused under its name, a policy under its own', () => {
    expect(plan(defaultPolicy)({ at: noon, jobs: null as never })).toEqual(
      E.left({
        _tag: 'InvalidInput',
        source: 'finished-Job snapshot',
        problems: [{ path: 'jobs', expected: 'an array', actual: 'null' }],
      }),
    )
    expect(plan({ controller: 'maybe' } as unknown as Policy)(sound)).toMatchObject({
      left: { source: 'finished-Job policy', problems: [{ path: 'controller' }] },
    })
  })

  it.each<[string, Job]>([
    ['says nothing but its name', bare],
    ['says how it went', job('a', 60)],
    ['has a spec and a status that say nothing', { ...bare, spec: {}, status: {} }],
    ['has a condition that has no time', job('a', undefined, [finished(undefined)])],
  ])('has a Job looked at once that %s', (_, one) => {
    const { object, looks } = watched(one)
    planOf({ at: noon, jobs: [object] })
    expect(looks()).toBe(1)
  })

  it('has a Job looked at again to name what is wrong beside it', () => {
    const { object, looks } = watched(bare)
    expect(placesOf({ at: noon, jobs: [object, spoilt(job('a', 1), 'spec', 7)] })).toEqual(['jobs[1].spec'])
    expect(looks()).toBe(2)
  })
})
